// Whose memory an address is, as observers ask it. Implemented above this layer, by what knows the allocations.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace aclnn_cpu::aicore {

// One allocation of device memory.
struct DeviceBlock {
    const void* begin;
    uint64_t bytes;   // usable: the size asked for, rounded up to 32
    bool freed;       // it was given back, and nothing else of the process lies there yet
    uint64_t number;  // tells allocations apart that lay at one address one after the other
};

// Its functions may be called from several threads at once, and do not throw unless memory runs out.
class DeviceMemory {
 public:
    virtual ~DeviceMemory() = default;
    // The block that holds the address, also one that was freed a while ago; none for memory that never was
    // device memory, or that was too long ago. Cheap enough for every instruction: a lock and a look-up.
    virtual std::optional<DeviceBlock> Find(const void* address) const = 0;
    // Who made the block, and freed it: "allocated by aclrtMalloc at main (prog.cpp:12), freed by aclrtFree at
    // ..."; empty when unknown. Takes milliseconds: for reports.
    virtual std::string History(const DeviceBlock& block) const = 0;
};

}  // namespace aclnn_cpu::aicore
