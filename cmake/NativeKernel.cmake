# aclnn_native_kernel(<target> FUNCTOR_HEADER <absolute path> FUNCTOR <struct> KERNEL <function>)
# An object library with one native kernel, `void aclnn_cpu::simd::<function>(const NativeCall&)`, made of an operator's
# SIMD functor (src/simd/elementwise_kernel.cpp). Whoever links the objects also links aclnn_cpu_base.
function(aclnn_native_kernel target)
    cmake_parse_arguments(ARG "" "FUNCTOR_HEADER;FUNCTOR;KERNEL" "" ${ARGN})
    set(source ${CMAKE_SOURCE_DIR}/src/simd/elementwise_kernel.cpp)
    add_library(${target} OBJECT ${source})
    target_compile_definitions(${target} PRIVATE
        "ACLNN_SIMD_FUNCTOR_HEADER=\"${ARG_FUNCTOR_HEADER}\""
        ACLNN_SIMD_FUNCTOR=${ARG_FUNCTOR}
        ACLNN_SIMD_KERNEL=${ARG_KERNEL})
    target_link_libraries(${target} PUBLIC aclnn_cpu_internal_headers PRIVATE aclnn_cpu_warnings)
endfunction()
