// The Ascend C kernel on emulated cores against a scalar model that does the published steps one after the
// other in float, each rounded once. Equal bits, for both branches, three dtypes, and sizes around every
// tile, block and tail boundary.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <set>
#include <tuple>

#include "activation/gelu_grad/op_host/gelu_grad_tiling.h"
#include "activation/gelu_grad/tests/gelu_backward.h"
#include "aicore/families/element.h"
#include "aicore/launch.h"
#include "ascendc/float16.h"
#include "base/settings.h"
#include "platform/soc.h"
#include "register/implementations.h"
#include "register/op_def_query.h"

namespace aclnn_cpu::test {
namespace {

constexpr float kK1 = 1.5957691216057308f;
constexpr float kK3 = 0.07135481627260025f;
constexpr float k3K3 = 0.21406444881780073f;

// Steps of the specification. The core's Exp is an input: it has a test of its own.
float Key0(float dy, float x, float px) {
    const float x2 = x * x;
    const float r = (x2 * k3K3 + kK1) * x;
    const float t = 1.0f / (px + 1.0f);
    const float bounded = std::isnan(px) ? px : std::min(px, 3.40282347e+38f);
    return (bounded * t * r * t + t) * dy;
}

float Key1(float dy, float x, float px) {
    const float g1 = 1.0f / (px + 1.0f);
    const float g2 = x * x * k3K3 + kK1;
    const float bounded = std::isnan(px) ? px : std::min(px, 3.40282347e+38f);
    return (bounded * g1 * x * g2 + 1.0f) * g1 * dy;
}

float Clamp(float x) { return std::isnan(x) ? x : std::min(std::max(x, -16.0f), 16.0f); }

float Argument(float x) { return (x * x * -kK3 + -kK1) * x; }

template <typename T>
struct DTypeOf;
template <>
struct DTypeOf<float> {
    static constexpr base::DType value = base::DType::kFloat;
};
template <>
struct DTypeOf<half> {
    static constexpr base::DType value = base::DType::kFloat16;
};
template <>
struct DTypeOf<bfloat16_t> {
    static constexpr base::DType value = base::DType::kBFloat16;
};

const platform::Soc& SocNamed(const char* name) {
    const platform::Soc* soc = nullptr;
    EXPECT_TRUE(platform::FindSoc(name, &soc).ok());
    return *soc;
}

const registry::KernelVariant& Variant(const char* unit, base::DType dtype, uint64_t key) {
    const registry::OperatorImplementations* rows = registry::FindImplementations(nullptr, "GeluGrad");
    EXPECT_NE(rows, nullptr);
    for (const registry::KernelVariant& variant : rows->kernels) {
        if (variant.compute_unit == unit && variant.dtypes[0] == dtype && variant.tiling_key == key) {
            return variant;
        }
    }
    ADD_FAILURE() << "no kernel for " << unit << " key " << key;
    std::abort();
}

struct Chip {
    const char* soc;
    const char* unit;
    uint64_t key;
    uint64_t ub;  // what a tiling function is told
};

constexpr Chip kChips[] = {{"Ascend910B1", "ascend910b", 0, 196352},
                           {"Ascend310B1", "ascend310b", 1, 253952},
                           {"AscendToy", "ascend910b", 0, 0}};

// Runs the kernel over n elements with guards around z. Returns z; checks the guards.
template <typename T>
std::vector<T> RunKernel(const Chip& chip, const std::vector<T>& dy, const std::vector<T>& x,
                         uint32_t threads, uint64_t core_count = 0) {
    const platform::Soc& soc = SocNamed(chip.soc);
    GeluGradTilingData tiling = {};
    uint32_t cores = 0;
    const uint64_t ub = chip.ub != 0 ? chip.ub : soc.ub_bytes - soc.ub_kept_back_bytes;
    const char* refusal = optiling::CutGeluGrad(
        {ub, 32, core_count != 0 ? core_count : soc.aiv_cores(), dy.size(), sizeof(T), chip.key}, tiling,
        cores);
    EXPECT_EQ(refusal, nullptr) << refusal;
    constexpr size_t kGuard = 64;
    std::vector<T> z(dy.size() + 2 * kGuard, T(12345.0f));
    // Inputs end exactly where their allocation ends, so that a sanitizer sees any read past them.
    std::vector<T> dy_exact(dy);
    std::vector<T> x_exact(x);
    void* arguments[] = {dy_exact.data(),   x_exact.data(), dy_exact.data(),
                         z.data() + kGuard, nullptr,        &tiling};
    const base::Status status =
        aicore::Launch({"GeluGrad", Variant(chip.unit, DTypeOf<T>::value, chip.key).entry, arguments,
                        chip.key, cores, &soc, threads});
    EXPECT_TRUE(status.ok()) << status.message();
    for (size_t i = 0; i < kGuard; ++i) {
        EXPECT_EQ(float(z[i]), float(T(12345.0f)));
        EXPECT_EQ(float(z[z.size() - 1 - i]), float(T(12345.0f)));
    }
    EXPECT_EQ(std::memcmp(dy_exact.data(), dy.data(), dy.size() * sizeof(T)), 0);
    return std::vector<T>(z.begin() + kGuard, z.end() - kGuard);
}

float Model(const Chip& chip, float dy, float x) {
    const float bounded = Clamp(x);  // keeps every step finite
    const float px = aicore::ExpOf(Argument(bounded));
    return chip.key == 0 ? Key0(dy, bounded, px) : Key1(dy, bounded, px);
}

// Values of every size and class, cycled with a prime step so that neighbours differ.
template <typename T>
std::vector<T> Values(size_t n, uint32_t seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0.0f, 3.0f);
    const float special[] = {0.0f,   -0.0f,  INFINITY, -INFINITY, NAN,   1e30f,
                             -1e30f, 1e-40f, -10.1f,   -16.0f,    16.0f, -0.7525f};
    std::vector<T> values(n);
    for (size_t i = 0; i < n; ++i) {
        values[i] = T(i % 7 == 3 ? special[i / 7 % std::size(special)] : normal(random));
    }
    return values;
}

template <typename T>
uint32_t BitsOf(T value) {
    uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return std::isnan(float(value)) ? 0xFFFFFFFFu : bits;  // one NaN is as good as another
}

template <typename T>
void ExpectModelBits(const Chip& chip, size_t n, uint32_t threads) {
    const std::vector<T> dy = Values<T>(n, 1);
    const std::vector<T> x = Values<T>(n, 2);
    const std::vector<T> z = RunKernel(chip, dy, x, threads);
    for (size_t i = 0; i < n; ++i) {
        const T expected = T(Model(chip, float(dy[i]), float(x[i])));
        ASSERT_EQ(BitsOf(z[i]), BitsOf(expected))
            << chip.soc << " key " << chip.key << ", element " << i << " of " << n << ": dy " << float(dy[i])
            << ", x " << float(x[i]) << " gives " << float(z[i]) << ", expected " << float(expected);
    }
}

// Around: a 32-byte block, a repeat of 256 bytes, a tile, a core's share, and everything at once.
template <typename T>
std::vector<size_t> Sizes(const Chip& chip) {
    const platform::Soc& soc = SocNamed(chip.soc);
    GeluGradTilingData tiling = {};
    uint32_t cores = 0;
    const uint64_t ub = chip.ub != 0 ? chip.ub : soc.ub_bytes - soc.ub_kept_back_bytes;
    EXPECT_EQ(optiling::CutGeluGrad({ub, 32, soc.aiv_cores(), 1, sizeof(T), chip.key}, tiling, cores),
              nullptr);
    const size_t block = 32 / sizeof(T);
    const size_t tile = tiling.tileDataNum;
    std::vector<size_t> sizes;
    for (const size_t edge : {block, 8 * block, tile, tile + soc.aiv_cores() * block, 2 * tile,
                              soc.aiv_cores() * tile, 3 * soc.aiv_cores() * tile / 2}) {
        for (const size_t size : {edge - 1, edge, edge + 1}) {
            sizes.push_back(size);
        }
    }
    return sizes;
}

template <typename T>
class GeluGradKernel : public testing::Test {};
using Types = testing::Types<float, half, bfloat16_t>;
TYPED_TEST_SUITE(GeluGradKernel, Types);

TYPED_TEST(GeluGradKernel, HasTheBitsOfItsStepsAtEveryBoundary) {
    for (const Chip& chip : kChips) {
        for (const size_t n : Sizes<TypeParam>(chip)) {
            ExpectModelBits<TypeParam>(chip, n, 2);
            if (this->HasFatalFailure()) {
                return;
            }
        }
    }
}

TYPED_TEST(GeluGradKernel, HasTheBitsOfItsStepsForEveryShortLength) {
    for (const Chip& chip : kChips) {
        for (size_t n = 1; n <= 131; ++n) {
            ExpectModelBits<TypeParam>(chip, n, 1);
            if (this->HasFatalFailure()) {
                return;
            }
        }
    }
}

TYPED_TEST(GeluGradKernel, DoesNotDependOnTheNumberOfThreads) {
    for (const Chip& chip : kChips) {
        for (const uint32_t threads : {1u, 3u, 8u}) {
            ExpectModelBits<TypeParam>(chip, 100003, threads);
        }
    }
}

TYPED_TEST(GeluGradKernel, IsCleanUnderTheChecker) {
    for (const char* mode : {"1", "strict"}) {
        ASSERT_TRUE(base::SetSetting("check", mode).ok());
        for (const Chip& chip : kChips) {
            for (const size_t n : {size_t(1), size_t(31), size_t(4096), size_t(100003)}) {
                ExpectModelBits<TypeParam>(chip, n, 2);
            }
        }
        ASSERT_TRUE(base::SetSetting("check", "").ok());
    }
}

TYPED_TEST(GeluGradKernel, DoesNotDependOnTheNumberOfCores) {
    const std::vector<TypeParam> dy = Values<TypeParam>(100003, 1);
    const std::vector<TypeParam> x = Values<TypeParam>(100003, 2);
    for (const Chip& chip : kChips) {
        const std::vector<TypeParam> expected = RunKernel(chip, dy, x, 2);
        for (const uint64_t cores : {1, 2, 8, 40, 48, 200}) {
            const std::vector<TypeParam> z = RunKernel(chip, dy, x, 2, cores);
            ASSERT_EQ(std::memcmp(z.data(), expected.data(), z.size() * sizeof(TypeParam)), 0)
                << chip.soc << ", " << cores << " cores";
        }
    }
}

// The published bound for FLOAT, dy = 1, is 2.4e-7 for key 0 and 2.5e-6 for key 1; key 1 keeps the tighter
// one too.
TEST(GeluGradKernelAccuracy, StaysWithinThePublishedBounds) {
    for (const Chip& chip : {kChips[0], kChips[1]}) {
        std::vector<float> x;
        for (float value = -14.0f; value <= 14.0f; value += 1.0f / 8192) {
            x.push_back(value);
        }
        const std::vector<float> z = RunKernel(chip, std::vector<float>(x.size(), 1.0f), x, 2);
        for (size_t i = 0; i < x.size(); ++i) {
            ASSERT_NEAR(z[i], GeluDerivative(x[i]), 2.4e-7) << chip.soc << " x " << x[i];
        }
    }
}

TEST(GeluGradKernelAccuracy, GivesTheLimitsAndNoNanFromFiniteInput) {
    for (const Chip& chip : kChips) {
        const std::vector<float> x = {0.0f,      -0.0f, 3.4028235e38f, INFINITY, -3.4028235e38f,
                                      -INFINITY, NAN,   11.0f,         -11.0f,   1e-45f};
        const std::vector<float> z = RunKernel(chip, std::vector<float>(x.size(), 3.0f), x, 1);
        const std::vector<float> expected = {1.5f, 1.5f, 3.0f, 3.0f, 0.0f, 0.0f, NAN, 3.0f, 0.0f, 1.5f};
        for (size_t i = 0; i < x.size(); ++i) {
            if (std::isnan(expected[i])) {
                EXPECT_TRUE(std::isnan(z[i])) << chip.soc;
            } else {
                EXPECT_NEAR(z[i], expected[i], expected[i] == 0.0f ? 1e-35 : 0.0)
                    << chip.soc << " x " << x[i];
            }
        }
    }
}

// What the operator's definition promises is what was compiled: every chip of AddConfig, every dtype column,
// and the key its tiling function chooses there.
TEST(GeluGradKernelTable, HoldsWhatTheDefinitionPromises) {
    const registry::OperatorImplementations* rows = registry::FindImplementations(nullptr, "GeluGrad");
    const auto definition = registry::FindDefinition(nullptr, "GeluGrad");
    ASSERT_NE(rows, nullptr);
    ASSERT_NE(definition, nullptr);
    std::set<std::tuple<std::string, std::vector<base::DType>, uint64_t>> compiled;
    for (const registry::KernelVariant& variant : rows->kernels) {
        const std::vector<base::DType> dtypes(variant.dtypes.begin(), variant.dtypes.end());
        EXPECT_TRUE(compiled.emplace(variant.compute_unit, dtypes, variant.tiling_key).second)
            << "compiled twice";
        EXPECT_EQ(variant.tiling_struct_bytes, sizeof(GeluGradTilingData));
        EXPECT_NE(definition->FindConfig(variant.compute_unit), nullptr)
            << variant.compute_unit << " is not in AddConfig";
    }
    ASSERT_EQ(definition->ai_core.size(), 2u);
    for (const registry::AICoreConfigDefinition& config : definition->ai_core) {
        for (const ge::DataType dtype : definition->inputs[0].dtypes) {
            const std::vector<base::DType> column(4, static_cast<base::DType>(dtype));
            const uint64_t key = config.compute_unit == "ascend310b" ? 1 : 0;
            EXPECT_TRUE(compiled.contains({config.compute_unit, column, key}))
                << config.compute_unit << " " << int(dtype);
        }
    }
}

}  // namespace
}  // namespace aclnn_cpu::test
