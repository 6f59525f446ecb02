#include "nnopbase/overlap.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

namespace aclnn_cpu::nnopbase {
namespace {

struct View {
    uintptr_t address;
    uint64_t bytes;
    std::vector<int64_t> sizes;
    std::vector<int64_t> strides;
    MemoryView Get() const { return {address, bytes, sizes, strides}; }
};

// The address of every element, in order.
std::vector<uintptr_t> Addresses(const View& view) {
    std::vector<uintptr_t> all = {view.address};
    for (size_t d = 0; d < view.sizes.size(); ++d) {
        std::vector<uintptr_t> next;
        for (const uintptr_t address : all) {
            for (int64_t i = 0; i < view.sizes[d]; ++i) {
                next.push_back(address + static_cast<uintptr_t>(i * view.strides[d]) * view.bytes);
            }
        }
        all = next;
    }
    return all;
}

std::set<uintptr_t> Bytes(const View& view) {
    std::set<uintptr_t> bytes;
    for (const uintptr_t address : Addresses(view)) {
        for (uint64_t b = 0; b < view.bytes; ++b) {
            bytes.insert(address + b);
        }
    }
    return bytes;
}

View Random(std::mt19937& random) {
    const auto pick = [&random](int64_t low, int64_t high) {
        return std::uniform_int_distribution<int64_t>(low, high)(random);
    };
    View view;
    view.address = static_cast<uintptr_t>(1000 + pick(0, 60));
    view.bytes = uint64_t{1} << pick(0, 2);
    for (int64_t rank = pick(0, 3); rank > 0; --rank) {
        view.sizes.push_back(pick(1, 4));
        view.strides.push_back(pick(0, 12));
    }
    return view;
}

TEST(Overlap, AgreesWithEnumerationOnRandomViews) {
    std::mt19937 random(20250301);
    std::map<Overlap, int> seen;
    int self_overlapping = 0;
    for (int round = 0; round < 30000; ++round) {
        const View a = Random(random);
        View b = Random(random);
        if (round % 7 == 0) {
            b = a;
        }
        const std::vector<uintptr_t> elements = Addresses(a);
        const bool overlaps_itself =
            std::set<uintptr_t>(elements.begin(), elements.end()).size() != elements.size();
        ASSERT_EQ(OverlapsItself(a.Get()), overlaps_itself) << round;
        self_overlapping += overlaps_itself;

        const std::set<uintptr_t> bytes_a = Bytes(a);
        const std::set<uintptr_t> bytes_b = Bytes(b);
        bool meet = false;
        for (const uintptr_t byte : bytes_a) {
            meet = meet || bytes_b.count(byte) != 0;
        }
        const Overlap found = Compare(a.Get(), b.Get());
        ++seen[found];
        ASSERT_EQ(found != Overlap::kNone, meet) << round;
        if (found == Overlap::kExact) {
            ASSERT_EQ(Addresses(a), Addresses(b)) << round;
            ASSERT_EQ(a.bytes, b.bytes);
        }
        if (round % 7 == 0) {
            ASSERT_EQ(found, Overlap::kExact);
        }
    }
    EXPECT_GT(seen[Overlap::kNone], 1000);
    EXPECT_GT(seen[Overlap::kPartial], 1000);
    EXPECT_GT(self_overlapping, 1000);
}

TEST(Overlap, TellsInterleavedSlicesFromOverlappingOnes) {
    const View even{0x1000, 4, {64, 16}, {32, 2}};
    const View odd{0x1004, 4, {64, 16}, {32, 2}};
    const View shifted{0x1008, 4, {64, 16}, {32, 2}};
    EXPECT_EQ(Compare(even.Get(), odd.Get()), Overlap::kNone);
    EXPECT_EQ(Compare(even.Get(), shifted.Get()), Overlap::kPartial);
    const View transposed{0x1000, 4, {16, 64}, {2, 32}};
    EXPECT_EQ(Compare(even.Get(), transposed.Get()), Overlap::kPartial);
}

TEST(Overlap, DoesNotOverflowOnHugeViews) {
    const View huge{0x1000, 8, {int64_t{1} << 30, int64_t{1} << 29}, {int64_t{1} << 29, 1}};
    const View last{0x1000 + (uintptr_t{1} << 62) - 8, 8, {}, {}};
    const View beyond{0x1000 + (uintptr_t{1} << 62), 8, {}, {}};
    EXPECT_FALSE(OverlapsItself(huge.Get()));
    EXPECT_EQ(Compare(huge.Get(), last.Get()), Overlap::kPartial);
    EXPECT_EQ(Compare(huge.Get(), beyond.Get()), Overlap::kNone);
}

}  // namespace
}  // namespace aclnn_cpu::nnopbase
