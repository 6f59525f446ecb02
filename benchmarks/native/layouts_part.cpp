#include <cmath>
#include <cstdio>

#include "benchmarks/native/layouts.h"
#include "benchmarks/native/parts.h"

namespace aclnn_cpu::benchmarks {
namespace {

Json MeasureRow(const Session& session, const Layout& layout, const Operands& contiguous, uint32_t threads) {
    const Activation& activation = Activations().front();
    const Operands operands(layout, NormalValues());
    Race race;
    race.AddNative("contiguous", activation, contiguous, threads);
    race.AddNative("native", activation, operands, threads);
    race.AddPeers(session, activation, operands, threads);
    race.Run(session.Measuring(threads));
    const Timing& native = *race.Of("native");
    return {{"activation", activation.name},
            {"dtype", TypeName(layout.compute)},
            {"elements", layout.Elements()},
            {"threads", threads},
            {"layout", layout.name},
            {"native", ToJson(native)},
            {"elements_per_second", static_cast<double>(layout.Elements()) / native.median_seconds},
            {"bytes_per_second", static_cast<double>(layout.Bytes()) / native.median_seconds},
            {"slowdown", ToJson(race.Over("native", "contiguous"))},
            {"peers", race.Peers(session, "native")}};
}

void Print(const Session& session, const Json& row) {
    std::printf("%-34s %-9s %3u %8.3f %6.0f%% %11s%s\n", row["layout"].get<std::string>().c_str(),
                row["dtype"].get<std::string>().c_str(), row["threads"].get<uint32_t>(),
                row["elements_per_second"].get<double>() * 1e-9, row["native"]["spread"].get<double>() * 100,
                row["slowdown"]["text"].get<std::string>().c_str(),
                PeerColumns(session, row["peers"]).c_str());
    std::fflush(stdout);
}

}  // namespace

Json MeasureLayouts(const Session& session) {
    const auto side = static_cast<int64_t>(std::sqrt(static_cast<double>(session.AtMost(int64_t{1} << 20))));
    std::printf(
        "\nViews of %lld x %lld elements, %s; slowdown: time over that of the contiguous call\n%-34s %-9s "
        "%3s %8s %7s %11s%s\n",
        static_cast<long long>(side), static_cast<long long>(side), Activations().front().name.c_str(),
        "layout", "type", "thr", "Gelem/s", "spread", "slowdown", PeerHeads(session).c_str());
    Json rows = Json::array();
    for (const base::DType dtype : {base::DType::kFloat, base::DType::kBFloat16}) {
        if (!session.options.Wants(TypeName(dtype))) {
            continue;
        }
        const std::vector<Layout> layouts = Layouts(side, dtype);
        const Operands contiguous(layouts.front(), NormalValues());
        for (const uint32_t threads : session.threads) {
            for (const Layout& layout : layouts) {
                rows.push_back(MeasureRow(session, layout, contiguous, threads));
                Print(session, rows.back());
            }
        }
    }
    return rows;
}

}  // namespace aclnn_cpu::benchmarks
