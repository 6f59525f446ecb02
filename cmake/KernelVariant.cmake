# Kernels, compiled once per (chip, dtype column) with all their tiling keys, each into an object whose only global symbols are
# its entry and what it says about itself (aclnn_cpu/kernel_facts.h). Two variants of one class template in one library would
# otherwise be merged by the linker and silently run one another's code.

# Where the templates of generated files lie: beside this file in our own tree, elsewhere in a toolkit.
if(NOT DEFINED ACLNN_CPU_BUILD)
    set(ACLNN_CPU_BUILD ${CMAKE_CURRENT_LIST_DIR})
endif()
# The target that brings the public headers.
if(NOT DEFINED ACLNN_CPU_HEADERS)
    set(ACLNN_CPU_HEADERS aclnn_cpu_public_headers)
endif()

find_program(ACLNN_CPU_LD NAMES ld.bfd ld REQUIRED)
if(NOT CMAKE_OBJCOPY)
    find_program(CMAKE_OBJCOPY objcopy REQUIRED)
endif()

# Compute unit: __NPU_ARCH__ and __CCE_AICORE__, what the chip's own compiler defines. platform_test holds the units and the
# first column against the table of chips.
set(ACLNN_CPU_UNIT_ascend910    1001 100)
set(ACLNN_CPU_UNIT_ascend910b   2201 220)
set(ACLNN_CPU_UNIT_ascend910_93 2201 220)
set(ACLNN_CPU_UNIT_ascend310p   2002 200)
set(ACLNN_CPU_UNIT_ascend310b   3002 300)
set(ACLNN_CPU_UNIT_ascend950    3510 310)
set(ACLNN_CPU_UNIT_ascend350    3510 310)
set(ACLNN_CPU_UNIT_kirinx90     3003 300)
set(ACLNN_CPU_UNIT_kirin9030    3113 310)

# Element type: base::DType, the number that ORIG_DTYPE_<ARG> has, and the C++ type where it is spelled otherwise.
set(ACLNN_CPU_DTYPE_float      kFloat 0)
set(ACLNN_CPU_DTYPE_half       kFloat16 1)
set(ACLNN_CPU_DTYPE_int8_t     kInt8 2)
set(ACLNN_CPU_DTYPE_int32_t    kInt32 3)
set(ACLNN_CPU_DTYPE_uint8_t    kUint8 4)
set(ACLNN_CPU_DTYPE_int16_t    kInt16 6)
set(ACLNN_CPU_DTYPE_uint16_t   kUint16 7)
set(ACLNN_CPU_DTYPE_uint32_t   kUint32 8)
set(ACLNN_CPU_DTYPE_int64_t    kInt64 9)
set(ACLNN_CPU_DTYPE_uint64_t   kUint64 10)
set(ACLNN_CPU_DTYPE_double     kDouble 11)
set(ACLNN_CPU_DTYPE_bool       kBool 12)
set(ACLNN_CPU_DTYPE_bfloat16_t kBFloat16 27)
set(ACLNN_CPU_DTYPE_int4b_t    kInt4 29 AscendC::int4b_t)

# The keys of one of the tables above.
function(_aclnn_kernel_keys kind out)
    get_cmake_property(names VARIABLES)
    list(FILTER names INCLUDE REGEX "^ACLNN_CPU_${kind}_")
    list(TRANSFORM names REPLACE "^ACLNN_CPU_${kind}_" "")
    set(${out} ${names} PARENT_SCOPE)
endfunction()

# The compute units as text: "ascend910 1001 100, ascend910b 2201 220".
function(aclnn_compute_units out)
    _aclnn_kernel_keys(UNIT units)
    set(rows)
    foreach(unit ${units})
        list(JOIN ACLNN_CPU_UNIT_${unit} " " facts)
        list(APPEND rows "${unit} ${facts}")
    endforeach()
    list(JOIN rows ", " rows)
    set(${out} ${rows} PARENT_SCOPE)
endfunction()

# A row of one of the tables above, or an error that names what exists.
function(_aclnn_kernel_fact kind key out)
    if(NOT DEFINED ACLNN_CPU_${kind}_${key})
        _aclnn_kernel_keys(${kind} names)
        list(JOIN names ", " names)
        string(TOLOWER ${kind} kind)
        message(FATAL_ERROR "aclnn_kernel_variants: unknown ${kind} '${key}'; known: ${names}")
    endif()
    set(${out} ${ACLNN_CPU_${kind}_${key}} PARENT_SCOPE)
endfunction()

# The text of C++ code without its comments; commas stand for semicolons, which would divide a list.
function(_aclnn_read_code file out)
    file(READ ${file} text)
    string(REGEX REPLACE "//[^\n]*|/\\*[^*]*\\*+([^*/][^*]*\\*+)*/" " " text "${text}")
    string(REPLACE ";" "," text "${text}")
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

# Whether the kernel function is a template (`template <...> __global__ __aicore__ void name(`).
function(_aclnn_is_template_kernel file function out)
    _aclnn_read_code(${file} text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    if(text MATCHES "template[ \t\r\n]*<[^{}]*>[ \t\r\n]*(__global__|__aicore__)[^{}()]*[ \t\r\n]${function}[ \t\r\n]*\\(")
        set(${out} TRUE PARENT_SCOPE)
    else()
        set(${out} FALSE PARENT_SCOPE)
    endif()
endfunction()

# _aclnn_isolate(<object> TARGET t KEEP <pattern>...)
# Partial link of what a target compiled into one object, in which only the symbols of these patterns stay global. COMDAT groups
# are dissolved by the link; only then do local symbols stay apart.
function(_aclnn_isolate object)
    cmake_parse_arguments(ARG "" "TARGET" "KEEP" ${ARGN})
    list(TRANSFORM ARG_KEEP PREPEND --keep-global-symbol= OUTPUT_VARIABLE keep)
    add_custom_command(OUTPUT ${object}
        COMMAND ${ACLNN_CPU_LD} -r --force-group-allocation -o ${object}.merged $<TARGET_OBJECTS:${ARG_TARGET}>
        COMMAND ${CMAKE_OBJCOPY} --wildcard ${keep} ${object}.merged ${object}
        COMMAND ${CMAKE_COMMAND} -E rm ${object}.merged
        DEPENDS ${ARG_TARGET} $<TARGET_OBJECTS:${ARG_TARGET}>
        COMMENT "Isolating ${ARG_TARGET}" COMMAND_EXPAND_LISTS VERBATIM)
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
endfunction()

# What every file that holds kernel code for a unit is compiled with; the precompiled header as well.
function(_aclnn_kernel_options target unit)
    _aclnn_kernel_fact(UNIT ${unit} fact)
    list(GET fact 0 npu_arch)
    list(GET fact 1 aicore_arch)
    set_target_properties(${target} PROPERTIES CXX_STANDARD 17 CXX_EXTENSIONS ON POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE $<$<CONFIG:>:-O1;-g1> -ffp-contract=off $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
    target_compile_definitions(${target} PRIVATE __NPU_ARCH__=${npu_arch} __CCE_AICORE__=${aicore_arch} ASCENDC_TPL_KERNEL
                               ACLNN_CPU_KERNEL_VARIANT)
endfunction()

# A header for all kernels of a chip, compiled once for all operators of a build: kernel headers depend on no macro of an
# operator.
function(_aclnn_precompiled_kernel_header unit out)
    set(target aclnn_kernel_header_${unit})
    set(${out} ${target} PARENT_SCOPE)
    if(TARGET ${target})
        return()
    endif()
    set(source ${CMAKE_BINARY_DIR}/aclnn/${target}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "// Generated: a target needs a source.\n")
    add_library(${target} OBJECT ${source})
    _aclnn_kernel_options(${target} ${unit})
    target_link_libraries(${target} PRIVATE ${ACLNN_CPU_HEADERS})
    target_precompile_headers(${target} PRIVATE <kernel_operator.h>)
endfunction()

# The text of one variant, in the variable `definitions` of the caller: DTYPE_<ARG>, ORIG_DTYPE_<ARG>, FORMAT_<ARG>. And the
# base::DType of each argument, in `dtype_names`.
function(_aclnn_dtype_definitions arguments types formats)
    set(definitions)
    set(dtype_names)
    set(defined)
    foreach(argument type format IN ZIP_LISTS arguments types formats)
        _aclnn_kernel_fact(DTYPE ${type} fact)
        list(GET fact 0 dtype)
        list(GET fact 1 number)
        list(LENGTH fact length)
        if(length GREATER 2)
            list(GET fact 2 type)
        endif()
        list(APPEND dtype_names "DType::${dtype}")
        string(TOUPPER ${argument} argument)
        if(argument IN_LIST defined)  # an output of an input's name
            string(APPEND argument "_REF")
        endif()
        list(APPEND defined ${argument})
        string(APPEND definitions "#define DTYPE_${argument} ${type}\n#define ORIG_DTYPE_${argument} ${number}\n"
               "#define FORMAT_${argument} ${format}\n")
    endforeach()
    list(JOIN dtype_names ", " dtype_names)
    set(definitions ${definitions} PARENT_SCOPE)
    set(dtype_names ${dtype_names} PARENT_SCOPE)
endfunction()

# _aclnn_kernel_variant(<entry> UNIT u SOURCE file FUNCTION f [TEMPLATE] ARGUMENTS <tensor>... DEFINITIONS <text> ROWS "<key>|<template arguments>"...
#                       [COMPILE_KEY k] [TILING_STRUCT S] [TILING_HEADER file] [INCLUDES folder...] [PRECOMPILED target])
# Makes <entry>.o in the current binary directory, and appends to the caller's objects, declarations and kernel_rows.
# A column is named kColumn<n> in the table.
function(_aclnn_kernel_variant entry)
    cmake_parse_arguments(ARG "TEMPLATE" "UNIT;SOURCE;FUNCTION;DEFINITIONS;COLUMN;COMPILE_KEY;TILING_STRUCT;TILING_HEADER;PRECOMPILED"
                          "ROWS;INCLUDES;ARGUMENTS" ${ARGN})
    set(arguments ${ARG_ARGUMENTS} workspace tiling)
    list(LENGTH arguments argument_count)
    list(JOIN arguments ", " arguments)
    get_filename_component(source_name ${ARG_SOURCE} NAME)
    set(unit ${ARG_UNIT})
    set(source ${ARG_SOURCE})
    set(function ${ARG_FUNCTION})
    set(definitions "${ARG_DEFINITIONS}")
    set(tiling_bytes 0)
    if(ARG_TILING_STRUCT)
        set(tiling_bytes "sizeof(${ARG_TILING_STRUCT})")
    endif()
    set(tiling_include)
    if(ARG_TILING_HEADER)
        set(tiling_include "#include \"${ARG_TILING_HEADER}\"")
    endif()
    set(instances)
    set(calls)
    if(ARG_TEMPLATE)
        foreach(row IN LISTS ARG_ROWS)
            string(REGEX MATCH "^([^|]*)\\|(.*)$" row "${row}")
            string(APPEND instances "${CMAKE_MATCH_1}u, ")
            string(APPEND calls "        case ${CMAKE_MATCH_1}u:\n"
                   "            return aclnn_cpu::kernel::Call<${argument_count}>(&${function}<${CMAKE_MATCH_2}>, arguments);\n")
        endforeach()
        set(calls "    switch (tiling_key) {\n${calls}    }\n")
    else()
        foreach(row IN LISTS ARG_ROWS)
            string(REGEX REPLACE "\\|.*" "" key "${row}")
            string(APPEND instances "${key}u, ")
        endforeach()
        set(calls "    aclnn_cpu::kernel::Call<${argument_count}>(&${function}, arguments);\n")
    endif()
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/${entry}.cpp)
    configure_file(${ACLNN_CPU_BUILD}/kernel_variant.cpp.in ${generated} @ONLY)
    add_library(${entry} OBJECT ${generated})
    _aclnn_kernel_options(${entry} ${unit})
    target_include_directories(${entry} PRIVATE ${ARG_INCLUDES})
    target_link_libraries(${entry} PRIVATE ${ACLNN_CPU_HEADERS})
    if(DEFINED ARG_COMPILE_KEY)
        target_compile_definitions(${entry} PRIVATE ACLNN_CPU_TILING_KEY=${ARG_COMPILE_KEY})
    elseif(ARG_PRECOMPILED)
        target_precompile_headers(${entry} REUSE_FROM ${ARG_PRECOMPILED})
    endif()
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${entry}.o)
    _aclnn_isolate(${object} TARGET ${entry} KEEP ${entry} ${entry}_facts)
    set(objects ${objects} ${object} PARENT_SCOPE)
    set(declarations "${declarations}void ${entry}(void* const* arguments, uint64_t tiling_key);\naclnn_cpu::kernel::Facts ${entry}_facts();\n"
        PARENT_SCOPE)
    set(kernel_rows "${kernel_rows}        {\"${unit}\", kColumn${ARG_COLUMN}, &${entry}, ${entry}_facts()},\n" PARENT_SCOPE)
endfunction()

# The same for every key at once, or, where the code needs its key as a constant expression, for each of them.
macro(_aclnn_kernel_variants_of_keys entry per_key)
    if(${per_key})
        foreach(row IN LISTS rows)
            string(REGEX REPLACE "\\|.*" "" key "${row}")
            _aclnn_kernel_variant(${entry}_${key} ROWS "${row}" COMPILE_KEY ${key} ${ARGN})
        endforeach()
    else()
        _aclnn_kernel_variant(${entry} ROWS ${rows} ${ARGN})
    endif()
endmacro()

# Whether the text of a kernel asks for its key in a constant expression.
function(_aclnn_needs_constant_key out)
    set(${out} FALSE PARENT_SCOPE)
    foreach(file ${ARGN})
        _aclnn_read_code(${file} text)
        if(text MATCHES "if[ \t\r\n]+constexpr[ \t\r\n]*\\([^{}]*TILING_KEY_IS")
            set(${out} TRUE PARENT_SCOPE)
        endif()
    endforeach()
endfunction()

# aclnn_kernel_variants(NAME n OP_TYPE T KERNEL file KERNEL_FUNCTION f ARGS <ARG>... UNITS <unit>... DTYPES <column>...
#                       KEYS <key>... [TEMPLATE_ARGUMENTS <list per key>...] [TILING_STRUCT S]
#                       [NATIVE_KERNEL k NATIVE_INPUTS n])
# A column of DTYPES is one element type for every argument, or one per argument with commas between them. A kernel that is
# a template takes the key as its argument unless TEMPLATE_ARGUMENTS says otherwise.
# Two targets to link: <n>_kernel_objects, the variants, whose entries are aclnn_kernel_<n>_<unit>_<column number>
# (`void entry(void* const* arguments, uint64_t key)`, with _<key> behind it where the key is a constant expression); and
# <n>_kernels, the same with a table that registers them.
function(aclnn_kernel_variants)
    cmake_parse_arguments(ARG "" "NAME;OP_TYPE;KERNEL;KERNEL_FUNCTION;TILING_STRUCT;NATIVE_KERNEL;NATIVE_INPUTS"
                          "ARGS;UNITS;DTYPES;KEYS;TEMPLATE_ARGUMENTS" ${ARGN})
    if(NOT ARG_TEMPLATE_ARGUMENTS)
        set(ARG_TEMPLATE_ARGUMENTS ${ARG_KEYS})
    endif()
    _aclnn_is_template_kernel(${ARG_KERNEL} ${ARG_KERNEL_FUNCTION} is_template)
    set(template)
    if(is_template)
        set(template TEMPLATE)
    endif()
    _aclnn_needs_constant_key(per_key ${ARG_KERNEL})
    set(rows)
    foreach(key template_arguments IN ZIP_LISTS ARG_KEYS ARG_TEMPLATE_ARGUMENTS)
        list(APPEND rows "${key}|${template_arguments}")
    endforeach()
    get_filename_component(kernel_folder ${ARG_KERNEL} DIRECTORY)
    list(LENGTH ARG_ARGS arg_count)
    set(objects)
    set(declarations)
    set(dtype_rows)
    set(kernel_rows)

    set(column_number 0)
    foreach(column ${ARG_DTYPES})
        string(REPLACE "," ";" types "${column}")
        list(LENGTH types type_count)
        if(NOT type_count EQUAL 1 AND NOT type_count EQUAL arg_count)
            message(FATAL_ERROR "aclnn_kernel_variants(${ARG_NAME}): column '${column}' has ${type_count} types, expected 1 or ${arg_count}")
        endif()
        set(formats)
        foreach(argument ${ARG_ARGS})
            list(APPEND formats 2)
            if(type_count EQUAL 1 AND NOT argument STREQUAL "${ARG_ARGS}")
                list(APPEND types ${column})
            endif()
        endforeach()
        list(SUBLIST types 0 ${arg_count} types)
        _aclnn_dtype_definitions("${ARG_ARGS}" "${types}" "${formats}")
        string(APPEND dtype_rows "constexpr DType kColumn${column_number}[] = {${dtype_names}};\n")
        foreach(unit ${ARG_UNITS})
            _aclnn_precompiled_kernel_header(${unit} precompiled)
            _aclnn_kernel_variants_of_keys(aclnn_kernel_${ARG_NAME}_${unit}_${column_number} ${per_key}
                UNIT ${unit} SOURCE ${ARG_KERNEL} FUNCTION ${ARG_KERNEL_FUNCTION} ${template} ARGUMENTS ${ARG_ARGS} DEFINITIONS "${definitions}"
                COLUMN ${column_number} TILING_STRUCT ${ARG_TILING_STRUCT} INCLUDES ${kernel_folder}
                PRECOMPILED ${precompiled})
        endforeach()
        math(EXPR column_number "${column_number} + 1")
    endforeach()

    add_custom_target(${ARG_NAME}_kernel_build DEPENDS ${objects})
    add_library(${ARG_NAME}_kernel_objects INTERFACE)
    target_sources(${ARG_NAME}_kernel_objects INTERFACE ${objects})
    target_link_libraries(${ARG_NAME}_kernel_objects INTERFACE aicore_shared)
    add_dependencies(${ARG_NAME}_kernel_objects ${ARG_NAME}_kernel_build)

    set(native_kernel nullptr)
    set(native_inputs 0)
    set(native_declaration)
    if(ARG_NATIVE_KERNEL)
        set(native_declaration "namespace aclnn_cpu::simd {\nstruct NativeCall;\nvoid ${ARG_NATIVE_KERNEL}(const NativeCall& call);\n}\n")
        set(native_kernel "reinterpret_cast<const void*>(&aclnn_cpu::simd::${ARG_NATIVE_KERNEL})")
        set(native_inputs ${ARG_NATIVE_INPUTS})
    endif()
    _aclnn_kernel_table(${CMAKE_CURRENT_BINARY_DIR}/${ARG_NAME}_kernels.cpp ${ARG_OP_TYPE} ${ARG_KERNEL})
    add_library(${ARG_NAME}_kernels INTERFACE)
    target_sources(${ARG_NAME}_kernels INTERFACE ${CMAKE_CURRENT_BINARY_DIR}/${ARG_NAME}_kernels.cpp)
    target_link_libraries(${ARG_NAME}_kernels INTERFACE ${ARG_NAME}_kernel_objects aclnn_cpu_internal_headers)
    add_dependencies(${ARG_NAME}_kernels ${ARG_NAME}_kernel_build)
endfunction()

# The file that registers the variants the caller has collected.
function(_aclnn_kernel_table table op_type kernel)
    get_filename_component(kernel_name ${kernel} NAME)
    configure_file(${ACLNN_CPU_BUILD}/kernel_table.cpp.in ${table} @ONLY)
endfunction()
