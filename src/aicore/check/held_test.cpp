#include "aicore/check/held.h"

#include <gtest/gtest.h>

#include <array>

namespace aclnn_cpu::aicore::check {
namespace {

using Bytes = std::array<uint8_t, 12>;

// Two pieces read, of 5 and 3 bytes, and two written, of 2 and 6.
struct Copied {
    Bytes from{1, 2, 3, 4, 5, 0, 6, 7, 8};
    Bytes to{1, 2, 0, 3, 4, 5, 6, 7, 8};
    std::array<Piece, 4> pieces{{{from.data(), 5, Role::kRead, 1},
                                 {from.data() + 6, 3, Role::kRead, 1},
                                 {to.data(), 2, Role::kWrite, 0},
                                 {to.data() + 3, 6, Role::kWrite, 0}}};

    bool Held(size_t piece, uint64_t offset, uint64_t bytes) const {
        return Holds({.pieces = pieces}, pieces[piece], pieces[piece].at + offset, bytes);
    }
};

TEST(Holds, LooksAtWhatGoesToTheBytes) {
    for (uint64_t changed = 0; changed < 8; ++changed) {
        Copied copy;
        copy.to[changed < 2 ? changed : changed + 1] = 99;
        for (const uint64_t begin : {2u, 3u, 4u, 5u, 6u}) {
            for (uint64_t end = begin + 1; end <= 8; ++end) {
                EXPECT_EQ(copy.Held(3, begin - 2, end - begin), changed < begin || changed >= end)
                    << changed << " " << begin << " " << end;
            }
        }
        EXPECT_EQ(copy.Held(2, 0, 2), changed >= 2);
    }
}

TEST(Holds, SaysNothingWhereMoreIsWrittenThanRead) {
    Copied copy;
    copy.pieces[1].bytes = 2;
    EXPECT_FALSE(copy.Held(2, 0, 2));
}

TEST(Holds, SaysNothingOfAtomicCopies) {
    Copied copy;
    EXPECT_TRUE(copy.Held(2, 0, 2));
    copy.pieces[3].role = Role::kCombine;
    EXPECT_FALSE(copy.Held(2, 0, 2));
}

}  // namespace
}  // namespace aclnn_cpu::aicore::check
