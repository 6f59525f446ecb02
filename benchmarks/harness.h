// Measuring contenders against each other: they run alternately within one process, so that what disturbs one
// disturbs all; each is judged by the median of its runs, and pairs by their ratio round by round (statistics.h).
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
    // Runs before the first sample: whatever learns from its first calls has done so afterwards.
    int64_t warm_up_runs = 1;
};

struct MeasureOptions {
    double seconds = 0.4;          // for each contender, in all
    double sample_seconds = 5e-4;  // one sample repeats `run` until it lasts as long
    size_t least_rounds = 5;
    // Before each sample: threads of the contender before may still spin in wait for more work (GNU OpenMP's for some
    // 20 ms where the pause instruction is long); they get time to give up.
    double rest_seconds = 25e-3;
};

struct Timing {
    double median_seconds = 0;  // of one run
    double spread = 0;          // (third quartile - first quartile) / median
    double best_seconds = 0;    // the shortest: what is left of a run on a busy machine
    // By round; those of one round of several contenders belong together. 0 where the machine was too busy for a sample.
    std::vector<double> samples;
};

// Runs the contender once and checks it: what is wrong, or empty.
std::string RunAndCheck(const Contender& contender);

// One timing per contender, in their order. A sample during which our threads waited for a CPU is
// taken again, a few times at most; without five good ones the rest counts from all. Samples of all contenders alternate, each round in the reverse order of the
// round before. Ends the process with a message when a check fails.
std::vector<Timing> Measure(const std::vector<Contender>& contenders, const MeasureOptions& options = {});

// How long the threads of this process have been ready to run and had no CPU, all together; 0 where the system does not
// say.
double SecondsWaited();
// A measurement of which more than this share was spent so is not a good one.
inline constexpr double kMostWaiting = 0.05;

// "Intel(R) Xeon(R) Processor": what the kernel calls the first CPU.
std::string CpuName();

// An array that is not initialised: on pages of 2 MiB where the system has them, from `offset` bytes behind the start of
// one on.
class Buffer {
 public:
    explicit Buffer(size_t bytes, size_t offset = 0);
    ~Buffer();
    Buffer(Buffer&& other) noexcept;
    Buffer& operator=(Buffer&&) = delete;
    template <typename T>
    T* as() const {
        return static_cast<T*>(data_);
    }

 private:
    void* mapped_ = nullptr;
    size_t mapped_bytes_ = 0;
    void* data_ = nullptr;
};

}  // namespace aclnn_cpu::benchmarks
