// The short way of the count form must come to what the general way comes to. The same call in counter mode takes the
// general way, over the same elements: random calls, of which many lie astride each other, off the blocks or beyond
// the end of UB, are made in both forms from the same bytes.
#include <random>

#include "aicore/instruction_cases_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

constexpr uint32_t kWindow = 4096;  // bytes at the end of UB

struct Outcome {
    base::Status status;
    std::vector<uint8_t> window;
};

// Where the operands start in the window, in bytes, and how many elements they have.
struct Placement {
    uint32_t d, a, b;
    int32_t count;
};

Placement RandomPlacement(std::mt19937& random, uint32_t size) {
    const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
    const auto place = [&] { return below(kWindow / 32) * 32 + (below(16) == 0 ? size : 0); };
    Placement placement{place(), 0, 0, static_cast<int32_t>(below(below(2) == 0 ? 24 : 1200))};
    const auto source = [&] {
        switch (below(4)) {
            case 0:
                return placement.d;
            case 1:
                return (placement.d + below(5) * 32 + kWindow - 64) % kWindow;  // near
            default:
                return place();
        }
    };
    placement.a = source();
    placement.b = source();
    return placement;
}

template <typename T>
Outcome RunIn(std::string_view soc, const Placement& at, const std::vector<uint8_t>& bytes,
              const std::function<void(const Tensors<T>&)>& call) {
    Outcome outcome;
    outcome.status = RunKernel(
        [&] {
            TPipe pipe;
            TBuf<> buffer;
            const auto ub = static_cast<uint32_t>(SocNamed(soc).ub_bytes);
            pipe.InitBuffer(buffer, ub);
            const auto window = buffer.Get<uint8_t>()[ub - kWindow];
            const auto tensor = [&](uint32_t offset) { return window[offset].template ReinterpretCast<T>(); };
            Fill(window, bytes.data(), kWindow);
            // Reads the window on the way out, be it by a fault.
            struct Reader {
                const LocalTensor<uint8_t>& from;
                Outcome& to;
                ~Reader() { to.window = Read(from, kWindow); }
            } reader{window, outcome};
            call({tensor(at.d), tensor(at.a), tensor(at.b), kIsFloat<T> ? T(0.75f) : T(3)});
        },
        {.soc = soc});
    return outcome;
}

// What a message says behind the call itself, which differs.
std::string Problem(const base::Status& status) {
    const std::string message(status.message());
    const size_t at = message.find(") at ");
    return at == std::string::npos ? message : message.substr(message.find(": ", at));
}

struct Tally {
    uint32_t ran = 0;
    uint32_t refused = 0;
};

template <typename T>
void CompareForms(const Row<T>& row, std::string_view soc, std::mt19937& random, Tally& tally) {
    const Placement at = RandomPlacement(random, sizeof(T));
    const std::vector<uint8_t> bytes = [&] {
        const std::vector<T> values = Values<T>(kWindow / sizeof(T), random());
        const auto* first = reinterpret_cast<const uint8_t*>(values.data());
        return std::vector<uint8_t>(first, first + kWindow);
    }();
    const Outcome counted =
        RunIn<T>(soc, at, bytes, [&](const Tensors<T>& t) { row.calls.count(t, at.count); });
    const Outcome general = RunIn<T>(soc, at, bytes, [&](const Tensors<T>& t) {
        SetMaskCount();
        row.calls.number(t, static_cast<uint64_t>(at.count), 1, {1, 1, 1, 8, 8, 8});
    });
    ASSERT_EQ(Problem(counted.status), Problem(general.status)) << row.name << " on " << soc;
    ASSERT_EQ(counted.window, general.window)
        << row.name << " on " << soc << ": d at " << at.d << ", a at " << at.a << ", b at " << at.b << ", "
        << at.count << " elements of " << sizeof(T) << " bytes";
    ++(counted.status.ok() ? tally.ran : tally.refused);
}

TEST(CountForm, DoesWhatTheGeneralWayDoes) {
    std::mt19937 random(20);
    Tally tally;
    ForEachType([&](auto element) {
        using T = decltype(element);
        for (const Row<T>& row : Rows<T>()) {
            for (const std::string_view soc : kChips) {
                if (!HasType<T>(row.opcode, soc) || CountFormOnly<T>(soc)) {
                    continue;
                }
                for (int i = 0; i < 12 && !testing::Test::HasFatalFailure(); ++i) {
                    CompareForms(row, soc, random, tally);
                }
            }
        }
    });
    EXPECT_GT(tally.ran, 2000u);
    EXPECT_GT(tally.refused, 500u);
}

// Instructions behind one of the count form see a full mask in normal mode.
TEST(CountForm, LeavesAFullMaskInNormalMode) {
    std::vector<float> found;
    ExpectRuns(RunKernel([&] {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 1024);
        const auto t = buffer.Get<float>();
        Duplicate(t, 1.0f, 256);
        SetMaskCount();
        SetVectorMask<float, MaskMode::COUNTER>(0, 5);
        Adds(t, t, 1.0f, 8);
        Adds<float, false>(t, t, 4.0f, MASK_PLACEHOLDER, 2, {1, 1, 8, 8});
        found = Read(t, 256);
    }));
    for (size_t i = 0; i < 256; ++i) {
        EXPECT_EQ(found[i], i < 8 ? 6.0f : i < 128 ? 5.0f : 1.0f) << i;
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
