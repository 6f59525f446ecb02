# Imported targets of the toolkit at ${ACLNN_CPU_HOME}, wherever it lies. Each brings what it stands on, so
# a program names only what it calls:
#   aclnn-cpu::ascendcl      acl* (device, memory, streams)
#   aclnn-cpu::nnopbase      tensors, executors; what op_api and op_host code is written against
#   aclnn-cpu::opapi         the built-in operators; also as opapi_nn and opapi_math
#   aclnn-cpu::aicore        what compiled kernels call
#   aclnn-cpu::headers       the public headers alone
#   aclnn-cpu::build_headers internal headers for the code that builds of operators generate

# _aclnn_cpu_library(<target> <file name without lib and .so> <target below>...)
function(_aclnn_cpu_library target file)
    if(TARGET aclnn-cpu::${target})
        return()
    endif()
    add_library(aclnn-cpu::${target} SHARED IMPORTED)
    set_target_properties(aclnn-cpu::${target} PROPERTIES
        IMPORTED_LOCATION "${ACLNN_CPU_HOME}/lib64/lib${file}.so"
        IMPORTED_NO_SONAME FALSE
        IMPORTED_SONAME "lib${file}.so"
        INTERFACE_LINK_LIBRARIES "aclnn-cpu::headers;${ARGN}")
endfunction()

function(_aclnn_cpu_headers target folder)
    if(NOT TARGET aclnn-cpu::${target})
        add_library(aclnn-cpu::${target} INTERFACE IMPORTED)
        set_target_properties(aclnn-cpu::${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${folder}"
                              INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${folder}")
    endif()
endfunction()

_aclnn_cpu_headers(headers "${ACLNN_CPU_HOME}/include")
_aclnn_cpu_headers(build_headers "${ACLNN_CPU_BUILD}/internal")
_aclnn_cpu_library(aclnn_cpu_base aclnn_cpu_base)
_aclnn_cpu_library(ascendcl ascendcl aclnn-cpu::aclnn_cpu_base)
_aclnn_cpu_library(aicore aicore aclnn-cpu::aclnn_cpu_base)
_aclnn_cpu_library(nnopbase nnopbase aclnn-cpu::ascendcl aclnn-cpu::aicore)
_aclnn_cpu_library(opapi opapi aclnn-cpu::nnopbase)
_aclnn_cpu_library(opapi_nn opapi_nn aclnn-cpu::nnopbase)
_aclnn_cpu_library(opapi_math opapi_math aclnn-cpu::nnopbase)
