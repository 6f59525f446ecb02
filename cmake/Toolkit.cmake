# The toolkit tree that programs and operators are built against: what `cmake --install` writes, what the Debian package holds,
# and what target `toolkit` lays out in the build folder (toolkit/), all from the rules below. The names of the folders are those
# of the public toolkit. Included last, when every target is known.

include(CMakePackageConfigHelpers)

# Where the public toolkit's parts lie, beside them and not in their way: both can be installed, and set_env.sh chooses.
set(ACLNN_CPU_DEFAULT_PREFIX /usr/local/Ascend/aclnn-cpu)
if(CMAKE_INSTALL_PREFIX_INITIALIZED_TO_DEFAULT)
    set(CMAKE_INSTALL_PREFIX ${ACLNN_CPU_DEFAULT_PREFIX} CACHE PATH "Where the toolkit is installed" FORCE)
endif()

set(ACLNN_CPU_TOOLKIT_LIBRARIES aclnn_cpu_base aicore_shared ascendcl nnopbase_shared opapi opapi_nn opapi_math)
# Installed when the target exists.
set(ACLNN_CPU_TOOLKIT_PROGRAMS aclnn-opgen)
# What builds of operators need beside the public headers. Internal headers are those that generated code includes.
set(ACLNN_CPU_TOOLKIT_BUILD_FILES
    cmake/kernel_table.cpp.in
    cmake/kernel_variant.cpp.in
    cmake/tiling_header.cpp.in
    cmake/tiling_keys.cpp
    cmake/tiling_structs.cpp.in
    cmake/tiling_structs.h
    cmake/exports/libopapi.map)
set(ACLNN_CPU_TOOLKIT_INTERNAL_HEADERS
    base/abi.h
    base/dtype.h
    base/export.h
    register/implementations.h
    register/kernel_rows.h)
set(ACLNN_CPU_TOOLKIT_MODULES cmake/AclnnAddOperator.cmake cmake/KernelVariant.cmake cmake/OperatorCode.cmake
    cmake/OperatorFolder.cmake cmake/OperatorPackage.cmake)

# Not below lib64, where find_package does not look on Debian.
set(package_folder share/aclnn-cpu/cmake)
set(build_folder share/aclnn-cpu/build)
set(doc_folder share/doc/aclnn-cpu)

# The libraries find one another beside themselves, wherever the tree lies.
set_target_properties(${ACLNN_CPU_TOOLKIT_LIBRARIES} PROPERTIES INSTALL_RPATH "$ORIGIN")
install(TARGETS ${ACLNN_CPU_TOOLKIT_LIBRARIES} LIBRARY DESTINATION lib64)
set(toolkit_programs)
foreach(program ${ACLNN_CPU_TOOLKIT_PROGRAMS})
    if(TARGET ${program})
        list(APPEND toolkit_programs ${program})
        set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib64")
        install(TARGETS ${program} RUNTIME DESTINATION bin)
    endif()
endforeach()

install(PROGRAMS tools/op/aclnn-op DESTINATION bin)
install(DIRECTORY tools/op/aclnn_op DESTINATION share/aclnn-cpu/op FILES_MATCHING PATTERN "*.py" PATTERN __pycache__ EXCLUDE)

install(DIRECTORY include/ DESTINATION include FILES_MATCHING PATTERN "*.h")
get_property(operators GLOBAL PROPERTY ACLNN_CPU_OPERATORS)
foreach(operator ${operators})
    get_property(folder GLOBAL PROPERTY ACLNN_CPU_OPERATOR_FOLDER_${operator})
    install(DIRECTORY ${folder}/aclnnop DESTINATION include)
endforeach()

install(FILES ${ACLNN_CPU_TOOLKIT_BUILD_FILES} DESTINATION ${build_folder})
foreach(header ${ACLNN_CPU_TOOLKIT_INTERNAL_HEADERS})
    get_filename_component(layer ${header} DIRECTORY)
    install(FILES src/${header} DESTINATION ${build_folder}/internal/${layer})
endforeach()

configure_package_config_file(cmake/toolkit/aclnn-cpu-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/aclnn-cpu-config.cmake
    INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/aclnn-cpu-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/aclnn-cpu-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/aclnn-cpu-config-version.cmake
        cmake/toolkit/aclnn-cpu-targets.cmake ${ACLNN_CPU_TOOLKIT_MODULES}
        DESTINATION ${package_folder})

install(FILES cmake/toolkit/set_env.sh DESTINATION .)
install(FILES cmake/toolkit/setenv.bash DESTINATION bin)
install(FILES LICENSE README.md README.zh.md DESTINATION ${doc_folder})
install(DIRECTORY docs DESTINATION ${doc_folder})
install(DIRECTORY DESTINATION opp/vendors)

# The same tree in the build folder.
add_custom_target(toolkit
    COMMAND ${CMAKE_COMMAND} -E env --unset=DESTDIR ${CMAKE_COMMAND} -DBUILD_FOLDER=${CMAKE_BINARY_DIR}
            -P ${CMAKE_SOURCE_DIR}/cmake/LayOutToolkit.cmake
    COMMENT "Laying out the toolkit" VERBATIM)
add_dependencies(toolkit runtime_libraries ${toolkit_programs})
