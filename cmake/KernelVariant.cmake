# Kernels, compiled once per (chip, dtype column, tiling key), each into an object whose only global symbols are its entry, the
# size of its tiling struct and its kernel type. Two variants of one class template in one library would otherwise be merged by the linker and
# silently run one another's code.

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

# Element type: base::DType and the number that ORIG_DTYPE_<ARG> has.
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

# Whether the kernel function is a template (`template <...> __global__ __aicore__ void name(`).
function(_aclnn_is_template_kernel file function out)
    file(READ ${file} text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    if(text MATCHES "template[ \t\r\n]*<[^;{}]*>[ \t\r\n]*(__global__|__aicore__)[^;{}]*[ \t\r\n]${function}[ \t\r\n]*\\(")
        set(${out} TRUE PARENT_SCOPE)
    else()
        set(${out} FALSE PARENT_SCOPE)
    endif()
endfunction()

# _aclnn_kernel_variant(<entry> <definition>...): <entry>.o in the current binary directory, from cmake/kernel_variant.cpp.
function(_aclnn_kernel_variant entry)
    add_library(${entry} OBJECT ${CMAKE_SOURCE_DIR}/cmake/kernel_variant.cpp)
    set_target_properties(${entry} PROPERTIES CXX_STANDARD 17)
    target_link_libraries(${entry} PRIVATE aclnn_cpu_public_headers)
    target_compile_options(${entry} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
    target_compile_definitions(${entry} PRIVATE ${ARGN} ACLNN_CPU_KERNEL_ENTRY=${entry})
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${entry}.o)
    # COMDAT groups are dissolved by the partial link; only then do local symbols stay apart.
    add_custom_command(OUTPUT ${object}
        COMMAND ${ACLNN_CPU_LD} -r --force-group-allocation -o ${object}.merged $<TARGET_OBJECTS:${entry}>
        COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=${entry} --keep-global-symbol=${entry}_tiling_bytes
                --keep-global-symbol=${entry}_kernel_type
                ${object}.merged ${object}
        DEPENDS ${entry} $<TARGET_OBJECTS:${entry}>
        COMMENT "Isolating ${entry}" VERBATIM)
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
endfunction()

# aclnn_kernel_variants(NAME n OP_TYPE T KERNEL file KERNEL_FUNCTION f ARGS <ARG>... UNITS <unit>... DTYPES <column>...
#                       KEYS <key>... [TEMPLATE_ARGUMENTS <list per key>...] [TILING_STRUCT S]
#                       [NATIVE_KERNEL k NATIVE_INPUTS n])
# A column of DTYPES is one element type for every argument, or one per argument with commas between them. A kernel that is
# a template takes the key as its argument unless TEMPLATE_ARGUMENTS says otherwise.
# Two targets to link: <n>_kernel_objects, the variants, whose entries are aclnn_kernel_<n>_<unit>_<column number>_<key>
# (`void entry(void* const* arguments, uint64_t key)`); and <n>_kernels, the same with a table that registers them.
function(aclnn_kernel_variants)
    cmake_parse_arguments(ARG "" "NAME;OP_TYPE;KERNEL;KERNEL_FUNCTION;TILING_STRUCT;NATIVE_KERNEL;NATIVE_INPUTS"
                          "ARGS;UNITS;DTYPES;KEYS;TEMPLATE_ARGUMENTS" ${ARGN})
    if(NOT ARG_TEMPLATE_ARGUMENTS)
        set(ARG_TEMPLATE_ARGUMENTS ${ARG_KEYS})
    endif()
    _aclnn_is_template_kernel(${ARG_KERNEL} ${ARG_KERNEL_FUNCTION} is_template)
    get_filename_component(kernel_folder ${ARG_KERNEL} DIRECTORY)
    get_filename_component(kernel_name ${ARG_KERNEL} NAME)
    list(LENGTH ARG_ARGS arg_count)
    set(objects)
    set(entries)
    set(declarations)
    set(dtype_rows)
    set(kernel_rows)

    set(column_number 0)
    foreach(column ${ARG_DTYPES})
        string(REPLACE "," ";" types "${column}")
        list(LENGTH types type_count)
        if(type_count EQUAL 1)
            list(GET types 0 type)
            set(types)
            foreach(argument ${ARG_ARGS})
                list(APPEND types ${type})
            endforeach()
        elseif(NOT type_count EQUAL arg_count)
            message(FATAL_ERROR "aclnn_kernel_variants(${ARG_NAME}): column '${column}' has ${type_count} types, expected 1 or ${arg_count}")
        endif()
        set(dtype_definitions)
        set(dtype_names)
        foreach(argument type IN ZIP_LISTS ARG_ARGS types)
            _aclnn_kernel_fact(DTYPE ${type} fact)
            list(GET fact 0 dtype)
            list(GET fact 1 number)
            list(APPEND dtype_definitions DTYPE_${argument}=${type} ORIG_DTYPE_${argument}=${number} FORMAT_${argument}=2)
            list(APPEND dtype_names "DType::${dtype}")
        endforeach()
        list(JOIN dtype_names ", " dtype_names)
        string(APPEND dtype_rows "constexpr DType kColumn${column_number}[] = {${dtype_names}};\n")

        foreach(unit ${ARG_UNITS})
            _aclnn_kernel_fact(UNIT ${unit} fact)
            list(GET fact 0 npu_arch)
            list(GET fact 1 aicore_arch)
            foreach(key template_arguments IN ZIP_LISTS ARG_KEYS ARG_TEMPLATE_ARGUMENTS)
                set(entry aclnn_kernel_${ARG_NAME}_${unit}_${column_number}_${key})
                set(kernel ${ARG_KERNEL_FUNCTION})
                if(is_template)
                    set(kernel "${ARG_KERNEL_FUNCTION}<${template_arguments}>")
                endif()
                set(tiling)
                if(ARG_TILING_STRUCT)
                    set(tiling ACLNN_CPU_KERNEL_TILING_STRUCT=${ARG_TILING_STRUCT})
                endif()
                _aclnn_kernel_variant(${entry} ${dtype_definitions} ${tiling} __NPU_ARCH__=${npu_arch}
                    __CCE_AICORE__=${aicore_arch} ASCENDC_TPL_KERNEL ACLNN_CPU_TILING_KEY=${key}
                    "ACLNN_CPU_KERNEL_SOURCE=\"${ARG_KERNEL}\"" "ACLNN_CPU_KERNEL=${kernel}")
                target_include_directories(${entry} PRIVATE ${kernel_folder})
                list(APPEND objects ${CMAKE_CURRENT_BINARY_DIR}/${entry}.o)
                string(APPEND declarations "void ${entry}(void* const* arguments, uint64_t tiling_key);\n"
                       "extern const uint64_t ${entry}_tiling_bytes;\n" "uint32_t ${entry}_kernel_type();\n")
                string(APPEND kernel_rows "        {\"${unit}\", kColumn${column_number}, ${key}, &${entry}, ${entry}_tiling_bytes, ${entry}_kernel_type()},\n")
            endforeach()
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
    set(table ${CMAKE_CURRENT_BINARY_DIR}/${ARG_NAME}_kernels.cpp)
    configure_file(${CMAKE_SOURCE_DIR}/cmake/kernel_table.cpp.in ${table} @ONLY)
    add_library(${ARG_NAME}_kernels INTERFACE)
    target_sources(${ARG_NAME}_kernels INTERFACE ${table})
    target_link_libraries(${ARG_NAME}_kernels INTERFACE ${ARG_NAME}_kernel_objects aclnn_cpu_internal_headers)
    add_dependencies(${ARG_NAME}_kernels ${ARG_NAME}_kernel_build)
endfunction()
