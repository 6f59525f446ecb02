#include "nnopbase/fold.h"

#include <algorithm>

#include "nnopbase/overlap.h"

namespace aclnn_cpu::nnopbase {
namespace {

class Folder {
 public:
    Folder(const Plan& plan, const char** why_not) : plan_(plan), why_not_(why_not) {}

    std::optional<FoldedCall> Run(const base::Settings& settings) {
        if (!FindKernel() || !OnlyKernelWritesUserMemory()) {
            return std::nullopt;
        }
        const PlanNode& node = plan_.nodes[kernel_];
        PlanTensor output = plan_.tensors[node.outputs[0]];
        FoldedCall folded;  // every operand in use is set below
        folded.kernel = node.kernel.native;
        simd::NativeCall& call = folded.call;
        call.compute = output.dtype;
        call.rank = output.rank;
        std::copy_n(output.sizes, output.rank, call.sizes);
        call.threads = settings.threads;
        call.target = settings.target;
        if (!FollowOutput(&output)) {
            return std::nullopt;
        }
        SetOperand(output, output.strides, call.rank, &call.output);
        folded.output_buffer = output.buffer;
        call.input_count = node.kernel.native_inputs;
        std::copy(node.kernel.native_attributes.begin(), node.kernel.native_attributes.end(),
                  call.attributes);
        for (uint32_t i = 0; i < call.input_count; ++i) {
            PlanTensor input = plan_.tensors[node.inputs[i]];
            if (input.dtype != call.compute) {
                return Refuse("an input of the kernel has another type than its output");
            }
            if (!TraceInput(&input)) {
                return std::nullopt;
            }
            int64_t strides[kMaxRank];
            BroadcastStrides(input, call.rank, call.sizes, strides);
            SetOperand(input, strides, call.rank, &call.inputs[i]);
            folded.input_buffers[i] = input.buffer;
            if (HasAddress(output) && HasAddress(input) && Collides(call, call.inputs[i])) {
                return Refuse("the output would overwrite an input that is still to be read");
            }
        }
        return folded;
    }

 private:
    std::nullopt_t Refuse(const char* why) {
        *why_not_ = why;
        return std::nullopt;
    }
    bool RefuseStep(const char* why) {
        *why_not_ = why;
        return false;
    }
    BufferKind KindOf(const PlanTensor& tensor) const { return plan_.buffers[tensor.buffer].kind; }

    // What has none is compared when it gets one.
    bool HasAddress(const PlanTensor& tensor) const {
        return plan_.buffers[tensor.buffer].address != nullptr;
    }

    bool FindKernel() {
        size_t kernels = 0;
        for (size_t i = 0; i < plan_.nodes.size(); ++i) {
            if (plan_.nodes[i].kind == NodeKind::kHost) {
                return RefuseStep("something besides copies surrounds the kernel");
            }
            if (plan_.nodes[i].kind == NodeKind::kKernel) {
                kernel_ = i;
                ++kernels;
            }
        }
        if (kernels != 1) {
            return RefuseStep("more or less than one kernel");
        }
        return plan_.nodes[kernel_].kernel.native != nullptr || RefuseStep("the kernel is not native");
    }

    bool OnlyKernelWritesUserMemory() {
        for (size_t i = 0; i < kernel_; ++i) {
            if (KindOf(plan_.tensors[plan_.nodes[i].outputs[0]]) != BufferKind::kWorkspace) {
                return RefuseStep("something is written to the caller's memory before the kernel runs");
            }
        }
        return true;
    }

    // From the kernel's output through the copies after it to the caller's memory.
    bool FollowOutput(PlanTensor* output) {
        bool converted = false;
        for (size_t i = kernel_ + 1; i < plan_.nodes.size(); ++i) {
            const PlanTensor& from = plan_.tensors[plan_.nodes[i].inputs[0]];
            const PlanTensor& to = plan_.tensors[plan_.nodes[i].outputs[0]];
            if (KindOf(*output) != BufferKind::kWorkspace || !from.SamePlace(*output) ||
                !to.SameSizes(from)) {
                return RefuseStep("what follows the kernel is no chain of copies of its result");
            }
            if (to.dtype != output->dtype) {
                if (converted) {
                    return RefuseStep("the result is converted more than once");
                }
                converted = true;
            }
            *output = to;
        }
        return KindOf(*output) == BufferKind::kUser ||
               RefuseStep("the result does not reach the caller's memory");
    }

    // From an input of the kernel back through the copies before it to memory that nobody computes.
    bool TraceInput(PlanTensor* input) {
        bool converted = false;
        size_t reader = kernel_;
        while (KindOf(*input) == BufferKind::kWorkspace) {
            size_t writer = plan_.nodes.size();
            for (size_t i = 0; i < reader; ++i) {
                if (plan_.tensors[plan_.nodes[i].outputs[0]].buffer == input->buffer) {
                    if (writer != plan_.nodes.size()) {
                        return RefuseStep("an intermediate is written more than once");
                    }
                    writer = i;
                }
            }
            if (writer == plan_.nodes.size()) {
                return RefuseStep("an intermediate is read that nothing wrote");
            }
            const PlanTensor& from = plan_.tensors[plan_.nodes[writer].inputs[0]];
            const PlanTensor& to = plan_.tensors[plan_.nodes[writer].outputs[0]];
            if (from.dtype != to.dtype) {
                if (converted) {
                    return RefuseStep("an input is converted more than once");
                }
                converted = true;
            }
            if (!Compose(from, to, input)) {
                return RefuseStep("a reshaped view of an input that strides cannot express");
            }
            reader = writer;
        }
        return true;
    }

    // Where every dimension of `view` repeats, or walks a dimension of the dense `to` of its own from end to
    // end: replaces the strides of `to` by the given ones.
    static bool MapStrides(const PlanTensor& to, const int64_t* strides, PlanTensor* view) {
        int64_t mapped[kMaxRank];
        uint32_t taken = 0;  // one bit per dimension of `to`
        for (uint32_t i = 0; i < view->rank; ++i) {
            mapped[i] = 0;
            if (view->sizes[i] == 1 || view->strides[i] == 0) {
                continue;
            }
            uint32_t j = 0;
            while (j < to.rank && ((taken >> j & 1) != 0 || to.strides[j] != view->strides[i] ||
                                   to.sizes[j] != view->sizes[i])) {
                ++j;
            }
            if (j == to.rank) {
                return false;
            }
            taken |= uint32_t{1} << j;
            mapped[i] = strides[j];
        }
        std::copy_n(mapped, view->rank, view->strides);
        return true;
    }

    // `view` looks at `to`, a copy of `from`: makes it look at `from` instead.
    static bool Compose(const PlanTensor& from, const PlanTensor& to, PlanTensor* view) {
        int64_t strides[kMaxRank];
        BroadcastStrides(from, to.rank, to.sizes, strides);
        const bool mapped = view->offset == to.offset && to.IsContiguous() && MapStrides(to, strides, view);
        const bool reshaped =
            !mapped && view->offset == to.offset && to.IsContiguous() && view->IsContiguous() &&
            view->Count() == to.Count() &&
            ReshapeStrides(to.rank, to.sizes, strides, view->rank, view->sizes, view->strides);
        if (!mapped && !reshaped) {
            return false;
        }
        view->buffer = from.buffer;
        view->offset = from.offset;
        view->dtype = from.dtype;
        return true;
    }

    void SetOperand(const PlanTensor& tensor, const int64_t* strides, uint32_t rank,
                    simd::Operand* operand) const {
        const auto bytes = static_cast<int64_t>(base::ElementBytes(tensor.dtype));
        // As a number: the address may be null until the second phase refuses it.
        const auto start = reinterpret_cast<intptr_t>(plan_.buffers[tensor.buffer].address);
        operand->data = reinterpret_cast<void*>(start + tensor.offset * bytes);
        operand->dtype = tensor.dtype;
        std::copy_n(strides, rank, operand->strides);
    }

    static MemoryView ViewOf(const simd::NativeCall& call, const simd::Operand& operand) {
        return {reinterpret_cast<uintptr_t>(operand.data),
                base::ElementBytes(operand.dtype),
                {call.sizes, call.rank},
                {operand.strides, call.rank}};
    }
    static bool Collides(const simd::NativeCall& call, const simd::Operand& input) {
        if (std::find(call.sizes, call.sizes + call.rank, 0) != call.sizes + call.rank) {
            return false;
        }
        return Compare(ViewOf(call, call.output), ViewOf(call, input)) == Overlap::kPartial;
    }

    const Plan& plan_;
    const char** why_not_;
    size_t kernel_ = 0;
};

}  // namespace

std::optional<FoldedCall> Fold(const Plan& plan, const base::Settings& settings, const char** why_not) {
    return Folder(plan, why_not).Run(settings);
}

}  // namespace aclnn_cpu::nnopbase
