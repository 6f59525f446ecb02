// Select in every mode and form, with masks of every element type, against a choice element by element.
#include "aicore/value_cases_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

constexpr uint32_t kCount = 2048;  // elements of each tensor
constexpr uint32_t kBitsBytes = 512;
constexpr SELMODE kReused = SELMODE::VSEL_CMPMASK_SPR;
constexpr SELMODE kScalar = SELMODE::VSEL_TENSOR_SCALAR_MODE;
constexpr SELMODE kTensor = SELMODE::VSEL_TENSOR_TENSOR_MODE;

template <typename T>
struct Inputs {
    std::vector<T> d = Values<T>(kCount, 21);
    std::vector<T> a = Values<T>(kCount, 22);
    std::vector<T> b = Values<T>(kCount, 23);
    std::vector<uint8_t> bits;
    Inputs() {
        std::mt19937 random(24);
        for (uint32_t i = 0; i < kBitsBytes; ++i) {
            bits.push_back(static_cast<uint8_t>(random()));
        }
    }
};

template <typename T>
struct SelectTensors {
    LocalTensor<T> d, a, b;
    LocalTensor<uint8_t> bits;
};

template <typename T>
std::vector<T> RunSelect(const Inputs<T>& in, const std::function<void(const SelectTensors<T>&)>& call,
                         std::string_view soc = "Ascend910B1") {
    std::vector<T> result;
    ExpectRuns(RunGolden(
        [&] {
            TPipe pipe;
            TBuf<> buffers[4];
            for (uint32_t i = 0; i < 3; ++i) {
                pipe.InitBuffer(buffers[i], static_cast<uint32_t>(kCount * sizeof(T)));
            }
            pipe.InitBuffer(buffers[3], kBitsBytes);
            const SelectTensors<T> t{buffers[0].Get<T>(), buffers[1].Get<T>(), buffers[2].Get<T>(),
                                     buffers[3].Get<uint8_t>()};
            Fill(t.d, in.d.data(), kCount * sizeof(T));
            Fill(t.a, in.a.data(), kCount * sizeof(T));
            Fill(t.b, in.b.data(), kCount * sizeof(T));
            Fill(t.bits, in.bits.data(), kBitsBytes);
            call(t);
            result = Read(t.d, kCount);
        },
        {.soc = soc}));
    return result;
}

// dst after `repeats` repeats in the layout, where `chosen` names the elements that are written.
template <typename T, typename Chosen>
std::vector<T> Selected(const Inputs<T>& in, SELMODE mode, const T* scalar, size_t repeats,
                        const BinaryRepeatParams& p, Chosen chosen) {
    constexpr size_t kPerRepeat = 256 / sizeof(T);
    constexpr size_t kPerBlock = 32 / sizeof(T);
    std::vector<T> expected = in.d;
    for (size_t r = 0; r < repeats; ++r) {
        for (size_t e = 0; e < kPerRepeat; ++e) {
            const auto at = [&](size_t block_stride, size_t repeat_stride) {
                return (r * repeat_stride + e / kPerBlock * block_stride) * kPerBlock + e % kPerBlock;
            };
            if (!chosen(r, e)) {
                continue;
            }
            const size_t bit = mode == kReused ? e : r * kPerRepeat + e;
            const bool first = ((in.bits[bit / 8] >> (bit % 8)) & 1) != 0;
            expected[at(p.dstBlkStride, p.dstRepStride)] = first ? in.a[at(p.src0BlkStride, p.src0RepStride)]
                                                           : scalar != nullptr
                                                               ? *scalar
                                                               : in.b[at(p.src1BlkStride, p.src1RepStride)];
        }
    }
    return expected;
}

template <typename T>
void ExpectSameBytes(const std::vector<T>& actual, const std::vector<T>& expected) {
    for (size_t i = 0; i < expected.size(); ++i) {
        ASSERT_EQ(std::memcmp(&actual[i], &expected[i], sizeof(T)), 0)
            << "element " << i << ": " << double(actual[i]) << ", expected " << double(expected[i]);
    }
}

// The three modes of a form: `call(tensors, mode)` selects with src1 = t.b or a scalar, as the mode takes.
template <typename T, typename Chosen, typename Call>
void CheckModes(size_t repeats, const BinaryRepeatParams& p, Chosen chosen, Call call) {
    const Inputs<T> in;
    const T scalar = T(-7.25f);
    for (const std::string_view soc : {"Ascend910B1", "Ascend310B1", "Ascend950PR_9599"}) {
        if (!HasType<T>(Opcode::kSelect, soc)) {
            continue;
        }
        for (const SELMODE mode : {kReused, kScalar, kTensor}) {
            const auto actual = RunSelect<T>(
                in,
                [&](const SelectTensors<T>& t) {
                    if (mode == kScalar) {
                        call(t, mode, scalar);
                    } else {
                        call(t, mode, t.b);
                    }
                },
                soc);
            ExpectSameBytes(actual,
                            Selected<T>(in, mode, mode == kScalar ? &scalar : nullptr, repeats, p, chosen));
        }
    }
}

template <typename T>
void CheckForms() {
    constexpr size_t kPerRepeat = 256 / sizeof(T);
    for (const uint32_t count : {0u, 1u, 7u, 8u, 31u, 63u, 64u, 65u, 127u, 129u, 500u, 2048u}) {
        CheckModes<T>(
            (count + kPerRepeat - 1) / kPerRepeat, {},
            [&](size_t r, size_t e) { return r * kPerRepeat + e < count; },
            [&](const auto& t, SELMODE mode, auto src1) { Select(t.d, t.bits, t.a, src1, mode, count); });
    }
    if (CountFormOnly<T>("Ascend950PR_9599")) {
        return;
    }
    const BinaryRepeatParams layouts[] = {
        {1, 1, 1, 8, 8, 8}, {2, 1, 3, 16, 8, 24}, {1, 0, 2, 9, 0, 16}, {1, 1, 1, 16, 8, 0}};
    uint64_t bits[2] = {0x8000'00F0'1234'5679u, 0xC000'0000'0000'0001u};
    for (const BinaryRepeatParams& p : layouts) {
        for (const uint64_t number : {uint64_t(0), uint64_t(1), uint64_t(45), uint64_t(kPerRepeat)}) {
            CheckModes<T>(
                3, p, [&](size_t, size_t e) { return e < number; },
                [&](const auto& t, SELMODE mode, auto src1) {
                    Select(t.d, t.bits, t.a, src1, mode, number, 3, p);
                });
        }
        CheckModes<T>(
            3, p, [&](size_t, size_t e) { return ((bits[e / 64] >> (e % 64)) & 1) != 0; },
            [&](const auto& t, SELMODE mode, auto src1) {
                Select(t.d, t.bits, t.a, src1, mode, bits, 3, p);
            });
        CheckModes<T>(
            2, p, [&](size_t r, size_t e) { return r * kPerRepeat + e < kPerRepeat + 13; },
            [&](const auto& t, SELMODE mode, auto src1) {
                SetMaskCount();
                Select(t.d, t.bits, t.a, src1, mode, uint64_t(kPerRepeat + 13), 1, p);
                SetMaskNorm();
                ResetMask();
            });
    }
}

TEST(Select, ChoosesByBitInEveryFormOfHalf) { CheckForms<half>(); }
TEST(Select, ChoosesByBitInEveryFormOfFloat) { CheckForms<float>(); }

TEST(Select, ChoosesByBitAmongTheTypesOfAscend950) {
    CheckForms<bfloat16_t>();
    CheckForms<int8_t>();
    CheckForms<uint16_t>();
    CheckForms<int32_t>();
    CheckForms<int64_t>();
}

TEST(Select, TakesMasksOfEveryUnsignedType) {
    const Inputs<float> in;
    const auto expected =
        Selected<float>(in, kTensor, nullptr, 20, {}, [](size_t r, size_t e) { return r * 64 + e < 1234; });
    const auto check = [&](auto element) {
        using U = decltype(element);
        ExpectSameBytes(RunSelect<float>(in,
                                         [](const auto& t) {
                                             Select(t.d, t.bits.template ReinterpretCast<U>(), t.a, t.b,
                                                    kTensor, 1234u);
                                         }),
                        expected);
    };
    check(uint8_t());
    check(uint16_t());
    check(uint32_t());
    check(uint64_t());
}

TEST(Select, WorksInPlaceOfEitherSource) {
    Inputs<float> in;
    for (const bool first : {true, false}) {
        Inputs<float> same = in;
        (first ? same.a : same.b) = same.d;
        ExpectSameBytes(RunSelect<float>(in,
                                         [&](const auto& t) {
                                             first ? Select(t.d, t.bits, t.d, t.b, kTensor, 1000u)
                                                   : Select(t.d, t.bits, t.a, t.d, kTensor, 1000u);
                                         }),
                        Selected<float>(same, kTensor, nullptr, 16, {},
                                        [](size_t r, size_t e) { return r * 64 + e < 1000; }));
    }
}

// dst one block behind src0: each repeat is read before it is written, on every instruction set.
TEST(Select, GivesEqualBitsOnEveryInstructionSetEvenWhenOperandsOverlap) {
    const Inputs<half> in;
    ExpectEqualOnEveryTarget([&] {
        return RunSelect<half>(in, [](const auto& t) {
            Select(t.d, t.bits, t.a, t.b, kTensor, 1000u);
            Select(t.d[16], t.bits, t.d, half(2.0f), kScalar, 1000u);
            Select(t.d, t.d.template ReinterpretCast<uint8_t>(), t.a, t.b, kTensor, 1000u);
        });
    });
    const Inputs<float> floats;
    ExpectEqualOnEveryTarget([&] {
        return RunSelect<float>(floats, [](const auto& t) {
            uint64_t bits[] = {0x8000'00F0'1234'5679u, 0};
            Select(t.d, t.bits, t.a, t.b, kReused, bits, 3, {1, 1, 1, 8, 8, 8});
            Select(t.d[1024], t.bits, t.a, 2.0f, kScalar, 1000u);
        });
    });
}

template <typename T>
void CheckRegister() {
    const Inputs<T> in;
    const BinaryRepeatParams p{1, 1, 1, 8, 8, 8};
    const auto chosen = [](size_t, size_t e) { return e < 33; };
    ExpectSameBytes(RunSelect<T>(in,
                                 [&](const auto& t) {
                                     SetCmpMask(t.bits);
                                     SetVectorMask<T>(33);
                                     Select<T, kReused>(t.d, t.a, t.b, 4, p);
                                 }),
                    Selected<T>(in, kReused, nullptr, 4, p, chosen));
    ExpectSameBytes(RunSelect<T>(in,
                                 [&](const auto& t) {
                                     const auto address = static_cast<uint32_t>(t.bits.GetPhyAddr());
                                     const auto holder = t.b[1024].template ReinterpretCast<uint32_t>();
                                     SetVectorMask<uint32_t>(32);
                                     Duplicate<uint32_t, false>(holder, address, MASK_PLACEHOLDER, 1, 1, 8);
                                     SetCmpMask(holder);
                                     SetVectorMask<T>(33);
                                     Select<T, kTensor>(t.d, t.a, t.b, 4, p);
                                 }),
                    Selected<T>(in, kTensor, nullptr, 4, p, chosen));
    const T scalar = T(1.5f);
    ExpectSameBytes(RunSelect<T>(in,
                                 [&](const auto& t) {
                                     Duplicate(t.b, scalar, 8);
                                     SetCmpMask(t.b);
                                     SetVectorMask<T>(33);
                                     Select(t.d, t.bits, t.a, 4, p);
                                 }),
                    Selected<T>(in, kScalar, &scalar, 4, p, chosen));
}

TEST(Select, WithoutAMaskArgumentReadsTheRegister) {
    CheckRegister<half>();
    CheckRegister<float>();
}

// A comparison into the register selects with the next instruction.
TEST(Select, ChainsWithACompareIntoTheRegister) {
    const Inputs<float> in;
    const BinaryRepeatParams p{1, 1, 1, 8, 8, 8};
    std::vector<float> expected = in.d;
    for (size_t i = 0; i < 64; ++i) {
        expected[i] = in.a[i] > in.b[i] ? in.a[i] : in.b[i];
    }
    ExpectSameBytes(RunSelect<float>(in,
                                     [&](const auto& t) {
                                         Compare(t.a, t.b, CMPMODE::GT, uint64_t(64), p);
                                         Select<float, kReused>(t.d, t.a, t.b, 1, p);
                                     }),
                    expected);
}

// Fills UB, selects, and returns the bytes from 188416 on that changed.
std::vector<uint8_t> Scratch(std::string_view soc, SELMODE mode) {
    std::vector<uint8_t> changed;
    ExpectRuns(RunKernel(
        [&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 196608);
            const auto bytes = buffer.Get<uint8_t>();
            Duplicate(bytes.ReinterpretCast<uint32_t>(), 0u, 49152);
            const auto d = bytes.ReinterpretCast<half>();
            const auto a = d[512];
            if (mode == kScalar) {
                Select(d, bytes[4096], a, half(1.0f), mode, 100u);
            } else {
                Select(d, bytes[4096], a, a, mode, 100u);
            }
            const auto end = Read(bytes[188416 - 32], 8192 + 32);
            const auto last = std::find_if(end.rbegin(), end.rend(), [](uint8_t byte) { return byte != 0; });
            changed.assign(end.begin() + (last == end.rend() ? 0 : 32), last.base());
        },
        {.soc = soc}));
    return changed;
}

TEST(Select, WritesScratchAboveByte188416OfAscend910B) {
    std::vector<uint8_t> scalars;
    std::vector<uint8_t> addresses;
    for (int i = 0; i < 32; ++i) {
        scalars.insert(scalars.end(), {0x00, 0x3C});         // half 1.0
        addresses.insert(addresses.end(), {0, 0x10, 0, 0});  // 4096
    }
    addresses.resize(32 * 4 - 2);  // the last bytes are 0 anyway
    EXPECT_EQ(Scratch("Ascend910B1", kScalar), scalars);
    EXPECT_EQ(Scratch("Ascend910B1", kTensor), addresses);
    EXPECT_EQ(Scratch("Ascend910B1", kReused), std::vector<uint8_t>());
    EXPECT_EQ(Scratch("Ascend310B1", kScalar), std::vector<uint8_t>());
    EXPECT_EQ(Scratch("Ascend310B1", kTensor), std::vector<uint8_t>());
}

TEST(Select, RefusesWhatTheChipLacks) {
    const auto select =
        [](auto element, std::string_view soc,
           const std::function<void(const LocalTensor<decltype(element)>&, const LocalTensor<uint8_t>&)>&
               call) {
            return RunKernel(
                [&] {
                    TPipe pipe;
                    TBuf<> buffer;
                    pipe.InitBuffer(buffer, 4096);
                    call(buffer.Get<decltype(element)>(), buffer.Get<uint8_t>()[2048]);
                },
                {.soc = soc});
        };
    ExpectFault(
        select(int32_t(), "Ascend910B1",
               [](const auto& t, const auto& m) { Select(t, m, t, t, kTensor, 64u); }),
        507035,
        {"Select(dst VECCALC int32_t at byte 0, selMask VECCALC uint8_t at byte 2048, src0 VECCALC int32_t "
         "at byte 0, src1 VECCALC int32_t at byte 0, VSEL_TENSOR_TENSOR_MODE, count 64) at select_test.cpp:",
         "Ascend910B1 has no Select on int32_t, it takes half, float"});
    ExpectFault(select(float(), "Ascend910B1",
                       [](const auto& t, const auto& m) { Select(t, m, t, 2.5f, kTensor, 64u); }),
                507035, {"src1 is a scalar, which does not go with VSEL_TENSOR_TENSOR_MODE", "scalar 2.5"});
    ExpectFault(select(float(), "Ascend910B1",
                       [](const auto& t, const auto& m) { Select(t, m, t, t, kScalar, 64u); }),
                507035, {"src1 is a tensor, which does not go with VSEL_TENSOR_SCALAR_MODE"});
    ExpectFault(select(float(), "Ascend910B1",
                       [](const auto& t, const auto& m) {
                           Select(t, m.template ReinterpretCast<int32_t>(), t, t, kTensor, 64u);
                       }),
                507035, {"the mask of Select is int32_t, expected uint8_t, uint16_t, uint32_t, uint64_t"});
    ExpectFault(select(float(), "Ascend910B1",
                       [](const auto& t, const auto& m) { Select(t, m[8], t, t, kTensor, 64u); }),
                507035, {"selMask starts at byte address 2056, expected a multiple of 32"});
    ExpectFault(
        select(float(), "Ascend310B1",
               [](const auto& t, const auto&) { Select<float, kReused>(t, t, t, 1, BinaryRepeatParams()); }),
        507015,
        {"Ascend310B1 has no Select (SelectRegister) on float, or on any other type",
         "mask as set, repeat 1"});
    ExpectFault(select(float(), "Ascend910B1",
                       [](const auto& t, const auto& m) {
                           Duplicate(t.template ReinterpretCast<uint32_t>(), 12u, 64);
                           SetCmpMask(t);
                           Select<float, kTensor>(t, t, t, 1, BinaryRepeatParams());
                           (void)m;
                       }),
                507035, {"the register CMPMASK does not hold the address of a mask in UB"});
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
