#include <algorithm>
#include <cstdio>

#include "base/parallel.h"
#include "benchmarks/native/limits.h"
#include "benchmarks/native/parts.h"

namespace aclnn_cpu::benchmarks {
namespace {

constexpr int64_t kSizes[] = {int64_t{4} << 10, int64_t{64} << 10, int64_t{1} << 20, int64_t{64} << 20};
// From here on the engine's own rate over cache-resident data is measured beside it.
constexpr int64_t kLarge = int64_t{16} << 20;

// The kernel over tensors that stay in the first caches, on each of the threads alone.
class InCache {
 public:
    InCache(const Activation& activation, base::DType dtype, uint32_t threads)
        : activation_(activation), threads_(threads) {
        for (uint32_t i = 0; i < threads; ++i) {
            operands_.push_back(std::make_unique<Operands>(Contiguous(dtype, kElements), NormalValues()));
        }
    }
    Contender AsContender() const {
        return {"in cache",
                [this] {
                    base::ParallelParts(threads_, threads_, [this](uint32_t part) {
                        const simd::NativeCall call = operands_[part]->Call(activation_, 1);
                        for (int64_t i = 0; i < kRepeats; ++i) {
                            activation_.native(call);
                        }
                    });
                },
                [this] { return operands_[0]->Check(activation_, kNativeTolerance); }};
    }
    double Elements() const { return static_cast<double>(threads_) * kElements * kRepeats; }

 private:
    static constexpr int64_t kElements = 4096;
    // Enough that waking the threads does not count.
    static constexpr int64_t kRepeats = 1024;
    const Activation& activation_;
    uint32_t threads_;
    std::vector<std::unique_ptr<Operands>> operands_;
};

void AddCopies(Race& race, const Operands& operands, uint32_t threads) {
    const Layout& layout = operands.layout();
    const CopyWork work{operands.grad_output().as<void>(), operands.self().as<void>(),
                        operands.grad_input().as<void>(),
                        static_cast<size_t>(layout.Elements()) * base::ElementBytes(layout.compute), threads};
    const auto check = [&operands]() -> std::string {
        const auto* z = operands.grad_input().as<uint32_t>();
        const bool right =
            z[1] == (operands.grad_output().as<uint32_t>()[1] ^ operands.self().as<uint32_t>()[1]);
        return right ? "" : "element 1 is not the combination of the inputs";
    };
    race.Add({"copy", [work] { CopyWithPlainStores(work); }, check});
    race.Add({"streaming copy", [work] { CopyWithStreamingStores(work); }, check});
}

std::string FasterCopy(const Race& race) {
    return race.Of("copy")->median_seconds <= race.Of("streaming copy")->median_seconds ? "copy"
                                                                                        : "streaming copy";
}

// Per round, the longer of the times that the copy and the engine's own rate in cache would take, over the kernel's.
Ratio ShareOfLimit(const Race& race, const std::string& copy, double elements, double elements_in_cache) {
    const Timing* in_cache = race.Of("in cache");
    if (in_cache == nullptr) {
        return {};
    }
    std::vector<double> limit = race.Of(copy)->samples;
    for (size_t i = 0; i < limit.size(); ++i) {
        const double own = in_cache->samples[i] / elements_in_cache * elements;
        limit[i] = limit[i] > 0 && own > 0 ? std::max(limit[i], own) : 0;
    }
    return PairedRatio(limit, race.Of("native")->samples);
}

Json MeasureRow(const Session& session, const Activation& activation, base::DType dtype, int64_t count,
                uint32_t threads) {
    const Operands operands(Contiguous(dtype, count), NormalValues());
    const InCache in_cache(activation, dtype, threads);
    Race race;
    race.AddNative("native", activation, operands, threads);
    AddCopies(race, operands, threads);
    race.AddPeers(session, activation, operands, threads);
    if (count >= kLarge) {
        race.Add(in_cache.AsContender());
    }
    race.Run(session.Measuring(threads));

    const Timing& native = *race.Of("native");
    const std::string copy = FasterCopy(race);
    const auto elements = static_cast<double>(count);
    const auto bytes = static_cast<double>(operands.layout().Bytes());
    return {{"activation", activation.name},
            {"dtype", TypeName(dtype)},
            {"elements", count},
            {"threads", threads},
            {"brief", activation.extent == Extent::kBrief},
            {"layout", "contiguous"},
            {"native", ToJson(native)},
            {"elements_per_second", elements / native.median_seconds},
            {"bytes_per_second", bytes / native.median_seconds},
            {"flops_per_element", activation.flops},
            {"bytes_per_element", bytes / elements},
            {"copy", {{"stores", copy == "copy" ? "plain" : "streaming"}, {"time", ToJson(*race.Of(copy))}}},
            {"share_of_copy", ToJson(race.Over(copy, "native"))},
            {"share_of_limit", ToJson(ShareOfLimit(race, copy, elements, in_cache.Elements()))},
            {"peers", race.Peers(session, "native")}};
}

bool IsMeasured(const Activation& activation, base::DType dtype, int64_t count) {
    const bool brief_size = count == kSizes[1] || count == kSizes[3];
    return activation.extent == Extent::kWhole || (brief_size && dtype != base::DType::kFloat16);
}

void Print(const Session& session, const Json& row) {
    std::printf(
        "%-11s %-9s %9lld %3u %8.3f %8.1f %6.0f%% %11s %11s%s\n",
        row["activation"].get<std::string>().c_str(), row["dtype"].get<std::string>().c_str(),
        row["elements"].get<long long>(), row["threads"].get<uint32_t>(),
        row["elements_per_second"].get<double>() * 1e-9, row["bytes_per_second"].get<double>() * 1e-9,
        row["native"]["spread"].get<double>() * 100, row["share_of_copy"]["text"].get<std::string>().c_str(),
        row["share_of_limit"]["text"].get<std::string>().c_str(), PeerColumns(session, row["peers"]).c_str());
    std::fflush(stdout);
}

}  // namespace

Json MeasureContiguous(const Session& session) {
    std::printf(
        "\nContiguous tensors; the last columns: times as fast as the peer\n%-11s %-9s %9s %3s %8s %8s %7s "
        "%11s %11s%s\n",
        "activation", "type", "elements", "thr", "Gelem/s", "GB/s", "spread", "of copy", "of limit",
        PeerHeads(session).c_str());
    Json rows = Json::array();
    for (const Activation& activation : Activations()) {
        for (const base::DType dtype : kMeasuredTypes) {
            if (!session.options.Wants(activation.name) || !session.options.Wants(TypeName(dtype))) {
                continue;
            }
            for (const int64_t count : kSizes) {
                if (!IsMeasured(activation, dtype, count)) {
                    continue;
                }
                for (const uint32_t threads : session.threads) {
                    if (count <= session.options.largest) {
                        rows.push_back(MeasureRow(session, activation, dtype, count, threads));
                        Print(session, rows.back());
                    }
                }
            }
        }
    }
    return rows;
}

}  // namespace aclnn_cpu::benchmarks
