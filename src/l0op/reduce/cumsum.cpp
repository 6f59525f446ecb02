#include "level0/cumsum.h"

#include "aclnn_kernels/reshape.h"
#include "l0op/copy_operator.h"
#include "l0op/host_operator.h"
#include "l0op/reduce/accumulate.h"
#include "simd/nest.h"

namespace l0op {
namespace {

using namespace aclnn_cpu::l0op;
using aclnn_cpu::simd::Chunk;
using aclnn_cpu::simd::NativeCall;
using aclnn_cpu::simd::Nest;

template <typename T, bool kExclusive>
void Scan(const T* in, int64_t in_step, T* out, int64_t out_step, int64_t count) {
    Sum<T> sum{};
    for (int64_t i = 0; i < count; ++i) {
        const Sum<T> value = Accumulable(in[i * in_step]);
        if constexpr (kExclusive) {
            out[i * out_step] = Total<T>(sum);
            sum += value;
        } else {
            sum += value;
            out[i * out_step] = Total<T>(sum);
        }
    }
}

// Sums along the last dimension of the call, in either direction.
template <bool kExclusive, bool kReverse>
void CumsumKernel(const NativeCall& call) {
    const uint32_t last = call.rank - 1;
    const int64_t count = call.sizes[last];
    const int64_t* const strides[] = {call.output.strides, call.inputs[0].strides};
    const Nest rows = aclnn_cpu::simd::MakeNest({call.sizes, last}, strides);
    const auto row_step = [&rows](uint32_t k) { return rows.rank > 1 ? rows.strides[k][rows.rank - 2] : 0; };
    const auto step = [&](const int64_t* of) { return kReverse ? -of[last] : of[last]; };
    const auto first = [&](const int64_t* of) { return kReverse ? (count - 1) * of[last] : 0; };
    VisitType(call.output.dtype, [&]<Number T>() {
        aclnn_cpu::simd::ForEachChunk(rows, 0, rows.Units(), rows.total, true, [&](const Chunk& chunk) {
            for (int64_t i = 0; i < chunk.count(); ++i) {
                const auto at = [&](uint32_t k) {
                    return chunk.at.offset[k] + i / chunk.cols * row_step(k) +
                           i % chunk.cols * rows.inner_stride(k) + first(strides[k]);
                };
                Scan<T, kExclusive>(static_cast<const T*>(call.inputs[0].data) + at(1), step(strides[1]),
                                    static_cast<T*>(call.output.data) + at(0), step(strides[0]), count);
            }
        });
    });
}

// The tensor with dimension `dim` moved to the end.
const aclTensor* WithLast(const aclTensor* tensor, size_t dim, aclOpExecutor* executor) {
    op::Shape shape;
    op::Strides strides;
    const size_t rank = tensor->GetViewShape().GetDimNum();
    for (size_t i = 0; i < rank; ++i) {
        const size_t from = i + 1 == rank ? dim : i < dim ? i : i + 1;
        shape.AppendDim(tensor->GetViewShape()[from]);
        strides.push_back(tensor->GetViewStrides()[from]);
    }
    return executor->CreateView(tensor, shape, tensor->GetStorageShape(), strides, tensor->GetViewOffset());
}

}  // namespace

const aclTensor* Cumsum(const aclTensor* self, const aclTensor* dim, bool exclusive, bool reverse,
                        aclOpExecutor* executor) {
    op::FVector<int64_t> axis;
    if (!IsUsable("Cumsum", self, executor) || !HasType("Cumsum", "self", self, kNumbers) ||
        !HostIntegers("Cumsum", "dim", dim, &axis)) {
        return nullptr;
    }
    const int64_t along = axis.size() == 1 ? DimensionOf("Cumsum", self, axis[0]) : -1;
    if (along < 0) {
        OP_LOGE(ACLNN_ERR_INNER, "Cumsum: dim holds %zu values, expected one dimension of self", axis.size());
        return nullptr;
    }
    constexpr size_t kMostDims = 8;
    if (self->GetViewShape().GetDimNum() > kMostDims) {
        OP_LOGE(ACLNN_ERR_INNER, "Cumsum: self has %zu dimensions, expected at most %zu",
                self->GetViewShape().GetDimNum(), kMostDims);
        return nullptr;
    }
    aclTensor* result =
        executor->AllocTensor(self->GetViewShape(), self->GetDataType(), self->GetViewFormat());
    const bool has_dims = self->GetViewShape().GetDimNum() > 0;
    const op::Shape one({1});
    const aclTensor* from = has_dims ? self : Reshape(self, one, executor);
    const aclTensor* to = has_dims || result == nullptr ? result : Reshape(result, one, executor);
    if (from == nullptr || to == nullptr) {
        return nullptr;
    }
    from = WithLast(from, static_cast<size_t>(along), executor);
    to = WithLast(to, static_cast<size_t>(along), executor);
    constexpr aclnn_cpu::simd::NativeKernel kKernels[2][2] = {
        {CumsumKernel<false, false>, CumsumKernel<false, true>},
        {CumsumKernel<true, false>, CumsumKernel<true, true>}};
    const bool recorded = from != nullptr && to != nullptr &&
                          RecordHost("Cumsum", kKernels[exclusive][reverse], {from},
                                     const_cast<aclTensor*>(to), executor) != nullptr;
    return recorded ? result : nullptr;
}

const aclTensor* Cumsum(const aclTensor* self, const aclTensor* dim, aclOpExecutor* executor) {
    return Cumsum(self, dim, false, false, executor);
}

}  // namespace l0op
