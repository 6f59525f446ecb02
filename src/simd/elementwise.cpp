#include "simd/elementwise.h"

#include <algorithm>
#include <limits>

#include "simd/convert_runs.h"
#include "simd/nest.h"
#include "simd/subnormal_flags.h"
#include "simd/targets.h"

namespace aclnn_cpu::simd {
namespace {

// Rows shorter than this are gathered into longer runs; the loops' tails would cost more than the copy.
constexpr int64_t kDirectRow = 64;
// Rows at least this long are not mixed in one chunk, so that operands that need no conversion are read where
// they lie.
constexpr int64_t kUnmixedRow = 256;
constexpr size_t kMaxElementBytes = 8;
constexpr size_t kComputeBytes = 4;

struct Walked {
    std::byte* data;
    size_t bytes;        // of one element
    ConvertRun convert;  // to or from `compute`; null when the types agree
};

// What another thread reads first lies together at the beginning.
struct Work {
    DenseLoop loop;
    const float* attributes;
    uint32_t input_count;
    Traffic traffic;
    bool direct;                  // every operand can be used where it lies, row by row
    bool dense;                   // and is a single row
    Walked operands[kMaxWalked];  // 0 is the output
    size_t compute_bytes;
    Nest nest;

    std::byte* Place(const Chunk& chunk, uint32_t operand) const {
        return operands[operand].data +
               chunk.at.offset[operand] * static_cast<int64_t>(operands[operand].bytes);
    }
};

// Room for one chunk; not initialised.
struct Scratch {
    alignas(64) std::byte raw[kChunk * kMaxElementBytes];
    alignas(64) std::byte inputs[kMaxOperands][kChunk * kComputeBytes];
    alignas(64) std::byte output[kChunk * kComputeBytes];
};

// The chunk's elements of one input, dense and of the compute type: where they lie, or in scratch.
const void* Fetch(const Work& work, const Chunk& chunk, uint32_t operand, Scratch& scratch) {
    const Walked& walked = work.operands[operand];
    const bool run = IsRun(work.nest, chunk, operand);
    std::byte* fetched = scratch.inputs[operand - 1];
    if (walked.convert == nullptr) {
        if (run) {
            return work.Place(chunk, operand);
        }
        Gather(work.nest, chunk, operand, walked.data, walked.bytes, fetched);
        return fetched;
    }
    const void* from = work.Place(chunk, operand);
    if (!run) {
        Gather(work.nest, chunk, operand, walked.data, walked.bytes, scratch.raw);
        from = scratch.raw;
    }
    walked.convert(from, fetched, chunk.count());
    return fetched;
}

void Deliver(const Work& work, const Chunk& chunk, Scratch& scratch) {
    const Walked& walked = work.operands[0];
    const bool run = IsRun(work.nest, chunk, 0);
    if (walked.convert == nullptr) {
        Scatter(work.nest, chunk, 0, walked.data, walked.bytes, scratch.output);
    } else if (run) {
        walked.convert(scratch.output, work.Place(chunk, 0), chunk.count());
    } else {
        walked.convert(scratch.output, scratch.raw, chunk.count());
        Scatter(work.nest, chunk, 0, walked.data, walked.bytes, scratch.raw);
    }
}

void RunDense(const Work& work, int64_t begin, int64_t end) {
    const auto at = [&work, begin](uint32_t operand) {
        const Walked& walked = work.operands[operand];
        return walked.data + begin * static_cast<int64_t>(walked.bytes);
    };
    const void* inputs[kMaxOperands];
    for (uint32_t k = 0; k < work.input_count; ++k) {
        inputs[k] = at(k + 1);
    }
    work.loop(at(0), inputs, end - begin, work.attributes, work.traffic);
}

void RunDirect(const Work& work, int64_t begin, int64_t end) {
    ForEachChunk(work.nest, begin, end, std::numeric_limits<int64_t>::max(), true,
                 [&work](const Chunk& chunk) {
                     const void* inputs[kMaxOperands];
                     for (uint32_t k = 0; k < work.input_count; ++k) {
                         inputs[k] = work.Place(chunk, k + 1);
                     }
                     work.loop(work.Place(chunk, 0), inputs, chunk.count(), work.attributes, work.traffic);
                 });
}

// Where the rows of one operand's tile lie: in the operand itself, or dense in scratch.
struct Rows {
    std::byte* first;
    int64_t pitch;  // in bytes
};

bool HasRowsOfItsOwn(const Work& work, uint32_t operand) {
    return work.operands[operand].convert == nullptr && work.nest.inner_stride(operand) == 1;
}

Rows RowsInPlace(const Work& work, const Chunk& chunk, uint32_t operand) {
    const Nest& nest = work.nest;
    return {work.Place(chunk, operand),
            nest.strides[operand][nest.rank - 2] * static_cast<int64_t>(work.operands[operand].bytes)};
}

// The rows of a tile are too short for the hardware's own prefetching. What follows them are the rows of the next tile.
void FetchBehind(const void* row, int64_t bytes, bool to_write) {
    constexpr int64_t kLine = 64;
    const auto* behind = static_cast<const std::byte*>(row) + bytes;
    for (int64_t offset = 0; offset < bytes; offset += kLine) {
        if (to_write) {
            __builtin_prefetch(behind + offset, 1);
        } else {
            __builtin_prefetch(behind + offset, 0);
        }
    }
}

// Only what does not lie in rows is copied; the others are used where they are.
void RunTile(const Work& work, const Chunk& chunk, Scratch& scratch) {
    const int64_t dense = chunk.cols * static_cast<int64_t>(work.compute_bytes);
    Rows inputs[kMaxOperands];
    for (uint32_t k = 0; k < work.input_count; ++k) {
        inputs[k] = HasRowsOfItsOwn(work, k + 1) ? RowsInPlace(work, chunk, k + 1)
                                                 : Rows{const_cast<std::byte*>(static_cast<const std::byte*>(
                                                            Fetch(work, chunk, k + 1, scratch))),
                                                        dense};
    }
    const bool in_place = HasRowsOfItsOwn(work, 0);
    const Rows output = in_place ? RowsInPlace(work, chunk, 0) : Rows{scratch.output, dense};
    for (int64_t row = 0; row < chunk.rows; ++row) {
        const void* at[kMaxOperands];
        for (uint32_t k = 0; k < work.input_count; ++k) {
            at[k] = inputs[k].first + row * inputs[k].pitch;
            if (inputs[k].pitch != dense) {
                FetchBehind(at[k], dense, false);
            }
        }
        if (in_place) {
            FetchBehind(output.first + row * output.pitch, dense, true);
        }
        work.loop(output.first + row * output.pitch, at, chunk.cols, work.attributes, Traffic::kCached);
    }
    if (!in_place) {
        Deliver(work, chunk, scratch);
    }
}

void RunThroughScratch(const Work& work, int64_t begin, int64_t end) {
    Scratch scratch;
    if (work.nest.tiled && work.nest.tile_cols >= kDirectRow / 2) {
        ForEachChunk(work.nest, begin, end, kChunk, false,
                     [&](const Chunk& chunk) { RunTile(work, chunk, scratch); });
        return;
    }
    const bool within_rows = work.nest.inner() >= kUnmixedRow;
    ForEachChunk(work.nest, begin, end, kChunk, within_rows, [&](const Chunk& chunk) {
        const void* inputs[kMaxOperands];
        for (uint32_t k = 0; k < work.input_count; ++k) {
            inputs[k] = Fetch(work, chunk, k + 1, scratch);
        }
        if (work.operands[0].convert == nullptr && IsRun(work.nest, chunk, 0)) {
            work.loop(work.Place(chunk, 0), inputs, chunk.count(), work.attributes, Traffic::kCached);
            return;
        }
        work.loop(scratch.output, inputs, chunk.count(), work.attributes, Traffic::kCached);
        Deliver(work, chunk, scratch);
    });
}

void RunRange(const void* context, int64_t begin, int64_t end) {
    const Work& work = *static_cast<const Work*>(context);
    const KeptSubnormalFlags kept;
    if (work.dense) {
        RunDense(work, begin, end);
    } else if (work.direct) {
        RunDirect(work, begin, end);
    } else {
        RunThroughScratch(work, begin, end);
    }
}

DenseLoop ChooseLoop(const DenseLoops& loops, base::DType compute) {
    switch (compute) {
        case base::DType::kFloat16:
            return loops.of_half;
        case base::DType::kBFloat16:
            return loops.of_bfloat16;
        default:
            return loops.of_float;
    }
}

void FillOperands(const NativeCall& call, Work& work) {
    work.operands[0] = {static_cast<std::byte*>(call.output.data), base::ElementBytes(call.output.dtype),
                        FindConvertRun(call.compute, call.output.dtype, call.target)};
    for (uint32_t k = 0; k < call.input_count; ++k) {
        const Operand& input = call.inputs[k];
        work.operands[k + 1] = {static_cast<std::byte*>(input.data), base::ElementBytes(input.dtype),
                                FindConvertRun(input.dtype, call.compute, call.target)};
    }
}

// Of all operands, those that are broadcast as if they were not.
int64_t TouchedBytes(const Work& work) {
    size_t bytes = 0;
    for (uint32_t k = 0; k <= work.input_count; ++k) {
        bytes += work.operands[k].bytes;
    }
    return work.nest.total * static_cast<int64_t>(bytes);
}

bool CanRunDirect(const Work& work) {
    const Nest& nest = work.nest;
    if (nest.tiled || (nest.rank > 1 && nest.inner() < kDirectRow)) {
        return false;
    }
    for (uint32_t k = 0; k < nest.operand_count; ++k) {
        if (work.operands[k].convert != nullptr || nest.inner_stride(k) != 1) {
            return false;
        }
    }
    return true;
}

}  // namespace

void RunElementwise(const NativeCall& call, const DenseLoops* const* loops) {
    const int64_t* strides[kMaxWalked] = {call.output.strides};
    for (uint32_t k = 0; k < call.input_count; ++k) {
        strides[k + 1] = call.inputs[k].strides;
    }
    Work work;
    work.nest = MakeNest({call.sizes, call.rank}, {strides, call.input_count + 1});
    if (work.nest.total == 0) {
        return;
    }
    work.loop = ChooseLoop(*loops[TargetRow(call.target)], call.compute);
    work.attributes = call.attributes;
    work.input_count = call.input_count;
    work.compute_bytes = base::ElementBytes(call.compute);
    FillOperands(call, work);
    work.direct = CanRunDirect(work);
    work.dense = work.direct && work.nest.rank == 1;
    const TrafficTrial trial(work.direct ? TouchedBytes(work) : 0, call.threads);
    work.traffic = trial.traffic();
    ParallelUnits(work.nest, call.threads, RunRange, &work);
}

}  // namespace aclnn_cpu::simd
