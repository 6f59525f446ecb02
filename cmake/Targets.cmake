# aclnn_layer(<layer> SOURCES ... [LIBS ...] [PRIVATE_LIBS ...])
# The sources of one layer, as an object library; the shared libraries are made of whole layers.
function(aclnn_layer layer)
    cmake_parse_arguments(ARG "" "" "SOURCES;LIBS;PRIVATE_LIBS" ${ARGN})
    add_library(${layer} OBJECT ${ARG_SOURCES})
    target_link_libraries(${layer} PUBLIC aclnn_cpu_internal_headers ${ARG_LIBS}
                          PRIVATE aclnn_cpu_warnings ${ARG_PRIVATE_LIBS})
endfunction()

# aclnn_shared_library(<name> LAYERS ... [LIBS ...] [EXPORTS file])
# One of the libraries programs link. Exports exactly what the version script names.
function(aclnn_shared_library name)
    cmake_parse_arguments(ARG "" "EXPORTS" "LAYERS;LIBS" ${ARGN})
    add_library(${name} SHARED)
    foreach(layer ${ARG_LAYERS})
        target_sources(${name} PRIVATE $<TARGET_OBJECTS:${layer}>)
        # Private libraries of a layer are linked here too; usage requirements come with them.
        target_link_libraries(${name} PRIVATE $<TARGET_PROPERTY:${layer},LINK_LIBRARIES>)
    endforeach()
    target_link_libraries(${name} PUBLIC aclnn_cpu_internal_headers ${ARG_LIBS})
    target_link_options(${name} PRIVATE -Wl,-z,defs)
    if(ACLNN_CPU_SANITIZE)
        # The sanitizer runtimes are resolved by the executable.
        target_link_options(${name} PRIVATE -Wl,-z,undefs)
    endif()
    if(ARG_EXPORTS)
        target_link_options(${name} PRIVATE -Wl,--version-script=${ARG_EXPORTS})
        set_target_properties(${name} PROPERTIES LINK_DEPENDS ${ARG_EXPORTS})
    endif()
    set_target_properties(${name} PROPERTIES BUILD_RPATH "$ORIGIN" INSTALL_RPATH "$ORIGIN" LINKER_LANGUAGE CXX)
endfunction()

# What nearly every test includes, compiled once: a fifth of a test's compile time.
function(_aclnn_test_headers)
    if(TARGET aclnn_cpu_test_headers)
        return()
    endif()
    add_library(aclnn_cpu_test_headers OBJECT ${CMAKE_SOURCE_DIR}/cmake/empty.cpp)
    _aclnn_test_options(aclnn_cpu_test_headers)
    # As an executable's sources are compiled.
    set_target_properties(aclnn_cpu_test_headers PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(aclnn_cpu_test_headers PRIVATE ${CMAKE_CXX_COMPILE_OPTIONS_PIE})
    target_precompile_headers(aclnn_cpu_test_headers PRIVATE <gtest/gtest.h> <algorithm> <atomic> <cmath> <cstdint> <cstring>
        <functional> <limits> <memory> <random> <span> <string> <thread> <vector>)
endfunction()

function(_aclnn_test_options name)
    # Tests are compiled more often than they run.
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
    target_link_libraries(${name} PRIVATE aclnn_cpu_warnings aclnn_cpu_internal_headers GTest::gtest)
    # GCC 12 sees errors in std::string that are none once its header is precompiled.
    target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds -Wno-restrict -Wno-stringop-overflow>)
endfunction()

# aclnn_test(<name> SOURCES ... [LIBS ...] [ENV "A=b" ...] [TIMEOUT s] [LABELS ...])
# A GoogleTest executable registered as one CTest test; a failing case prints the command that reruns it (tests/support).
function(aclnn_test name)
    if(NOT ACLNN_CPU_TESTS)
        return()
    endif()
    cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LIBS;ENV;LABELS" ${ARGN})
    add_executable(${name} ${ARG_SOURCES} ${CMAKE_SOURCE_DIR}/tests/support/test_main.cpp)
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
    _aclnn_test_options(${name})
    target_link_libraries(${name} PRIVATE ${ARG_LIBS})
    _aclnn_test_headers()
    target_precompile_headers(${name} REUSE_FROM aclnn_cpu_test_headers)
    add_test(NAME ${name} COMMAND ${name})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 300)
    endif()
    if(ACLNN_CPU_SANITIZE)
        math(EXPR ARG_TIMEOUT "${ARG_TIMEOUT} * 12")  # loops over every value of a type take many times longer
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "${ARG_ENV}" LABELS "${ARG_LABELS}")
endfunction()
