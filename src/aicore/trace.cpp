#include "aicore/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <vector>

#include "aicore/core.h"
#include "aicore/text.h"
#include "aicore/trace_file.h"
#include "base/log.h"

namespace aclnn_cpu::aicore {

namespace {

constexpr uint64_t kMostBuffered = 16 << 20;  // bytes of blocks that are not at their turn

std::string_view KindName(CoreKind kind) {
    constexpr std::string_view kNames[] = {"AIV", "AIC", "AICORE"};
    return kNames[static_cast<size_t>(kind)];
}

// The pipe that a flag comes from, or the one that waits for it: "V" and "MTE3" of V_MTE3.
std::string FlagPipe(const FlagEvent& event) {
    const std::string_view name = EventName(event.event);
    const size_t middle = name.find('_');
    return fmt::format("PIPE_{}", event.wait ? name.substr(middle + 1) : name.substr(0, middle));
}

class Tracer : public Observer {
 public:
    explicit Tracer(const std::string& file) : file_(file) {}

    std::string Problem() const { return file_.Problem(); }

    void OnLaunchBegin(const KernelLaunch& launch, const CoreLayout& layout) override {
        launch_ = &launch;
        blocks_.resize(layout.running());
        file_.Write(fmt::format(
            "# {}: {} blocks on {}, {}, tiling key {}{}\n", launch.op_type, launch.block_count,
            launch.soc->name, layout.type_name(), launch.tiling_key,
            layout.partial() ? fmt::format(", only block {}", layout.At(layout.first_running()).group) : ""));
    }

    void OnLaunchEnd() override {
        WriteUpTo(blocks_.size());
        if (const std::string problem = file_.Problem(); !problem.empty()) {
            base::Log(base::LogLevel::kError,
                      fmt::format("ACLNN_CPU_TRACE: the trace is incomplete: {}", problem));
        }
    }

    void OnRoundEnd() override {
        WriteUpTo(blocks_.size());
        first_ = 0;
        round_ += fault_position_.load() == UINT32_MAX ? 1 : 0;
    }

    void OnBlockBegin(const Core& core) override {
        blocks_[core.position].began = round_;
        Add(core, "-", {}, "begins");
    }
    void OnBlockEnd(const Core& core) override {
        Add(core, "-", {}, core.waiter->Unwinds() ? "is ended" : "ends");
    }

    void OnInstructionBegin(const Core& core, const Instruction& instruction) override {
        std::string text = Describe(core, instruction);
        size_t from = 0;
        for (uint32_t i = 0; i < instruction.operands; ++i) {
            from = NameAddress(instruction.operand[i], from, &text);
        }
        Add(core, PipeName(InfoOf(instruction.opcode).pipe), instruction.site, text);
    }

    void OnAllocate(const Core& core, const BufferRecord& buffer) override {
        Add(core, "PIPE_S", buffer.site,
            fmt::format("InitBuffer({}, {} x {} bytes) at byte {}", PositionName(buffer.position),
                        buffer.count, buffer.bytes_each, buffer.address));
    }

    void OnQueue(const Core& core, const QueueEvent& event) override {
        Add(core, "PIPE_S", event.site,
            fmt::format("{}(queue {} from {} to {}, {} bytes at byte {})", QueueCallName(event.kind),
                        event.queue, PositionName(event.src), PositionName(event.dst), event.bytes,
                        event.address));
    }

    void OnFlag(const Core& core, const FlagEvent& event) override {
        Add(core, FlagPipe(event), event.site,
            fmt::format("{}<{}>({})", event.wait ? "WaitFlag" : "SetFlag", EventName(event.event), event.id));
    }

    void OnPipeBarrier(const Core& core, pipe_t pipe, const CallSite& site) override {
        Add(core, PipeName(pipe), site, fmt::format("PipeBarrier<{}>()", PipeName(pipe)));
    }

    void OnSyncAllArrive(const Core& core, const CallSite& site) override {
        Add(core, "PIPE_ALL", site, "SyncAll: arrives");
    }
    void OnSyncAllLeave(const Core& core, const CallSite& site) override {
        Add(core, "PIPE_ALL", site, "SyncAll: goes on");
    }

    void OnCrossCoreFlag(const Core& core, const CrossCoreFlagEvent& event) override {
        Add(core, PipeName(event.pipe), event.site,
            event.wait
                ? fmt::format("CrossCoreWaitFlag({})", event.id)
                : fmt::format("CrossCoreSetFlag<{}, {}>({})", event.mode, PipeName(event.pipe), event.id));
    }

    void OnInterBlock(const Core& core, const InterBlockEvent& event) override {
        Add(core, "PIPE_S", event.site,
            fmt::format("{}(block {}, event {})", event.set ? "IBSet" : "IBWait", event.block, event.event));
    }

    void OnScalar(const Core& core, const Operand& element, bool write, const CallSite& site) override {
        std::string text = fmt::format("{}({})", write ? "SetValue" : "GetValue", Describe(element));
        NameAddress(element, 0, &text);
        Add(core, "PIPE_S", site, text);
    }

    void OnFault(const Core& core, const Fault& fault) override {
        uint32_t first = fault_position_.load();
        while (core.position < first && !fault_position_.compare_exchange_weak(first, core.position)) {
        }
        Add(core, "-", fault.site,
            fmt::format("FAULT {}{}{}", fault.instruction, fault.instruction.empty() ? "" : ": ",
                        fault.problem));
    }

 private:
    struct Block {
        std::string pending;  // lines that are not written yet
        uint64_t steps = 0;
        uint32_t began = 0;  // in which round
    };

    void Add(const Core& core, std::string_view pipe, const CallSite& site, std::string_view what) {
        Block& block = blocks_[core.position];
        const size_t before = block.pending.size();
        fmt::format_to(std::back_inserter(block.pending), "{} {} #{} {} {} {}\n", KindName(core.kind),
                       core.block, block.steps++, pipe, site.file == nullptr ? "-" : Describe(site), what);
        const uint64_t added = block.pending.size() - before;
        const uint64_t buffered = buffered_.fetch_add(added, std::memory_order_relaxed);
        if (!core.waiter->HasTurn()) {
            if (buffered < kMostBuffered) {
                return;
            }
            core.waiter->AwaitTurn();
            if (!core.waiter->HasTurn()) {
                return;  // it unwinds, and adds little more
            }
        }
        WriteUpTo(core.position + 1);
    }

    // The lines of the blocks before this position, from 1, which none of them adds to at the same time.
    void WriteUpTo(size_t position) {
        for (size_t i = first_; i < position; ++i) {
            Block& block = blocks_[i];
            if (block.pending.empty()) {
                continue;
            }
            // Whether those behind the faulted block have started in its round depends on the workers.
            if (i <= fault_position_.load() || block.began != round_) {
                file_.Write(block.pending);
            }
            buffered_.fetch_sub(block.pending.size(), std::memory_order_relaxed);
            if (i + 1 == position) {
                block.pending.clear();
            } else {
                std::string().swap(block.pending);
            }
        }
        first_ = std::max(first_, position - 1);
    }

    // Replaces the address of an operand in global memory in `text`, from there on, by what stays the same from
    // run to run. Returns where the operand ends.
    size_t NameAddress(const Operand& operand, size_t from, std::string* text) const {
        const std::string was = Describe(operand);
        const size_t at = operand.type == ElementType::kCount ? std::string::npos : text->find(was, from);
        if (at == std::string::npos) {
            return from;
        }
        const std::string name =
            operand.position == AscendC::TPosition::GM
                ? fmt::format("GM {} at {}", TypeName(operand.type), GlobalName(operand.address))
                : was;
        text->replace(at, was.size(), name);
        return at + name.size();
    }

    // "dy + 64": the argument that holds an address; where their sizes are not known, the last that starts at or
    // before it; the address itself where there is none.
    std::string GlobalName(uint64_t address) const {
        for (const GlobalRange& range : launch_->ranges) {
            const uint64_t offset = address - reinterpret_cast<uint64_t>(range.begin);
            if (range.begin != nullptr && offset < range.bytes) {
                return fmt::format("{} + {}", range.name, offset);
            }
        }
        uint64_t nearest = 0;
        size_t number = 0;
        for (size_t i = 0; i < launch_->arguments.size() && launch_->ranges.empty(); ++i) {
            const auto argument = reinterpret_cast<uint64_t>(launch_->arguments[i]);
            if (argument <= address && argument > nearest) {
                nearest = argument;
                number = i;
            }
        }
        return nearest == 0 ? fmt::format("{:#x}", address)
                            : fmt::format("argument {} + {}", number, address - nearest);
    }

    TraceFile file_;
    const KernelLaunch* launch_ = nullptr;
    std::vector<Block> blocks_;  // by position in the order of the launch
    size_t first_ = 0;           // those before have nothing more to write in this round
    uint32_t round_ = 0;
    std::atomic<uint64_t> buffered_{0};
    std::atomic<uint32_t> fault_position_{UINT32_MAX};
};

}  // namespace

base::Status MakeTracer(const KernelLaunch& launch, const std::string& file, std::unique_ptr<Observer>* out) {
    auto tracer = std::make_unique<Tracer>(file);
    if (const std::string problem = tracer->Problem(); !problem.empty()) {
        constexpr int32_t kInvalidFile = 100003;  // ACL_ERROR_INVALID_FILE
        return base::Status(
            kInvalidFile,
            fmt::format("{}: ACLNN_CPU_TRACE: cannot write to '{}': {}; name a file in a folder "
                        "that exists, or unset it",
                        launch.op_type, file, problem));
    }
    *out = std::move(tracer);
    return base::Status::Ok();
}

}  // namespace aclnn_cpu::aicore
