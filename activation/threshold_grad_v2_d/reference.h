// 1 above a threshold, 0 elsewhere.
#pragma once

namespace aclnn_cpu::threshold_grad_v2_d {

class Reference {
 public:
    explicit Reference(const float* attributes) : threshold_(attributes[0]) {}

    // 0 at the threshold and at NaN.
    double operator()(double x) const { return x > threshold_ ? 1 : 0; }

 private:
    double threshold_;
};

}  // namespace aclnn_cpu::threshold_grad_v2_d
