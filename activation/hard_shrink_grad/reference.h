// 1 outside [-lambd, lambd], 0 inside; a negative lambd counts as 0.
#pragma once

namespace aclnn_cpu::hard_shrink_grad {

class Reference {
 public:
    explicit Reference(const float* attributes) : lambd_(attributes[0] < 0 ? 0 : attributes[0]) {}

    // 0 at +-lambd and at NaN.
    double operator()(double x) const { return x > lambd_ || x < -lambd_ ? 1 : 0; }

 private:
    double lambd_;
};

}  // namespace aclnn_cpu::hard_shrink_grad
