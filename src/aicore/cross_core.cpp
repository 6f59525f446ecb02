// What a kernel calls to know where its core stands, and to meet the others.
#include <fmt/format.h>

#include <chrono>
#include <cstring>

#include "aicore/core.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

constexpr uint64_t kSlotBytes = kSlotInts * sizeof(int32_t);

// A call to check; described only for a report.
template <typename DescribeCall>
struct Call {
    const Core& core;
    const CallSite& site;
    DescribeCall describe;

    [[noreturn]] void Refuse(FaultKind kind, std::string problem, std::string remedy) const {
        RaiseCall(core, kind, describe(), site, std::move(problem), std::move(remedy));
    }
};
template <typename DescribeCall>
Call(const Core&, const CallSite&, DescribeCall) -> Call<DescribeCall>;

auto CallOf(const Core& core, const Wait& wait) {
    return Call{core, wait.site, [&wait] { return Describe(wait); }};
}

// Source: the tables of supported products of SyncAll, IBSet and CrossCoreSetFlag in the public Ascend C
// reference.
bool HasSoftSync(const Core& core) { return core.column != ChipColumn::k310B; }

// Flags between cores need hardware that the chip has, and that it starts for this type of kernel.
template <typename C>
void RequireFlags(const C& call) {
    const Core& core = call.core;
    if (core.kind == CoreKind::kCoupled) {
        call.Refuse(FaultKind::kUnsupported, fmt::format("{} has no flags between cores", core.soc->name),
                    HasSoftSync(core) ? "use SyncAll with a workspace" : "let blocks work independently");
    }
    if (!core.layout->has_flags()) {
        call.Refuse(
            FaultKind::kDeadlock,
            fmt::format("the chip starts a kernel of {} without flags between cores, and waits for ever",
                        core.layout->type_name()),
            "declare a KERNEL_TYPE_MIX_ type");
    }
}

template <typename C>
void RequireSlots(const C& call, const Operand& operand, std::string_view name, uint64_t needed) {
    const bool global = operand.position == AscendC::TPosition::GM;
    if (global && !MayBeGlobal(operand.address, needed)) {
        call.Refuse(FaultKind::kBadParameter,
                    operand.address == 0
                        ? fmt::format("{} is a null address", name)
                        : fmt::format("{} is {}, {} bytes that are no memory of this machine", name,
                                      Describe(operand), needed),
                    "call SetGlobalBuffer with an address in the workspace");
    }
    if (operand.bytes < needed) {  // kUnknownBytes is more than any
        call.Refuse(FaultKind::kBadParameter,
                    fmt::format("{} has {} bytes, expected at least {}", name, operand.bytes, needed),
                    "it holds 32 bytes for each block");
    }
}

// The bytes of a local tensor that the call may write.
template <typename C>
uint8_t* LocalBytes(Core& core, const C& call, const Operand& operand, uint64_t bytes) {
    const MemoryKind kind = MemoryOf(operand.position);
    if (kind != MemoryKind::kUb || operand.address + bytes > core.memories.Size(kind)) {
        call.Refuse(FaultKind::kOutOfBounds,
                    fmt::format("ubWorkspace is {}, expected {} bytes inside UB", Describe(operand), bytes),
                    "take it from a buffer of VECIN, VECOUT or VECCALC");
    }
    core.memories.Touch(kind, operand.address, operand.address + bytes);
    return core.memories.At(kind, operand.address);
}

void AwaitBarrier(Core& core, const Wait& wait) {
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnSyncAllArrive(core, wait.site);
    }
    core.waiter->Await(wait);
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnSyncAllLeave(core, wait.site);
    }
}

template <typename C>
void CheckFlagId(const C& call, uint16_t id) {
    if (id >= kFlagIds) {
        call.Refuse(FaultKind::kBadParameter,
                    fmt::format("the flag id is {}, expected 0 to {}", id, kFlagIds - 1),
                    "the chip would take the lowest 4 bits of it");
    }
}

template <typename C>
void CheckMode(const C& call, uint8_t mode, pipe_t pipe) {
    const Core& core = call.core;
    if (mode >= kFlagModes) {
        call.Refuse(FaultKind::kUnsupported,
                    fmt::format("{} has no mode {}, expected 0 to {}", core.soc->name, mode, kFlagModes - 1),
                    "");
    }
    if (pipe == PIPE_S || pipe == PIPE_ALL) {
        call.Refuse(FaultKind::kBadParameter,
                    fmt::format("the pipe is {}, expected one that executes instructions", PipeName(pipe)),
                    "name the pipe whose work the other core waits for, such as PIPE_MTE3");
    }
    if (mode != 0 && !core.layout->mixed()) {
        call.Refuse(FaultKind::kDeadlock,
                    fmt::format("mode {} is for kernels with cube and vector cores, this one has {}", mode,
                                core.layout->type_name()),
                    "use mode 0, or declare KERNEL_TYPE_MIX_AIC_1_1 or KERNEL_TYPE_MIX_AIC_1_2");
    }
    if (mode == 1 && core.kind == CoreKind::kCube) {
        call.Refuse(FaultKind::kBadParameter, "mode 1 is among vector cores, this is a cube core",
                    "use mode 0 among cube cores, 2 between cube and vector cores");
    }
}

}  // namespace

// ---- where the core stands

uint32_t BlockIndex() { return ThisCore().block; }
uint32_t BlockCount() { return ThisCore().block_count; }
uint32_t SubBlockIndex() { return ThisCore().sub_block; }
uint32_t SubBlockCount() { return ThisCore().sub_blocks; }
bool IsVectorCore() { return ThisCore().kind == CoreKind::kVector; }
bool IsCubeCore() { return ThisCore().kind == CoreKind::kCube; }

int64_t SystemCycle() {
    constexpr int64_t kNanosecondsPerCycle = 20;
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count() / kNanosecondsPerCycle;
}

// ---- barriers

void AwaitTurn() { ThisCore().waiter->AwaitTurn(); }

void SyncAll(bool own_kind, CallSite site) {
    Core& core = ThisCore();
    Wait wait;
    wait.kind = own_kind ? Wait::Kind::kSyncOwnKind : Wait::Kind::kSyncBothKinds;
    wait.site = site;
    const auto call = CallOf(core, wait);
    RequireFlags(call);
    if (!own_kind && !core.layout->mixed()) {
        call.Refuse(FaultKind::kDeadlock,
                    "it waits for cube and vector cores, and the kernel has only one kind",
                    "use SyncAll<true>, or declare KERNEL_TYPE_MIX_AIC_1_1 or KERNEL_TYPE_MIX_AIC_1_2");
    }
    AwaitBarrier(core, wait);
}

void SoftSyncAll(const Operand& workspace, const Operand& local, int32_t used_cores, bool, CallSite site) {
    Core& core = ThisCore();
    if (core.kind == CoreKind::kCube) {
        return;  // as on the chip: only vector cores take part
    }
    Wait wait;
    wait.kind = Wait::Kind::kSoftSync;
    wait.site = site;
    const uint32_t all = core.layout->Count(core.kind);
    wait.cores = used_cores == 0 ? all : static_cast<uint32_t>(used_cores);
    wait.slots = reinterpret_cast<int32_t*>(workspace.address);
    const auto call = CallOf(core, wait);
    if (!HasSoftSync(core)) {
        call.Refuse(FaultKind::kUnsupported, fmt::format("{} has no SyncAll", core.soc->name),
                    "let blocks work independently");
    }
    if (used_cores < 0 || wait.cores > all) {
        call.Refuse(FaultKind::kBadParameter,
                    fmt::format("usedCores is {}, expected 0 to {}", used_cores, all), "");
    }
    if (core.block >= wait.cores) {
        call.Refuse(FaultKind::kBadParameter,
                    fmt::format("this block is not among the first {}, which usedCores names", wait.cores),
                    "let only those blocks call it");
    }
    RequireSlots(call, workspace, "gmWorkspace", all * kSlotBytes);
    RequireSlots(call, local, "ubWorkspace", all * kSlotBytes);
    uint8_t* copy = LocalBytes(core, call, local, wait.cores * kSlotBytes);
    AwaitBarrier(core, wait);
    std::memcpy(copy, wait.slots, wait.cores * kSlotBytes);  // what the chip's last look left there
}

// ---- flags

void SetCrossCoreFlag(uint8_t mode, pipe_t pipe, uint16_t id, CallSite site) {
    Core& core = ThisCore();
    const Call call{core, site,
                    [&] { return fmt::format("CrossCoreSetFlag<{}, {}>({})", mode, PipeName(pipe), id); }};
    RequireFlags(call);
    CheckMode(call, mode, pipe);
    CheckFlagId(call, id);
    FlagSet set;
    set.mode = mode;
    set.id = static_cast<uint8_t>(id);
    set.site = site;
    core.waiter->SetFlag(set);
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnCrossCoreFlag(core, {mode, set.id, pipe, false, site});
    }
}

void WaitCrossCoreFlag(uint16_t id, CallSite site) {
    Core& core = ThisCore();
    Wait wait;
    wait.kind = Wait::Kind::kFlag;
    wait.site = site;
    wait.id = id;
    const auto call = CallOf(core, wait);
    RequireFlags(call);
    CheckFlagId(call, id);
    core.waiter->Await(wait);
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnCrossCoreFlag(core, {0, static_cast<uint8_t>(id), PIPE_S, true, site});
    }
}

void InterBlockFlag(bool set, const Operand& workspace, const Operand& local, int32_t block, int32_t event,
                    bool vectors_only, CallSite site) {
    Core& core = ThisCore();
    if (core.kind == CoreKind::kCube) {
        return;  // as on the chip: only vector cores take part
    }
    Wait wait;
    wait.kind = set ? Wait::Kind::kInterBlockSet : Wait::Kind::kInterBlockWait;
    wait.site = site;
    wait.block = static_cast<uint32_t>(block);
    wait.id = static_cast<uint32_t>(event);
    const auto call = CallOf(core, wait);
    if (!HasSoftSync(core)) {
        call.Refuse(FaultKind::kUnsupported, fmt::format("{} has no flags between blocks", core.soc->name),
                    "let blocks work independently");
    }
    const uint32_t all = core.layout->Count(core.kind);
    if (block < 0 || wait.block >= all || event < 0) {
        call.Refuse(FaultKind::kBadParameter,
                    fmt::format("blockIdx is {} and eventID {}, expected 0 to {} and at least 0", block,
                                event, all - 1),
                    "");
    }
    // Source: the constraints of IBSet in the public reference, for split cores with both kinds.
    const uint64_t per_event =
        uint64_t(core.block_count) * (vectors_only || core.kind != CoreKind::kVector ? 1 : 2);
    const uint64_t slot = per_event * wait.id + wait.block;
    RequireSlots(call, workspace, "gmWorkspace", (slot + 1) * kSlotBytes);
    RequireSlots(call, local, "ubWorkspace", kSlotBytes);
    uint8_t* copy = LocalBytes(core, call, local, kSlotBytes);
    wait.slots = reinterpret_cast<int32_t*>(workspace.address) + slot * kSlotInts;
    const InterBlockEvent told{set, wait.block, wait.id, wait.slots, site};
    if (set && core.observer != nullptr) [[unlikely]] {
        core.observer->OnInterBlock(core, told);
    }
    core.waiter->Await(wait);
    const int32_t left = set ? 1 : 0;
    std::memcpy(copy, &left, sizeof(left));
    if (!set && core.observer != nullptr) [[unlikely]] {
        core.observer->OnInterBlock(core, told);
    }
}

}  // namespace aclnn_cpu::aicore
