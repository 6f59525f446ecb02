// The tensors of one measurement: gradInput = gradOutput * derivative(self), over views of any strides.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "benchmarks/harness.h"
#include "benchmarks/native/activations.h"
#include "benchmarks/peers/peer.h"
#include "simd/native_call.h"

namespace aclnn_cpu::benchmarks {

struct View {
    base::DType dtype;
    std::vector<int64_t> strides;  // in elements, 0 where it is broadcast
};

struct Layout {
    std::string name;
    std::vector<int64_t> sizes;
    View grad_output, self, grad_input;
    base::DType compute;

    int64_t Elements() const;
    // All that a call reads and writes, each element of a broadcast operand counted as often as it is used.
    int64_t Bytes() const;
};

Layout Contiguous(base::DType dtype, int64_t elements);

// What stands in the tensors. Both repeat: element i of the memory of self is self[i % self.size()].
struct Values {
    std::vector<float> grad_output;
    std::vector<float> self;
};
// gradOutput between 0.5 and 1.5 in steps that every type holds; self of a standard normal distribution. The lengths are
// primes, so that all pairs occur.
const Values& NormalValues();

// How far results may be from the long double reference.
struct Tolerance {
    double of_derivative;  // absolute, times gradOutput
    double rounding;       // of the result's type, in units in the last place
    double least_size;     // units are those of numbers of at least this size
};
inline constexpr Tolerance kNativeTolerance = {2.4e-7, 1, 0};
// Some round to 16 bits between steps of the formula: as good as that can be.
inline constexpr Tolerance kPeerTolerance = {1e-5, 4, 1};

class Operands {
 public:
    Operands(const Layout& layout, const Values& values);

    simd::NativeCall Call(const Activation& activation, uint32_t threads) const;
    PeerWork Work(const std::string& activation, uint32_t threads) const;
    // What is wrong with gradInput, or empty: every element of up to 1 Mi, every 61st of more.
    std::string Check(const Activation& activation, Tolerance tolerance) const;
    // Makes gradInput something that Check refuses.
    void Spoil() const;

    const Layout& layout() const { return layout_; }
    const Buffer& grad_output() const { return grad_output_; }
    const Buffer& self() const { return self_; }
    const Buffer& grad_input() const { return grad_input_; }

 private:
    std::vector<long double> Derivatives(const Activation& activation) const;

    Layout layout_;
    const Values& values_;
    Buffer grad_output_, self_, grad_input_;
};

}  // namespace aclnn_cpu::benchmarks
