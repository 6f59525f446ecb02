// The mathematics table: values, forms and extents. What is refused is tested in math_rules_test.cpp.
#include <algorithm>
#include <limits>
#include <set>

#include "aicore/math_cases_test.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

constexpr size_t kElements = 8192;
constexpr uint32_t kTemporaryBytes = 16384;

template <typename T>
struct Inputs {
    std::vector<T> d, a, b;
    T s = T(0.75f);
};

// What the destination's buffer holds after the call on the first n elements.
template <typename T>
std::vector<T> RunMath(typename MathRow<T>::Call call, const Inputs<T>& inputs, size_t n,
                       std::string_view soc = "Ascend910B1") {
    std::vector<T> result;
    const auto bytes = static_cast<uint32_t>(inputs.a.size() * sizeof(T));
    ExpectRuns(RunGolden(
        [&] {
            TPipe pipe;
            TBuf<> buffers[4];
            for (int i = 0; i < 3; ++i) {
                pipe.InitBuffer(buffers[i], bytes);
            }
            pipe.InitBuffer(buffers[3], kTemporaryBytes);
            MathTensors<T> t{buffers[0].Get<T>(), buffers[1].Get<T>(), buffers[2].Get<T>(),
                             buffers[3].Get<uint8_t>(), inputs.s};
            Fill(t.d, inputs.d.data(), bytes);
            Fill(t.a, inputs.a.data(), bytes);
            Fill(t.b, inputs.b.data(), bytes);
            call(t, static_cast<uint32_t>(n));
            result = Read(t.d, inputs.a.size());
        },
        {.soc = soc}));
    return result;
}

template <typename T>
std::vector<T> Rounded(const std::vector<float>& values) {
    return std::vector<T>(values.begin(), values.end());
}

template <typename T>
Inputs<T> InputsOf(const MathReference& reference, size_t n, uint64_t seed) {
    return {std::vector<T>(n, T(-7.5f)), Rounded<T>(MathValues(n, reference.range, seed)),
            Rounded<T>(MathValues(n, reference.range, seed + 1)), T(0.75f)};
}

// Calls visit(row, reference) for each row that has the type.
template <typename T, typename Visit>
void ForEachMathRow(Visit visit) {
    for (const MathRow<T>& row : MathRows<T>()) {
        if (HasType<T>(row.opcode, "Ascend910B1")) {
            visit(row, MathReferences().at(row.name));
        }
    }
}

template <typename T>
void ExpectWithin(const char* name, const MathReference& reference, const Inputs<T>& inputs,
                  const std::vector<T>& results, double ulps) {
    for (size_t i = 0; i < results.size(); ++i) {
        const Exact a = float(inputs.a[i]);
        const Exact b = float(inputs.b[i]);
        if (reference.holds && !reference.holds(a, b)) {
            continue;
        }
        const Exact exact = reference.value(a, b, float(inputs.s));
        ASSERT_LE(UlpsOff(results[i], exact), ulps)
            << name << "(" << double(a) << ", " << double(b) << "), scalar " << float(inputs.s) << ": "
            << float(results[i]) << ", expected " << exact;
    }
}

TEST(MathTable, HasAReferenceAndCallsForEachRow) {
    std::set<std::string> tested;
    for (const MathRow<float>& row : MathRows<float>()) {
        EXPECT_TRUE(tested.insert(row.name).second) << row.name;
        EXPECT_FALSE(row.counted.empty()) << row.name;
    }
    for (uint32_t i = 0; i < static_cast<uint32_t>(Opcode::kCount); ++i) {
        const auto opcode = static_cast<Opcode>(i);
        const aicore::InstructionInfo& info = aicore::InfoOf(opcode);
        if (info.family == aicore::Family::kMath) {
            EXPECT_EQ(tested.count(std::string(info.name)), 1u) << info.name << " has no calls here";
            EXPECT_EQ(MathReferences().count(std::string(info.name)),
                      HasType<float>(opcode, "Ascend910B1") ? 1u : 0u)
                << info.name;
        }
    }
}

TEST(Math, StaysWithinItsErrorInFloat) {
    ForEachMathRow<float>([](const MathRow<float>& row, const MathReference& reference) {
        for (const float scalar : {0.75f, -3.0f, 2.0f, 11.5f}) {
            for (uint64_t seed = 1; seed <= 4; ++seed) {
                Inputs<float> inputs = InputsOf<float>(reference, kElements, seed * 10);
                inputs.s = scalar;
                const std::vector<float> results = RunMath<float>(row.counted[0], inputs, kElements);
                ExpectWithin(row.name, reference, inputs, results, aicore::kMathUlps);
            }
        }
    });
}

template <typename T>
void CheckOn310B() {
    ForEachMathRow<T>([](const MathRow<T>& row, const MathReference& reference) {
        if (HasType<T>(row.opcode, "Ascend310B1")) {
            const Inputs<T> inputs = InputsOf<T>(reference, kElements, 70);
            ExpectWithin(row.name, reference, inputs,
                         RunMath<T>(row.counted[0], inputs, kElements, "Ascend310B1"), 0.52);
        }
    });
}

TEST(Math, StaysWithinItsErrorOnAscend310B) {
    CheckOn310B<half>();
    CheckOn310B<float>();
}

// Half is computed in float and rounded once more: at most half an ulp of half, and a little of float. For
// functions of one argument every half is tried.
TEST(Math, RoundsHalfFromFloat) {
    std::vector<half> all(65536);
    for (uint32_t i = 0; i < 65536; ++i) {
        const auto bits = static_cast<uint16_t>(i);
        std::memcpy(static_cast<void*>(&all[i]), &bits, 2);
    }
    std::vector<half> others = all;
    std::shuffle(others.begin(), others.end(), std::mt19937_64(5));
    ForEachMathRow<half>([&](const MathRow<half>& row, const MathReference& reference) {
        for (size_t first = 0; first < all.size(); first += kElements) {
            const auto part = [&](const std::vector<half>& from) {
                return std::vector<half>(from.begin() + int64_t(first),
                                         from.begin() + int64_t(first + kElements));
            };
            const Inputs<half> inputs{std::vector<half>(kElements, half(-7.5f)), part(all), part(others),
                                      half(1.5f)};
            ExpectWithin(row.name, reference, inputs, RunMath<half>(row.counted[0], inputs, kElements),
                         0.5002);
        }
    });
}

TEST(Math, FormsAgree) {
    const auto check = [](auto element) {
        using T = decltype(element);
        ForEachMathRow<T>([](const MathRow<T>& row, const MathReference& reference) {
            const Inputs<T> inputs = InputsOf<T>(reference, 1000, 3);
            const std::vector<T> expected = RunMath<T>(row.counted[0], inputs, 1000);
            std::vector<typename MathRow<T>::Call> calls = row.counted;
            calls.insert(calls.end(), row.whole.begin(), row.whole.end());
            for (size_t i = 0; i < calls.size(); ++i) {
                const std::vector<T> results = RunMath<T>(calls[i], inputs, 1000);
                EXPECT_EQ(std::memcmp(results.data(), expected.data(), 1000 * sizeof(T)), 0)
                    << row.name << " form " << i;
            }
        });
    };
    check(half());
    check(float());
}

TEST(Math, ComputesCountElementsAndNoMore) {
    const auto check = [](auto element) {
        using T = decltype(element);
        ForEachMathRow<T>([](const MathRow<T>& row, const MathReference& reference) {
            const Inputs<T> inputs = InputsOf<T>(reference, 400, 6);
            const std::vector<T> whole = RunMath<T>(row.counted[0], inputs, 400);
            for (const size_t n : {0, 1, 7, 15, 16, 17, 33, 64, 65, 255, 399}) {
                for (const auto call : row.counted) {
                    const std::vector<T> results = RunMath<T>(call, inputs, n);
                    for (size_t i = 0; i < 400; ++i) {
                        ASSERT_EQ(std::memcmp(&results[i], i < n ? &whole[i] : &inputs.d[i], sizeof(T)), 0)
                            << row.name << " count " << n << " element " << i;
                    }
                }
            }
        });
    };
    check(half());
    check(float());
}

TEST(Math, GivesEqualBitsOnEveryInstructionSet) {
    const auto check = [](auto element) {
        using T = decltype(element);
        ForEachMathRow<T>([](const MathRow<T>& row, const MathReference& reference) {
            const Inputs<T> inputs = InputsOf<T>(reference, kElements, 8);
            std::vector<std::vector<T>> results;
            for (const char* target : {"baseline", "avx2", "avx512"}) {
                ASSERT_TRUE(base::SetSetting("target", target).ok());
                results.push_back(RunMath<T>(row.counted[0], inputs, kElements));
            }
            ASSERT_TRUE(base::SetSetting("target", "best").ok());
            EXPECT_EQ(std::memcmp(results[0].data(), results[1].data(), kElements * sizeof(T)), 0)
                << row.name;
            EXPECT_EQ(std::memcmp(results[0].data(), results[2].data(), kElements * sizeof(T)), 0)
                << row.name;
        });
    };
    check(half());
    check(float());
}

// Kernels do this, though the reference forbids it.
TEST(Math, WorksInPlace) {
    const std::vector<float> values = MathValues(256, {0, 4}, 9);
    std::vector<float> results;
    ExpectRuns(RunKernel([&] {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 1024);
        const auto t = buffer.Get<float>();
        Fill(t, values.data(), 1024);
        Sigmoid(t, t, 256);
        Power(t, t, t, 200);
        results = Read(t, 256);
    }));
    for (size_t i = 0; i < 256; ++i) {
        const float sigmoid = static_cast<float>(1 / (1 + std::exp(-Exact(values[i]))));
        const Exact expected = i < 200 ? std::pow(Exact(sigmoid), Exact(sigmoid)) : Exact(sigmoid);
        EXPECT_LE(UlpsOff(results[i], expected), 1.1) << i << " from " << values[i];
    }
}

// ---- integers

template <typename T>
std::vector<T> RunIntegers(const std::vector<T>& a, const std::vector<T>& b,
                           const std::function<void(MathTensors<T>&)>& call,
                           std::string_view soc = "Ascend910B1") {
    std::vector<T> result;
    const auto bytes = static_cast<uint32_t>(a.size() * sizeof(T));
    ExpectRuns(RunGolden(
        [&] {
            TPipe pipe;
            TBuf<> buffers[4];
            for (auto& buffer : buffers) {
                pipe.InitBuffer(buffer, std::max(bytes, 4096u));
            }
            MathTensors<T> t{buffers[0].Get<T>(), buffers[1].Get<T>(), buffers[2].Get<T>(),
                             buffers[3].Get<uint8_t>(), 0};
            Fill(t.a, a.data(), bytes);
            Fill(t.b, b.data(), bytes);
            call(t);
            result = Read(t.d, a.size());
        },
        {.soc = soc}));
    return result;
}

// By repeated multiplication, modulo 2^32.
int32_t IntegerPower(int32_t base, int32_t exponent) {
    const auto steps = static_cast<uint32_t>(exponent < 0 ? -exponent : exponent);
    uint32_t power = 1;
    for (uint32_t i = 0; i < steps; ++i) {
        power *= static_cast<uint32_t>(base);
    }
    const auto result = static_cast<int32_t>(power);
    return exponent >= 0 ? result : result == 0 ? 0 : 1 / result;
}

TEST(Math, RaisesIntegersToIntegerPowers) {
    std::vector<int32_t> bases;
    std::vector<int32_t> exponents;
    for (const int32_t base : {0, 1, -1, 2, -2, 3, -3, 7, 10, 46341, -46341, 65536,
                               std::numeric_limits<int32_t>::max(), std::numeric_limits<int32_t>::min()}) {
        for (const int32_t exponent : {0, 1, 2, 3, 5, 30, 31, 32, 33, -1, -2, -31, -32, 100'003, -100'003}) {
            bases.push_back(base);
            exponents.push_back(exponent);
        }
    }
    const auto n = static_cast<uint32_t>(bases.size());
    const auto tensors =
        RunIntegers<int32_t>(bases, exponents, [&](auto& t) { Power(t.d, t.a, t.b, t.tmp, n); });
    const auto scalar = RunIntegers<int32_t>(bases, exponents, [&](auto& t) { Power(t.d, t.a, 5, n); });
    const auto base = RunIntegers<int32_t>(bases, exponents, [&](auto& t) { Power(t.d, -3, t.b, n); });
    for (size_t i = 0; i < n; ++i) {
        EXPECT_EQ(tensors[i], IntegerPower(bases[i], exponents[i])) << bases[i] << "^" << exponents[i];
        EXPECT_EQ(scalar[i], IntegerPower(bases[i], 5)) << bases[i];
        EXPECT_EQ(base[i], IntegerPower(-3, exponents[i])) << exponents[i];
    }
}

TEST(Math, XorsWords) {
    std::vector<uint16_t> a(300);
    std::vector<uint16_t> b(300);
    std::mt19937 random(4);
    std::generate(a.begin(), a.end(), [&] { return static_cast<uint16_t>(random()); });
    std::generate(b.begin(), b.end(), [&] { return static_cast<uint16_t>(random()); });
    for (const std::string_view soc : {"Ascend910B1", "Ascend310B1"}) {
        const auto unsigned_words = RunIntegers<uint16_t>(
            a, b, [](auto& t) { Xor(t.d, t.a, t.b, 300); }, soc);
        const auto signed_words = RunIntegers<int16_t>(
            {a.begin(), a.end()}, {b.begin(), b.end()}, [](auto& t) { Xor(t.d, t.a, t.b, t.tmp, 300); }, soc);
        for (size_t i = 0; i < 300; ++i) {
            EXPECT_EQ(unsigned_words[i], a[i] ^ b[i]) << i;
            EXPECT_EQ(static_cast<uint16_t>(signed_words[i]), a[i] ^ b[i]) << i;
        }
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
