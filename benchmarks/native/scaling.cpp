#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <thread>

#include "benchmarks/native/parts.h"
#include "benchmarks/native/process.h"

namespace aclnn_cpu::benchmarks {
namespace {

using Clock = std::chrono::steady_clock;  // the same in all processes of a machine

Clock::time_point At(int64_t ns) { return Clock::time_point(std::chrono::nanoseconds(ns)); }

// Elements per second of calls begun between two times; 0 when the machine was too busy.
double RateBetween(const simd::NativeCall& call, simd::NativeKernel kernel, Clock::time_point start,
                   Clock::time_point end) {
    while (Clock::now() < start) {
    }
    const double waited = SecondsWaited();
    const Clock::time_point began = Clock::now();
    int64_t elements = 0;
    Clock::time_point now = began;
    for (; now < end; now = Clock::now()) {
        kernel(call);
        elements += call.sizes[0];
    }
    const double seconds = std::chrono::duration<double>(now - began).count();
    return SecondsWaited() - waited <= kMostWaiting * seconds ? static_cast<double>(elements) / seconds : 0;
}

void WarmUp(const simd::NativeCall& call, simd::NativeKernel kernel) {
    RateBetween(call, kernel, Clock::now(), Clock::now() + std::chrono::milliseconds(20));
}

// Two processes at once, each with half of the elements.
class TwoProcesses {
 public:
    explicit TwoProcesses(int64_t elements) {
        for (auto& worker : workers_) {
            worker = std::make_unique<Process>(
                kThisProgram, std::vector<std::string>{"--worker=scaling:" + std::to_string(elements / 2)});
        }
        for (const auto& worker : workers_) {
            Read(*worker);
        }
    }
    double Rate(Clock::duration during) {
        const Clock::time_point start = Clock::now() + std::chrono::milliseconds(2);
        const std::string order = std::to_string(start.time_since_epoch().count()) + " " +
                                  std::to_string((start + during).time_since_epoch().count());
        for (const auto& worker : workers_) {
            worker->WriteLine(order);
        }
        const double one = std::atof(Read(*workers_[0]).c_str());
        const double other = std::atof(Read(*workers_[1]).c_str());
        return one > 0 && other > 0 ? one + other : 0;
    }

 private:
    static std::string Read(Process& worker) {
        std::string line;
        if (!worker.ReadLine(line)) {
            std::fprintf(stderr, "a process of the scaling measurement ended: %s\n", worker.Wait().c_str());
            std::exit(1);
        }
        return line;
    }
    std::unique_ptr<Process> workers_[2];
};

// Of the good ones.
double Median(std::vector<double> rates) {
    std::erase(rates, 0);
    return QuartilesOf(rates).median;
}

Json MeasureRow(const Session& session, int64_t count) {
    const Activation& activation = Activations().front();
    const Operands operands(Contiguous(base::DType::kFloat, count), NormalValues());
    Race race;  // checks the result
    race.AddNative("threads", activation, operands, 2);
    const simd::NativeCall call = operands.Call(activation, 2);
    TwoProcesses processes(count);
    WarmUp(call, activation.native);
    constexpr auto kDuring = std::chrono::milliseconds(20);
    const int rounds = session.options.quick ? 5 : 31;
    std::vector<double> of_threads, of_processes;
    for (int i = 0; i < rounds; ++i) {
        const Clock::time_point now = Clock::now();
        of_threads.push_back(RateBetween(call, activation.native, now, now + kDuring));
        of_processes.push_back(processes.Rate(kDuring));
    }
    return {{"activation", activation.name},
            {"dtype", "FLOAT"},
            {"elements", count},
            {"two_threads_elements_per_second", Median(of_threads)},
            {"two_processes_elements_per_second", Median(of_processes)},
            {"ratio", ToJson(PairedRatio(of_threads, of_processes))}};
}

}  // namespace

int RunScalingWorker(const std::string& worker) {
    const int64_t count = std::atoll(worker.c_str());
    const Activation& activation = Activations().front();
    const Operands operands(Contiguous(base::DType::kFloat, count), NormalValues());
    const simd::NativeCall call = operands.Call(activation, 1);
    WarmUp(call, activation.native);
    std::printf("ready\n");
    std::fflush(stdout);
    for (int64_t start = 0, end = 0; std::cin >> start >> end;) {
        std::printf("%.17g\n", RateBetween(call, activation.native, At(start), At(end)));
        std::fflush(stdout);
    }
    return 0;
}

Json MeasureScaling(const Session& session) {
    Json rows = Json::array();
    if (std::thread::hardware_concurrency() < 2) {
        return rows;
    }
    std::printf(
        "\nTwo threads of one process against two processes of one thread with half the elements each\n%9s "
        "%14s %14s %11s\n",
        "elements", "threads Gel/s", "process. Gel/s", "ratio");
    for (const int64_t count : {int64_t{64} << 10, int64_t{256} << 10}) {
        if (count > session.options.largest) {
            continue;
        }
        rows.push_back(MeasureRow(session, count));
        const Json& row = rows.back();
        std::printf("%9lld %14.3f %14.3f %11s\n", static_cast<long long>(count),
                    row["two_threads_elements_per_second"].get<double>() * 1e-9,
                    row["two_processes_elements_per_second"].get<double>() * 1e-9,
                    row["ratio"]["text"].get<std::string>().c_str());
        std::fflush(stdout);
    }
    return rows;
}

}  // namespace aclnn_cpu::benchmarks
