#include "benchmarks/harness.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <new>
#include <thread>

namespace aclnn_cpu::benchmarks {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsFor(const std::function<void()>& run, int64_t repeats) {
    const Clock::time_point start = Clock::now();
    for (int64_t i = 0; i < repeats; ++i) {
        run();
    }
    return std::chrono::duration<double>(Clock::now() - start).count();
}

void CheckFirst(const Contender& contender) {
    contender.run();
    if (const std::string problem = contender.check(); !problem.empty()) {
        std::fprintf(stderr, "%s computes a wrong result: %s\n", contender.name.c_str(), problem.c_str());
        std::exit(1);
    }
}

// Threads of the contender that ran before may still spin in wait for more work (GNU OpenMP's for some 20 ms
// where the pause instruction is long): they get time to give up.
// Then this one runs as long as a sample, untimed, so that its own threads are awake.
double Sample(const Contender& contender, int64_t repeats) {
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
    const double warm_up = SecondsFor(contender.run, repeats);
    constexpr double kNeedsNoWarmUp = 5e-3;
    return (repeats == 1 && warm_up > kNeedsNoWarmUp ? warm_up : SecondsFor(contender.run, repeats)) /
           static_cast<double>(repeats);
}

int64_t RepeatsFor(const Contender& contender, double sample_seconds) {
    int64_t repeats = 1;
    while (SecondsFor(contender.run, repeats) < sample_seconds) {
        repeats *= 2;
    }
    return repeats;
}

Timing Summarise(std::vector<double> samples) {
    std::sort(samples.begin(), samples.end());
    const size_t count = samples.size();
    const double median = samples[count / 2];
    return {median, (samples[count * 3 / 4] - samples[count / 4]) / median, samples.front()};
}

}  // namespace

std::vector<Timing> Measure(const std::vector<Contender>& contenders, double total_seconds,
                            double sample_seconds) {
    constexpr size_t kLeastSamples = 5;
    std::vector<int64_t> repeats;
    for (const Contender& contender : contenders) {
        CheckFirst(contender);
        repeats.push_back(RepeatsFor(contender, sample_seconds));
    }
    std::vector<std::vector<double>> samples(contenders.size());
    const Clock::time_point start = Clock::now();
    const double enough = total_seconds * static_cast<double>(contenders.size());
    while (std::chrono::duration<double>(Clock::now() - start).count() < enough ||
           (!samples.empty() && samples[0].size() < kLeastSamples)) {
        for (size_t i = 0; i < contenders.size(); ++i) {
            samples[i].push_back(Sample(contenders[i], repeats[i]));
        }
    }
    std::vector<Timing> timings;
    for (std::vector<double>& of_one : samples) {
        timings.push_back(Summarise(std::move(of_one)));
    }
    return timings;
}

std::string CpuName() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("model name")) {
            return line.substr(std::min(line.size(), line.find(':') + 2));
        }
    }
    return "unknown CPU";
}

Buffer::Buffer(size_t bytes) {
    constexpr size_t kPage = 4096;
    data_ = std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage);
    if (data_ == nullptr) {
        throw std::bad_alloc();
    }
}

Buffer::~Buffer() { std::free(data_); }

}  // namespace aclnn_cpu::benchmarks
