// Greater, Less, LogicalAnd, LogicalOr: answers as BOOL.
#include "l0op/elementwise/binary.h"
#include "l0op/elementwise/walk.h"
#include "level0/greater.h"
#include "level0/less.h"
#include "level0/logical_and.h"
#include "level0/logical_or.h"

namespace l0op {
namespace {

using namespace aclnn_cpu::l0op;
using aclnn_cpu::simd::NativeCall;

void GreaterKernel(const NativeCall& call) {
    VisitType(
        call.inputs[0].dtype, [&]<typename T>() requires(Real<T> || std::is_same_v<T, bool>) {
            Walk<bool, T, T>(call, [](auto a, auto b) { return a > b; });
        });
}
void LessKernel(const NativeCall& call) {
    NativeCall turned = call;
    std::swap(turned.inputs[0], turned.inputs[1]);
    GreaterKernel(turned);
}
void AndKernel(const NativeCall& call) {
    Walk<bool, bool, bool>(call, [](bool a, bool b) { return a && b; });
}
void OrKernel(const NativeCall& call) {
    Walk<bool, bool, bool>(call, [](bool a, bool b) { return a || b; });
}

constexpr BinaryOperator kGreater{"Greater", GreaterKernel, kReal | kBool, true};
constexpr BinaryOperator kLess{"Less", LessKernel, kReal | kBool, true};
constexpr BinaryOperator kAnd{"LogicalAnd", AndKernel, kBool, true};
constexpr BinaryOperator kOr{"LogicalOr", OrKernel, kBool, true};

}  // namespace

const aclTensor* Greater(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return RecordBinary(kGreater, self, other, executor);
}
const aclTensor* Less(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return RecordBinary(kLess, self, other, executor);
}
const aclTensor* LogicalAnd(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return RecordBinary(kAnd, self, other, executor);
}
const aclTensor* LogicalOr(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return RecordBinary(kOr, self, other, executor);
}

}  // namespace l0op
