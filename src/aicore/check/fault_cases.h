// For the tests of the checker: runs a kernel under it and gives the report as one text.
#pragma once

#include <regex>
#include <string>

#include "aicore/kernel_test.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {

enum class Mode { kOff, kOn, kStrict };

// Chooses whether the checker watches, for as long as it lives.
class CheckSetting {
 public:
    explicit CheckSetting(Mode mode) {
        const char* const values[] = {"0", "1", "strict"};
        EXPECT_TRUE(base::SetSetting("check", values[static_cast<int>(mode)]).ok());
    }
    ~CheckSetting() { EXPECT_TRUE(base::SetSetting("check", "").ok()); }
    CheckSetting(const CheckSetting&) = delete;
    CheckSetting& operator=(const CheckSetting&) = delete;
};

// Addresses of this process as "0x*"; lines of the test as "+n", counted from `line`; those before it and those of
// shared cases as "above".
inline std::string Masked(const std::string& text, int line) {
    const std::string hidden = std::regex_replace(text, std::regex("0x[0-9a-f]{5,}"), "0x*");
    const std::regex site("[a-z_]+_(?:test\\.cpp|cases\\.h):([0-9]+)");
    std::string masked;
    auto from = hidden.cbegin();
    for (std::sregex_iterator it(hidden.begin(), hidden.end(), site), end; it != end; ++it) {
        masked.append(from, (*it)[0].first);
        const int found = std::stoi((*it)[1].str());
        const bool shared = (*it)[0].str().find("_cases.h") != std::string::npos;
        masked += shared || found < line ? "above" : "+" + std::to_string(found - line);
        from = (*it)[0].second;
    }
    return masked.append(from, hidden.cend());
}

inline std::string Report(int line, const base::Status& status) {
    return status.ok() ? "" : std::to_string(status.code()) + " " + Masked(status.message(), line);
}

using Kernel = std::function<void()>;
using Twins = std::function<void(bool mended)>;  // a kernel with a fault, and without

// What is reported of a kernel: code and message; empty when nothing is. Lines are counted from `line`.
inline std::string Report(int line, Mode mode, const Kernel& kernel, const KernelOptions& options = {}) {
    const CheckSetting setting(mode);
    return Report(line, RunKernel(kernel, options));
}

// Code and message of a launch, and what it writes to standard error.
inline std::string ReportAndHints(int line, Mode mode, const Kernel& kernel,
                                  const KernelOptions& options = {}) {
    testing::internal::CaptureStderr();
    const std::string report = Report(line, mode, kernel, options);
    return report + Masked(testing::internal::GetCapturedStderr(), line);
}

// Expects the report of the fault, and silence once it is mended.
inline void ExpectFound(int line, Mode mode, const Twins& twins, std::string_view report,
                        const KernelOptions& options = {}) {
    EXPECT_EQ(Report(
                  line, mode, [&] { twins(false); }, options),
              report);
    EXPECT_EQ(Report(
                  line, mode, [&] { twins(true); }, options),
              "");
}
// In both modes alike.
inline void ExpectFound(int line, const Twins& twins, std::string_view report,
                        const KernelOptions& options = {}) {
    ExpectFound(line, Mode::kOn, twins, report, options);
    ExpectFound(line, Mode::kStrict, twins, report, options);
}
// In strict mode, and not in the other.
inline void ExpectFoundByStrict(int line, const Twins& twins, std::string_view report,
                                const KernelOptions& options = {}) {
    ExpectFound(line, Mode::kStrict, twins, report, options);
    EXPECT_EQ(Report(
                  line, Mode::kOn, [&] { twins(false); }, options),
              "");
}

}  // namespace aclnn_cpu::aicore_tests
