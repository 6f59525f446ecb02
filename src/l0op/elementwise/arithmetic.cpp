// Add, Sub, Mul, RealDiv, Div.
#include "l0op/elementwise/binary.h"
#include "l0op/elementwise/walk.h"
#include "level0/add.h"
#include "level0/div.h"
#include "level0/mul.h"
#include "level0/realdiv.h"
#include "level0/sub.h"

namespace l0op {
namespace {

using namespace aclnn_cpu::l0op;
using aclnn_cpu::simd::NativeCall;

void AddKernel(const NativeCall& call) {
    VisitType(call.output.dtype, [&]<typename T>() {
        if constexpr (std::is_same_v<T, bool>) {
            Walk<T, T, T>(call, [](bool a, bool b) { return a || b; });
        } else {
            Walk<T, T, T>(
                call, [](auto a, auto b) { return Wrapping(a, b, [](auto x, auto y) { return x + y; }); });
        }
    });
}

void MulKernel(const NativeCall& call) {
    VisitType(call.output.dtype, [&]<typename T>() {
        if constexpr (std::is_same_v<T, bool>) {
            Walk<T, T, T>(call, [](bool a, bool b) { return a && b; });
        } else {
            Walk<T, T, T>(
                call, [](auto a, auto b) { return Wrapping(a, b, [](auto x, auto y) { return x * y; }); });
        }
    });
}

void SubKernel(const NativeCall& call) {
    VisitType(call.output.dtype, [&]<Number T>() {
        Walk<T, T, T>(call,
                      [](auto a, auto b) { return Wrapping(a, b, [](auto x, auto y) { return x - y; }); });
    });
}

void DivKernel(const NativeCall& call) {
    VisitType(
        call.output.dtype, [&]<typename T>() requires(Floating<T> || Complex<T>) {
            Walk<T, T, T>(call, [](auto a, auto b) { return a / b; });
        });
}

constexpr BinaryOperator kAdd{"Add", AddKernel, kNumbers | kBool, false};
constexpr BinaryOperator kSub{"Sub", SubKernel, kNumbers, false};
constexpr BinaryOperator kMul{"Mul", MulKernel, kNumbers | kBool, false};
constexpr BinaryOperator kRealDiv{"RealDiv", DivKernel, kFloats | kComplex, false};
constexpr BinaryOperator kDiv{"Div", DivKernel, kFloats | kComplex, false};

}  // namespace

const aclTensor* Add(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return RecordBinary(kAdd, self, other, executor);
}
const aclTensor* Sub(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return RecordBinary(kSub, self, other, executor);
}
const aclTensor* Mul(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return RecordBinary(kMul, self, other, executor);
}
const aclTensor* RealDiv(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return RecordBinary(kRealDiv, self, other, executor);
}
const aclTensor* Div(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return RecordBinary(kDiv, self, other, executor);
}

}  // namespace l0op
