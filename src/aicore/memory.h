// The local memories of one emulated core: real bytes of the chip's sizes.
#pragma once

#include <cstdint>
#include <string_view>

#include "ascendc/enums.h"
#include "platform/soc.h"

namespace aclnn_cpu::aicore {

enum class MemoryKind : uint8_t { kUb, kL1, kL0A, kL0B, kL0C, kBias, kCount };
inline constexpr uint32_t kMemories = static_cast<uint32_t>(MemoryKind::kCount);

// Where a position lives; kCount for positions in global memory and for positions that no tensor has.
constexpr MemoryKind MemoryOf(AscendC::TPosition position) {
    using enum MemoryKind;
    constexpr MemoryKind kOf[] = {kCount, kL1,    kL0A, kL1, kL0B, kL1, kBias,
                                  kL0C,   kCount, kUb,  kUb, kUb,  kL1, kL1};  // in the order of TPosition
    const auto index = static_cast<uint32_t>(position);
    return index < sizeof(kOf) / sizeof(kOf[0]) ? kOf[index] : kCount;
}
std::string_view MemoryName(MemoryKind kind);
std::string_view PositionName(AscendC::TPosition position);

// Never-written bytes: all ones, a NaN in every float type.
inline constexpr uint8_t kPoison = 0xFF;

// Whether these bytes can be memory of this machine: neither near a null address nor beyond 47 bits.
constexpr bool MayBeGlobal(uint64_t address, uint64_t bytes) {
    constexpr uint64_t kLowest = 65536;
    constexpr uint64_t kBeyond = uint64_t(1) << 47;
    return address >= kLowest && address <= kBeyond && bytes <= kBeyond - address;
}

class LocalMemories {
 public:
    explicit LocalMemories(const platform::Soc& soc);
    ~LocalMemories();
    LocalMemories(const LocalMemories&) = delete;
    LocalMemories& operator=(const LocalMemories&) = delete;

    bool Fits(const platform::Soc& soc) const;  // whether the sizes are those of the chip
    uint8_t* At(MemoryKind kind, uint64_t address) { return memory_[Index(kind)].bytes + address; }
    const uint8_t* At(MemoryKind kind, uint64_t address) const {
        return memory_[Index(kind)].bytes + address;
    }
    uint64_t Size(MemoryKind kind) const { return memory_[Index(kind)].size; }
    uint64_t Allocated(MemoryKind kind) const { return memory_[Index(kind)].next; }

    // Takes the next bytes (a multiple of 32) of a memory and returns their address. The caller has checked
    // that they fit.
    uint64_t Allocate(MemoryKind kind, uint64_t bytes);
    void Free();  // all buffers; contents stay
    // Says that [begin, end) of a memory may have been written.
    void Touch(MemoryKind kind, uint64_t begin, uint64_t end) {
        Memory& memory = memory_[Index(kind)];
        const uint64_t first = begin >> memory.granule_shift;
        const uint64_t last = (end - 1) >> memory.granule_shift;
        memory.touched |= (~uint64_t(0) << first) & (~uint64_t(0) >> (63 - last));
    }
    // As at power-on: no buffers, all that may be seen is poison.
    void Clear();

 private:
    struct Memory {
        uint8_t* bytes = nullptr;
        uint64_t size = 0;
        uint64_t next = 0;           // first byte not handed out
        uint64_t poisoned = 0;       // bytes from here on were never poisoned
        uint64_t touched = 0;        // bit per granule that may hold something else than poison
        uint32_t granule_shift = 0;  // a granule is the 64th part of the memory, rounded up to a power of two
    };
    static uint32_t Index(MemoryKind kind) { return static_cast<uint32_t>(kind); }

    Memory memory_[kMemories];
    uint8_t* mapping_ = nullptr;
    uint64_t mapped_ = 0;
};

}  // namespace aclnn_cpu::aicore
