// Vector instructions on the floats of one tile, each after the one before it: what the steps of a kernel are made of.
#ifndef ACLNN_CPU_VECTOR_STEPS_H
#define ACLNN_CPU_VECTOR_STEPS_H

#include "kernel_operator.h"

namespace elementwise {

using Tensor = AscendC::LocalTensor<float>;

constexpr float kMaxFloat = 3.40282347e+38f;

// Every instruction takes the elements of the tile, rounded up to whole repeats of 256 bytes, which comparisons need;
// what is computed beyond the tile is not copied out. Operands may coincide.
class VectorSteps {
 public:
    __aicore__ inline VectorSteps(uint32_t count, const AscendC::LocalTensor<uint8_t>& mask)
        : count_((count + kRepeat - 1) / kRepeat * kRepeat), mask_(mask) {}

    __aicore__ inline void Mul(const Tensor& z, const Tensor& a, const Tensor& b) const {
        AscendC::Mul(z, a, b, count_);
        Done();
    }
    __aicore__ inline void Div(const Tensor& z, const Tensor& a, const Tensor& b) const {
        AscendC::Div(z, a, b, count_);
        Done();
    }
    __aicore__ inline void Add(const Tensor& z, const Tensor& a, const Tensor& b) const {
        AscendC::Add(z, a, b, count_);
        Done();
    }
    __aicore__ inline void Sub(const Tensor& z, const Tensor& a, const Tensor& b) const {
        AscendC::Sub(z, a, b, count_);
        Done();
    }
    __aicore__ inline void Muls(const Tensor& z, const Tensor& a, float s) const {
        AscendC::Muls(z, a, s, count_);
        Done();
    }
    __aicore__ inline void Adds(const Tensor& z, const Tensor& a, float s) const {
        AscendC::Adds(z, a, s, count_);
        Done();
    }
    __aicore__ inline void Maxs(const Tensor& z, const Tensor& a, float s) const {
        AscendC::Maxs(z, a, s, count_);
        Done();
    }
    __aicore__ inline void Mins(const Tensor& z, const Tensor& a, float s) const {
        AscendC::Mins(z, a, s, count_);
        Done();
    }
    __aicore__ inline void Abs(const Tensor& z, const Tensor& a) const {
        AscendC::Abs(z, a, count_);
        Done();
    }
    __aicore__ inline void Relu(const Tensor& z, const Tensor& a) const {
        AscendC::Relu(z, a, count_);
        Done();
    }
    __aicore__ inline void Exp(const Tensor& z, const Tensor& a) const {
        AscendC::Exp(z, a, count_);
        Done();
    }
    __aicore__ inline void Fill(const Tensor& z, float s) const {
        AscendC::Duplicate(z, s, count_);
        Done();
    }
    // low <= high; NaN stays.
    __aicore__ inline void Clamp(const Tensor& z, const Tensor& a, float low, float high) const {
        Maxs(z, a, low);
        Mins(z, z, high);
    }

    // z = s a, 0 also where s = 0 and a is infinite.
    __aicore__ inline void Scale(const Tensor& z, const Tensor& a, float s) const {
        if (s == 0.0f) {
            Clamp(z, a, -kMaxFloat, kMaxFloat);
            Muls(z, z, s);
        } else {
            Muls(z, a, s);
        }
    }
    // z = s - a.
    __aicore__ inline void SubFrom(const Tensor& z, float s, const Tensor& a) const {
        Muls(z, a, -1.0f);
        Adds(z, z, s);
    }

    // z = (a `compare` s) ? yes : no. Comparisons with NaN are false.
    __aicore__ inline void Select(const Tensor& z, const Tensor& a, AscendC::CMPMODE compare, float s,
                                  const Tensor& yes, const Tensor& no) const {
        AscendC::Compares(mask_, a, s, compare, count_);
        Done();
        AscendC::Select(z, mask_, yes, no, AscendC::SELMODE::VSEL_TENSOR_TENSOR_MODE, count_);
        Done();
    }
    __aicore__ inline void Select(const Tensor& z, const Tensor& a, AscendC::CMPMODE compare, float s,
                                  const Tensor& yes, float no) const {
        AscendC::Compares(mask_, a, s, compare, count_);
        Done();
        AscendC::Select(z, mask_, yes, no, AscendC::SELMODE::VSEL_TENSOR_SCALAR_MODE, count_);
        Done();
    }

    // z = a is NaN ? yes : no.
    __aicore__ inline void SelectNan(const Tensor& z, const Tensor& a, const Tensor& yes,
                                     const Tensor& no) const {
        AscendC::Compare(mask_, a, a, AscendC::CMPMODE::EQ, count_);
        Done();
        AscendC::Select(z, mask_, no, yes, AscendC::SELMODE::VSEL_TENSOR_TENSOR_MODE, count_);
        Done();
    }

    // z = c[0] + c[1] a + ... + c[degree] a^degree; z is another tensor than a.
    template <uint32_t size>
    __aicore__ inline void Polynomial(const Tensor& z, const Tensor& a, const float (&c)[size]) const {
        Muls(z, a, c[size - 1]);
        for (uint32_t i = size - 2; i > 0; --i) {
            Adds(z, z, c[i]);
            Mul(z, z, a);
        }
        Adds(z, z, c[0]);
    }

 private:
    static constexpr uint32_t kRepeat = 64;

    // Steps depend on one another.
    __aicore__ inline void Done() const { AscendC::PipeBarrier<PIPE_V>(); }

    uint32_t count_;
    AscendC::LocalTensor<uint8_t> mask_;
};

}  // namespace elementwise

#endif
