# Operators and the libraries they are linked into.
include(KernelVariant)
include(NativeKernel)

set(ACLNN_CPU_VENDOR custom CACHE STRING "Vendor of the custom operator package: opp/vendors/<vendor>_nn")
set(ACLNN_CPU_CUSTOM_OPS "" CACHE STRING "Operators that the custom package holds")

# aclnn_operator(<name> OP_TYPE T KERNEL_ARGS <ARG>... UNITS <unit>... DTYPES <column>... KEYS <k>...
#                TILING_STRUCT S [KERNEL_FUNCTION f] [NATIVE_FUNCTOR F NATIVE_INPUTS n])
# One operator folder, by the fixed names of its parts: op_api/*.cpp, op_host/<name>_{def,infershape,tiling}.cpp,
# op_kernel/<name>.cpp, native/<name>.h, examples/, tests/.
#   KERNEL_ARGS  the kernel's tensor arguments, as in DTYPE_<ARG>
#   UNITS        compute units to compile the kernel for
#   DTYPES       one column each: the C++ element type of every argument
#   KEYS         tiling keys, one kernel instance each
#   KERNEL_FUNCTION  the kernel's name, if not <name>
#   NEEDS            operators whose level-0 functions this one calls: a package of it holds them as well
#   NATIVE_...   the SIMD functor in native/<name>.h and how many leading inputs it reads
function(aclnn_operator name)
    cmake_parse_arguments(ARG "" "OP_TYPE;TILING_STRUCT;KERNEL_FUNCTION;NATIVE_FUNCTOR;NATIVE_INPUTS" "KERNEL_ARGS;UNITS;DTYPES;KEYS" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS op_api/*.cpp)
    list(APPEND sources op_host/${name}_def.cpp op_host/${name}_infershape.cpp op_host/${name}_tiling.cpp)

    if(NOT ARG_KERNEL_FUNCTION)
        set(ARG_KERNEL_FUNCTION ${name})
    endif()

    set(native_options)
    if(ARG_NATIVE_FUNCTOR)
        aclnn_native_kernel(${name}_native
            FUNCTOR_HEADER ${CMAKE_CURRENT_SOURCE_DIR}/native/${name}.h
            FUNCTOR ${ARG_NATIVE_FUNCTOR}
            KERNEL ${ARG_NATIVE_FUNCTOR}Native)
        set(native_options NATIVE_KERNEL ${ARG_NATIVE_FUNCTOR}Native NATIVE_INPUTS ${ARG_NATIVE_INPUTS})
    endif()
    aclnn_kernel_variants(
        NAME ${name} OP_TYPE ${ARG_OP_TYPE}
        KERNEL ${CMAKE_CURRENT_SOURCE_DIR}/op_kernel/${name}.cpp KERNEL_FUNCTION ${ARG_KERNEL_FUNCTION}
        ARGS ${ARG_KERNEL_ARGS} UNITS ${ARG_UNITS} DTYPES ${ARG_DTYPES} KEYS ${ARG_KEYS}
        TILING_STRUCT ${ARG_TILING_STRUCT}
        ${native_options})

    # The author's code: C++17, public headers only.
    add_library(${name} OBJECT ${sources})
    # Small files whose headers take most of the time: all at once.
    set_target_properties(${name} PROPERTIES CXX_STANDARD 17 UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    target_include_directories(${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/op_api)
    target_link_libraries(${name} PUBLIC aclnn_cpu_public_headers PRIVATE aclnn_cpu_warnings)

    set_property(GLOBAL APPEND PROPERTY ACLNN_CPU_OPERATORS ${name})
    set_property(GLOBAL PROPERTY ACLNN_CPU_OPERATOR_FOLDER_${name} ${CMAKE_CURRENT_SOURCE_DIR})
    if(ACLNN_CPU_TESTS AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/tests/CMakeLists.txt)
        add_subdirectory(tests)
    endif()
endfunction()

# aclnn_elementwise_operator(<name> OP_TYPE T INPUTS <input>... OUTPUT <output> [READS n] [KERNEL_FUNCTION f]
#                            [NEEDS <operator>...])
# The folder of an elementwise operator made with activation/common: its kernel for both chips and the three types of
# floats, and its functor T in native/<name>.h.
#   READS            how many leading inputs the functor reads; all of them by default
#   KERNEL_FUNCTION  the kernel's name, if not <name>
function(aclnn_elementwise_operator name)
    cmake_parse_arguments(ARG "" "OP_TYPE;OUTPUT;READS;KERNEL_FUNCTION" "INPUTS;NEEDS" ${ARGN})
    set_property(GLOBAL PROPERTY ACLNN_CPU_OPERATOR_NEEDS_${name} ${ARG_NEEDS})
    if(NOT ARG_READS)
        list(LENGTH ARG_INPUTS ARG_READS)
    endif()
    set(options)
    file(GLOB functor CONFIGURE_DEPENDS native/${name}.h)
    if(functor)
        set(options NATIVE_FUNCTOR ${ARG_OP_TYPE} NATIVE_INPUTS ${ARG_READS})
    endif()
    if(ARG_KERNEL_FUNCTION)
        list(APPEND options KERNEL_FUNCTION ${ARG_KERNEL_FUNCTION})
    endif()
    aclnn_operator(${name} OP_TYPE ${ARG_OP_TYPE} KERNEL_ARGS ${ARG_INPUTS} ${ARG_OUTPUT} UNITS ascend910b ascend310b
        DTYPES float half bfloat16_t KEYS 0 TILING_STRUCT ElementwiseTilingData ${options})
endfunction()

# aclnn_operator_support(<name> SOURCES <file>...)
# Host code that several operators share; every library of operators holds it.
function(aclnn_operator_support name)
    cmake_parse_arguments(ARG "" "" "SOURCES" ${ARGN})
    add_library(${name} OBJECT ${ARG_SOURCES})
    set_target_properties(${name} PROPERTIES CXX_STANDARD 17)
    target_link_libraries(${name} PUBLIC aclnn_cpu_public_headers PRIVATE aclnn_cpu_warnings)
    set_property(GLOBAL APPEND PROPERTY ACLNN_CPU_OPERATOR_SUPPORT ${name})
endfunction()

# _aclnn_operator_library(<target> <operator>...)
# A shared library with everything of these operators; programs see their aclnn functions and nothing else.
function(_aclnn_operator_library target)
    add_library(${target} SHARED)
    get_property(support GLOBAL PROPERTY ACLNN_CPU_OPERATOR_SUPPORT)
    foreach(name ${support})
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:${name}>)
    endforeach()
    foreach(name ${ARGN})
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:${name}>)
        target_link_libraries(${target} PRIVATE ${name}_kernels)
        if(TARGET ${name}_native)
            target_sources(${target} PRIVATE $<TARGET_OBJECTS:${name}_native>)
            target_link_libraries(${target} PRIVATE $<TARGET_PROPERTY:${name}_native,LINK_LIBRARIES>)
        endif()
    endforeach()
    target_link_libraries(${target} PRIVATE nnopbase_shared aicore_shared ascendcl aclnn_cpu_base)
    set(exports ${CMAKE_SOURCE_DIR}/cmake/exports/libopapi.map)
    target_link_options(${target} PRIVATE -Wl,--version-script=${exports})
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${exports} BUILD_RPATH "$ORIGIN" LINKER_LANGUAGE CXX)
endfunction()

# aclnn_operator_libraries(): the libraries of the public names, and the custom package. Programs link libopapi or, with newer
# toolkits, libopapi_nn; the linker wants the functions in the very library it is given, so both are made of the same objects.
function(aclnn_operator_libraries)
    get_property(operators GLOBAL PROPERTY ACLNN_CPU_OPERATORS)
    _aclnn_operator_library(opapi ${operators})
    _aclnn_operator_library(opapi_nn ${operators})
    # The name of the operators we do not have; programs link it all the same.
    add_library(opapi_math SHARED ${CMAKE_SOURCE_DIR}/cmake/empty.cpp)
    add_custom_target(runtime_libraries DEPENDS ascendcl nnopbase_shared opapi opapi_nn opapi_math)

    if(ACLNN_CPU_CUSTOM_OPS)
        set(home ${CMAKE_BINARY_DIR}/opp/vendors/${ACLNN_CPU_VENDOR}_nn/op_api)
        string(REPLACE "," ";" custom_ops "${ACLNN_CPU_CUSTOM_OPS}")
        foreach(name ${custom_ops})
            get_property(needs GLOBAL PROPERTY ACLNN_CPU_OPERATOR_NEEDS_${name})
            list(APPEND custom_ops ${needs})
        endforeach()
        list(REMOVE_DUPLICATES custom_ops)
        _aclnn_operator_library(cust_opapi ${custom_ops})
        set_target_properties(cust_opapi PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${home}/lib
                              BUILD_RPATH "$ORIGIN/../../../../../lib")
        foreach(name ${custom_ops})
            get_property(folder GLOBAL PROPERTY ACLNN_CPU_OPERATOR_FOLDER_${name})
            add_custom_command(TARGET cust_opapi POST_BUILD
                COMMAND ${CMAKE_COMMAND} -E copy_directory ${folder}/aclnnop ${home}/include/aclnnop
                COMMAND ${CMAKE_COMMAND} -E copy_directory ${folder}/aclnnop ${home}/include
                VERBATIM)
        endforeach()
    endif()
endfunction()
