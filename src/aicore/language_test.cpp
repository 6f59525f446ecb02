// The kernel language apart from its instructions: tensors as values, scalars, lists of tensors, tiling data.
#include <limits>

#include "aicore/kernel_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

// Runs with a tensor of 64 floats, counting from 0.
void WithFloats(const std::function<void(LocalTensor<float>)>& body) {
    ExpectRuns(RunKernel([&] {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 256);
        LocalTensor<float> tensor = buffer.Get<float>();
        for (uint32_t i = 0; i < 64; ++i) {
            tensor.SetValue(i, i);
        }
        body(tensor);
    }));
}

TEST(LocalTensor, StandsForTheSameMemoryUnderOtherHandles) {
    WithFloats([](LocalTensor<float> tensor) {
        LocalTensor<half> halves;
        halves.SetAddrWithOffset(tensor, 10);
        EXPECT_EQ(halves.address(), tensor.address() + 40);
        EXPECT_EQ(halves.GetSize(), 108u);
        EXPECT_EQ(halves.ReinterpretCast<float>().GetValue(1), 11.0f);
        tensor(3) = tensor(4) * 2;
        EXPECT_EQ(tensor.GetValue(3), 8.0f);
        EXPECT_EQ(tensor.GetPosition(), static_cast<int32_t>(TPosition::VECCALC));
        tensor.SetSize(5);
        EXPECT_EQ(tensor.GetSize(), 5u);
        EXPECT_EQ(tensor.GetLength(), 20u);
        tensor.SetBufferLen(32);
        EXPECT_EQ(tensor.GetSize(), 8u);
        tensor.SetUserTag(77);
        EXPECT_EQ(tensor.GetUserTag(), 77);
    });
}

TEST(LocalTensor, SetValueConvertsToTheElementType) {
    WithFloats([](LocalTensor<float> tensor) {
        const auto bytes = tensor.ReinterpretCast<int8_t>();
        bytes.SetValue(0, 300);
        EXPECT_EQ(bytes.GetValue(0), 44);
        tensor.SetValue(1, half(0.5f));
        EXPECT_EQ(tensor.GetValue(1), 0.5f);
        const auto halves = tensor.ReinterpretCast<half>();
        halves.SetValue(9, 1.0 / 3);
        EXPECT_EQ(halves.GetValue(9).bits(), 0x3555u);
        const auto flags = tensor.ReinterpretCast<bool>();
        flags.SetValue(7, 2);
        EXPECT_TRUE(flags.GetValue(7));
    });
}

TEST(ShapeInfo, TravelsWithATensor) {
    const uint32_t shape[] = {3, 4, 5};
    const uint32_t original[] = {6, 10};
    const ShapeInfo full(3, shape, 2, original, DataFormat::NZ);
    EXPECT_EQ(GetShapeSize(full), 60u);
    EXPECT_EQ(full.originalShapeDim, 2);
    EXPECT_EQ(full.originalShape[1], 10u);
    EXPECT_EQ(GetShapeSize(ShapeInfo()), 1u);
    WithFloats([&](LocalTensor<float> tensor) {
        tensor.SetShapeInfo(full);
        const LocalTensor<float> copy = tensor;
        EXPECT_EQ(copy.GetShapeInfo().shape[2], 5u);
        EXPECT_EQ(copy.GetShapeInfo().dataFormat, DataFormat::NZ);
    });
    GlobalTensor<float> global;
    global.SetShapeInfo(ShapeInfo(2, shape));
    EXPECT_EQ(global.GetShapeInfo().originalShape[1], 4u);
}

TEST(GlobalTensor, ReadsAndWritesElements) {
    ExpectRuns(RunKernel([] {
        float data[6] = {0, 1, 2, 3, 4, 5};
        GlobalTensor<float> tensor;
        tensor.SetGlobalBuffer(data, 6);
        EXPECT_EQ(tensor[2].GetSize(), 4u);
        EXPECT_EQ(tensor[2](1), 3.0f);
        tensor(4) = 40;
        tensor.SetValue(5, 50);
        EXPECT_EQ(data[4], 40.0f);
        EXPECT_EQ(tensor.GetPhyAddr(), data);
        EXPECT_EQ(tensor.GetPhyAddr(5), data + 5);
        tensor.SetL2CacheHint(CacheMode::CACHE_MODE_DISABLE);
        tensor.SetL2CacheHint<CacheRwMode::READ>(CacheMode::CACHE_MODE_NORMAL);
        tensor.SetGlobalBuffer(data);
        EXPECT_EQ(tensor.GetSize(), 0u);
    }));
}

TEST(Expression, WorksOnAllOfTheDestination) {
    ExpectRuns(RunKernel([] {
        TPipe pipe;
        TBuf<> buffers[3];
        for (auto& buffer : buffers) {
            pipe.InitBuffer(buffer, 64);
        }
        const LocalTensor<float> a = buffers[0].Get<float>();
        const LocalTensor<float> b = buffers[1].Get<float>();
        LocalTensor<float> out = buffers[2].Get<float>();
        for (uint32_t i = 0; i < 16; ++i) {
            a.SetValue(i, float(i) + 0.5f);
            b.SetValue(i, 8.0f - float(i) * 3);
        }
        const auto expect = [&](auto function, uint32_t size) {
            for (uint32_t i = 0; i < 16; ++i) {
                EXPECT_EQ(out.GetValue(i), i < size ? function(a.GetValue(i), b.GetValue(i)) : -1.0f) << i;
                out.SetValue(i, -1.0f);
            }
        };
        Duplicate(out, -1.0f, 16);
        out = a + b;
        expect([](float x, float y) { return x + y; }, 16);
        out.SetSize(11);
        out = a - b;
        out.SetSize(16);
        expect([](float x, float y) { return x - y; }, 11);
        out = a * b;
        expect([](float x, float y) { return x * y; }, 16);
        out = a / b;
        expect([](float x, float y) { return x / y; }, 16);
        LocalTensor<uint16_t> bits = out.ReinterpretCast<uint16_t>();
        const LocalTensor<uint16_t> left = a.ReinterpretCast<uint16_t>();
        const LocalTensor<uint16_t> right = b.ReinterpretCast<uint16_t>();
        bits = left & right;
        EXPECT_EQ(bits.GetValue(3), left.GetValue(3) & right.GetValue(3));
        bits = left | right;
        EXPECT_EQ(bits.GetValue(31), left.GetValue(31) | right.GetValue(31));
    }));
}

// Operators that compare: the bits of the comparison, for all elements of the first source.
template <typename T>
void CheckComparisons() {
    ExpectRuns(RunKernel([] {
        TPipe pipe;
        TBuf<> buffers[3];
        for (auto& buffer : buffers) {
            pipe.InitBuffer(buffer, 1024);
        }
        LocalTensor<T> a = buffers[0].Get<T>();
        const LocalTensor<T> b = buffers[1].Get<T>();
        LocalTensor<uint8_t> out = buffers[2].Get<uint8_t>();
        const float values[] = {-1.5f, 0.0f, 2.0f, NAN, -0.0f, 7.0f, 2.0f};
        for (uint32_t i = 0; i < 256; ++i) {
            a.SetValue(i, T(values[i % 7]));
            b.SetValue(i, T(values[i % 5]));
        }
        a.SetSize(128);
        const auto expect = [&](const char* symbol, auto compare) {
            for (uint32_t i = 0; i < 160; ++i) {
                const bool bit = ((out.GetValue(i / 8) >> (i % 8)) & 1) != 0;
                const bool expected =
                    i < 128 ? compare(float(a.GetValue(i)), float(b.GetValue(i))) : i % 2 == 0;
                EXPECT_EQ(bit, expected) << i << " " << symbol;
            }
            for (uint32_t i = 0; i < 32; ++i) {
                out.SetValue(i, 0x55);
            }
        };
        for (uint32_t i = 0; i < 32; ++i) {
            out.SetValue(i, 0x55);
        }
        out = a < b;
        expect("<", [](float x, float y) { return x < y; });
        out = a > b;
        expect(">", [](float x, float y) { return x > y; });
        out = a == b;
        expect("==", [](float x, float y) { return x == y; });
        out = a <= b;
        expect("<=", [](float x, float y) { return x <= y; });
        out = a >= b;
        expect(">=", [](float x, float y) { return x >= y; });
        out = a != b;  // a NaN is neither equal nor unequal
        expect("!=", [](float x, float y) { return x < y || x > y; });
    }));
}

TEST(Expression, ComparesAllElementsOfTheFirstSource) {
    CheckComparisons<half>();
    CheckComparisons<float>();
}

// Expected bits: by hand from the formats.
TEST(ScalarCast, RoundsAsNamed) {
    ExpectRuns(RunKernel([] {
        EXPECT_EQ((ScalarCast<float, int32_t, RoundMode::CAST_RINT>(2.5f)), 2);
        EXPECT_EQ((ScalarCast<float, int32_t, RoundMode::CAST_ROUND>(2.5f)), 3);
        EXPECT_EQ((ScalarCast<float, int32_t, RoundMode::CAST_ROUND>(-2.5f)), -3);
        EXPECT_EQ((ScalarCast<float, int32_t, RoundMode::CAST_FLOOR>(-2.25f)), -3);
        EXPECT_EQ((ScalarCast<float, int32_t, RoundMode::CAST_CEIL>(-2.75f)), -2);
        EXPECT_EQ((Cast<float, int32_t, RoundMode::CAST_CEIL>(3e9f)), INT32_MAX);
        EXPECT_EQ((Cast<float, int32_t, RoundMode::CAST_FLOOR>(std::nanf(""))), 0);
        const float above = 1.0f + 0x1p-11f;  // between two halves: the odd one
        EXPECT_EQ((ScalarCast<float, half, RoundMode::CAST_ODD>(above)).bits(), 0x3C01u);
        EXPECT_EQ((ScalarCast<float, half, RoundMode::CAST_ODD>(1.0f + 0x1p-10f + 0x1p-20f)).bits(), 0x3C01u);
        EXPECT_EQ((ScalarCast<float, half, RoundMode::CAST_ODD>(1.0f)).bits(), 0x3C00u);
        EXPECT_EQ(ToBfloat16(1.0f + 0x1p-8f).bits(), 0x3F80u);  // a tie, to even
        EXPECT_EQ(Cast(1.0f + 0x3p-8f).bits(), 0x3F82u);
        EXPECT_EQ(ToFloat(bfloat16_t(-2.5f)), -2.5f);
        EXPECT_EQ(Cast(bfloat16_t(3.0f)), 3.0f);
        EXPECT_EQ(ToFloat(1.1f), 1.1f);  // stays
        EXPECT_EQ(ToFloat(half(0.1f)), float(half(0.1f)));
    }));
}

// Examples of the public documentation.
TEST(Scalar, CountsBits) {
    EXPECT_EQ(GetBitCount<1>(0xFF00000000000001), 9);
    EXPECT_EQ(GetBitCount<0>(0xFF00000000000001), 55);
    EXPECT_EQ(ScalarGetCountOfValue<1>(0x0F), 4);
    EXPECT_EQ(CountLeadingZero(0x0100000000000020), 7);
    EXPECT_EQ(ScalarCountLeadingZero(0), 64);
    EXPECT_EQ(CountBitsCntSameAsSignBit(0x0100000000000020), 6);
    EXPECT_EQ(CountBitsCntSameAsSignBit(-1), -1);
    EXPECT_EQ(CountBitsCntSameAsSignBit(0), -1);
    EXPECT_EQ(GetSFFValue<1>(0x1000000000000100), 8);
    EXPECT_EQ(GetSFFValue<0>(0x0F), 4);
    EXPECT_EQ(ScalarGetSFFValue<1>(0), -1);
    EXPECT_EQ(GetSFFValue<0>(~uint64_t(0)), -1);
}

// A kernel's own helpers win over those of the language.
namespace kernel_with_helpers {
inline uint64_t AlignUp(uint64_t value, uint64_t align) { return value + align; }
uint64_t Use() { return AlignUp(uint64_t(5), uint64_t(8)); }
}  // namespace kernel_with_helpers

TEST(Helpers, RoundSizesUp) {
    EXPECT_EQ(AscendC::AlignUp(33, 32), 64u);
    EXPECT_EQ(AscendC::AlignUp(64, 32), 64u);
    EXPECT_EQ(DivCeil(7, 3), 3u);
    EXPECT_EQ(CeilDivision(7, 3), 3);
    EXPECT_EQ(CeilDivision(7, 0), 0);
    static_assert(GetDataBlockSizeInBytes() == 32);
    EXPECT_EQ(kernel_with_helpers::Use(), 13u);
    EXPECT_EQ(::min(3, 5L), 3);
    EXPECT_EQ(::max(3u, 5u), 5u);
    EXPECT_EQ(::sqrt(6.25f), 2.5f);
    EXPECT_EQ(sizeof(::sqrt(6.25f)), 4u);
    EXPECT_TRUE(likely(1 == 1) && !unlikely(1 == 2));
}

TEST(Std, HasTheTraitsAndFunctionsOfKernels) {
    static_assert(Std::is_same<half, half>::value && !Std::is_same_v<half, bfloat16_t>);
    static_assert(std::is_same_v<Std::conditional_t<true, int, float>, int>);
    static_assert(Std::min(3, 7L) == 3 && Std::max(-1, 2) == 2);
    static_assert(std::is_same_v<decltype(Std::min(1, 2.5f)), float>);
    EXPECT_EQ(Std::abs(-3), 3);
    EXPECT_EQ(Std::sqrt(16.0f), 4.0f);
    EXPECT_EQ(Std::get<1>(Std::make_tuple(1, 2.5f)), 2.5f);
}

TEST(Float16, IsAConstantExpression) {
    constexpr half kAlpha = half(1.6732632423543772);
    static_assert(kAlpha.bits() == 0x3EB1);
    constexpr bfloat16_t kScale = 1.0507009873554805f;
    static_assert(kScale.bits() == 0x3F86);
    static_assert(float(half(65504.0f)) == 65504.0f && half(1e6f).bits() == 0x7C00 &&
                  half(0x1p-24f).bits() == 1);
}

struct Pair {
    uint32_t first;
    float second;
};
struct Other {
    int64_t value;
};

TEST(TilingData, IsCopiedByteForByte) {
    alignas(8) uint8_t bytes[1 + sizeof(Pair)] = {};
    const Pair written = {7, 2.5f};
    std::memcpy(bytes + 1, &written, sizeof(written));  // not aligned
    GM_ADDR tiling = bytes + 1;
    {
        GET_TILING_DATA_WITH_STRUCT(Pair, data, tiling);
        EXPECT_EQ(data.first, 7u);
        data.first = 8;  // a copy
    }
    {
        REGISTER_TILING_FOR_TILINGKEY("TILING_KEY_VAR == 10001", Other);
        REGISTER_TILING_DEFAULT(Pair);
        GET_TILING_DATA(data, tiling);
        EXPECT_EQ(data.first, 7u);
        EXPECT_EQ(data.second, 2.5f);
        GET_TILING_DATA_MEMBER(Pair, second, second, tiling);
        EXPECT_EQ(second, 2.5f);
    }
    std::memcpy(bytes, &written, sizeof(written));
    GET_TILING_DATA_PTR_WITH_STRUCT(Pair, pointer, bytes);
    EXPECT_EQ(pointer->second, 2.5f);
    EXPECT_EQ(reinterpret_cast<const uint8_t*>(pointer), bytes);
}

TEST(ListTensorDesc, FindsTensorsAndShapes) {
    float first[6] = {};
    float second[4] = {};
    const auto address = [](void* data) { return reinterpret_cast<uint64_t>(data); };
    // Two descriptors, of {2, 3} and {4}, then the table of addresses.
    uint64_t block[] = {
        48, 2 | uint64_t(0) << 32, 2, 3, 1 | uint64_t(1) << 32, 4, address(first), address(second)};
    ListTensorDesc list(block);
    EXPECT_EQ(list.GetSize(), 2u);
    EXPECT_EQ(list.GetDataPtr<float>(1), second);
    uint64_t extents[4] = {};
    TensorDesc<float> desc;
    desc.SetShapeAddr(extents);
    list.GetDesc(desc, 0);
    EXPECT_EQ(desc.GetDim(), 2u);
    EXPECT_EQ(desc.GetShape(0) * 10 + desc.GetShape(1), 23u);
    EXPECT_EQ(desc.GetDataPtr(), first);
    list.GetDesc(desc, 1);
    EXPECT_EQ(desc.GetDim(), 1u);
    EXPECT_EQ(desc.GetShape(0), 4u);
    EXPECT_EQ(desc.GetIndex(), 1u);
    EXPECT_EQ(desc.GetDataObj().GetPhyAddr(), second);

    uint64_t plain[] = {24, uint64_t(3) << 32, 0xffffffff, address(first), address(second), address(first)};
    list.Init(plain);
    EXPECT_EQ(list.GetSize(), 3u);
    EXPECT_EQ(list.GetDataPtr<float>(2), first);
    ExpectFault(RunKernel([&] { list.GetDataPtr<float>(3); }), 507035,
                {"ASSERT at language_test.cpp:", "the index is below GetSize() of the ListTensorDesc"});
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
