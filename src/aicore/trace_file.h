// Where a trace goes.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

namespace aclnn_cpu::aicore {

// Opens for one launch at a time: others wait in the constructor. Never waits for a reader: a named pipe is refused,
// as is whatever else is neither a file nor a terminal or the like.
class TraceFile {
 public:
    // "-", "stderr" or "/dev/stderr": standard error; "/dev/stdout": standard output, whatever they are.
    explicit TraceFile(const std::string& name);
    ~TraceFile();
    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;

    // What failed first; empty: nothing.
    std::string Problem() const;
    void Write(std::string_view text);  // at once, so that it survives a crash of this process

 private:
    void Open(const std::string& name);

    std::unique_lock<std::mutex> alone_;
    int descriptor_ = -1;
    bool owned_ = false;
    int error_ = 0;            // errno
    bool other_kind_ = false;  // it is refused
};

}  // namespace aclnn_cpu::aicore
