// ReduceSumOp, ReduceMean.
#include "aclnn_kernels/reshape.h"
#include "l0op/copy_operator.h"
#include "l0op/host_operator.h"
#include "l0op/reduce/accumulate.h"
#include "level0/reduce_mean.h"
#include "level0/reduce_sum_op.h"
#include "opdev/shape_utils.h"
#include "simd/nest.h"

namespace l0op {
namespace {

using namespace aclnn_cpu::l0op;
using aclnn_cpu::simd::Chunk;
using aclnn_cpu::simd::Nest;

// The dimensions of a call in two nests: those that remain (operand 0: the output, operand 1: the input), and those
// that are summed (operand 0: the input). The output does not move along a summed dimension.
struct Reduction {
    const aclnn_cpu::simd::NativeCall& call;
    Nest kept;
    Nest summed;

    explicit Reduction(const aclnn_cpu::simd::NativeCall& from) : call(from) {
        op::FVector<int64_t> sizes[2], in[2], out[2];
        for (uint32_t i = 0; i < call.rank; ++i) {
            const bool is_summed = call.output.strides[i] == 0;
            sizes[is_summed].push_back(call.sizes[i]);
            in[is_summed].push_back(call.inputs[0].strides[i]);
            out[is_summed].push_back(call.output.strides[i]);
        }
        const int64_t* const kept_strides[] = {out[0].data(), in[0].data()};
        const int64_t* const summed_strides[] = {in[1].data()};
        kept = aclnn_cpu::simd::MakeNest({sizes[0].data(), sizes[0].size()}, kept_strides);
        summed = aclnn_cpu::simd::MakeNest({sizes[1].data(), sizes[1].size()}, summed_strides);
    }

    template <typename T>
    Sum<T> SumFrom(const T* first) const {
        Sum<T> sum{};
        const int64_t step = summed.inner_stride(0);
        aclnn_cpu::simd::ForEachChunk(summed, 0, summed.Units(), summed.total, true, [&](const Chunk& chunk) {
            const T* row = first + chunk.at.offset[0];
            for (int64_t i = 0; i < chunk.cols; ++i) {
                sum += Accumulable(row[i * step]);
            }
        });
        return sum;
    }

    template <typename T, bool kMean>
    static void Range(const void* context, int64_t begin, int64_t end) {
        const auto& self = *static_cast<const Reduction*>(context);
        const Nest& kept = self.kept;
        const auto row_step = [&kept](uint32_t k) {
            return kept.rank > 1 ? kept.strides[k][kept.rank - 2] : 0;
        };
        aclnn_cpu::simd::ForEachChunk(
            kept, begin, end, aclnn_cpu::simd::kChunk, true, [&](const Chunk& chunk) {
                for (int64_t i = 0; i < chunk.count(); ++i) {
                    const int64_t row = i / chunk.cols, col = i % chunk.cols;
                    const auto at = [&](uint32_t k) {
                        return chunk.at.offset[k] + row * row_step(k) + col * kept.inner_stride(k);
                    };
                    Sum<T> sum = self.SumFrom(static_cast<const T*>(self.call.inputs[0].data) + at(1));
                    if constexpr (kMean) {
                        sum /= static_cast<double>(self.summed.total);
                    }
                    static_cast<T*>(self.call.output.data)[at(0)] = Total<T>(sum);
                }
            });
    }
};

void SumKernel(const aclnn_cpu::simd::NativeCall& call) {
    const Reduction reduction(call);
    VisitType(call.output.dtype, [&]<typename T>() {
        aclnn_cpu::simd::ParallelUnits(reduction.kept, call.threads, &Reduction::Range<T, false>, &reduction);
    });
}
void MeanKernel(const aclnn_cpu::simd::NativeCall& call) {
    const Reduction reduction(call);
    VisitType(call.output.dtype, [&]<Floating T>() {
        aclnn_cpu::simd::ParallelUnits(reduction.kept, call.threads, &Reduction::Range<T, true>, &reduction);
    });
}

// Records the reduction of x over the dimensions (all when there are none), and gives the result its shape.
const aclTensor* Reduce(const char* op_type, aclnn_cpu::simd::NativeKernel kernel, const aclTensor* x,
                        const aclIntArray* axes, bool keep, aclOpExecutor* executor) {
    const op::Shape& shape = x->GetViewShape();
    uint32_t summed = axes->Size() == 0 ? UINT32_MAX : 0;  // one bit per dimension
    for (uint64_t i = 0; i < axes->Size(); ++i) {
        const int64_t dim = DimensionOf(op_type, x, (*axes)[i]);
        if (dim < 0) {
            return nullptr;
        }
        summed |= uint32_t{1} << dim;
    }
    op::Shape kept, narrow;
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        const bool is_summed = (summed >> i & 1) != 0;
        kept.AppendDim(is_summed ? 1 : shape[i]);
        if (!is_summed) {
            narrow.AppendDim(shape[i]);
        }
    }
    aclTensor* result = executor->AllocTensor(kept, x->GetDataType(), x->GetViewFormat());
    result = RecordHost(op_type, kernel, {x}, result, executor, true);
    return result == nullptr || keep ? result : Reshape(result, narrow, executor);
}

}  // namespace

const aclTensor* ReduceSumOp(const aclTensor* x, const aclIntArray* axes, bool keep_dims,
                             aclOpExecutor* executor) {
    const bool usable = IsUsable("ReduceSumOp", x, executor) && HasArray("ReduceSumOp", "axes", axes) &&
                        HasType("ReduceSumOp", "x", x, kNumbers | kBool);
    return usable ? Reduce("ReduceSumOp", SumKernel, x, axes, keep_dims, executor) : nullptr;
}

const aclTensor* ReduceMean(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                            bool noopWithEmptyAxes, aclOpExecutor* executor) {
    if (!IsUsable("ReduceMean", self, executor) || !HasArray("ReduceMean", "dim", dim) ||
        !HasType("ReduceMean", "self", self, kFloats)) {
        return nullptr;
    }
    return noopWithEmptyAxes && dim->Size() == 0
               ? self
               : Reduce("ReduceMean", MeanKernel, self, dim, keepDim, executor);
}
const aclTensor* ReduceMean(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                            aclOpExecutor* executor) {
    return ReduceMean(self, dim, keepDim, false, executor);
}

}  // namespace l0op
