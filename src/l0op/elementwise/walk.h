// The loop of every elementwise operator.
#pragma once

#include <array>
#include <tuple>
#include <utility>

#include "l0op/element.h"
#include "simd/native_call.h"
#include "simd/nest.h"

namespace aclnn_cpu::l0op {

template <typename Formula, typename Out, typename... Ins>
struct ElementLoop {
    static constexpr size_t kIns = sizeof...(Ins);

    const simd::NativeCall& call;
    Formula formula;
    simd::Nest nest;

    ElementLoop(const simd::NativeCall& from, Formula of) : call(from), formula(of) {
        std::array<const int64_t*, kIns + 1> strides{from.output.strides};
        for (size_t i = 0; i < kIns; ++i) {
            strides[i + 1] = from.inputs[i].strides;
        }
        nest = simd::MakeNest({from.sizes, from.rank}, strides);
    }

    int64_t RowStep(size_t operand) const { return nest.rank > 1 ? nest.strides[operand][nest.rank - 2] : 0; }

    template <size_t... kAt>
    void Run(const simd::Chunk& chunk, std::index_sequence<kAt...>) const {
        const std::array<int64_t, kIns> steps = {nest.inner_stride(kAt + 1)...};
        const int64_t out_step = nest.inner_stride(0);
        for (int64_t row = 0; row < chunk.rows; ++row) {
            Out* out = static_cast<Out*>(call.output.data) + chunk.at.offset[0] + row * RowStep(0);
            const auto ins = std::make_tuple(static_cast<const Ins*>(call.inputs[kAt].data) +
                                             chunk.at.offset[kAt + 1] + row * RowStep(kAt + 1)...);
            for (int64_t i = 0; i < chunk.cols; ++i) {
                out[i * out_step] = Narrow<Out>(formula(Widen(std::get<kAt>(ins)[i * steps[kAt]])...));
            }
        }
    }

    static void RunRange(const void* context, int64_t begin, int64_t end) {
        const auto& loop = *static_cast<const ElementLoop*>(context);
        simd::ForEachChunk(loop.nest, begin, end, simd::kChunk, true, [&](const simd::Chunk& chunk) {
            loop.Run(chunk, std::index_sequence_for<Ins...>());
        });
    }
};

// output[i] = formula(inputs[i]...) for every element of the call; the formula takes and gives Wide values.
template <typename Out, typename... Ins, typename Formula>
void Walk(const simd::NativeCall& call, Formula formula) {
    const ElementLoop<Formula, Out, Ins...> loop(call, formula);
    simd::ParallelUnits(loop.nest, call.threads, loop.RunRange, &loop);
}

}  // namespace aclnn_cpu::l0op
