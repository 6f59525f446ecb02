# The Debian package: the toolkit tree at one place, and what Debian packages its libraries need. `cpack` in the build folder, or
# `bash build.sh --package`.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME aclnn-cpu)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "the aclnn-cpu developers <maintainers@aclnn-cpu.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX ${ACLNN_CPU_DEFAULT_PREFIX})
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR})
set(CPACK_STRIP_FILES OFF) # reports name functions and lines
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Runs programs written against the aclnn API, and builds, runs and checks Ascend C operators,
without an NPU and without CANN. Source ${ACLNN_CPU_DEFAULT_PREFIX}/set_env.sh to use it.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
# To build programs and operators; to run programs nothing of this is needed.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, binutils, cmake, ninja-build, python3")
include(CPack)
