// A package that was built with headers of another ABI.
#include "aclnn_cpu/abi.h"
#include "register/implementations.h"

namespace {

[[maybe_unused]] const bool registered = [] {
    aclnn_cpu::registry::OperatorImplementations rows{};
    rows.op_type = "Vendor";
    rows.kernel_file = "vendor.cpp";
    aclnn_cpu::registry::RegisterImplementations(ACLNN_CPU_THIS_LIBRARY, "aclnn-cpu-0", rows);
    return true;
}();

}  // namespace
