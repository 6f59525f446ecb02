#include <dlfcn.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/settings.h"
#include "benchmarks/aclnn_gelu.h"
#include "benchmarks/native/layouts.h"
#include "benchmarks/native/parts.h"
#include "benchmarks/native/process.h"

namespace aclnn_cpu::benchmarks {
namespace {

constexpr const char* kKinds[] = {"kernel", "aclnn"};

// A line of /proc/self/status in KiB.
int64_t StatusKib(const std::string& key) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(key + ":")) {
            return std::atoll(line.c_str() + key.size() + 1);
        }
    }
    return 0;
}

Layout SelfTransposed(int64_t side) {
    for (Layout& layout : Layouts(side, base::DType::kFloat)) {
        if (layout.name == "self transposed") {
            return layout;
        }
    }
    std::abort();
}

std::function<void()> CallOf(const std::string& kind, const Operands& operands, uint32_t threads) {
    if (kind == "aclnn") {
        return AclnnGeluBackward(base::EngineChoice::kNative,
                                 operands.Work(Activations().front().name, threads));
    }
    return [call = operands.Call(Activations().front(), threads)] { Activations().front().native(call); };
}

// Of one call when it has been made often before; null when nothing counts here.
Json SteadyAllocations(const std::function<void()>& call) {
    const auto count = reinterpret_cast<uint64_t (*)()>(dlsym(RTLD_DEFAULT, "BenchmarkAllocations"));
    if (count == nullptr) {
        return nullptr;
    }
    constexpr int kWarmUp = 64, kCounted = 64;
    for (int i = 0; i < kWarmUp; ++i) {
        call();
    }
    const uint64_t before = count();
    for (int i = 0; i < kCounted; ++i) {
        call();
    }
    return static_cast<double>(count() - before) / kCounted;
}

void CheckOrEnd(const Operands& operands) {
    if (const std::string problem = operands.Check(Activations().front(), kNativeTolerance);
        !problem.empty()) {
        std::fprintf(stderr, "wrong result: %s\n", problem.c_str());
        std::exit(1);
    }
}

}  // namespace

// "KIND:SIDE:THREADS"; prints the row.
int RunMemoryWorker(const std::string& worker) {
    char kind[16] = {};
    long long side = 0;
    unsigned threads = 0;
    if (std::sscanf(worker.c_str(), "%15[a-z]:%lld:%u", kind, &side, &threads) != 3 ||
        !base::SetSetting("threads", std::to_string(threads)).ok()) {
        return 1;
    }
    // What the process makes once (threads, streams, libraries) is made by calls of another size.
    const Operands small(SelfTransposed(std::min<int64_t>(side, 512)), NormalValues());
    const Json allocations = SteadyAllocations(CallOf(kind, small, threads));
    const Operands operands(SelfTransposed(side), NormalValues());
    const auto call = CallOf(kind, operands, threads);
    // The peak is what is there now.
    std::ofstream("/proc/self/clear_refs") << "5" << std::flush;
    const int64_t before = StatusKib("VmHWM");
    call();
    const int64_t growth = StatusKib("VmHWM") - before;
    CheckOrEnd(operands);
    const Json row = {{"call", kind},
                      {"layout", operands.layout().name},
                      {"dtype", "FLOAT"},
                      {"elements", operands.layout().Elements()},
                      {"threads", threads},
                      {"tensors_kib", operands.layout().Bytes() >> 10},
                      {"peak_growth_kib", growth},
                      {"allocations_per_call", allocations}};
    std::printf("%s\n", row.dump().c_str());
    return 0;
}

Json MeasureMemory(const Session& session) {
    const int64_t most = session.options.quick ? int64_t{4} << 20 : int64_t{64} << 20;
    const auto side = static_cast<int64_t>(std::sqrt(static_cast<double>(session.AtMost(most))));
    std::printf("\nMemory of a call, self transposed, FLOAT, %lld x %lld\n%-8s %3s %14s %16s %18s\n",
                static_cast<long long>(side), static_cast<long long>(side), "call", "thr", "tensors, KiB",
                "peak growth, KiB", "allocations a call");
    const std::string counter = BesideThisProgram("libbenchmark_allocations.so");
    Json rows = Json::array();
    for (const char* kind : kKinds) {
        for (const uint32_t threads : session.threads) {
            Process worker(kThisProgram,
                           {"--worker=memory:" + (std::string(kind) + ":" + std::to_string(side)) + ":" +
                            std::to_string(threads)},
                           std::filesystem::exists(counter) ? counter : "");
            std::string line;
            const bool read = worker.ReadLine(line);
            if (const std::string end = worker.Wait(); !end.empty() || !read) {
                std::fprintf(stderr, "the memory measurement of %s ended: %s\n", kind, end.c_str());
                std::exit(1);
            }
            rows.push_back(Json::parse(line));
            const Json& row = rows.back();
            std::printf("%-8s %3u %14lld %16lld %18s\n", kind, threads, row["tensors_kib"].get<long long>(),
                        row["peak_growth_kib"].get<long long>(), row["allocations_per_call"].dump().c_str());
        }
    }
    return rows;
}

}  // namespace aclnn_cpu::benchmarks
