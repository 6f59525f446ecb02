#include "nnopbase/device_memory.h"

#include "runtime/allocations.h"

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

const aicore::DeviceMemory& TheDeviceMemory() {
    static const RuntimeMemory memory;
    return memory;
}

}  // namespace aclnn_cpu::nnopbase
