// The native kernel gives the same bits whatever the strides, chunking and mix of types.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "activation/gelu_grad/tests/native_harness.h"
#include "activation/gelu_grad/tests/native_values.h"

namespace aclnn_cpu::gelu_grad {
namespace {

struct Tensor {
    DType dtype;
    std::vector<int64_t> strides;
    int64_t offset;
    std::vector<std::byte> storage;
};

int64_t OffsetAt(const Tensor& tensor, const std::vector<int64_t>& sizes, int64_t element) {
    int64_t offset = tensor.offset;
    for (size_t dim = sizes.size(); dim-- > 0;) {
        offset += element % sizes[dim] * tensor.strides[dim];
        element /= sizes[dim];
    }
    return offset;
}

float ReadAs(DType compute, const Tensor& tensor, int64_t offset) {
    float value;
    const std::byte* at =
        tensor.storage.data() + offset * static_cast<int64_t>(base::ElementBytes(tensor.dtype));
    uint16_t bits;
    std::memcpy(&bits, at, 2);
    switch (tensor.dtype) {
        case DType::kFloat16:
            value = half::FromBits(bits);
            break;
        case DType::kBFloat16:
            value = bfloat16_t::FromBits(bits);
            break;
        default:
            std::memcpy(&value, at, 4);
    }
    return compute == DType::kFloat16    ? float(half(value))
           : compute == DType::kBFloat16 ? float(bfloat16_t(value))
                                         : value;
}

void Write(Tensor& tensor, int64_t offset, DType compute, float value) {
    value = compute == DType::kFloat16    ? float(half(value))
            : compute == DType::kBFloat16 ? float(bfloat16_t(value))
                                          : value;
    std::byte* at = tensor.storage.data() + offset * static_cast<int64_t>(base::ElementBytes(tensor.dtype));
    const uint16_t narrow = tensor.dtype == DType::kFloat16 ? half(value).bits() : bfloat16_t(value).bits();
    if (tensor.dtype == DType::kFloat) {
        std::memcpy(at, &value, 4);
    } else {
        std::memcpy(at, &narrow, 2);
    }
}

// A tensor of `sizes` in one of several layouts, filled with values; its storage is exactly as large as the
// view needs, and a guard in front and behind.
enum Layout { kDense, kTransposed, kSliced, kExpandedInner, kExpandedOuter, kReversedDims, kLayouts };

Tensor MakeTensor(DType dtype, const std::vector<int64_t>& sizes, Layout layout, uint32_t seed) {
    constexpr int64_t kGuard = 32;
    Tensor tensor{dtype, std::vector<int64_t>(sizes.size()), kGuard, {}};
    std::vector<size_t> order(sizes.size());  // innermost first
    for (size_t i = 0; i < order.size(); ++i) {
        order[i] = layout == kReversedDims ? i : order.size() - 1 - i;
    }
    if (layout == kTransposed && order.size() >= 2) {
        std::swap(order[0], order[1]);
    }
    int64_t stride = layout == kSliced ? 2 : 1;
    int64_t last = kGuard;
    for (size_t i = 0; i < order.size(); ++i) {
        const size_t dim = order[i];
        const bool expanded =
            (layout == kExpandedInner && dim + 1 == sizes.size()) || (layout == kExpandedOuter && dim == 0);
        tensor.strides[dim] = expanded ? 0 : stride;
        last += expanded ? 0 : (sizes[dim] - 1) * stride;
        stride *= expanded ? 1 : sizes[dim] + (layout == kSliced ? 1 : 0);
    }
    const std::vector<float> values = SomeValues<float>(static_cast<size_t>(last + 1 + kGuard), seed);
    tensor.storage.resize(values.size() * base::ElementBytes(dtype));
    for (size_t i = 0; i < values.size(); ++i) {
        Write(tensor, static_cast<int64_t>(i), DType::kFloat, values[i]);
    }
    return tensor;
}

View ViewOf(const Tensor& tensor) {
    return {tensor.storage.data() + tensor.offset * static_cast<int64_t>(base::ElementBytes(tensor.dtype)),
            tensor.dtype, tensor.strides};
}

void CheckCase(const std::vector<int64_t>& sizes, DType compute, const Tensor& dy, const Tensor& x, Tensor z,
               uint32_t threads, SimdTarget target) {
    int64_t count = 1;
    for (const int64_t size : sizes) {
        count *= size;
    }
    std::vector<float> dense_dy(static_cast<size_t>(count)), dense_x(dense_dy.size());
    for (int64_t i = 0; i < count; ++i) {
        dense_dy[static_cast<size_t>(i)] = ReadAs(compute, dy, OffsetAt(dy, sizes, i));
        dense_x[static_cast<size_t>(i)] = ReadAs(compute, x, OffsetAt(x, sizes, i));
    }
    const std::vector<float> dense_z = RunDense(DType::kFloat, dense_dy, dense_x, 1, target);
    Tensor expected = z;
    for (int64_t i = 0; i < count; ++i) {
        Write(expected, OffsetAt(z, sizes, i), compute, dense_z[static_cast<size_t>(i)]);
    }
    RunNative(sizes, compute, ViewOf(dy), ViewOf(x), ViewOf(z), threads, target);
    ASSERT_EQ(z.storage, expected.storage) << "a wrong value, or a byte outside the output changed";
}

const std::vector<std::vector<int64_t>> kShapes = {
    {},        {1},       {7},         {1000},       {3, 5},      {64, 64},         {33, 70},
    {1, 90},   {90, 1},   {4, 300, 3}, {2, 3, 4, 5}, {40, 9, 40}, {2, 1, 3, 1, 40}, {2, 2, 2, 2, 2, 2, 2, 2},
    {3000, 3}, {100, 260}};

TEST(NativeLayouts, AnyStridesGiveTheDenseBits) {
    for (const auto& sizes : kShapes) {
        for (int dy = 0; dy < kLayouts; ++dy) {
            for (int x = 0; x < kLayouts; ++x) {
                for (const Layout z : {kDense, kTransposed, kSliced, kReversedDims}) {
                    SCOPED_TRACE(testing::PrintToString(sizes) + " layouts " + std::to_string(dy) +
                                 std::to_string(x) + std::to_string(z));
                    for (const DType dtype : {DType::kFloat, DType::kFloat16}) {
                        ASSERT_NO_FATAL_FAILURE(
                            CheckCase(sizes, dtype, MakeTensor(dtype, sizes, static_cast<Layout>(dy), 7),
                                      MakeTensor(dtype, sizes, static_cast<Layout>(x), 8),
                                      MakeTensor(dtype, sizes, z, 9), 1, SimdTarget::kBest));
                    }
                }
            }
        }
    }
}

TEST(NativeLayouts, AnyMixOfTypesRoundsAsThePlanDoes) {
    const std::vector<int64_t> sizes = {3, 50, 11};
    const DType types[] = {DType::kFloat, DType::kFloat16, DType::kBFloat16};
    for (const SimdTarget target : simd::AvailableTargets()) {
        for (const DType dy : types) {
            for (const DType x : types) {
                for (const DType z : types) {
                    for (const DType compute : types) {
                        for (const Layout layout : {kDense, kTransposed, kSliced, kExpandedInner}) {
                            SCOPED_TRACE(NameOf(target) + " types " + std::string(base::DTypeName(dy)) + " " +
                                         std::string(base::DTypeName(x)) + " " +
                                         std::string(base::DTypeName(z)) + " compute " +
                                         std::string(base::DTypeName(compute)));
                            ASSERT_NO_FATAL_FAILURE(CheckCase(sizes, compute,
                                                              MakeTensor(dy, sizes, layout, 10),
                                                              MakeTensor(x, sizes, kDense, 11),
                                                              MakeTensor(z, sizes, kSliced, 12), 1, target));
                        }
                    }
                }
            }
        }
    }
}

TEST(NativeLayouts, LargeTransposesOnSeveralThreads) {
    const std::vector<int64_t> sizes = {5, 211, 307};
    for (const uint32_t threads : {1, 2, 3, 8}) {
        for (const Layout layout : {kTransposed, kReversedDims, kExpandedOuter}) {
            CheckCase(sizes, DType::kFloat, MakeTensor(DType::kFloat, sizes, layout, 13),
                      MakeTensor(DType::kFloat16, sizes, kDense, 14),
                      MakeTensor(DType::kFloat, sizes, kDense, 15), threads, SimdTarget::kBest);
        }
    }
}

TEST(NativeLayouts, EmptyTensorsAreNotTouched) {
    float guard = 3.0f;
    RunNative({4, 0, 2}, DType::kFloat, {nullptr, DType::kFloat, {0, 2, 1}},
              {nullptr, DType::kFloat, {0, 2, 1}}, {&guard, DType::kFloat, {0, 2, 1}}, 2);
    EXPECT_EQ(guard, 3.0f);
}

// Integers reach the float computation as numbers (a promotion that aclnn accepts).
TEST(NativeLayouts, IntegerGradient) {
    const std::vector<int64_t> dy = {1, -2, 16777217, 0};
    const std::vector<float> x = {1, 2, 40, 3};
    std::vector<float> z(4);
    RunNative({4}, DType::kFloat, {dy.data(), DType::kInt64, {1}}, {x.data(), DType::kFloat, {1}},
              {z.data(), DType::kFloat, {1}});
    EXPECT_NEAR(z[0], 1.082964084f, 2.4e-7f);
    EXPECT_NEAR(z[1], -2 * 1.086099257f, 4.8e-7f);
    EXPECT_EQ(z[2], 16777216.0f);
    EXPECT_EQ(z[3], 0.0f);
}

// BL-16: a gradient of one stored element, at the end of a page that ends in nothing.
TEST(NativeLayouts, ExpandedGradientReadsNothingButItsOneElement) {
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    auto* pages = static_cast<std::byte*>(
        mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    ASSERT_NE(pages, MAP_FAILED);
    ASSERT_EQ(mprotect(pages + page, page, PROT_NONE), 0);
    const float one = 1.0f;
    std::memcpy(pages + page - sizeof(one), &one, sizeof(one));
    const std::vector<float> x(128, 0.5f);
    std::vector<float> z(128);
    for (const SimdTarget target : simd::AvailableTargets()) {
        RunNative({64, 2}, DType::kFloat, {pages + page - sizeof(one), DType::kFloat, {0, 0}},
                  {x.data(), DType::kFloat, {2, 1}}, {z.data(), DType::kFloat, {2, 1}}, 2, target);
        for (const float value : z) {
            EXPECT_EQ(std::bit_cast<uint32_t>(value), 0x3F5E0BF4u);
        }
    }
    munmap(pages, 2 * page);
}

}  // namespace
}  // namespace aclnn_cpu::gelu_grad
