// Every way of copying with every element type, on Ascend910B and Ascend310B where they have it. Copies move bytes:
// what is expected is worked out in bytes.
#include <random>

#include "aicore/chip_cases_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

constexpr size_t kBytes = 4096;
using Bytes = std::vector<uint8_t>;

template <typename T>
struct CopyTensors {
    GlobalTensor<T> from, to;
    LocalTensor<T> ub, l1;
};

// What memory holds: global memory to copy from, global memory to copy to, UB and L1.
struct Memory {
    Bytes from = Bytes(kBytes);
    Bytes to = Bytes(kBytes, 0xC3);
    Bytes ub = Bytes(kBytes, 0xA5);
    Bytes l1 = Bytes(kBytes, 0x96);

    Memory() {
        std::mt19937 random(17);
        for (uint8_t& byte : from) {
            byte = static_cast<uint8_t>(random());
        }
    }
};

void Put(Bytes& dst, size_t dst_byte, const Bytes& src, size_t src_byte, size_t bytes) {
    std::copy_n(src.begin() + std::ptrdiff_t(src_byte), bytes, dst.begin() + std::ptrdiff_t(dst_byte));
}

template <typename T>
void PutElements(Bytes& dst, size_t dst_byte, T value, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        std::memcpy(&dst[dst_byte + i * sizeof(T)], &value, sizeof(T));
    }
}

// Runs the copies and compares all memory with what `expect` makes of it.
template <typename T>
void Check(const char* way, std::string_view soc, const std::function<void(const CopyTensors<T>&)>& copy,
           const std::function<void(Memory&)>& expect) {
    SCOPED_TRACE(std::string(way) + " of " + std::to_string(sizeof(T)) + " bytes on " + std::string(soc));
    Memory found;
    ExpectRuns(RunGolden(
        [&] {
            TPipe pipe;
            TBuf<> ub;
            TBuf<TPosition::A1> l1;
            pipe.InitBuffer(ub, kBytes);
            pipe.InitBuffer(l1, kBytes);
            CopyTensors<T> t;
            t.from.SetGlobalBuffer(reinterpret_cast<T*>(found.from.data()), kBytes / sizeof(T));
            t.to.SetGlobalBuffer(reinterpret_cast<T*>(found.to.data()), kBytes / sizeof(T));
            t.ub = ub.Get<T>();
            t.l1 = l1.Get<T>();
            Fill(t.ub, found.ub.data(), kBytes);
            Fill(t.l1, found.l1.data(), kBytes);
            copy(t);
            found.ub = Read(ub.Get<uint8_t>(), kBytes);
            found.l1 = Read(l1.Get<uint8_t>(), kBytes);
        },
        {.soc = soc}));
    Memory expected;
    expect(expected);
    EXPECT_EQ(found.from, expected.from);
    EXPECT_EQ(found.to, expected.to);
    EXPECT_EQ(found.ub, expected.ub);
    EXPECT_EQ(found.l1, expected.l1);
}

// Elements of a 32-byte block.
template <typename T>
constexpr uint32_t kBlock = 32 / sizeof(T);

TEST(CopyOfEveryType, MovesBlocksInAndOut) {
    ForAllTypes(Opcode::kDataCopyIn, [](auto element, std::string_view soc) {
        using T = decltype(element);
        Check<T>(
            "in and out", soc,
            [](const auto& t) {
                DataCopy(t.ub[kBlock<T>], t.from[1], 3 * kBlock<T> + kBlock<T> / 2);
                DataCopy(t.to[3], t.ub[2 * kBlock<T>], DataCopyParams{2, 1, 1, 2});
            },
            [](Memory& m) {
                Put(m.ub, 32, m.from, sizeof(T), 96);
                Put(m.to, 3 * sizeof(T), m.ub, 64, 32);
                Put(m.to, 3 * sizeof(T) + 96, m.ub, 128, 32);
            });
    });
}

TEST(CopyOfEveryType, MovesInsideUb) {
    ForAllTypes(Opcode::kDataCopyLocal, [](auto element, std::string_view soc) {
        using T = decltype(element);
        Check<T>(
            "inside UB", soc,
            [](const auto& t) {
                DataCopy(t.ub, t.from, 6 * kBlock<T>);
                DataCopy(t.ub[10 * kBlock<T>], t.ub, DataCopyParams{3, 1, 1, 2});
            },
            [](Memory& m) {
                Put(m.ub, 0, m.from, 0, 192);
                for (size_t i = 0; i < 3; ++i) {
                    Put(m.ub, 320 + 96 * i, m.from, 64 * i, 32);
                }
            });
    });
}

TEST(CopyOfEveryType, MovesThroughL1) {
    ForAllTypes(Opcode::kDataCopyInL1, [](auto element, std::string_view soc) {
        using T = decltype(element);
        ASSERT_TRUE(HasType<T>(Opcode::kDataCopyOutL1, soc) && HasType<T>(Opcode::kDataCopyToL1, soc));
        Check<T>(
            "through L1", soc,
            [](const auto& t) {
                DataCopy(t.ub, t.from, 2 * kBlock<T>);
                DataCopy(t.l1[kBlock<T>], t.ub, 2 * kBlock<T>);
                DataCopy(t.l1[8 * kBlock<T>], t.from[5], DataCopyParams{2, 1, 3, 1});
                DataCopy(t.to, t.l1[8 * kBlock<T>], 3 * kBlock<T>);
            },
            [](Memory& m) {
                Put(m.ub, 0, m.from, 0, 64);
                Put(m.l1, 32, m.from, 0, 64);
                Put(m.l1, 256, m.from, 5 * sizeof(T), 32);
                Put(m.l1, 320, m.from, 5 * sizeof(T) + 128, 32);
                Put(m.to, 0, m.l1, 256, 96);
            });
    });
}

// A value to pad with; of 64 bits there is only 0.
template <typename T>
const T kPad = sizeof(T) == 8 ? T(0.0f) : T(5.0f);

TEST(CopyOfEveryType, PadsBursts) {
    ForAllTypes(Opcode::kDataCopyPadIn, [](auto element, std::string_view soc) {
        using T = decltype(element);
        constexpr uint32_t kRow = 5 * sizeof(T);
        constexpr size_t kPadded = (8 * sizeof(T) + 31) / 32 * 32;
        Check<T>(
            "padded", soc,
            [](const auto& t) {
                DataCopyPad(t.ub[kBlock<T>], t.from[1], DataCopyExtParams{2, kRow, 3 * sizeof(T), 1, 0},
                            DataCopyPadExtParams<T>{true, 1, 2, kPad<T>});
                DataCopyPad(t.to[3], t.ub[kBlock<T>], DataCopyExtParams{2, kRow, 2, sizeof(T), 0});
            },
            [](Memory& m) {
                for (size_t row = 0; row < 2; ++row) {
                    const size_t at = 32 + row * (kPadded + 32);
                    PutElements(m.ub, at, kPad<T>, kPadded / sizeof(T));
                    Put(m.ub, at + sizeof(T), m.from, (1 + 8 * row) * sizeof(T), kRow);
                }
                const size_t out = (kRow + 31) / 32 * 32 + 64;  // from burst to burst in UB
                Put(m.to, 3 * sizeof(T), m.ub, 32, kRow);
                Put(m.to, 9 * sizeof(T), m.ub, 32 + out, kRow);
            });
    });
}

TEST(CopyOfEveryType, PadsWithTheValueThatIsSet) {
    ForAllTypes(Opcode::kSetPadValue, [](auto element, std::string_view soc) {
        using T = decltype(element);
        Check<T>(
            "with the value set", soc,
            [](const auto& t) {
                SetPadValue(T(7.0f));
                DataCopyPad(t.ub, t.from, DataCopyExtParams{1, 3 * sizeof(T), 0, 0, 0},
                            DataCopyPadExtParams<T>{false, 1, 0, T(0.0f)});
            },
            [](Memory& m) {
                const T value(7.0f);  // elements of 64 bits: its lower half, twice
                uint32_t half_bits = 0;
                std::memcpy(&half_bits, &value, std::min<size_t>(sizeof(T), 4));
                if (sizeof(T) == 8) {
                    PutElements(m.ub, 0, half_bits, 8);
                } else {
                    PutElements(m.ub, 0, value, kBlock<T>);
                }
                Put(m.ub, sizeof(T), m.from, 0, 3 * sizeof(T));
            });
    });
}

// Rows 1 and 3 of five rows of three blocks: the block that starts at element 3, and back to others.
TEST(CopyOfEveryType, MovesSlices) {
    ForAllTypes(Opcode::kDataCopySliceIn, [](auto element, std::string_view soc) {
        using T = decltype(element);
        constexpr uint32_t kPerBlock = kBlock<T>;
        Check<T>(
            "slices", soc,
            [](const auto& t) {
                const SliceInfo rows[] = {{3, 2 + kPerBlock, 0, 1, 3 * kPerBlock}, {1, 3, 1, 1, 5}};
                const SliceInfo dense[] = {{0, kPerBlock - 1, 0, 1, kPerBlock}, {0, 1, 0, 1, 2}};
                DataCopy(t.ub, t.from, dense, rows, 2);
                DataCopy(t.to, t.ub, rows, dense, 2);
            },
            [](Memory& m) {
                for (size_t row = 0; row < 2; ++row) {
                    const size_t at = 3 * sizeof(T) + 96 * (1 + 2 * row);
                    Put(m.ub, 32 * row, m.from, at, 32);
                    Put(m.to, at, m.from, at, 32);
                }
            });
    });
}

TEST(CopyOfEveryType, FillsGlobalMemory) {
    ForTypes<int16_t, uint16_t, half, int32_t, uint32_t, float>(
        Opcode::kInitGlobalMemory, [](auto element, std::string_view soc) {
            using T = decltype(element);
            Bytes expected(kBytes, 0xC3);
            PutElements(expected, 5 * sizeof(T), T(6.0f), 301);
            Bytes found(kBytes, 0xC3);
            ExpectRuns(RunGolden(
                [&] {
                    TPipe pipe;
                    GlobalTensor<T> global;
                    global.SetGlobalBuffer(reinterpret_cast<T*>(found.data()) + 5);
                    InitGlobalMemory(global, 301, T(6.0f));
                },
                {.soc = soc}));
            EXPECT_EQ(found, expected);
        });
}

// Bursts without padding between them, whole blocks for all together; paddings of the sides do not count.
TEST(CopyOfEveryType, PacksBurstsInTheCompactModeOfAscend950) {
    const auto check = [](auto element) {
        using T = decltype(element);
        constexpr uint32_t kRow = 3 * sizeof(T);
        Check<T>(
            "compact", "Ascend950PR_9599",
            [](const auto& t) {
                DataCopyPad<T, PaddingMode::Compact>(t.ub[kBlock<T>], t.from[2],
                                                     DataCopyExtParams{5, kRow, 2 * sizeof(T), 1, 0},
                                                     DataCopyPadExtParams<T>{true, 1, 1, kPad<T>});
                DataCopyPad<T, PaddingMode::Compact>(t.to[1], t.ub[2 * kBlock<T>],
                                                     DataCopyExtParams{3, kRow, 1, sizeof(T), 0});
            },
            [](Memory& m) {
                PutElements(m.ub, 32, kPad<T>, (5 * kRow + 31) / 32 * 32 / sizeof(T));
                for (size_t row = 0; row < 5; ++row) {
                    Put(m.ub, 32 + row * kRow, m.from, (2 + 5 * row) * sizeof(T), kRow);
                }
                for (size_t row = 0; row < 3; ++row) {
                    Put(m.to, (1 + 4 * row) * sizeof(T), m.ub, 64 + row * kRow, kRow);
                }
            });
    };
    check(int8_t());
    check(half());
    check(float());
    check(int64_t());
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
