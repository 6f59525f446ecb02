// The kernels of docs/checker.md, and that the page shows them and what the checker says of them, word for word.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "aicore/kernel_test.h"
#include "base/settings.h"

namespace aclnn_cpu {
namespace {

using AscendC::DataCopy;
using AscendC::GlobalTensor;
using AscendC::LocalTensor;
using AscendC::TPosition;

// [ub_overflow]
void UbOverflow() {
    AscendC::TPipe pipe;
    AscendC::TQue<TPosition::VECIN, 2> x, y;
    AscendC::TQue<TPosition::VECOUT, 2> z;
    AscendC::TBuf<TPosition::VECCALC> t;
    pipe.InitBuffer(x, 2, 8192 * sizeof(float));
    pipe.InitBuffer(y, 2, 8192 * sizeof(float));
    pipe.InitBuffer(z, 2, 8192 * sizeof(float));
    pipe.InitBuffer(t, 8 * sizeof(float));
}
// [ub_overflow]

// [missing_barrier]
void MissingBarrier() {
    AscendC::TPipe pipe;
    AscendC::TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 512);
    LocalTensor<float> t = buffer.Get<float>();
    AscendC::Duplicate(t, 2.0f, 128);
    AscendC::Muls(t, t, 3.0f, 128);
}
// [missing_barrier]

// [tail_overrun]
void TailOverrun(float* memory) {
    constexpr uint32_t kCount = 100;
    AscendC::TPipe pipe;
    AscendC::TQue<TPosition::VECOUT, 1> queue;
    pipe.InitBuffer(queue, 1, 104 * sizeof(float));
    GlobalTensor<float> z;
    z.SetGlobalBuffer(memory, kCount);
    LocalTensor<float> t = queue.AllocTensor<float>();
    AscendC::Duplicate(t, 1.0f, 104);
    queue.EnQue(t);
    t = queue.DeQue<float>();
    DataCopy(z, t, (kCount + 7) / 8 * 8);  // rounded up to whole blocks of 32 bytes
    queue.FreeTensor(t);
}
// [tail_overrun]

// [queue_deadlock]
void QueueDeadlock() {
    AscendC::TPipe pipe;
    AscendC::TQue<TPosition::VECIN, 1> queue;
    pipe.InitBuffer(queue, 2, 1024);
    for (int tile = 0; tile < 4; ++tile) {
        LocalTensor<half> x = queue.AllocTensor<half>();
        AscendC::Duplicate(x, half(1), 512);
        queue.EnQue(x);
        x = queue.DeQue<half>();
        AscendC::Adds(x, x, half(1), 512);
    }
}
// [queue_deadlock]

std::string ReadFile(const char* path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

// What stands between the two lines of a region's name.
std::string Region(const std::string& source, const std::string& name) {
    const std::string mark = "// [" + name + "]\n";
    const size_t begin = source.find(mark) + mark.size();
    return source.substr(begin, source.find(mark, begin) - begin);
}

// Lines as the page breaks them are one line, and addresses of this run are like those of another.
std::string OneLine(const std::string& given) {
    const std::string text = std::regex_replace(given, std::regex("0x[0-9a-f]{8,}"), "0x...");
    std::string line;
    for (const char c : text) {
        const bool space = c == '\n' || c == ' ';
        if (!space || (!line.empty() && line.back() != ' ')) {
            line += space ? ' ' : c;
        }
    }
    return line;
}

struct Case {
    const char* name;
    const char* check;
    std::function<void()> kernel;
};

class CheckerPage : public testing::TestWithParam<Case> {
 protected:
    void TearDown() override { EXPECT_TRUE(base::SetSetting("check", "0").ok()); }
};

float memory[104];

TEST_P(CheckerPage, ShowsTheKernelAndItsReport) {
    ASSERT_TRUE(base::SetSetting("check", GetParam().check).ok());
    const base::Status status = aicore_tests::RunKernel(GetParam().kernel);
    EXPECT_EQ(status.code(), 507035);
    const std::string page = ReadFile(ACLNN_CPU_SOURCE_DIR "/docs/checker.md");
    const std::string source = ReadFile(ACLNN_CPU_SOURCE_DIR "/tests/checker_page/checker_page_test.cpp");
    const std::string region = Region(source, GetParam().name);
    EXPECT_NE(page.find(region), std::string::npos) << "docs/checker.md lacks\n" << region;
    EXPECT_NE(OneLine(page).find(OneLine(status.message())), std::string::npos) << "docs/checker.md lacks\n"
                                                                                << status.message();
}

INSTANTIATE_TEST_SUITE_P(All, CheckerPage,
                         testing::Values(Case{"ub_overflow", "1", UbOverflow},
                                         Case{"missing_barrier", "strict", MissingBarrier},
                                         Case{"tail_overrun", "1", [] { TailOverrun(memory); }},
                                         Case{"queue_deadlock", "1", QueueDeadlock}),
                         [](const testing::TestParamInfo<Case>& info) {
                             return std::string(info.param.name);
                         });

}  // namespace
}  // namespace aclnn_cpu
