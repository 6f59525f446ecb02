// Calls into an operator's host functions: what they log as errors becomes the reason that the call's error
// gives.
#pragma once

#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "base/status.h"
#include "graph/error_codes.h"

namespace aclnn_cpu::registry {

// While one lives, OP_LOGE on this thread is collected instead of only logged.
class ReasonCollector {
 public:
    ReasonCollector();
    ~ReasonCollector();
    ReasonCollector(const ReasonCollector&) = delete;
    ReasonCollector& operator=(const ReasonCollector&) = delete;

    // The texts collected so far, "; " between them. Empty: nothing was said.
    std::string Reasons() const { return reasons_; }
    void Add(std::string_view text);

 private:
    ReasonCollector* outer_;
    std::string reasons_;
};

// "GeluGrad: tiling failed: coreNum is 0": the one shape of error of this layer.
base::Status HostCallError(int32_t code, std::string_view op, std::string_view stage,
                           std::string_view reason);

// Runs `function` (which returns a ge::graphStatus) of operator `op`. A status other than GRAPH_SUCCESS or an
// exception becomes an error with `code` and the reasons collected.
template <typename Function>
base::Status CallHostFunction(int32_t code, std::string_view op, std::string_view stage,
                              Function&& function) {
    const ReasonCollector collector;
    std::string failure;
    try {
        const ge::graphStatus status = function();
        if (status == ge::GRAPH_SUCCESS) {
            return base::Status::Ok();
        }
        failure = status == ge::GRAPH_FAILED ? "the function returned GRAPH_FAILED"
                                             : "the function returned " + std::to_string(status);
    } catch (const std::exception& error) {
        failure = std::string("the function threw an exception: ") + error.what();
    } catch (...) {
        failure = "the function threw an exception";
    }
    const std::string reasons = collector.Reasons();
    return HostCallError(code, op, stage, reasons.empty() ? failure : reasons);
}

}  // namespace aclnn_cpu::registry
