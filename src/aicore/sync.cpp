// Flags and barriers inside a core. Instructions run in program order, so there is never anything to wait
// for; what is kept is whether the wait could ever end on the chip.
#include <fmt/format.h>

#include <bit>

#include "aicore/core.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

constexpr int32_t kEventIds = 8;

bool IsEvent(AscendC::HardEvent event) { return event < AscendC::HardEvent::MAX; }

void CheckEvent(const Core& core, const char* call, AscendC::HardEvent event, int32_t id,
                const CallSite& site) {
    if (!IsEvent(event)) {
        RaiseCall(core, FaultKind::kBadParameter, fmt::format("{}({})", call, id), site,
                  fmt::format("the event is {}, expected 0 to {}", static_cast<uint32_t>(event),
                              static_cast<uint32_t>(AscendC::HardEvent::MAX) - 1),
                  "use an enumerator of HardEvent");
    }
    if (id < 0 || id >= kEventIds) {
        RaiseCall(core, FaultKind::kBadParameter, fmt::format("{}<{}>({})", call, EventName(event), id), site,
                  fmt::format("the event id is {}, expected 0 to {}", id, kEventIds - 1),
                  "take it from FetchEventID or AllocEventID");
    }
}

uint32_t Index(AscendC::HardEvent event) { return static_cast<uint32_t>(event); }

}  // namespace

void SetFlag(AscendC::HardEvent event, int32_t id, CallSite site) {
    Core& core = ThisCore();
    CheckEvent(core, "SetFlag", event, id, site);
    core.flags[Index(event)] |= uint64_t(1) << id;
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnFlag(core, {event, id, false, site});
    }
}

void WaitFlag(AscendC::HardEvent event, int32_t id, CallSite site) {
    Core& core = ThisCore();
    CheckEvent(core, "WaitFlag", event, id, site);
    const uint64_t bit = uint64_t(1) << id;
    if ((core.flags[Index(event)] & bit) == 0) {
        RaiseCall(core, FaultKind::kDeadlock, fmt::format("WaitFlag<{}>({})", EventName(event), id), site,
                  "the flag was never set, so the pipe waits for ever",
                  "SetFlag with the same event and id before");
    }
    core.flags[Index(event)] &= ~bit;
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnFlag(core, {event, id, true, site});
    }
}

void PipeBarrier(pipe_t pipe, CallSite site) {
    Core& core = ThisCore();
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnPipeBarrier(core, pipe, site);
    }
}

int8_t FetchEventId(AscendC::HardEvent event, bool reserve, CallSite site) {
    Core& core = ThisCore();
    CheckEvent(core, reserve ? "AllocEventID" : "FetchEventID", event, 0, site);
    const uint64_t busy = core.reserved_ids[Index(event)] | core.flags[Index(event)];
    int32_t id = std::countr_one(busy | core.queue_ids[Index(event)]);
    if (id >= kEventIds) {
        id = std::countr_one(busy);
    }
    if (id >= kEventIds) {
        RaiseCall(core, FaultKind::kBadParameter,
                  fmt::format("{}<{}>", reserve ? "AllocEventID" : "FetchEventID", EventName(event)), site,
                  fmt::format("all {} event ids are taken", kEventIds),
                  "ReleaseEventID what is no longer needed");
    }
    if (reserve) {
        core.reserved_ids[Index(event)] |= uint64_t(1) << id;
    }
    return static_cast<int8_t>(id);
}

void ReleaseEventId(AscendC::HardEvent event, int32_t id) {
    if (IsEvent(event) && id >= 0 && id < kEventIds) {
        ThisCore().reserved_ids[Index(event)] &= ~(uint64_t(1) << id);
    }
}

}  // namespace aclnn_cpu::aicore
