// Measuring contenders against each other: they run alternately within one process, so that what disturbs one
// disturbs all, and each is judged by the median of its runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace aclnn_cpu::benchmarks {

// Something that can do the work of a benchmark. `run` does it once, completely.
struct Contender {
    std::string name;
    std::function<void()> run;
    // Says what is wrong with the result of the last run; empty if nothing. Called once, before any timing.
    std::function<std::string()> check;
};

struct Timing {
    double median_seconds = 0;  // of one run
    double spread = 0;          // (third quartile - first quartile) / median
    double best_seconds = 0;    // the shortest: what is left of a run on a busy machine
};

// One timing per contender, in their order. Each sample of a contender repeats `run` often enough to last
// `sample_seconds`; samples of all contenders alternate for at least `total_seconds` per contender and at
// least five times. Ends the process with a message when a check fails.
std::vector<Timing> Measure(const std::vector<Contender>& contenders, double total_seconds = 0.4,
                            double sample_seconds = 5e-4);

// "Intel(R) Xeon(R) Processor": what the kernel calls the first CPU.
std::string CpuName();

// A page-aligned array that is not initialised.
class Buffer {
 public:
    explicit Buffer(size_t bytes);
    ~Buffer();
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    template <typename T>
    T* as() const {
        return static_cast<T*>(data_);
    }

 private:
    void* data_;
};

}  // namespace aclnn_cpu::benchmarks
