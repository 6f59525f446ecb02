#include "base/line_lookup.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using aclnn_cpu::base::CodePlace;
using aclnn_cpu::base::LineLookup;
using std::chrono::milliseconds;
using Lines = LineLookup::Lines;

constexpr milliseconds kLong{60'000};

// A tool in a folder of its own, which notes each of its runs.
class Tool {
 public:
    explicit Tool(const std::string& body) {
        char folder[] = "/tmp/aclnn_cpu_tool_XXXXXX";
        folder_ = mkdtemp(folder);
        std::ofstream(path()) << "#!/bin/sh\necho run >> " << folder_ << "/runs\n" << body << "\n";
        chmod(path().c_str(), 0755);
    }
    Tool(const Tool&) = delete;
    Tool& operator=(const Tool&) = delete;
    ~Tool() { std::filesystem::remove_all(folder_); }

    std::string path() const { return folder_ + "/addr2line"; }
    int runs() const {
        std::ifstream file(folder_ + "/runs");
        int count = 0;
        for (std::string line; std::getline(file, line);) {
            ++count;
        }
        return count;
    }

 private:
    std::string folder_;
};

// Says of address A of file F: in ns::At(int), line 7 of F.
constexpr const char* kAnswers = R"sh(
shift
object=$1
shift
for address in "$@"; do
    echo $address
    echo "ns::At$address(int)"
    echo "/src/$object:7 (discriminator 3)"
done)sh";

TEST(LineLookup, AsksOncePerObjectAndRemembers) {
    const Tool tool(kAnswers);
    LineLookup lookup(tool.path(), kLong);
    const std::vector<CodePlace> places = {
        {"a.so", 0x10}, {"b.so", 0x10}, {"a.so", 0x8}, {"a.so", 0x10}, {"", 5}};
    const std::vector<Lines> expected = {{"ns::At0x10 (a.so:7)"},
                                         {"ns::At0x10 (b.so:7)"},
                                         {"ns::At0x8 (a.so:7)"},
                                         {"ns::At0x10 (a.so:7)"},
                                         {}};
    EXPECT_EQ(lookup.Find(places), expected);
    EXPECT_EQ(tool.runs(), 2);
    for (int i = 0; i < 10'000; ++i) {
        ASSERT_EQ(lookup.Find(places), expected);
    }
    EXPECT_EQ(tool.runs(), 2);
    EXPECT_EQ(lookup.Find(std::vector<CodePlace>{{"a.so", 0x20}})[0], Lines{"ns::At0x20 (a.so:7)"});
    EXPECT_EQ(tool.runs(), 3);
}

TEST(LineLookup, RemembersThatThereIsNothing) {
    const Tool tool("shift; shift; echo $1; echo '?''?'; echo '?''?:0'");
    LineLookup lookup(tool.path(), kLong);
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(lookup.Find(std::vector<CodePlace>{{"a.so", 1}})[0], Lines{});
    }
    EXPECT_EQ(tool.runs(), 1);
}

TEST(LineLookup, TakesMorePlacesThanACommandLine) {
    const Tool tool(kAnswers);
    LineLookup lookup(tool.path(), kLong);
    std::vector<CodePlace> places(5000);
    for (size_t i = 0; i < places.size(); ++i) {
        places[i] = {"a.so", 0x7000'0000'0000 + i};
    }
    const std::vector<Lines> found = lookup.Find(places);
    EXPECT_EQ(found.front(), Lines{"ns::At0x700000000000 (a.so:7)"});
    EXPECT_EQ(found.back(), Lines{"ns::At0x700000001387 (a.so:7)"});
    EXPECT_EQ(tool.runs(), 2);
}

TEST(LineLookup, TriesAToolThatHangsOnce) {
    const Tool tool("exec sleep 100");
    LineLookup lookup(tool.path(), milliseconds(100));
    testing::internal::CaptureStderr();
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(lookup.Find(std::vector<CodePlace>{{"a.so", 1}})[0], Lines{});
    }
    EXPECT_EQ(tool.runs(), 1);
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_NE(
        text.find("/addr2line took longer than 0.1 s to read a.so; call stacks name functions and libraries "
                  "only from now on"),
        std::string::npos)
        << text;
}

TEST(LineLookup, TriesAMissingToolOnce) {
    const Tool tool(kAnswers);
    const std::string hidden = tool.path() + "_";
    std::filesystem::rename(tool.path(), hidden);
    LineLookup lookup(tool.path(), kLong);
    EXPECT_EQ(lookup.Find(std::vector<CodePlace>{{"a.so", 1}})[0], Lines{});
    std::filesystem::rename(hidden, tool.path());
    EXPECT_EQ(lookup.Find(std::vector<CodePlace>{{"a.so", 1}})[0], Lines{});
    EXPECT_EQ(tool.runs(), 0);
}

TEST(LineLookup, OfAForkedProcessWorksWhateverOtherThreadsWereDoing) {
    std::atomic<bool> done{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i) {
        threads.emplace_back([&] {
            for (uintptr_t offset = 1; !done; ++offset) {
                LineLookup::Shared().Find(std::vector<CodePlace>{{"", offset}, {"", offset + 1}});
            }
        });
    }
    for (int i = 0; i < 200 && !HasFailure(); ++i) {
        const pid_t child = fork();
        if (child == 0) {
            alarm(20);
            LineLookup::Shared().Find(std::vector<CodePlace>{{"", 1}});
            _exit(0);
        }
        int status = 0;
        EXPECT_EQ(waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
    }
    done = true;
    for (std::thread& thread : threads) {
        thread.join();
    }
}

}  // namespace
