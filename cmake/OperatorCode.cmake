# Code of an operator that is compiled and run while its project is configured: its definition, and its tiling structs.

# The files that a dependency file names.
function(_aclnn_read_depfile depfile out)
    file(READ ${depfile} text)
    string(REGEX REPLACE "^[^:]*:|\\\\\n" "" text "${text}")
    string(REPLACE "$$" "$" text "${text}")
    separate_arguments(text UNIX_COMMAND "${text}")
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

# _aclnn_configure_step(<output> [DEPFILE f] MESSAGE m [TIMEOUT s] DEPENDS ... COMMAND ...)
# Runs a command at configure time unless `output` is newer than what it was made of, as its dependency file says. A command that
# makes files writes <output>.part and <depfile>.part: what it leaves when it is killed counts as nothing.
function(_aclnn_configure_step output)
    cmake_parse_arguments(ARG "" "DEPFILE;MESSAGE;TIMEOUT" "COMMAND;DEPENDS" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 300)
    endif()
    set(inputs ${ARG_DEPENDS})
    if(ARG_DEPFILE AND EXISTS ${ARG_DEPFILE})
        _aclnn_read_depfile(${ARG_DEPFILE} read)
        list(APPEND inputs ${read})
    endif()
    set(fresh FALSE)
    if(EXISTS ${output} AND (NOT ARG_DEPFILE OR EXISTS ${ARG_DEPFILE}))
        set(fresh TRUE)
        foreach(input ${inputs})
            if(NOT EXISTS ${input} OR ${input} IS_NEWER_THAN ${output})
                set(fresh FALSE)
                break()
            endif()
        endforeach()
    endif()
    if(NOT fresh)
        file(REMOVE ${output})
        execute_process(COMMAND ${ARG_COMMAND} RESULT_VARIABLE result ERROR_VARIABLE errors TIMEOUT ${ARG_TIMEOUT})
        if(NOT result EQUAL 0)
            file(REMOVE ${output}.part)
            if(result MATCHES "timeout")
                set(result "not done after ${ARG_TIMEOUT} seconds; ACLNN_CPU_CONFIGURE_SECONDS is the limit")
            endif()
            string(REPLACE "\n" "\n  " errors "\n${errors}") # CMake leaves lines alone that are indented
            message(FATAL_ERROR "${ARG_MESSAGE} (${result})${errors}")
        endif()
        if(ARG_DEPFILE)
            file(RENAME ${ARG_DEPFILE}.part ${ARG_DEPFILE})
            _aclnn_read_depfile(${ARG_DEPFILE} read)
            set(inputs ${ARG_DEPENDS} ${read})
        endif()
        if(EXISTS ${output}.part)
            file(RENAME ${output}.part ${output})
        endif()
        file(TOUCH ${output})
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${inputs})
endfunction()

# The definitions of one kind of C API, executed: <op>.cmake and, where the operator wants one, a C API, in <work>/generated.
# Of the caller's: folder, name, include_folders, tiling_key_header, kernel_stem.
function(_aclnn_describe work type sources)
    set(library ${work}/libdefinition.so)
    set(source ${work}/definition.cpp)
    set(text "// Generated: what the operator says of itself.\n#define ACLNN_CPU_TILING_KEYS\n")
    foreach(file ${sources})
        string(APPEND text "#include \"${file}\"\n")
    endforeach()
    if(tiling_key_header) # last: it may define names of data types as macros
        string(APPEND text "#include \"graph/c_types.h\"\n#define ACLNN_CPU_TILING_KEY_HEADER \"${tiling_key_header}\"\n"
               "#include \"${ACLNN_CPU_BUILD}/tiling_keys.cpp\"\n")
    endif()
    file(CONFIGURE OUTPUT ${source} CONTENT "${text}" @ONLY)
    list(JOIN sources ", " authors)
    list(TRANSFORM include_folders PREPEND -I OUTPUT_VARIABLE includes)
    _aclnn_configure_step(${library} DEPFILE ${library}.d MESSAGE "${name}: the definition does not compile"
        DEPENDS ${source}
        COMMAND ${CMAKE_CXX_COMPILER} -std=gnu++17 -fPIC -shared -w -O0 -fno-gnu-unique ${includes}
                -isystem ${ACLNN_CPU_HOME}/include -MD -MF ${library}.d.part -MT definition -o ${library}.part ${source})
    set(generate none)
    if(type STREQUAL "aclnn" OR type STREQUAL "aclnn_inner")
        set(generate ${type})
    endif()
    file(MAKE_DIRECTORY ${work}/generated)
    # What an earlier definition left must not linger.
    set(stamp ${work}/generated/stamp)
    if(NOT EXISTS ${stamp} OR ${library} IS_NEWER_THAN ${stamp})
        file(GLOB old ${work}/generated/*.cmake ${work}/generated/*.json ${work}/generated/aclnn*)
        file(REMOVE ${old} ${stamp})
    endif()
    file(GLOB kernel_sources CONFIGURE_DEPENDS ${folder}/op_kernel/*.cpp) # the builder chooses by their names
    list(JOIN kernel_sources "\n" kernel_sources)
    file(CONFIGURE OUTPUT ${work}/kernels.txt CONTENT "${kernel_sources}\n" @ONLY)
    _aclnn_configure_step(${stamp} TIMEOUT ${run_seconds}
        DEPENDS ${library} ${work}/kernels.txt ${ACLNN_CPU_HOME}/bin/aclnn-opgen ${ACLNN_CPU_HOME}/lib64/libnnopbase.so
        MESSAGE "${name}: the definition cannot be used: ${authors}"
        COMMAND ${ACLNN_CPU_HOME}/bin/aclnn-opgen --def ${library} --kernel-stem ${kernel_stem} --kernel-dir ${folder}/op_kernel
                --aclnn ${generate} --output ${work}/generated)
endfunction()

# The calls of REGISTER_TILING_DATA_CLASS in a file, as "<operator>|<struct>".
function(_aclnn_tiling_registrations file out)
    _aclnn_read_code(${file} text)
    set(word "[ \t\r\n]*([A-Za-z0-9_]+)[ \t\r\n]*")
    string(REGEX MATCHALL "REGISTER_TILING_DATA_CLASS[ \t]*\\(${word},${word}" calls "${text}")
    list(TRANSFORM calls REPLACE "^[^(]*\\(${word},${word}$" "\\1|\\2")
    set(${out} ${calls} PARENT_SCOPE)
endfunction()

# A kernel may read a tiling struct that host code alone declares, with BEGIN_TILING_DATA_DEF. Then a program made of the files
# that register such structs writes a header for the kernel. Sets tiling_header. Of the caller's: work, folder, name,
# include_folders, tiling_folders.
function(_aclnn_tiling_header unit kernel_files)
    set(tiling_header PARENT_SCOPE)
    set(uses FALSE)
    foreach(file ${kernel_files})
        _aclnn_read_code(${file} text)
        if(text MATCHES "REGISTER_TILING_DEFAULT[ \t]*\\(")
            return()
        endif()
        if(text MATCHES "GET_TILING_DATA[ \t]*\\(")
            set(uses TRUE)
        endif()
    endforeach()
    if(NOT uses)
        return()
    endif()
    file(GLOB_RECURSE candidates CONFIGURE_DEPENDS ${folder}/op_host/*_tiling*.h ${folder}/op_host/*_tiling*.cpp)
    # Chips with a folder of their own may name different structs alike.
    set(place ${work})
    if(tiling_folders)
        set(place ${work}/${unit})
        foreach(row ${tiling_folders})
            string(REGEX MATCH "^(.*)\\|(.*)$" row "${row}")
            get_filename_component(row_folder ${CMAKE_MATCH_2} NAME)
            _aclnn_tiling_folders(${unit} own)
            if(NOT "${folder}/op_host/${row_folder}" IN_LIST own)
                list(FILTER candidates EXCLUDE REGEX "/op_host/${row_folder}/")
            endif()
        endforeach()
    endif()
    set(units)
    set(authors)
    set(declarations)
    set(calls)
    foreach(declaring ${candidates})
        _aclnn_tiling_registrations(${declaring} rows)
        if(NOT rows)
            continue()
        endif()
        list(LENGTH units index)
        set(registrations)
        foreach(row ${rows})
            string(REGEX MATCH "^(.*)\\|(.*)$" row "${row}")
            string(APPEND registrations "    writer.Add<${CMAKE_MATCH_2}>(\"${CMAKE_MATCH_1}\", \"${CMAKE_MATCH_2}\");\n")
        endforeach()
        configure_file(${ACLNN_CPU_BUILD}/tiling_structs.cpp.in ${place}/tiling_structs_${index}.cpp @ONLY)
        list(APPEND units ${place}/tiling_structs_${index}.cpp)
        list(APPEND authors ${declaring})
        string(APPEND declarations "void AddOf${index}(StructWriter& writer);\n")
        string(APPEND calls "    AddOf${index}(writer);\n")
    endforeach()
    if(NOT units)
        message(FATAL_ERROR "${name}: the kernel calls GET_TILING_DATA, but neither REGISTER_TILING_DEFAULT there nor "
                            "REGISTER_TILING_DATA_CLASS in op_host names the struct")
    endif()
    configure_file(${ACLNN_CPU_BUILD}/tiling_header.cpp.in ${place}/tiling_header.cpp @ONLY)
    set(program ${place}/write_tiling_header)
    set(objects)
    list(TRANSFORM include_folders PREPEND -I OUTPUT_VARIABLE includes)
    foreach(source declaring IN ZIP_LISTS units authors)
        _aclnn_configure_step(${source}.o DEPFILE ${source}.d MESSAGE "${name}: ${declaring} does not compile" DEPENDS ${source}
            COMMAND ${CMAKE_CXX_COMPILER} -std=gnu++17 -w -O0 ${includes} -isystem ${ACLNN_CPU_HOME}/include
                    -I ${ACLNN_CPU_BUILD} -MD -MF ${source}.d.part -MT object -c -o ${source}.o.part ${source})
        list(APPEND objects ${source}.o)
    endforeach()
    list(JOIN authors ", " authors)
    _aclnn_configure_step(${program} DEPFILE ${program}.d MESSAGE "${name}: ${authors}: no program can be made of the tiling structs"
        DEPENDS ${place}/tiling_header.cpp ${objects}
        COMMAND ${CMAKE_CXX_COMPILER} -std=gnu++17 -w -O0 -I ${ACLNN_CPU_BUILD} -MD -MF ${program}.d.part -MT program
                -o ${program}.part ${place}/tiling_header.cpp ${objects} -L${ACLNN_CPU_HOME}/lib64 -lnnopbase -lascendcl -laicore
                -laclnn_cpu_base -Wl,-rpath,${ACLNN_CPU_HOME}/lib64 -Wl,--unresolved-symbols=ignore-all
                -Wl,--allow-multiple-definition) # only the constructors of the structs run
    set(header ${place}/${operator_id}_host_tiling.h)
    _aclnn_configure_step(${header} DEPENDS ${program} MESSAGE "${name}: ${authors}: the tiling structs cannot be written"
        TIMEOUT ${run_seconds}
        COMMAND ${program} ${header}.part)
    set(tiling_header ${header} PARENT_SCOPE)
endfunction()
