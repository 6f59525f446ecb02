// From a plan to a program: folding, workspace, steps.
#include <algorithm>

#include <fmt/format.h>

#include "nnopbase/fold.h"
#include "nnopbase/intern.h"
#include "nnopbase/objects.h"
#include "nnopbase/overlap.h"
#include "nnopbase/program.h"
#include "nnopbase/workspace.h"

namespace aclnn_cpu::nnopbase {
namespace {

// Rough costs on one thread, to tell work that is done at once from work that is handed over.
constexpr uint64_t kCallNanoseconds = 300;
constexpr uint64_t kNativeElementPicoseconds = 500;
constexpr uint64_t kLaunchNanoseconds = 10'000;
constexpr uint64_t kEmulatedElementPicoseconds = 30'000;

bool IsEmpty(const PlanTensor& tensor) { return tensor.Count() == 0; }

// From the first byte that the view touches to one past the last.
uint64_t BytesOf(const PlanTensor& tensor) {
    if (IsEmpty(tensor)) {
        return 0;
    }
    const uint64_t elements = ExtentBytes({0, 1, {tensor.sizes, tensor.rank}, {tensor.strides, tensor.rank}});
    return static_cast<uint64_t>(BytesOfElements(tensor.dtype, static_cast<int64_t>(elements), true));
}

class Compiler {
 public:
    Compiler(const Plan& plan, Program* program)
        : plan_(plan), program_(*program), settings_(base::CurrentSettings()) {}

    void Run() {
        program_.api = Intern(plan_.api);
        program_.threads = settings_.threads;
        for (const PlanBuffer& buffer : plan_.buffers) {
            const auto address = reinterpret_cast<uintptr_t>(buffer.address);
            program_.buffers.push_back({address, address});
        }
        const char* why_not = "";
        const std::optional<FoldedCall> folded = Fold(plan_, settings_, &why_not);
        if (folded) {
            AddFolded(*folded);
        } else {
            LayOutWorkspace();
            for (size_t i = 0; i < plan_.nodes.size(); ++i) {
                AddNode(plan_.nodes[i], i);
            }
        }
        CollectUserRanges();
        if (settings_.verbose) {
            Describe(folded.has_value(), why_not);
        }
    }

 private:
    void AddFolded(const FoldedCall& folded) {
        program_.folded = true;
        const auto kernel = std::find_if(plan_.nodes.begin(), plan_.nodes.end(),
                                         [](const PlanNode& node) { return node.kind == NodeKind::kKernel; });
        const PlanTensor& output = plan_.tensors[kernel->outputs[0]];
        if (IsEmpty(output)) {
            return;
        }
        Step& step = program_.steps.emplace_back();
        step.op_type = Intern(kernel->op_type);
        step.native = folded.kernel;
        step.call = folded.call;
        for (uint32_t i = 0; i < folded.call.input_count; ++i) {
            step.user_buffers[i] = UserBufferOf(folded.input_buffers[i]);
        }
        step.user_buffers[simd::kMaxOperands] = UserBufferOf(folded.output_buffer);
        for (const PlanBuffer& buffer : plan_.buffers) {
            if (buffer.kind == BufferKind::kHost) {
                program_.host_values.push_back(buffer.host);
            }
        }
        AddCost(kCallNanoseconds, kNativeElementPicoseconds, output.Count());
    }

    uint32_t UserBufferOf(uint32_t buffer) const {
        return plan_.buffers[buffer].kind == BufferKind::kUser ? buffer : kAbsent;
    }

    // Every workspace buffer lives from the first node that touches it to the last; what a tiling function
    // asks for lives as long as its node.
    void LayOutWorkspace() {
        block_of_buffer_.assign(plan_.buffers.size(), kAbsent);
        for (size_t i = 0; i < plan_.nodes.size(); ++i) {
            const auto step = static_cast<uint32_t>(i);
            for (const auto* operands : {&plan_.nodes[i].inputs, &plan_.nodes[i].outputs}) {
                for (const uint32_t tensor : *operands) {
                    Touch(tensor, step);
                }
            }
            first_tiling_block_.push_back(blocks_.size());
            if (const AicoreLaunch* launch = plan_.nodes[i].kernel.aicore.get()) {
                for (const uint64_t bytes : launch->workspace_bytes) {
                    blocks_.push_back({bytes, step, step, 0});
                }
            }
        }
        program_.workspace_bytes = PlaceBlocks(blocks_);
    }

    void Touch(uint32_t tensor, uint32_t step) {
        if (tensor == kAbsent || plan_.buffers[plan_.tensors[tensor].buffer].kind != BufferKind::kWorkspace) {
            return;
        }
        const uint32_t buffer = plan_.tensors[tensor].buffer;
        if (block_of_buffer_[buffer] == kAbsent) {
            block_of_buffer_[buffer] = static_cast<uint32_t>(blocks_.size());
            blocks_.push_back({plan_.buffers[buffer].bytes, step, step, 0});
        }
        blocks_[block_of_buffer_[buffer]].last = step;
    }

    // An address, or an offset into the workspace.
    Step::Argument AddressOf(uint32_t tensor) const {
        if (tensor == kAbsent) {
            return {0, false, 0};
        }
        const PlanTensor& t = plan_.tensors[tensor];
        const PlanBuffer& buffer = plan_.buffers[t.buffer];
        const auto offset = static_cast<uintptr_t>(BytesOfElements(t.dtype, t.offset));
        if (buffer.kind == BufferKind::kWorkspace) {
            return {blocks_[block_of_buffer_[t.buffer]].offset + offset, true, BytesOf(t)};
        }
        return {reinterpret_cast<uintptr_t>(buffer.address) + offset, false, BytesOf(t),
                UserBufferOf(t.buffer)};
    }

    void AddNode(const PlanNode& node, size_t index) {
        if (node.kernel.aicore != nullptr) {  // which may have no output
            const auto given = std::find_if(node.outputs.begin(), node.outputs.end(),
                                            [](uint32_t output) { return output != kAbsent; });
            AddEmulated(node, index, given == node.outputs.end() ? 0 : plan_.tensors[*given].Count());
            return;
        }
        const PlanTensor& output = plan_.tensors[node.outputs[0]];
        if (!IsEmpty(output)) {
            AddNative(node, node.walks_input ? plan_.tensors[node.inputs[0]] : output, output);
        }
    }

    // A call over the sizes of `walked`, to which every operand is broadcast.
    void AddNative(const PlanNode& node, const PlanTensor& walked, const PlanTensor& output) {
        Step& step = program_.steps.emplace_back();
        step.op_type = Intern(node.op_type);
        step.native = node.kernel.native;
        simd::NativeCall& call = step.call;
        call.rank = walked.rank;
        std::copy_n(walked.sizes, walked.rank, call.sizes);
        call.compute = output.dtype;
        call.threads = settings_.threads;
        call.target = settings_.target;
        call.input_count = node.kernel.native_inputs;
        std::copy(node.kernel.native_attributes.begin(), node.kernel.native_attributes.end(),
                  call.attributes);
        for (uint32_t i = 0; i < call.input_count; ++i) {
            const PlanTensor& input = plan_.tensors[node.inputs[i]];
            BroadcastStrides(input, walked.rank, walked.sizes, call.inputs[i].strides);
            step.user_buffers[i] = UserBufferOf(input.buffer);
            SetOperand(node.inputs[i], input.dtype, uint32_t{1} << i, &call.inputs[i], &step);
        }
        BroadcastStrides(output, walked.rank, walked.sizes, call.output.strides);
        step.user_buffers[simd::kMaxOperands] = UserBufferOf(output.buffer);
        SetOperand(node.outputs[0], output.dtype, uint32_t{1} << 31, &call.output, &step);
        AddCost(kCallNanoseconds, kNativeElementPicoseconds, walked.Count());
    }

    void SetOperand(uint32_t tensor, base::DType dtype, uint32_t bit, simd::Operand* operand, Step* step) {
        const Step::Argument address = AddressOf(tensor);
        operand->data = reinterpret_cast<void*>(address.value);
        operand->dtype = dtype;
        step->in_workspace |= address.in_workspace ? bit : 0;
        KeepHostValues(tensor);
    }

    void AddEmulated(const PlanNode& node, size_t index, int64_t elements) {
        Step& step = program_.steps.emplace_back();
        step.op_type = Intern(node.op_type);
        step.aicore = node.kernel.aicore;
        for (const auto* operands : {&node.inputs, &node.outputs}) {
            for (const uint32_t tensor : *operands) {
                step.arguments.push_back(AddressOf(tensor));
                KeepHostValues(tensor);
            }
        }
        for (const OperandList& list : node.lists) {
            step.lists.push_back({list, ListBlock(node, list)});
        }
        // A kernel that asked for no workspace still gets an argument for it.
        const bool has_workspace = !step.aicore->workspace_bytes.empty();
        step.arguments.push_back({has_workspace ? blocks_[first_tiling_block_[index]].offset : 0,
                                  has_workspace, has_workspace ? step.aicore->workspace_bytes.front() : 0});
        AddCost(kLaunchNanoseconds, kEmulatedElementPicoseconds, elements);
    }

    // The block that describes a list to its kernel, without addresses.
    std::vector<uint64_t> ListBlock(const PlanNode& node, const OperandList& list) const {
        std::vector<uint64_t> block(1);
        for (uint64_t i = 0; i < list.count; ++i) {
            const size_t operand = list.first + i;
            const PlanTensor& tensor =
                plan_.tensors[operand < node.inputs.size() ? node.inputs[operand]
                                                           : node.outputs[operand - node.inputs.size()]];
            block.push_back(uint64_t{tensor.rank} | i << 32);
            block.insert(block.end(), tensor.sizes, tensor.sizes + tensor.rank);
        }
        block[0] = block.size() * sizeof(uint64_t);
        block.resize(block.size() + list.count);
        return block;
    }

    void KeepHostValues(uint32_t tensor) {
        if (tensor != kAbsent && plan_.buffers[plan_.tensors[tensor].buffer].kind == BufferKind::kHost) {
            program_.host_values.push_back(plan_.buffers[plan_.tensors[tensor].buffer].host);
        }
    }

    void AddCost(uint64_t nanoseconds, uint64_t picoseconds_per_element, int64_t elements) {
        program_.estimated_nanoseconds +=
            nanoseconds + picoseconds_per_element * static_cast<uint64_t>(elements) / 1000;
    }

    void CollectUserRanges() {
        for (uint32_t i = 0; i < plan_.tensors.size(); ++i) {
            const PlanTensor& tensor = plan_.tensors[i];
            if (plan_.buffers[tensor.buffer].kind == BufferKind::kUser && !IsEmpty(tensor)) {
                AddUserRange(tensor, IsWritten(i));
            }
        }
    }

    bool IsWritten(uint32_t tensor) const {
        return std::any_of(plan_.nodes.begin(), plan_.nodes.end(), [tensor](const PlanNode& node) {
            return std::find(node.outputs.begin(), node.outputs.end(), tensor) != node.outputs.end();
        });
    }

    void AddUserRange(const PlanTensor& tensor, bool written) {
        const PlanBuffer& buffer = plan_.buffers[tensor.buffer];
        const uint64_t element_bytes = base::ElementBytes(tensor.dtype);
        const uint64_t bytes = BytesOf(tensor);
        const auto offset = static_cast<uint64_t>(BytesOfElements(tensor.dtype, tensor.offset));
        for (UserRange& known : program_.user_ranges) {
            if (known.buffer == tensor.buffer && known.offset == offset && known.bytes == bytes &&
                known.rank == tensor.rank && known.element_bytes == element_bytes &&
                std::equal(tensor.sizes, tensor.sizes + tensor.rank, known.sizes) &&
                std::equal(tensor.strides, tensor.strides + tensor.rank, known.strides)) {
                known.written |= written;
                return;
            }
        }
        UserRange& range = program_.user_ranges.emplace_back();
        range.first = reinterpret_cast<const unsigned char*>(
            buffer.address == nullptr ? 0 : reinterpret_cast<uintptr_t>(buffer.address) + offset);
        range.bytes = bytes;
        range.name = {Intern(buffer.name.names), buffer.name.position};
        range.buffer = tensor.buffer;
        range.offset = offset;
        range.element_bytes = element_bytes;
        range.written = written;
        range.rank = tensor.rank;
        std::copy_n(tensor.sizes, tensor.rank, range.sizes);
        std::copy_n(tensor.strides, tensor.rank, range.strides);
    }

    void Describe(bool folded, const char* why_not) {
        const PlanNode* kernel = nullptr;
        for (const PlanNode& node : plan_.nodes) {
            kernel = node.kind == NodeKind::kKernel ? &node : kernel;
        }
        const std::string engine =
            kernel == nullptr
                ? "no kernel"
                : fmt::format("engine {} ({})", kernel->kernel.engine->name, kernel->kernel.reason);
        const std::string how = folded ? std::string(", one pass")
                                : kernel != nullptr && kernel->kernel.native != nullptr
                                    ? fmt::format(", node by node: {}", why_not)
                                    : std::string();
        program_.description = fmt::format("{}: {}{}, workspace {} bytes\n{}", plan_.api, engine, how,
                                           program_.workspace_bytes, plan_.Text());
    }

    const Plan& plan_;
    Program& program_;
    const base::Settings& settings_;
    std::vector<WorkspaceBlock> blocks_;
    std::vector<uint32_t> block_of_buffer_;
    std::vector<size_t> first_tiling_block_;
};

}  // namespace

void Compile(const Plan& plan, Program* program) { Compiler(plan, program).Run(); }

}  // namespace aclnn_cpu::nnopbase
