#include "level0/select.h"
#include "l0op/copy_operator.h"
#include "l0op/elementwise/walk.h"
#include "l0op/host_operator.h"

namespace l0op {
namespace {

using namespace aclnn_cpu::l0op;

// Values are chosen, not computed: bytes of the right width will do.
struct Sixteen {
    uint64_t words[2];
};
void SelectKernel(const aclnn_cpu::simd::NativeCall& call) {
    const auto run = [&]<typename T>() {
        Walk<T, bool, T, T>(call, [](bool condition, auto x1, auto x2) { return condition ? x1 : x2; });
    };
    switch (aclnn_cpu::base::ElementBytes(call.output.dtype)) {
        case 1:
            return run.template operator()<uint8_t>();
        case 2:
            return run.template operator()<uint16_t>();
        case 4:
            return run.template operator()<uint32_t>();
        case 8:
            return run.template operator()<uint64_t>();
        default:
            return run.template operator()<Sixteen>();
    }
}

}  // namespace

const aclTensor* SelectV2(const aclTensor* condition, const aclTensor* x1, const aclTensor* x2,
                          aclOpExecutor* executor) {
    op::Shape shape;
    if (!IsUsable("SelectV2", condition, executor) || !IsUsable("SelectV2", x1, executor) ||
        !IsUsable("SelectV2", x2, executor) || !HasType("SelectV2", "condition", condition, kBool) ||
        !HasType("SelectV2", "x1", x1, kNumbers | kBool) ||
        !BroadcastShapes("SelectV2", std::array{condition, x1, x2}, &shape)) {
        return nullptr;
    }
    if (x1->GetDataType() != x2->GetDataType()) {
        OP_LOGE(ACLNN_ERR_INNER, "SelectV2 between %s and %s, expected equal types",
                op::ToString(x1->GetDataType()).GetString(), op::ToString(x2->GetDataType()).GetString());
        return nullptr;
    }
    aclTensor* result = executor->AllocTensor(shape, x1->GetDataType(), x1->GetViewFormat());
    return RecordHost("SelectV2", SelectKernel, {condition, x1, x2}, result, executor);
}

}  // namespace l0op
