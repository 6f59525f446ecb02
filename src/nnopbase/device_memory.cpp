#include "nnopbase/device_memory.h"

#include <algorithm>
#include <string>

#include "base/settings.h"
#include "nnopbase/messages.h"
#include "runtime/allocations.h"
#include "runtime/launch.h"

namespace aclnn_cpu::nnopbase {
namespace {

class RuntimeMemory final : public aicore::DeviceMemory {
 public:
    std::optional<aicore::DeviceBlock> Find(const void* address) const override {
        const std::optional<runtime::Allocation> found = runtime::FindRecent(address);
        if (!found.has_value() || found->pinned_host) {
            return std::nullopt;
        }
        return aicore::DeviceBlock{found->begin, found->bytes, found->freed, found->number};
    }

    std::string History(const aicore::DeviceBlock& block) const override {
        const std::optional<runtime::Allocation> found = runtime::FindRecent(block.begin);
        return found.has_value() && found->number == block.number ? found->History() : std::string();
    }
};

}  // namespace

namespace {

using base::Status;

std::string NameOf(const ArgumentName* name) { return name == nullptr ? "workspace" : name->Text(); }

// Memory that no live device allocation holds: the program's own, which a device could not reach.
Status NotOwned(const char* api, const ArgumentName* name, const void* first, uint64_t bytes) {
    const std::optional<runtime::Allocation> found = runtime::FindRecent(first);
    if (!found.has_value()) {
        return NoDeviceMemory(api, NameOf(name), first, bytes);
    }
    return found->freed
               ? FreedMemory(api, NameOf(name), first, bytes, found->begin, found->bytes, found->History())
               : HostMemory(api, NameOf(name), first, bytes, found->History());
}

std::string HistoryOf(const void* address) {
    const std::optional<runtime::Allocation> found = runtime::FindRecent(address);
    return found.has_value() ? found->History() : std::string();
}

Status LookUp(const char* api, const ArgumentName* name, const void* first, uint64_t bytes) {
    const void* base = nullptr;
    uint64_t size = 0;
    if (!runtime::FindAllocation(first, &base, &size)) {
        // Memory that only ends in an allocation owns nothing of it.
        if (bytes > 0 && runtime::FindAllocation(static_cast<const char*>(first) + bytes - 1, &base, &size)) {
            return LargerThanItsMemory(api, NameOf(name), first, bytes, 0, {});
        }
        return base::CurrentSettings().check == base::CheckMode::kOff ? Status::Ok()
                                                                      : NotOwned(api, name, first, bytes);
    }
    const uint64_t before = reinterpret_cast<uintptr_t>(first) - reinterpret_cast<uintptr_t>(base);
    const uint64_t owned = size - std::min(size, before);
    return bytes <= owned ? Status::Ok()
                          : LargerThanItsMemory(api, NameOf(name), first, bytes, owned, HistoryOf(first));
}

// What a thread found to be well owned, until anything is allocated or freed.
struct SoundRange {
    const void* first = nullptr;
    uint64_t bytes = 0;
    uint64_t allocations = 0;
    uint64_t settings = 0;
    bool operator==(const SoundRange&) const = default;
};
constexpr size_t kSoundRanges = 64;

SoundRange& PlaceOf(const void* first) {
    thread_local SoundRange places[kSoundRanges];
    return places[reinterpret_cast<uintptr_t>(first) * 0x9E3779B97F4A7C15u >> 58];
}

}  // namespace

Status CheckDeviceMemory(const char* api, const ArgumentName* name, const void* first, uint64_t bytes) {
    const SoundRange asked{first, bytes, runtime::AllocationRevision(), base::CurrentSettings().revision};
    SoundRange& known = PlaceOf(first);
    if (known == asked) {
        return Status::Ok();
    }
    Status status = LookUp(api, name, first, bytes);
    if (status.ok()) {
        known = asked;
    }
    return status;
}

const aicore::DeviceMemory& TheDeviceMemory() {
    static const RuntimeMemory memory;
    return memory;
}

}  // namespace aclnn_cpu::nnopbase
