// 1 between two bounds, 0 outside.
#pragma once

namespace aclnn_cpu::hardtanh_grad {

class Reference {
 public:
    explicit Reference(const float* attributes) : min_(attributes[0]), max_(attributes[1]) {}

    // 1 at both bounds and at NaN.
    double operator()(double x) const { return x > max_ || x < min_ ? 0 : 1; }

 private:
    double min_, max_;
};

}  // namespace aclnn_cpu::hardtanh_grad
