#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "base/settings.h"
#include "benchmarks/aclnn_gelu.h"
#include "benchmarks/native/parts.h"
#include "benchmarks/native/process.h"

namespace aclnn_cpu::benchmarks {
namespace {

Json MeasureRow(const Session& session, int64_t count) {
    const Activation& activation = Activations().front();
    const Operands operands(Contiguous(base::DType::kFloat, count), NormalValues());
    Race race;
    race.AddNative("native", activation, operands, 1);
    race.Add({"aclnn", AclnnGeluBackward(base::EngineChoice::kNative, operands.Work(activation.name, 1)),
              [&] { return operands.Check(activation, kNativeTolerance); }, 32});
    race.AddPeers(session, activation, operands, 1);
    MeasureOptions measuring = session.Measuring(1);
    measuring.seconds /= 4;
    race.Run(measuring);
    return {{"activation", activation.name},
            {"dtype", "FLOAT"},
            {"elements", count},
            {"threads", 1},
            {"native", ToJson(*race.Of("native"))},
            {"aclnn", ToJson(*race.Of("aclnn"))},
            {"aclnn_over_native", ToJson(race.Over("aclnn", "native"))},
            {"peers", race.Peers(session, "native")},
            {"peers_over_aclnn", race.Peers(session, "aclnn")}};
}

void Print(const Session& session, const Json& row) {
    std::printf("%9lld %10.1f %10.1f", row["elements"].get<long long>(),
                row["native"]["median_ns"].get<double>(), row["aclnn"]["median_ns"].get<double>());
    for (const Peer& peer : session.peers) {
        const Json& of_peer = row["peers"][peer.key];
        if (of_peer.contains("time")) {
            std::printf(" %10.1f", of_peer["time"]["median_ns"].get<double>());
        } else {
            std::printf(" %10s", "-");
        }
    }
    std::printf("\n");
    std::fflush(stdout);
}

}  // namespace

Json MeasureLatency(const Session& session) {
    std::printf("\nNanoseconds per call, %s, FLOAT, one thread\n%9s %10s %10s",
                Activations().front().name.c_str(), "elements", "native", "aclnn");
    for (const Peer& peer : session.peers) {
        std::printf(" %10s", peer.name.c_str());
    }
    std::printf("\n");
    if (!base::SetSetting("threads", "1").ok()) {
        std::exit(1);
    }
    Json rows = Json::array();
    for (int64_t count = 1; count <= session.AtMost(int64_t{64} << 10);
         count *= session.options.quick ? 4 : 2) {
        rows.push_back(MeasureRow(session, count));
        Print(session, rows.back());
    }
    return rows;
}

// Lines of call_cost_benchmark: "NAME  NNN ns, ...".
Json MeasureCallCost(const Session& /*session*/) {
    Json rows = Json::array();
    const std::string program = BesideThisProgram("call_cost_benchmark");
    if (!std::filesystem::exists(program)) {
        return rows;
    }
    constexpr int kElements = 8;
    std::printf("\nA call on %d floats with a synchronise, new executor or repeated\n", kElements);
    Process process(program, {});
    for (std::string line; process.ReadLine(line);) {
        char name[32];
        double ns = 0;
        int end = 0;
        if (std::sscanf(line.c_str(), "%31s %lf ns%n", name, &ns, &end) == 2 && end != 0) {
            std::printf("%s\n", line.c_str());
            rows.push_back({{"name", name}, {"elements", kElements}, {"median_ns", ns}});
        }
    }
    if (const std::string end = process.Wait(); !end.empty()) {
        std::fprintf(stderr, "call_cost_benchmark ended: %s\n", end.c_str());
        std::exit(1);
    }
    return rows;
}

}  // namespace aclnn_cpu::benchmarks
