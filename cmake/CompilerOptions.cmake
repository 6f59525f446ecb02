# One set of flags for every target. Results must not depend on the compiler's freedom to fuse a*b+c, so contraction is off
# everywhere; code that wants a fused multiply-add says so.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS ON) # the public macro headers need GNU statement expressions
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Without these it gives up on everything that uses a precompiled header.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
    add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
endif()

add_compile_options(-ffp-contract=off)
if(ACLNN_CPU_SANITIZE STREQUAL "address")
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
elseif(ACLNN_CPU_SANITIZE STREQUAL "thread")
    add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
    add_link_options(-fsanitize=thread)
elseif(ACLNN_CPU_SANITIZE)
    message(FATAL_ERROR "ACLNN_CPU_SANITIZE is '${ACLNN_CPU_SANITIZE}', expected address or thread")
endif()

# Our own code compiles without a warning; tests and public macro headers (system headers) included.
add_library(aclnn_cpu_warnings INTERFACE)
target_compile_options(aclnn_cpu_warnings INTERFACE -Wall -Wextra -Wpedantic -Werror
    $<$<COMPILE_LANGUAGE:CXX>:-Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual>)

# The public headers: programs and operators see them as <acl/acl.h>, "kernel_operator.h", ...
add_library(aclnn_cpu_public_headers INTERFACE)
target_include_directories(aclnn_cpu_public_headers SYSTEM INTERFACE ${CMAKE_SOURCE_DIR}/include)

# Internal includes are written from the layer's name: "base/status.h".
add_library(aclnn_cpu_internal_headers INTERFACE)
target_include_directories(aclnn_cpu_internal_headers INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_link_libraries(aclnn_cpu_internal_headers INTERFACE aclnn_cpu_public_headers)
