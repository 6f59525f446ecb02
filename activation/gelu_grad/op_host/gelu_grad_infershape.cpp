// z has the shape that dy and x broadcast to.
#include "log/log.h"
#include "register/op_impl_registry.h"

namespace {

constexpr int64_t kUnknownDim = -1;
constexpr int64_t kUnknownRank = -2;

bool IsUnknownRank(const gert::Shape& shape) {
    return shape.GetDimNum() == 1 && shape.GetDim(0) == kUnknownRank;
}

// The size of one broadcast dimension, false when a and b do not fit. A size that is not known yet (-1) may
// be 1 or whatever the other is.
bool BroadcastDim(int64_t a, int64_t b, int64_t& size) {
    if (a == b || b == 1) {
        size = a;
    } else if (a == 1) {
        size = b;
    } else if (a == kUnknownDim || b == kUnknownDim) {
        size = a == kUnknownDim ? b : a;
    } else {
        return false;
    }
    return true;
}

ge::graphStatus InferShapeGeluGrad(gert::InferShapeContext* context) {
    const gert::Shape* dy = context->GetInputShape(0);
    const gert::Shape* x = context->GetInputShape(1);
    gert::Shape* z = context->GetOutputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, dy);
    OP_CHECK_NULL_WITH_CONTEXT(context, x);
    OP_CHECK_NULL_WITH_CONTEXT(context, z);
    if (IsUnknownRank(*dy) || IsUnknownRank(*x)) {
        z->SetDimNum(1);
        z->SetDim(0, kUnknownRank);
        return ge::GRAPH_SUCCESS;
    }
    const size_t rank = std::max(dy->GetDimNum(), x->GetDimNum());
    z->SetDimNum(rank);
    for (size_t i = 0; i < rank; ++i) {  // from the last dimension
        const int64_t a = i < dy->GetDimNum() ? dy->GetDim(dy->GetDimNum() - 1 - i) : 1;
        const int64_t b = i < x->GetDimNum() ? x->GetDim(x->GetDimNum() - 1 - i) : 1;
        int64_t size = 0;
        OP_CHECK_IF(!BroadcastDim(a, b, size),
                    OP_LOGE(context,
                            "dimension %zu from the end is %ld in dy and %ld in x, expected equal sizes or 1",
                            i, a, b),
                    return ge::GRAPH_FAILED);
        z->SetDim(rank - 1 - i, size);
    }
    return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(GeluGrad).InferShape(InferShapeGeluGrad);
