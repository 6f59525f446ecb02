#include "nnopbase/program.h"

#include <chrono>
#include <deque>
#include <mutex>

#include <fmt/format.h>

#include "aicore/launch.h"
#include "base/log.h"
#include "nnopbase/device_memory.h"
#include "register/fork_locks.h"

namespace aclnn_cpu::nnopbase {
namespace {

base::Status RunNative(const Step& step, unsigned char* workspace) {
    if (step.in_workspace == 0) {
        step.native(step.call);
        return base::Status::Ok();
    }
    simd::NativeCall call = step.call;
    const auto bind = [workspace](simd::Operand& operand) {
        operand.data = workspace + reinterpret_cast<uintptr_t>(operand.data);
    };
    for (uint32_t i = 0; i < call.input_count; ++i) {
        if ((step.in_workspace >> i & 1) != 0) {
            bind(call.inputs[i]);
        }
    }
    if ((step.in_workspace >> 31) != 0) {
        bind(call.output);
    }
    step.native(call);
    return base::Status::Ok();
}

// The block of words that describes the tensors of a list to a kernel (ascendc/list_tensor.h).
std::vector<uint64_t> ListBlock(const TensorListArgument& list, void* const* addresses) {
    std::vector<uint64_t> words(1);
    for (uint64_t i = 0; i < list.count; ++i) {
        words.push_back(i << 32 | list.shapes[i].size());
        words.insert(words.end(), list.shapes[i].begin(), list.shapes[i].end());
    }
    words.front() = words.size() * sizeof(uint64_t);
    for (uint64_t i = 0; i < list.count; ++i) {
        words.push_back(reinterpret_cast<uintptr_t>(addresses[i]));
    }
    return words;
}

// What a kernel is given: its arguments and the bytes behind them. The tensors of lists come after all others.
struct KernelArguments {
    op::FVector<void*, 16> values;
    op::FVector<aicore::GlobalRange, 16> ranges;
    std::deque<std::vector<uint64_t>> blocks;

    KernelArguments(const Step& step, unsigned char* workspace) {
        const AicoreLaunch& launch = *step.aicore;
        op::FVector<void*, 16> addresses;
        for (const Step::Argument& argument : step.arguments) {
            addresses.push_back(reinterpret_cast<void*>(
                argument.in_workspace ? reinterpret_cast<uintptr_t>(workspace) + argument.value
                                      : argument.value));
        }
        const auto range_of = [&](size_t i) {
            return aicore::GlobalRange{
                i < launch.tensor_names.size() ? launch.tensor_names[i] : std::string_view("workspace"),
                addresses[i], step.arguments[i].bytes};
        };
        auto list = launch.lists.begin();
        for (size_t i = 0; i < addresses.size();) {
            if (list != launch.lists.end() && list->first == i) {
                const std::vector<uint64_t>& block =
                    blocks.emplace_back(ListBlock(*list, addresses.data() + i));
                values.push_back(const_cast<uint64_t*>(block.data()));
                ranges.push_back({"list of tensors", block.data(), block.size() * sizeof(uint64_t)});
                i += list->count;
                ++list;
                continue;
            }
            values.push_back(addresses[i]);
            ranges.push_back(range_of(i++));
        }
        values.push_back(const_cast<uint64_t*>(launch.tiling.data()));
        ranges.push_back({"tiling", values.back(), launch.tiling_bytes});
        for (const TensorListArgument& tensors : launch.lists) {
            for (uint32_t i = 0; i < tensors.count; ++i) {
                ranges.push_back(range_of(tensors.first + i));
            }
        }
    }
};

base::Status RunAicore(const Step& step, unsigned char* workspace, uint32_t threads) {
    const AicoreLaunch& launch = *step.aicore;
    const KernelArguments arguments(step, workspace);
    return aicore::Launch({.op_type = step.op_type,
                           .entry = launch.entry,
                           .arguments = {arguments.values.data(), arguments.values.size()},
                           .tiling_key = launch.tiling_key,
                           .block_count = launch.block_count,
                           .soc = launch.soc,
                           .threads = threads,
                           .kernel_type = static_cast<KernelMetaType>(launch.kernel_type),
                           .ranges = {arguments.ranges.data(), arguments.ranges.size()},
                           .tiling_bytes = launch.tiling_bytes,
                           .device_memory = &TheDeviceMemory()});
}

// A program that ran keeps its vectors' memory for the next first phase.
class ProgramPool {
 public:
    Program* Take() {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) {
            return nullptr;
        }
        Program* program = free_.back();
        free_.pop_back();
        return program;
    }
    void Give(Program* program) {
        program->Clear();
        {
            const std::lock_guard lock(mutex_);
            if (free_.size() < kMost) {
                free_.push_back(program);
                return;
            }
        }
        delete program;
    }
    void KeepLockAcrossForks() { registry::KeepAcrossForks(mutex_); }

 private:
    static constexpr size_t kMost = 256;
    std::mutex mutex_;
    std::vector<Program*> free_;
};

ProgramPool& Pool() {
    static auto* pool = new ProgramPool();  // streams may still run programs while the process exits
    return *pool;
}
[[maybe_unused]] const bool kKeptAcrossForks = (Pool().KeepLockAcrossForks(), true);

}  // namespace

void Program::Clear() {
    api = "";
    problem = base::Status();
    repeatable = false;
    ran = false;
    folded = false;
    workspace_bytes = 0;
    estimated_nanoseconds = 0;
    steps.clear();
    user_ranges.clear();
    host_values.clear();
    description.clear();
}

base::Status Program::Run(unsigned char* workspace) const {
    ACLNN_CPU_RETURN_IF_ERROR(problem);
    const bool verbose = !description.empty();
    const auto begin = verbose ? std::chrono::steady_clock::now() : std::chrono::steady_clock::time_point();
    base::Status status;
    for (const Step& step : steps) {
        status = step.native != nullptr ? RunNative(step, workspace) : RunAicore(step, workspace, threads);
        if (!status.ok()) {
            status = base::Status(status.code(), fmt::format("{}: {}", api, status.message()));
            break;
        }
    }
    if (verbose) {
        const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - begin;
        base::PrintLine(
            fmt::format("{}  {} in {:.1f} us", description, status.ok() ? "ran" : "failed", spent.count()));
    }
    return status;
}

std::shared_ptr<Program> NewProgram() {
    Program* program = Pool().Take();
    if (program == nullptr) {
        program = new Program();
    }
    return std::shared_ptr<Program>(program, [](Program* done) { Pool().Give(done); });
}

}  // namespace aclnn_cpu::nnopbase
