#include "aicore/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <iterator>
#include <new>

namespace aclnn_cpu::aicore {

namespace {

using AscendC::TPosition;

// In the order of TPosition.
constexpr std::string_view kPositionNames[] = {"GM",  "A1",  "A2",    "B1",     "B2",      "C1",  "C2",
                                               "CO1", "CO2", "VECIN", "VECOUT", "VECCALC", "SPM", "TSCM"};

std::array<uint64_t, kMemories> Sizes(const platform::Soc& soc) {
    return {soc.ub_bytes, soc.l1_bytes, soc.l0a_bytes, soc.l0b_bytes, soc.l0c_bytes, soc.bt_bytes};
}

// The memories of a core in one huge page share no lines of the second cache with one another, as small pages
// that lie anywhere do by chance (a third of the speed of a kernel). Only so many cores: the page is resident as a
// whole, and thousands of blocks may wait.
constexpr uint64_t kHugePage = uint64_t(2) << 20;
constexpr uint32_t kMostHuge = 64;
std::atomic<uint32_t> live_memories{0};

// Memories start on a page, so that vector loads behave alike in all of them.
uint64_t Pages(uint64_t bytes) { return (bytes + 4095) / 4096 * 4096; }

}  // namespace

std::string_view PositionName(TPosition position) {
    const auto index = static_cast<size_t>(position);
    return index < std::size(kPositionNames) ? kPositionNames[index]
                                             : "no position (a tensor that was never given a buffer)";
}

std::string_view MemoryName(MemoryKind kind) {
    constexpr std::string_view kNames[] = {"UB", "L1", "L0A", "L0B", "L0C", "BiasTable", "global memory"};
    return kNames[static_cast<uint32_t>(kind)];
}

LocalMemories::LocalMemories(const platform::Soc& soc) {
    const auto sizes = Sizes(soc);
    for (const uint64_t size : sizes) {
        mapped_ += Pages(size);
    }
    const bool huge = live_memories.fetch_add(1) < kMostHuge;
    mapped_ += huge ? kHugePage : 0;
    void* mapping = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) {
        live_memories.fetch_sub(1);
        throw std::bad_alloc();
    }
    mapping_ = static_cast<uint8_t*>(mapping);
    uint8_t* next = mapping_;
    if (huge) {
        next += (kHugePage - reinterpret_cast<uintptr_t>(next) % kHugePage) % kHugePage;
        madvise(next, kHugePage, MADV_HUGEPAGE);
    }
    for (uint32_t i = 0; i < kMemories; ++i) {
        memory_[i].bytes = next;
        memory_[i].size = sizes[i];
        memory_[i].granule_shift =
            static_cast<uint32_t>(std::bit_width((std::max<uint64_t>(sizes[i], 64) - 1) / 64));
        next += Pages(sizes[i]);
    }
    // The scalar unit and slices reach all of UB; the other memories are poisoned as they are handed out.
    Memory& ub = memory_[Index(MemoryKind::kUb)];
    std::memset(ub.bytes, kPoison, ub.size);
    ub.poisoned = ub.size;
}

LocalMemories::~LocalMemories() {
    munmap(mapping_, mapped_);
    live_memories.fetch_sub(1);
}

bool LocalMemories::Fits(const platform::Soc& soc) const {
    const auto sizes = Sizes(soc);
    return std::equal(sizes.begin(), sizes.end(), std::begin(memory_),
                      [](uint64_t size, const Memory& memory) { return size == memory.size; });
}

uint64_t LocalMemories::Allocate(MemoryKind kind, uint64_t bytes) {
    Memory& memory = memory_[Index(kind)];
    const uint64_t address = memory.next;
    memory.next += bytes;
    if (memory.next > memory.poisoned) {
        std::memset(memory.bytes + memory.poisoned, kPoison, memory.next - memory.poisoned);
        memory.poisoned = memory.next;
    }
    return address;
}

void LocalMemories::Free() {
    for (Memory& memory : memory_) {
        memory.next = 0;
    }
}

void LocalMemories::Clear() {
    for (Memory& memory : memory_) {
        memory.next = 0;
        const uint64_t granule = uint64_t(1) << memory.granule_shift;
        while (memory.touched != 0) {
            const auto first = static_cast<uint32_t>(std::countr_zero(memory.touched));
            const auto count = static_cast<uint32_t>(std::countr_one(memory.touched >> first));
            const uint64_t begin = first * granule;
            std::memset(memory.bytes + begin, kPoison, std::min(count * granule, memory.size - begin));
            memory.touched &=
                count + first == 64 ? (uint64_t(1) << first) - 1 : ~uint64_t(0) << (first + count);
        }
    }
}

}  // namespace aclnn_cpu::aicore
