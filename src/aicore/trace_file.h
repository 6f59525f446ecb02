// Where a trace goes.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

namespace aclnn_cpu::aicore {

// Opens for one launch at a time: others wait in the constructor.
class TraceFile {
 public:
    explicit TraceFile(const std::string& name);  // "-" or "stderr": standard error
    ~TraceFile();
    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;

    int error() const { return error_; }  // errno of the first failure; 0: none
    void Write(std::string_view text);    // at once, so that it survives a crash of this process

 private:
    std::unique_lock<std::mutex> alone_;
    int descriptor_ = -1;
    bool owned_ = false;
    int error_ = 0;
};

}  // namespace aclnn_cpu::aicore
