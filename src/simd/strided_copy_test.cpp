#include "simd/strided_copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "simd/convert.h"
#include "simd/targets.h"

namespace aclnn_cpu::simd {
namespace {

using base::DType;

uint32_t Below(uint32_t end, std::mt19937& random) { return static_cast<uint32_t>(random() % end); }

struct Layout {
    std::vector<int64_t> sizes;
    std::vector<int64_t> strides;
    int64_t extent;  // elements from the first to behind the last
};

// Strides of a permuted, possibly gapped, possibly broadcast view.
Layout RandomLayout(const std::vector<int64_t>& sizes, bool may_broadcast, std::mt19937& random) {
    Layout layout{sizes, std::vector<int64_t>(sizes.size()), 1};
    std::vector<size_t> order(sizes.size());
    for (size_t i = 0; i < order.size(); ++i) {
        order[i] = order.size() - 1 - i;
    }
    if (random() % 2 == 0) {
        std::shuffle(order.begin(), order.end(), random);
    }
    int64_t stride = random() % 4 == 0 ? 3 : 1;
    for (const size_t dim : order) {
        const bool broadcast = may_broadcast && random() % 5 == 0;
        layout.strides[dim] = broadcast ? 0 : stride;
        layout.extent += broadcast ? 0 : (sizes[dim] - 1) * stride;
        stride *= broadcast ? 1 : sizes[dim] + (random() % 4 == 0 ? 2 : 0);
    }
    return layout;
}

std::vector<int64_t> RandomSizes(uint32_t rank, std::mt19937& random) {
    std::vector<int64_t> sizes(rank);
    for (int64_t& size : sizes) {
        size = 1 + static_cast<int64_t>(random() % (rank <= 2 ? 130 : rank == 3 ? 40 : 6));
    }
    return sizes;
}

int64_t OffsetOf(const Layout& layout, int64_t element) {
    int64_t offset = 0;
    for (size_t dim = layout.sizes.size(); dim-- > 0;) {
        offset += element % layout.sizes[dim] * layout.strides[dim];
        element /= layout.sizes[dim];
    }
    return offset;
}

int64_t CountOf(const Layout& layout) {
    int64_t count = 1;
    for (const int64_t size : layout.sizes) {
        count *= size;
    }
    return count;
}

Operand OperandOf(void* data, DType dtype, const Layout& layout) {
    Operand operand{data, dtype, {}};
    std::copy(layout.strides.begin(), layout.strides.end(), operand.strides);
    return operand;
}

std::vector<std::byte> RandomBytes(size_t count, std::mt19937& random) {
    std::vector<std::byte> bytes(count);
    for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(random());
    }
    return bytes;
}

constexpr int64_t kGuard = 16;  // elements before and behind the destination

void CheckBytes(DType dtype, const Layout& to, const Layout& from, uint32_t threads, std::mt19937& random) {
    const size_t bytes = base::ElementBytes(dtype);
    std::vector<std::byte> source = RandomBytes(static_cast<size_t>(from.extent) * bytes, random);
    std::vector<std::byte> actual = RandomBytes(static_cast<size_t>(to.extent + 2 * kGuard) * bytes, random);
    std::vector<std::byte> expected = actual;
    std::byte* first = expected.data() + kGuard * static_cast<int64_t>(bytes);
    for (int64_t i = 0; i < CountOf(to); ++i) {
        std::memcpy(first + OffsetOf(to, i) * static_cast<int64_t>(bytes),
                    source.data() + OffsetOf(from, i) * static_cast<int64_t>(bytes), bytes);
    }
    CopyConvert(OperandOf(actual.data() + kGuard * static_cast<int64_t>(bytes), dtype, to),
                OperandOf(source.data(), dtype, from), static_cast<uint32_t>(to.sizes.size()),
                to.sizes.data(), threads, base::SimdTarget::kBest);
    ASSERT_EQ(actual, expected) << base::DTypeName(dtype) << " sizes " << testing::PrintToString(to.sizes)
                                << " strides " << testing::PrintToString(to.strides) << " <- "
                                << testing::PrintToString(from.strides);
}

TEST(StridedCopy, EqualTypesOfEverySizeAndRankAgreeWithAPlainLoop) {
    std::mt19937 random(1);
    for (const DType dtype : {DType::kBool, DType::kBFloat16, DType::kFloat, DType::kComplex32, DType::kInt64,
                              DType::kComplex128}) {
        for (uint32_t rank = 0; rank <= kMaxRank; ++rank) {
            for (int round = 0; round < 40; ++round) {
                const std::vector<int64_t> sizes = RandomSizes(rank, random);
                ASSERT_NO_FATAL_FAILURE(CheckBytes(dtype, RandomLayout(sizes, false, random),
                                                   RandomLayout(sizes, true, random), 1 + Below(3, random),
                                                   random));
            }
        }
    }
}

template <typename To, typename From>
void CheckConverted(std::mt19937& random, DType to_type, DType from_type) {
    const std::vector<int64_t> sizes = RandomSizes(Below(kMaxRank + 1, random), random);
    const Layout to = RandomLayout(sizes, false, random);
    const Layout from = RandomLayout(sizes, true, random);
    std::vector<From> source(static_cast<size_t>(from.extent));
    for (From& value : source) {
        if constexpr (std::is_same_v<From, Bool8>) {
            value.byte = static_cast<uint8_t>(random());
        } else {
            value = From(static_cast<float>(random() % 2000) / 4 - 250);
        }
    }
    std::vector<To> actual(static_cast<size_t>(to.extent + 2 * kGuard));
    std::memset(static_cast<void*>(actual.data()), 0x5A, actual.size() * sizeof(To));
    std::vector<To> expected = actual;
    for (int64_t i = 0; i < CountOf(to); ++i) {
        expected[static_cast<size_t>(kGuard + OffsetOf(to, i))] =
            Convert<To>(source[static_cast<size_t>(OffsetOf(from, i))]);
    }
    CopyConvert(OperandOf(actual.data() + kGuard, to_type, to), OperandOf(source.data(), from_type, from),
                static_cast<uint32_t>(sizes.size()), sizes.data(), 1 + Below(3, random),
                base::SimdTarget::kBest);
    ASSERT_EQ(std::memcmp(actual.data(), expected.data(), actual.size() * sizeof(To)), 0)
        << base::DTypeName(from_type) << " to " << base::DTypeName(to_type) << " sizes "
        << testing::PrintToString(sizes);
}

TEST(StridedCopy, EveryPairOfRealTypesConvertsInAnyLayout) {
    std::mt19937 random(2);
    std::apply(
        [&](auto... from) {
            const auto to_all = [&]<typename From>(From) {
                std::apply(
                    [&](auto... to) {
                        for (int round = 0; round < 6; ++round) {
                            (CheckConverted<typename decltype(to)::Type, typename From::Type>(
                                 random, to.dtype, From::dtype),
                             ...);
                        }
                    },
                    RealTypes());
            };
            (to_all(from), ...);
        },
        RealTypes());
}

TEST(StridedCopy, LargeTransposeOnAnyThreadCount) {
    std::mt19937 random(3);
    const std::vector<int64_t> sizes = {3, 517, 259};
    const Layout dense{sizes, {517 * 259, 259, 1}, 3 * 517 * 259};
    const Layout transposed{sizes, {517 * 259, 1, 517}, 3 * 517 * 259};
    for (const uint32_t threads : {1, 2, 3, 8}) {
        ASSERT_NO_FATAL_FAILURE(CheckBytes(DType::kFloat, dense, transposed, threads, random));
        ASSERT_NO_FATAL_FAILURE(CheckBytes(DType::kFloat16, transposed, dense, threads, random));
    }
}

TEST(StridedCopy, NegativeStridesRunBackwards) {
    const float source[] = {1, 2, 3, 4};
    float reversed[4] = {};
    const int64_t size = 4;
    CopyConvert({reversed, DType::kFloat, {1}}, {const_cast<float*>(source) + 3, DType::kFloat, {-1}}, 1,
                &size, 1, base::SimdTarget::kBest);
    EXPECT_EQ(reversed[0], 4);
    EXPECT_EQ(reversed[3], 1);
}

TEST(Targets, TheBestIsTheLastOfThoseAvailable) {
    EXPECT_EQ(ResolveTarget(base::SimdTarget::kBest), AvailableTargets().back());
    EXPECT_EQ(AvailableTargets().front(), base::SimdTarget::kBaseline);
    EXPECT_TRUE(ValidateTarget(base::SimdTarget::kBest).ok());
    for (const base::SimdTarget target : CompiledTargets()) {
        EXPECT_EQ(CompiledTargets()[TargetRow(target)], target);
        const base::Status status = ValidateTarget(target);
        const bool available = std::ranges::find(AvailableTargets(), target) != AvailableTargets().end();
        EXPECT_EQ(status.ok(), available);
        if (!available) {
            EXPECT_EQ(status.code(), 100000);
            EXPECT_NE(status.message().find(TargetName(target)), std::string::npos);
            EXPECT_NE(status.message().find(TargetName(AvailableTargets().back())), std::string::npos);
        }
    }
}

}  // namespace
}  // namespace aclnn_cpu::simd
