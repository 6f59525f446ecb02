#include "benchmarks/harness.h"

#include <alloca.h>
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "benchmarks/statistics.h"

namespace aclnn_cpu::benchmarks {
namespace {

using Clock = std::chrono::steady_clock;

// Not inlined: it runs where the stack was moved to.
[[gnu::noinline]] double SecondsFor(const std::function<void()>& run, int64_t repeats) {
    const Clock::time_point start = Clock::now();
    for (int64_t i = 0; i < repeats; ++i) {
        run();
    }
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// The stack up to a page further down, another place in every round. Where the stack of a process begins is chosen at
// random when it starts; code that keeps vectors there runs several times slower when they lie across a border of pages,
// and would do so for a whole run.
[[gnu::noinline]] double SecondsElsewhere(size_t round, const std::function<void()>& run, int64_t repeats) {
    constexpr size_t kPage = 4096, kStep = 1008;  // steps of 16 bytes reach all places
    void* const room = alloca(16 + round * kStep % kPage);
    asm volatile("" : : "r"(room) : "memory");
    return SecondsFor(run, repeats);
}

struct Taken {
    double seconds;
    bool good;  // next to nothing of it was spent waiting for a CPU
};

Taken TakeOnce(size_t round, const Contender& contender, int64_t repeats) {
    const double before = SecondsWaited();
    const double seconds = SecondsElsewhere(round, contender.run, repeats);
    return {seconds / static_cast<double>(repeats), SecondsWaited() - before <= kMostWaiting * seconds};
}

// After the rest the contender runs as long as a sample, untimed, so that its own threads are awake and its data is
// where it will be; a long sample is its own warm-up.
Taken Sample(const Contender& contender, int64_t repeats, double rest_seconds, size_t round) {
    if (rest_seconds > 0) {
        std::this_thread::sleep_for(std::chrono::duration<double>(rest_seconds));
    }
    constexpr double kLong = 5e-3;
    constexpr int kTries = 6, kTriesOfLong = 2;
    Taken taken = TakeOnce(round, contender, repeats);
    const bool is_long = taken.seconds * static_cast<double>(repeats) > kLong && repeats == 1;
    if (is_long && taken.good) {
        return taken;
    }
    for (int tried = 0; tried < (is_long ? kTriesOfLong : kTries); ++tried) {
        taken = TakeOnce(round, contender, repeats);
        if (taken.good) {
            break;
        }
    }
    return taken;
}

int64_t RepeatsFor(const Contender& contender, double sample_seconds) {
    int64_t repeats = 1;
    while (SecondsFor(contender.run, repeats) < sample_seconds) {
        repeats *= 2;
    }
    return repeats;
}

Timing Summarise(const std::vector<Taken>& taken) {
    std::vector<double> all, good, by_round;
    for (const Taken& one : taken) {
        all.push_back(one.seconds);
        by_round.push_back(one.good ? one.seconds : 0);
        if (one.good) {
            good.push_back(one.seconds);
        }
    }
    const std::vector<double>& counted = good.size() >= Ratio::kLeastRounds ? good : all;
    const Quartiles quartiles = QuartilesOf(counted);
    const double best = *std::min_element(counted.begin(), counted.end());
    return {quartiles.median, quartiles.Spread(), best, std::move(by_round)};
}

}  // namespace

double SecondsWaited() {
    double ns = 0;
    std::error_code none;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", none)) {
        std::ifstream file(task.path() / "schedstat");
        double ran = 0, waited = 0;
        file >> ran >> waited;
        ns += waited;
    }
    return ns * 1e-9;
}

std::string RunAndCheck(const Contender& contender) {
    contender.run();
    return contender.check();
}

std::vector<Timing> Measure(const std::vector<Contender>& contenders, const MeasureOptions& options) {
    std::vector<int64_t> repeats;
    for (const Contender& contender : contenders) {
        if (const std::string problem = RunAndCheck(contender); !problem.empty()) {
            std::fprintf(stderr, "%s computes a wrong result: %s\n", contender.name.c_str(), problem.c_str());
            std::exit(1);
        }
        SecondsFor(contender.run, contender.warm_up_runs);
        repeats.push_back(RepeatsFor(contender, options.sample_seconds));
    }
    const size_t count = contenders.size();
    std::vector<std::vector<Taken>> samples(count);
    const Clock::time_point start = Clock::now();
    const double enough = options.seconds * static_cast<double>(count);
    for (size_t round = 0;
         count != 0 && (round < options.least_rounds ||
                        std::chrono::duration<double>(Clock::now() - start).count() < enough);
         ++round) {
        for (size_t i = 0; i < count; ++i) {
            const size_t which = round % 2 == 0 ? i : count - 1 - i;
            samples[which].push_back(Sample(contenders[which], repeats[which], options.rest_seconds, round));
        }
    }
    std::vector<Timing> timings;
    for (const std::vector<Taken>& of_one : samples) {
        timings.push_back(Summarise(of_one));
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

Buffer::Buffer(size_t bytes, size_t offset) {
    constexpr size_t kHugePage = size_t{2} << 20;
    const size_t wanted = (bytes + offset + kHugePage - 1) / kHugePage * kHugePage;
    mapped_bytes_ = wanted + kHugePage;
    mapped_ = mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped_ == MAP_FAILED) {
        throw std::bad_alloc();
    }
    const auto address = reinterpret_cast<uintptr_t>(mapped_);
    char* start = static_cast<char*>(mapped_) + (kHugePage - address % kHugePage) % kHugePage;
    madvise(start, wanted, MADV_HUGEPAGE);
    data_ = start + offset;
}

Buffer::Buffer(Buffer&& other) noexcept
    : mapped_(std::exchange(other.mapped_, nullptr)),
      mapped_bytes_(other.mapped_bytes_),
      data_(other.data_) {}

Buffer::~Buffer() {
    if (mapped_ != nullptr) {
        munmap(mapped_, mapped_bytes_);
    }
}

}  // namespace aclnn_cpu::benchmarks
