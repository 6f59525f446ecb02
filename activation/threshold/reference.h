// x above a threshold, a value elsewhere.
#pragma once

namespace aclnn_cpu::threshold {

class Reference {
 public:
    explicit Reference(const float* attributes) : threshold_(attributes[0]), value_(attributes[1]) {}

    // The value at the threshold and at NaN.
    double operator()(double x) const { return x > threshold_ ? x : value_; }

 private:
    double threshold_, value_;
};

}  // namespace aclnn_cpu::threshold
