#include "nnopbase/program.h"

#include <chrono>
#include <mutex>
#include <utility>

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

base::Status RunAicore(const Step& step, unsigned char* workspace, uint32_t threads) {
    const AicoreLaunch& launch = *step.aicore;
    op::FVector<void*, 16> arguments;
    op::FVector<aicore::GlobalRange, 16> ranges;
    const auto add = [&](void* address, uint64_t bytes) {
        const size_t index = ranges.size();
        const bool named = index < launch.tensor_names.size();
        arguments.push_back(address);
        ranges.push_back(
            {named ? launch.tensor_names[index] : std::string_view("workspace"), address, bytes});
    };
    const auto address_of = [workspace](const Step::Argument& argument) {
        return argument.in_workspace ? reinterpret_cast<uintptr_t>(workspace) + argument.value
                                     : argument.value;
    };
    std::vector<std::vector<uint64_t>> blocks;    // of the lists
    op::FVector<aicore::GlobalRange, 16> listed;  // their tensors
    blocks.reserve(step.lists.size());
    auto list = step.lists.begin();
    for (size_t i = 0; i < step.arguments.size();) {
        if (list == step.lists.end() || list->arguments.first != i) {
            add(reinterpret_cast<void*>(address_of(step.arguments[i])), step.arguments[i].bytes);
            ++i;
            continue;
        }
        std::vector<uint64_t>& block = blocks.emplace_back(list->block);
        uint64_t* address = block.data() + block.size() - list->arguments.count;
        for (uint32_t k = 0; k < list->arguments.count; ++k, ++i) {
            *address = address_of(step.arguments[i]);
            listed.push_back({launch.tensor_names[ranges.size()], reinterpret_cast<void*>(*address++),
                              step.arguments[i].bytes});
        }
        add(block.data(), block.size() * sizeof(uint64_t));
        ++list;
    }
    arguments.push_back(const_cast<uint64_t*>(launch.tiling.data()));
    ranges.push_back({"tiling", arguments.back(), launch.tiling_bytes});
    for (const aicore::GlobalRange& range : listed) {
        ranges.push_back(range);
    }
    return aicore::Launch({.op_type = step.op_type,
                           .entry = launch.entry,
                           .arguments = {arguments.data(), arguments.size()},
                           .tiling_key = launch.tiling_key,
                           .block_count = launch.block_count,
                           .soc = launch.soc,
                           .threads = threads,
                           .kernel_type = static_cast<KernelMetaType>(launch.kernel_type),
                           .ranges = {ranges.data(), ranges.size()},
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

void ProgramData::Bind(uint32_t buffer, uintptr_t address) {
    const uintptr_t by = address - std::exchange(buffers[buffer].address, address);
    const auto shift = [by](void*& place) {
        place = reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(place) + by);
    };
    for (Step& step : steps) {
        if (step.native != nullptr) {
            for (uint32_t i = 0; i < step.call.input_count; ++i) {
                if (step.user_buffers[i] == buffer) {
                    shift(step.call.inputs[i].data);
                }
            }
            if (step.user_buffers[simd::kMaxOperands] == buffer) {
                shift(step.call.output.data);
            }
        }
        for (Step::Argument& argument : step.arguments) {
            argument.value += argument.user_buffer == buffer ? by : 0;
        }
    }
    for (UserRange& range : user_ranges) {
        if (range.buffer == buffer) {
            range.first = reinterpret_cast<const unsigned char*>(address == 0 ? 0 : address + range.offset);
        }
    }
}

void Program::Clear() {
    api = "";
    problem = base::Status();
    folded = false;
    workspace_bytes = 0;
    estimated_nanoseconds = 0;
    steps.clear();
    user_ranges.clear();
    buffers.clear();
    arguments.clear();
    has_arguments = false;
    index_decides = false;
    moved = false;
    host_values.clear();
    description.clear();
    repeatable = false;
    ran = false;
    lent = false;
    versions.current = nullptr;
    versions.copies.clear();
}

base::Status ProgramData::Run(unsigned char* workspace) const {
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

namespace {

// Puts the count of references into the program, which returns to the pool when that is gone, too.
template <typename T>
struct InProgram {
    using value_type = T;
    explicit InProgram(Program* of) : program(of) {}
    template <typename U>
    InProgram(const InProgram<U>& other) : program(other.program) {}  // NOLINT: as allocators do
    T* allocate(size_t) {
        static_assert(sizeof(T) <= sizeof(program->count_place) && alignof(T) <= alignof(std::max_align_t));
        return reinterpret_cast<T*>(program->count_place);
    }
    void deallocate(T*, size_t) { Pool().Give(program); }
    bool operator==(const InProgram&) const = default;
    Program* program;
};

}  // namespace

std::shared_ptr<Program> NewProgram() {
    Program* program = Pool().Take();
    if (program == nullptr) {
        program = new Program();
    }
    return std::shared_ptr<Program>(
        program, [](Program* done) { done->Clear(); }, InProgram<Program>(program));
}

}  // namespace aclnn_cpu::nnopbase
