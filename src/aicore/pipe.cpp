// TPipe, TBuf and scalar access: who owns which part of a core's local memory.
#include <fmt/format.h>

#include "aicore/core.h"
#include "aicore/text.h"
#include "ascendc/pipe.h"

namespace aclnn_cpu::aicore {

namespace {

void Forget(Core& core) {
    core.memories.Free();
    core.buffers.clear();
    core.queues.clear();
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnPipeReset(core);
    }
}

constexpr uint64_t kBlockBytes = 32;
constexpr uint32_t kMaxBuffers = 64;

std::string BufferTable(const Core& core, MemoryKind kind) {
    std::string table;
    for (const BufferRecord& buffer : core.buffers) {
        if (MemoryOf(buffer.position) == kind) {
            table += fmt::format("\n  {:>9} bytes: {} x {} {}", buffer.count * buffer.bytes_each,
                                 buffer.count, buffer.bytes_each, PositionName(buffer.position));
            if (buffer.site.file != nullptr) {
                table += " at " + Describe(buffer.site);
            }
        }
    }
    return table;
}

// What to do about buffers beyond the memory, of which the last is `record`.
std::string OverflowRemedy(const Core& core, const BufferRecord& record) {
    for (const BufferRecord& other : core.buffers) {
        if (record.owner.again && other.owner.object == record.owner.object &&
            other.address != record.address) {
            return fmt::format(
                "InitBuffer at {} has initialised the same {} buffer before, and its {} bytes stay "
                "allocated: call "
                "it once for each TQue and TBuf, and use smaller tiles if that is not enough",
                Describe(other.site), PositionName(record.position), other.count * other.bytes_each);
        }
    }
    return "use smaller tiles or fewer buffers";
}

uint32_t CountBuffers(const Core& core) {
    uint32_t count = 0;
    for (const BufferRecord& buffer : core.buffers) {
        count += buffer.count;
    }
    return count;
}

}  // namespace

uint64_t AllocateBuffers(Core& core, AscendC::TPosition position, uint32_t count, uint32_t bytes,
                         const BufferOwner& owner, const CallSite& site) {
    const MemoryKind kind = MemoryOf(position);
    const std::string_view call = "InitBuffer";
    if (kind == MemoryKind::kCount) {
        RaiseCall(core, FaultKind::kBadParameter, std::string(call), site,
                  fmt::format("position {} has no local memory", PositionName(position)),
                  "use VECIN, VECOUT or VECCALC");
    }
    if (core.pipe == nullptr) {
        RaiseCall(core, FaultKind::kPipeProtocol, std::string(call), site, "no TPipe is alive on this core",
                  "keep the TPipe alive as long as its buffers");
    }
    const uint64_t each = (uint64_t(bytes) + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
    const BufferRecord record{position, count, each, core.memories.Allocated(kind), site, owner};
    core.buffers.push_back(record);
    const uint64_t total = core.memories.Allocated(kind) + count * each;
    if (total > core.memories.Size(kind)) {
        RaiseCall(
            core, FaultKind::kOutOfMemory, std::string(call), site,
            fmt::format(
                "the buffers so far need {} bytes of {}, expected at most {} on {}, {} fewer; they are{}",
                total, MemoryName(kind), core.memories.Size(kind), core.soc->name,
                total - core.memories.Size(kind), BufferTable(core, kind)),
            OverflowRemedy(core, record));
    }
    if (CountBuffers(core) > kMaxBuffers) {
        RaiseCall(
            core, FaultKind::kOutOfMemory, std::string(call), site,
            fmt::format("the kernel has {} buffers, expected at most {}", CountBuffers(core), kMaxBuffers),
            "share buffers between steps");
    }
    core.memories.Allocate(kind, count * each);
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnAllocate(core, record);
    }
    return record.address;
}

uint32_t AllocateBuffer(AscendC::TPosition position, uint32_t bytes, BufferOwner owner, CallSite site) {
    return static_cast<uint32_t>(AllocateBuffers(ThisCore(), position, 1, bytes, owner, site));
}

Buffer UnusedMemory(AscendC::TPosition position) {
    const LocalMemories& memories = ThisCore().memories;
    const MemoryKind kind = MemoryOf(position);
    const uint64_t used = memories.Allocated(kind);
    return {used, static_cast<uint32_t>(memories.Size(kind) - used)};
}

void BufferMissing(const char* call, CallSite site) {
    RaiseCall(ThisCore(), FaultKind::kPipeProtocol, call, site, "the TBuf has no buffer",
              "call InitBuffer for it first");
}

void OpenPipe(void* pipe) {
    Core& core = ThisCore();
    if (core.pipe != nullptr && core.pipe != pipe) {
        RaiseCall(core, FaultKind::kPipeProtocol, "TPipe", {},
                  "another TPipe is alive on this core, expected one at a time",
                  "pass the first one on, or Destroy it");
    }
    core.pipe = pipe;
    core.mask = MaskState{};
    core.atomic = AtomicState{};
    ResetPipe();
}

void ClosePipe(void* pipe) noexcept {
    Core* core = CurrentCore();
    if (core != nullptr && core->pipe == pipe) {
        core->pipe = nullptr;
        Forget(*core);
    }
}

void ResetPipe() { Forget(ThisCore()); }

void* OpenedPipe(CallSite site) {
    Core& core = ThisCore();
    if (core.pipe == nullptr) {
        RaiseCall(core, FaultKind::kPipeProtocol, "GetTPipePtr", site, "no TPipe is alive on this core",
                  "declare the TPipe before");
    }
    return core.pipe;
}

void* LocalAddress(AscendC::TPosition position, uint64_t address) {
    Core& core = ThisCore();
    const MemoryKind kind = MemoryOf(position);
    if (kind == MemoryKind::kCount) {
        return nullptr;
    }
    if (address < core.memories.Size(kind)) {  // the caller may write anything from here on
        core.memories.Touch(kind, address, core.memories.Size(kind));
    }
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnLocalAddress(core, position, address);
    }
    return core.memories.At(kind, address);
}

void* ScalarAccess(const Operand& element, bool write, CallSite site) {
    Core& core = ThisCore();
    const MemoryKind kind = MemoryOf(element.position);
    const uint64_t end = element.address + SizeOf(element.type);
    const uint64_t limit = kind == MemoryKind::kUb ? core.memories.Size(kind) : 0;
    if (end > limit || element.address > limit) [[unlikely]] {
        Fault fault;
        fault.kind = FaultKind::kOutOfBounds;
        fault.At(core);
        fault.instruction = write ? "SetValue" : "GetValue";
        fault.site = site;
        fault.address = element.address;
        fault.limit = limit;
        fault.problem =
            fmt::format("element {} ends at byte {}, expected at most {}, the size of {} on {}",
                        Describe(element), end, core.memories.Size(MemoryKind::kUb), "UB", core.soc->name);
        fault.remedy = "the scalar unit reaches UB only, and only inside it";
        Raise(std::move(fault));
    }
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnScalar(core, element, write, site);
    }
    if (write) {
        core.memories.Touch(kind, element.address, end);
    }
    return core.memories.At(kind, element.address);
}

// Observers see an address taken and a read: what comes of it, nobody knows.
void* ScalarReference(const Operand& element, CallSite site) {
    Core& core = ThisCore();
    const MemoryKind kind = MemoryOf(element.position);
    const uint64_t end = element.address + SizeOf(element.type);
    const bool inside = kind == MemoryKind::kUb && end <= core.memories.Size(kind);
    if (inside && core.observer != nullptr) [[unlikely]] {
        core.observer->OnLocalAddress(core, element.position, element.address);
    }
    void* const at = ScalarAccess(element, false, site);
    core.memories.Touch(kind, element.address, end);
    return at;
}

void GlobalScalarAccess(const Operand& element, bool write, CallSite site) {
    Core& core = ThisCore();
    if (!MayBeGlobal(element.address, SizeOf(element.type))) [[unlikely]] {
        RaiseCall(core, FaultKind::kOutOfBounds, write ? "SetValue" : "GetValue", site,
                  fmt::format("element {} is no memory of this machine", Describe(element)),
                  "call SetGlobalBuffer with the kernel's argument");
    }
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnScalar(core, element, write, site);
    }
}

}  // namespace aclnn_cpu::aicore
