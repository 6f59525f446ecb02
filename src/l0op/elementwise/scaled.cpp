// Operators with numbers among their arguments: Abs, Muls, Axpy, Threshold. A number becomes a host-value tensor that
// is broadcast, so that its type is one more element type.
#include <cmath>
#include <limits>

#include "l0op/copy_operator.h"
#include "l0op/elementwise/walk.h"
#include "l0op/host_operator.h"
#include "level0/abs.h"
#include "level0/axpy.h"
#include "level0/muls.h"
#include "level0/threshold.h"

namespace l0op {
namespace {

using namespace aclnn_cpu::l0op;
using aclnn_cpu::simd::NativeCall;

void AbsKernel(const NativeCall& call) {
    VisitType(call.output.dtype, [&]<Real T>() {
        Walk<T, T>(call, [](auto a) {
            if constexpr (std::is_floating_point_v<decltype(a)>) {
                return std::fabs(a);
            } else {
                return a < 0 ? Wrapping(decltype(a){0}, a, [](uint64_t x, uint64_t y) { return x - y; }) : a;
            }
        });
    });
}

// Towards zero, and to the nearest value that the integer type has; NaN gives 0.
template <typename T>
T DropFraction(double value) {
    constexpr T lowest = std::numeric_limits<T>::min();
    constexpr T highest = std::numeric_limits<T>::max();
    return std::isnan(value)                       ? T{0}
           : value >= static_cast<double>(highest) ? highest
           : value <= static_cast<double>(lowest)  ? lowest
                                                   : static_cast<T>(value);
}

void MulsKernel(const NativeCall& call) {
    VisitType(call.output.dtype, [&]<Real T>() {
        Walk<T, T, float>(call, [](auto a, float alpha) {
            using A = decltype(a);
            if constexpr (std::is_integral_v<A>) {
                using Product = std::conditional_t<sizeof(A) < 4, float, double>;
                return DropFraction<A>(static_cast<double>(static_cast<Product>(a) * Product{alpha}));
            } else {
                return a * A{alpha};
            }
        });
    });
}

void AxpyKernel(const NativeCall& call) {
    VisitType(call.output.dtype, [&]<Real T>() {
        Walk<T, T, T, float>(call, [](auto a, auto b, float alpha) {
            using A = decltype(a);
            if constexpr (std::is_integral_v<A>) {
                const A whole = DropFraction<A>(static_cast<double>(alpha));
                return Wrapping(a, Wrapping(b, whole, [](uint64_t x, uint64_t y) { return x * y; }),
                                [](uint64_t x, uint64_t y) { return x + y; });
            } else {
                return std::fma(b, A{alpha}, a);
            }
        });
    });
}

void ThresholdKernel(const NativeCall& call) {
    VisitType(call.output.dtype, [&]<Real T>() {
        // NaN is not at or below the threshold, and stays.
        Walk<T, T, T, T>(call, [](auto x, auto threshold, auto value) { return x <= threshold ? value : x; });
    });
}

aclTensor* Like(const aclTensor* self, aclOpExecutor* executor) {
    return executor->AllocTensor(self->GetViewShape(), self->GetDataType(), self->GetViewFormat());
}

const aclTensor* NumberTensor(float number, aclOpExecutor* executor) {
    return executor->ConvertToTensor(&number, 1, op::DataType::DT_FLOAT);
}

}  // namespace

const aclTensor* Abs(const aclTensor* self, aclOpExecutor* executor) {
    const bool usable = IsUsable("Abs", self, executor) && HasType("Abs", "self", self, kReal);
    return usable ? RecordHost("Abs", AbsKernel, {self}, Like(self, executor), executor) : nullptr;
}

const aclTensor* Muls(const aclTensor* self, float alpha, aclOpExecutor* executor) {
    if (!IsUsable("Muls", self, executor) || !HasType("Muls", "self", self, kReal)) {
        return nullptr;
    }
    const aclTensor* number = NumberTensor(alpha, executor);
    return number == nullptr ? nullptr
                             : RecordHost("Muls", MulsKernel, {self, number}, Like(self, executor), executor);
}

const aclTensor* Axpy(const aclTensor* self, const aclTensor* other, float alpha, aclOpExecutor* executor) {
    op::Shape shape;
    if (!IsUsable("Axpy", self, executor) || !IsUsable("Axpy", other, executor) ||
        !HasType("Axpy", "self", self, kReal) || !BroadcastShapes("Axpy", std::array{self, other}, &shape)) {
        return nullptr;
    }
    if (self->GetDataType() != other->GetDataType()) {
        OP_LOGE(ACLNN_ERR_INNER, "Axpy of %s and %s, expected equal types",
                op::ToString(self->GetDataType()).GetString(),
                op::ToString(other->GetDataType()).GetString());
        return nullptr;
    }
    const aclTensor* number = NumberTensor(alpha, executor);
    aclTensor* result = executor->AllocTensor(shape, self->GetDataType(), self->GetViewFormat());
    return number == nullptr ? nullptr
                             : RecordHost("Axpy", AxpyKernel, {self, other, number}, result, executor);
}

const aclTensor* Threshold(const aclTensor* self, const aclScalar* threshold, const aclScalar* value,
                           aclOpExecutor* executor) {
    if (!IsUsable("Threshold", self, executor) || !HasType("Threshold", "self", self, kReal) ||
        !HasArray("Threshold", "threshold", threshold) || !HasArray("Threshold", "value", value)) {
        return nullptr;
    }
    const aclTensor* limit = executor->ConvertToTensor(threshold, self->GetDataType());
    const aclTensor* other = executor->ConvertToTensor(value, self->GetDataType());
    return limit == nullptr || other == nullptr
               ? nullptr
               : RecordHost("Threshold", ThresholdKernel, {self, limit, other}, Like(self, executor),
                            executor);
}

}  // namespace l0op
