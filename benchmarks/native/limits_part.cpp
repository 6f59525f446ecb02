#include <algorithm>
#include <atomic>
#include <cstdio>

#include "base/parallel.h"
#include "benchmarks/native/limits.h"
#include "benchmarks/native/machine.h"
#include "benchmarks/native/parts.h"

namespace aclnn_cpu::benchmarks {
namespace {

struct Level {
    std::string name;
    int64_t bytes;  // of the three arrays together, per thread where the cache is a core's own
    bool per_core;
};

// Half of each cache; far more than the last one for memory.
std::vector<Level> Levels(const Session& session) {
    std::vector<Level> levels;
    for (const Cache& cache : Caches()) {
        // A cache shared by many cores, or by other virtual machines, is not ours alone.
        constexpr int64_t kMostOfShared = int64_t{24} << 20;
        levels.push_back({"L" + std::to_string(cache.level),
                          cache.level < 3 ? cache.bytes / 2 : std::min(cache.bytes / 2, kMostOfShared),
                          cache.level < 3});
    }
    if (session.options.largest >= int64_t{64} << 20 && !session.options.quick) {
        levels.push_back({"memory", int64_t{768} << 20, false});
    }
    return levels;
}

Json MeasureLevel(const Session& session, const Level& level, uint32_t threads) {
    const int64_t bytes = level.per_core ? level.bytes * threads : level.bytes;
    const auto each = static_cast<size_t>(bytes / 3 / 4096 * 4096);
    const Operands operands(Contiguous(base::DType::kFloat, static_cast<int64_t>(each / sizeof(float))),
                            NormalValues());
    const CopyWork work{operands.grad_output().as<void>(), operands.self().as<void>(),
                        operands.grad_input().as<void>(), each, threads};
    const auto none = [] { return std::string(); };
    Race race;
    race.Add({"plain", [work] { CopyWithPlainStores(work); }, none, 3});
    race.Add({"streaming", [work] { CopyWithStreamingStores(work); }, none, 3});
    race.Run(session.Measuring(threads));
    const std::string faster =
        race.Of("plain")->median_seconds <= race.Of("streaming")->median_seconds ? "plain" : "streaming";
    return {{"level", level.name},
            {"bytes", 3 * each},
            {"threads", threads},
            {"stores", faster},
            {"bytes_per_second", 3 * static_cast<double>(each) / race.Of(faster)->median_seconds},
            {"spread", race.Of(faster)->spread}};
}

Json MeasureMultiplyAdds(const Session& session, uint32_t threads) {
    std::atomic<double> flops{0};
    const auto run = [&flops, threads] {
        base::ParallelParts(threads, threads, [&flops](uint32_t) {
            for (int i = 0; i < 4; ++i) {
                flops.store(RunMultiplyAdds(), std::memory_order_relaxed);
            }
        });
    };
    Race race;
    race.Add({"fma", run, [] { return std::string(); }, 3});
    race.Run(session.Measuring(threads));
    return {{"threads", threads},
            {"vector_bits", VectorBits()},
            {"flops_per_second", 4 * threads * flops.load() / race.Of("fma")->median_seconds},
            {"spread", race.Of("fma")->spread}};
}

}  // namespace

Json MeasureLimits(const Session& session) {
    Json copies = Json::array(), multiply_adds = Json::array();
    std::printf("\nLimits of this machine\n");
    for (const uint32_t threads : session.threads) {
        for (const Level& level : Levels(session)) {
            copies.push_back(MeasureLevel(session, level, threads));
            const Json& row = copies.back();
            std::printf("copy in %-7s %2u threads %8.1f GB/s (%s stores)\n", level.name.c_str(), threads,
                        row["bytes_per_second"].get<double>() * 1e-9,
                        row["stores"].get<std::string>().c_str());
        }
        multiply_adds.push_back(MeasureMultiplyAdds(session, threads));
        std::printf("multiply-adds   %2u threads %8.1f Gflop/s\n", threads,
                    multiply_adds.back()["flops_per_second"].get<double>() * 1e-9);
        std::fflush(stdout);
    }
    return {{"copies", copies}, {"multiply_adds", multiply_adds}};
}

}  // namespace aclnn_cpu::benchmarks
