// What the checker keeps of freed memory stays small enough that no program fails for it.
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "runtime/allocations.h"
#include "runtime/freed_blocks.h"
#include "runtime/test_support.h"

namespace aclnn_cpu::runtime {
namespace {

constexpr size_t kMiB = size_t{1} << 20;
constexpr size_t kGiB = size_t{1} << 30;

// Of this process in bytes, by its place in /proc/self/statm.
size_t Statm(size_t place) {
    std::ifstream statm("/proc/self/statm");
    size_t pages = 0;
    for (size_t i = 0; i <= place; ++i) {
        statm >> pages;
    }
    return pages * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}
size_t AddressSpace() { return Statm(0); }
size_t Resident() { return Statm(1); }
size_t Writable() { return Statm(5); }

size_t Mappings() {
    std::ifstream maps("/proc/self/maps");
    size_t count = 0;
    for (std::string line; std::getline(maps, line);) {
        ++count;
    }
    return count;
}

void* Allocated(size_t bytes) {
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS) << RecentMessage();
    return memory;
}

bool KnownAsFreed(const void* address) {
    const std::optional<Allocation> found = FindRecent(address);
    return found.has_value() && found->freed;
}

// Runs a body that returns the number of what failed, 0 for nothing, in a child with a limit.
template <typename Body>
int InChildWithLimit(decltype(RLIMIT_AS) kind, size_t bytes, Body&& body) {
    const pid_t child = fork();
    if (child == 0) {
        aclrtSetDevice(0);
        const rlimit limit{bytes, bytes};
        _exit(setrlimit(kind, &limit) == 0 ? body() : 255);
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

class FreedMemory : public DeviceTest {
 protected:
    void SetUp() override {
        if (kAddressSanitizer || kThreadSanitizer) {
            GTEST_SKIP() << "sanitizers have an address space of their own kind";
        }
        DeviceTest::SetUp();
    }
    void TearDown() override {
        if (!IsSkipped()) {
            DeviceTest::TearDown();
        }
    }

 private:
    const ScopedSetting check_{"check", "1", CurrentCheck()};
};

int AllocateAndFreeGigabytes() {
    for (int i = 0; i < 1000; ++i) {
        void* memory = nullptr;
        if (aclrtMalloc(&memory, kGiB, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
            return 1;
        }
        static_cast<char*>(memory)[kGiB / 2] = 1;
        if (aclrtFree(memory) != ACL_SUCCESS) {
            return 2;
        }
    }
    return 0;
}

TEST_F(FreedMemory, OfAThousandGigabytesFitsIntoAnyAddressSpace) {
    const size_t before = AddressSpace();
    EXPECT_EQ(AllocateAndFreeGigabytes(), 0);
    EXPECT_LE(AddressSpace(), before + FreedBlocks::kMostBytes + kGiB);
    EXPECT_EQ(InChildWithLimit(RLIMIT_AS, AddressSpace() + 2 * kGiB, AllocateAndFreeGigabytes), 0);
}

TEST_F(FreedMemory, LeavesMostOfALimitedAddressSpaceFree) {
    const size_t limit = AddressSpace() + 8 * kGiB;
    EXPECT_EQ(InChildWithLimit(RLIMIT_AS, limit,
                               [limit] {
                                   const size_t before = AddressSpace();
                                   void* freed = nullptr;
                                   for (int i = 0; i < 14; ++i) {
                                       freed = Allocated(kGiB / 4);
                                       if (aclrtFree(freed) != ACL_SUCCESS) {
                                           return 1;
                                       }
                                   }
                                   return !KnownAsFreed(freed)                         ? 2
                                          : AddressSpace() > before + limit / 8 + kMiB ? 3
                                                                                       : 0;
                               }),
              0);
}

TEST_F(FreedMemory, HoldsNoMemoryAndCountsAsNone) {
    EXPECT_EQ(InChildWithLimit(RLIMIT_DATA, Writable() + kGiB,
                               [] {
                                   std::vector<void*> freed;
                                   for (int i = 0; i < 5; ++i) {
                                       freed.push_back(Allocated(kGiB / 2));
                                       if (freed.back() == nullptr) {
                                           return 1;
                                       }
                                       std::memset(freed.back(), 1, 64 * kMiB);
                                       if (aclrtFree(freed.back()) != ACL_SUCCESS) {
                                           return 2;
                                       }
                                   }
                                   const bool all_kept =
                                       std::set<void*>(freed.begin(), freed.end()).size() == freed.size();
                                   return !all_kept ? 3 : Resident() > 200 * kMiB ? 4 : 0;
                               }),
              0);
}

TEST_F(FreedMemory, IsReleasedBeforeAnAllocationFails) {
    const size_t limit = AddressSpace() + 2 * kGiB;
    const auto body = [limit](aclrtMemMallocPolicy policy, size_t left) {
        std::vector<void*> freed;
        for (int i = 0; i < 60; ++i) {  // less than 1/8 of the limit
            freed.push_back(Allocated(4 * kMiB - 64));
        }
        for (void* memory : freed) {
            if (aclrtFree(memory) != ACL_SUCCESS || !KnownAsFreed(memory)) {
                return 1;
            }
        }
        void* large = nullptr;
        const aclError code = aclrtMalloc(&large, limit - AddressSpace() + left, policy);
        return code != ACL_SUCCESS               ? 2
               : KnownAsFreed(freed.back())      ? 3
               : aclrtFree(large) != ACL_SUCCESS ? 4
                                                 : 0;
    };
    EXPECT_EQ(InChildWithLimit(RLIMIT_AS, limit, [&] { return body(ACL_MEM_MALLOC_HUGE_FIRST, 64 * kMiB); }),
              0);
    EXPECT_EQ(InChildWithLimit(RLIMIT_AS, limit, [&] { return body(ACL_MEM_MALLOC_NORMAL_ONLY, 64 * kMiB); }),
              0);
    EXPECT_EQ(InChildWithLimit(RLIMIT_AS, limit, [&] { return body(ACL_MEM_MALLOC_HUGE_FIRST, 2 * kGiB); }),
              2)
        << "more than there is stays more than there is";
}

TEST_F(FreedMemory, TakesFewMappings) {
    const size_t before = Mappings();
    std::vector<void*> live;
    std::vector<void*> freed;
    for (int i = 0; i < 3000; ++i) {  // neighbours, of which every other one is freed
        freed.push_back(Allocated(2 * kMiB));
        live.push_back(Allocated(2 * kMiB));
    }
    for (void* memory : freed) {
        ASSERT_EQ(aclrtFree(memory), ACL_SUCCESS);
    }
    EXPECT_TRUE(KnownAsFreed(freed.back()));
    EXPECT_FALSE(KnownAsFreed(freed.front()));
    for (void* memory : live) {
        ASSERT_EQ(aclrtFree(memory), ACL_SUCCESS);
    }
    for (size_t i = 0; i < 100'000; ++i) {
        ASSERT_EQ(aclrtFree(Allocated(size_t{32} << (i % 14))), ACL_SUCCESS);  // up to 256 KiB
    }
    EXPECT_LE(Mappings(), before + 2 * FreedBlocks::kMostMappings);
}

TEST_F(FreedMemory, LargerThanAllThatIsKeptGoesAtOnceAndLeavesTheOthers) {
    void* const small = Allocated(64);
    ASSERT_EQ(aclrtFree(small), ACL_SUCCESS);
    void* const large = Allocated(FreedBlocks::kMostBytes + kGiB);
    ASSERT_EQ(aclrtFree(large), ACL_SUCCESS);
    EXPECT_FALSE(KnownAsFreed(large));
    EXPECT_TRUE(KnownAsFreed(small));
}

TEST_F(FreedMemory, IsForgottenOldestFirst) {
    std::vector<void*> blocks;
    for (size_t i = 0; i < FreedBlocks::kMostBlocks + 3; ++i) {
        blocks.push_back(Allocated(64));
    }
    for (size_t i = blocks.size(); i-- > 0;) {  // not in the order of their addresses
        ASSERT_EQ(aclrtFree(blocks[i]), ACL_SUCCESS);
    }
    for (size_t i = 0; i < blocks.size(); ++i) {
        ASSERT_EQ(KnownAsFreed(blocks[i]), i < FreedBlocks::kMostBlocks) << i;
    }
}

}  // namespace
}  // namespace aclnn_cpu::runtime
