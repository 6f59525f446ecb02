// Programs run beside this one, above all this one once more, for work that needs a process of its own.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <string>
#include <vector>

namespace aclnn_cpu::benchmarks {

// Its standard input and output are pipes to us. Ended, if it still runs, when this goes.
class Process {
 public:
    // `preload`: a library for LD_PRELOAD, or empty.
    explicit Process(const std::string& program, const std::vector<std::string>& arguments,
                     const std::string& preload = "");
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void WriteLine(const std::string& line);
    // The next line of its output without the line break; false at its end.
    bool ReadLine(std::string& line);
    // Waits for its end: empty after exit code 0, else how it ended ("killed by signal 11").
    std::string Wait();

 private:
    pid_t pid_ = -1;
    FILE* to_ = nullptr;
    FILE* from_ = nullptr;
};

inline constexpr const char* kThisProgram = "/proc/self/exe";

// A file in the folder of this program.
std::string BesideThisProgram(const std::string& name);

}  // namespace aclnn_cpu::benchmarks
