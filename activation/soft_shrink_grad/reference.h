// 1 outside [-lambd, lambd], 0 inside.
#pragma once

namespace aclnn_cpu::soft_shrink_grad {

class Reference {
 public:
    explicit Reference(const float* attributes) : lambd_(attributes[0]) {}

    // 0 at +-lambd, 1 at NaN.
    double operator()(double x) const { return x > lambd_ || x < -lambd_ || x != x ? 1 : 0; }

 private:
    double lambd_;
};

}  // namespace aclnn_cpu::soft_shrink_grad
