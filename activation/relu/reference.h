// The larger of x and 0.
#pragma once

namespace aclnn_cpu::relu {

class Reference {
 public:
    // +0 for both zeros, NaN for NaN.
    double operator()(double x) const { return x <= 0 ? 0 : x; }
};

}  // namespace aclnn_cpu::relu
