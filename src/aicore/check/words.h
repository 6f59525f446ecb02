// What reports are made of.
#pragma once

#include <string>

#include "aicore/check/shadow.h"
#include "aicore/core.h"
#include "aicore/launch.h"

namespace aclnn_cpu::aicore::check {

// "GetValue(VECIN float at byte 12)"
std::string DescribeScalar(const Operand& element, bool write);
// ", in the VECIN buffer of gelu_grad.h:28,", or nothing where no buffer holds the byte of UB.
std::string InBuffer(const Core& core, uint64_t address);
// "64 bytes of z from byte 128", or by address where the host has not said what lies there.
std::string DescribeGlobal(const KernelLaunch& launch, const Range& range);

}  // namespace aclnn_cpu::aicore::check
