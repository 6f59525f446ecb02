// The kernel without one of its synchronisation points, for each of them: the checker must find that out. The kernel
// is compiled with queues and barriers that leave out what a test asks for.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "aicore/check/fault_cases.h"
#include "kernel_operator.h"

namespace aclnn_cpu::test {
namespace {

enum class Kind { kBarrier, kAlloc, kEnQue, kDeQue, kFree };

// A call in the kernel's source.
struct Point {
    Kind kind;
    const void* queue;  // null: none
    int32_t line;
};

std::map<int32_t, Point> seen;  // points that were reached, by line
std::set<int32_t> left_out;     // lines
bool without_order = false;     // queue calls hand tensors over, and order nothing

bool Omits(Kind kind, const void* queue, int32_t line) {
    seen[line] = {kind, queue, line};
    return left_out.contains(line);
}

}  // namespace
}  // namespace aclnn_cpu::test

namespace mutant {

using namespace AscendC;
using aclnn_cpu::test::Kind;
using aclnn_cpu::test::Omits;

template <pipe_t pipe>
void PipeBarrier(CallSite site = CallSite::Here()) {
    if (!Omits(Kind::kBarrier, nullptr, site.line)) {
        AscendC::PipeBarrier<pipe>(site);
    }
}

template <TPosition position, int32_t depth>
class TQue : public AscendC::TQue<position, depth> {
 public:
    using Base = AscendC::TQue<position, depth>;

    // Left out: the tensor of the call before is used again.
    template <typename T>
    LocalTensor<T> AllocTensor(CallSite site = CallSite::Here()) {
        if (!Omits(Kind::kAlloc, this, site.line) || !allocated_) {
            const LocalTensor<T> tensor = Base::template AllocTensor<T>(site);
            allocated_ = true;
            address_ = tensor.address();
            bytes_ = tensor.GetLength();
        }
        return LocalTensor<T>(position, address_, bytes_);
    }
    template <typename T>
    void EnQue(const LocalTensor<T>& tensor, CallSite site = CallSite::Here()) {
        queued_ = tensor.address();
        if (!Omits(Kind::kEnQue, this, site.line)) {
            Base::EnQue(tensor, site);
        } else if (aclnn_cpu::test::without_order) {
            Base::template EnQue<TPosition::A1, TPosition::A2>(tensor, site);
        }
    }
    // Left out: the tensor that was queued last is used as it is.
    template <typename T>
    LocalTensor<T> DeQue(CallSite site = CallSite::Here()) {
        if (!Omits(Kind::kDeQue, this, site.line)) {
            return Base::template DeQue<T>(site);
        }
        if (aclnn_cpu::test::without_order) {
            return Base::template DeQue<TPosition::A1, TPosition::A2, T>(site);
        }
        return LocalTensor<T>(position, queued_, bytes_);
    }
    template <typename T>
    void FreeTensor(const LocalTensor<T>& tensor, CallSite site = CallSite::Here()) {
        if (!Omits(Kind::kFree, this, site.line)) {
            Base::FreeTensor(tensor, site);
        }
    }

 private:
    bool allocated_ = false;
    uint64_t address_ = 0;
    uint64_t queued_ = 0;
    uint32_t bytes_ = 0;
};

}  // namespace mutant

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#define AscendC mutant
#include "activation/gelu_grad/op_kernel/gelu_grad.h"
#undef AscendC
#pragma GCC diagnostic pop

namespace aclnn_cpu::test {
namespace {

using aicore_tests::Mode;

// Tiles that follow one another in the same buffers, on one core.
template <typename T, bool is910b>
std::string Report(Mode mode) {
    constexpr uint64_t kTile = 64;
    constexpr uint64_t kElements = 5 * kTile + 8;
    std::vector<T> dy(kElements, T(1.0f));
    std::vector<T> x(kElements, T(0.5f));
    std::vector<T> z(kElements);
    GeluGradTilingData tiling = {};
    tiling.totalDataNum = kElements;
    tiling.smallCoreDataNum = kElements;
    tiling.tileDataNum = kTile;
    seen.clear();
    return aicore_tests::Report(0, mode,
                                [&] {
                                    KernelGeluGrad<T, T, T, is910b> kernel;
                                    kernel.Init(reinterpret_cast<GM_ADDR>(dy.data()),
                                                reinterpret_cast<GM_ADDR>(x.data()),
                                                reinterpret_cast<GM_ADDR>(z.data()), tiling);
                                    kernel.Process();
                                },
                                {.soc = is910b ? "Ascend910B1" : "Ascend310B1"});
}

class GeluGradChecker : public testing::Test {
 protected:
    ~GeluGradChecker() override {
        left_out.clear();
        without_order = false;
    }

    // All points of the kernel, from a run that has them all.
    template <typename T, bool is910b>
    std::map<int32_t, Point> Points() {
        for (const Mode mode : {Mode::kOn, Mode::kStrict}) {
            EXPECT_EQ((Report<T, is910b>(mode)), "");
        }
        return seen;
    }

    // The lines of a queue call and of the one like it beside it: both inputs are handed over behind both copies, so
    // that either flag does for the two.
    static std::set<int32_t> TogetherWith(const std::map<int32_t, Point>& points, int32_t line) {
        std::set<int32_t> lines;
        for (const int32_t other : {line - 1, line, line + 1}) {
            const auto found = points.find(other);
            if (found != points.end() && found->second.kind == points.at(line).kind) {
                lines.insert(other);
            }
        }
        return lines;
    }

    // Leaves out points and expects a report.
    template <typename T, bool is910b>
    void ExpectFound(Mode mode, std::set<int32_t> lines, std::string_view part) {
        left_out = std::move(lines);
        const std::string report = Report<T, is910b>(mode);
        EXPECT_TRUE(report.starts_with(is910b ? "507035 " : "507015 ") &&
                    report.find(part) != std::string::npos)
            << "without line " << *left_out.begin() << " of gelu_grad.h: '" << report << "', expected '"
            << part << "' in it";
        left_out.clear();
    }

    template <typename T, bool is910b>
    void TestBarriers() {
        for (const auto& [line, point] : Points<T, is910b>()) {
            if (point.kind == Kind::kBarrier) {
                ExpectFound<T, is910b>(Mode::kStrict, {line}, "PipeBarrier<PIPE_V>()");
            }
        }
    }

    template <typename T, bool is910b>
    void TestQueues() {
        const std::map<int32_t, Point> points = Points<T, is910b>();
        int tested = 0;
        for (const auto& [line, point] : points) {
            if (point.kind == Kind::kBarrier) {
                continue;
            }
            for (const Mode mode : {Mode::kOn, Mode::kStrict}) {
                ExpectFound<T, is910b>(mode, {line}, "");
                if (point.kind == Kind::kEnQue || point.kind == Kind::kDeQue) {
                    without_order = true;
                    ExpectFound<T, is910b>(mode, TogetherWith(points, line), "may still be writing");
                    without_order = false;
                } else if (point.kind == Kind::kAlloc) {
                    const auto free = std::find_if(points.begin(), points.end(), [&](const auto& other) {
                        return other.second.kind == Kind::kFree && other.second.queue == point.queue;
                    });
                    ASSERT_NE(free, points.end());
                    ExpectFound<T, is910b>(mode, {line, free->first}, "may still be ");
                }
            }
            ++tested;
        }
        EXPECT_EQ(tested, 12);
    }
};

TEST_F(GeluGradChecker, NoticesEachBarrierThatIsMissing) {
    TestBarriers<float, true>();
    TestBarriers<half, true>();
    TestBarriers<bfloat16_t, true>();
    TestBarriers<float, false>();
    TestBarriers<half, false>();
    TestBarriers<bfloat16_t, false>();
}

TEST_F(GeluGradChecker, NoticesEachQueueCallThatIsMissing) {
    TestQueues<float, true>();
    TestQueues<half, true>();
    TestQueues<float, false>();
    TestQueues<half, false>();
}

}  // namespace
}  // namespace aclnn_cpu::test
