# Custom packages: opp/vendors/<vendor>_nn/op_api/{include,lib}, and version.info with the chips.

# Headers of operators that an earlier build of the package had. Called when all there are have been added.
function(_aclnn_remove_stale_headers target include)
    get_property(kept TARGET ${target} PROPERTY ACLNN_CPU_HEADER_FILES)
    file(GLOB found RELATIVE ${include} ${include}/aclnn*.h ${include}/aclnnop/*.h)
    foreach(file ${found})
        get_filename_component(file_name ${file} NAME)
        if(NOT file_name IN_LIST kept)
            file(REMOVE ${include}/${file})
        endif()
    endforeach()
endfunction()

# _aclnn_add_to_package(<vendor> <id> UNITS ... OBJECTS ... TABLES ... HEADERS ...)
function(_aclnn_add_to_package vendor id)
    cmake_parse_arguments(ARG "" "" "UNITS;OBJECTS;TABLES;HEADERS" ${ARGN})
    set(target aclnn_${vendor}_package)
    if(NOT ACLNN_CPU_OPP_DIR)
        set(ACLNN_CPU_OPP_DIR ${CMAKE_BINARY_DIR}/opp)
    endif()
    set(home ${ACLNN_CPU_OPP_DIR}/vendors/${vendor}_nn/op_api)
    if(NOT TARGET ${target})
        add_library(${target} SHARED)
        set_target_properties(${target} PROPERTIES OUTPUT_NAME cust_opapi LIBRARY_OUTPUT_DIRECTORY ${home}/lib
            CXX_STANDARD 20 CXX_EXTENSIONS ON CXX_VISIBILITY_PRESET hidden LINKER_LANGUAGE CXX)
        # What links the package calls these as well.
        target_link_libraries(${target} PUBLIC aclnn-cpu::nnopbase aclnn-cpu::ascendcl PRIVATE aclnn-cpu::aicore aclnn-cpu::build_headers)
        target_include_directories(${target} INTERFACE ${home}/include)
        set(exports ${ACLNN_CPU_BUILD}/libopapi.map)
        target_link_options(${target} PRIVATE -Wl,--version-script=${exports} -Wl,-z,defs)
        set_target_properties(${target} PROPERTIES LINK_DEPENDS ${exports})
        # The header that names them all.
        file(GENERATE OUTPUT ${home}/include/aclnn_ops_nn_${vendor}.h CONTENT
"// Generated: all operators of ${vendor}_nn.
#ifndef ACLNN_OPS_NN_${vendor}_H
#define ACLNN_OPS_NN_${vendor}_H
$<JOIN:$<TARGET_PROPERTY:${target},ACLNN_CPU_INCLUDES>,
>
#endif
")
        set_property(TARGET ${target} PROPERTY ACLNN_CPU_HEADER_FILES aclnn_ops_nn_${vendor}.h)
        cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]] CALL
            _aclnn_remove_stale_headers ${target} [[${home}/include]])")
        file(GENERATE OUTPUT ${home}/../version.info CONTENT
             "compute_units=$<JOIN:$<REMOVE_DUPLICATES:$<TARGET_PROPERTY:${target},ACLNN_CPU_UNITS>>,$<COMMA>>\n")
    endif()
    set_property(TARGET ${target} APPEND PROPERTY ACLNN_CPU_UNITS ${ARG_UNITS})
    add_custom_target(${id}_objects DEPENDS ${ARG_OBJECTS})
    add_dependencies(${target} ${id}_objects)
    target_sources(${target} PRIVATE ${ARG_OBJECTS} ${ARG_TABLES})
    set_source_files_properties(${ARG_OBJECTS} TARGET_DIRECTORY ${target} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
    foreach(header ${ARG_HEADERS})
        get_filename_component(file ${header} NAME)
        configure_file(${header} ${home}/include/${file} COPYONLY)
        configure_file(${header} ${home}/include/aclnnop/${file} COPYONLY)
        set_property(TARGET ${target} APPEND PROPERTY ACLNN_CPU_HEADER_FILES ${file})
        set_property(TARGET ${target} APPEND PROPERTY ACLNN_CPU_INCLUDES "#include \"${file}\"")
    endforeach()
endfunction()
