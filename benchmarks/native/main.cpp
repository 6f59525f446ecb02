// The native engine against a copy of the same bytes and against other libraries: docs/benchmarks.md.
//   native_benchmark [--quick] [--json=FILE] [--only=NAME[,NAME...]] [--largest=ELEMENTS]
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <iostream>

#include "base/settings.h"
#include "benchmarks/native/machine.h"
#include "benchmarks/native/parts.h"
#include "benchmarks/native/probe.h"

namespace aclnn_cpu::benchmarks {

std::span<const Part> Parts() {
    static constexpr Part kParts[] = {
        {"limits", MeasureLimits},   {"contiguous", MeasureContiguous}, {"layouts", MeasureLayouts},
        {"values", MeasureValues},   {"scaling", MeasureScaling},       {"memory", MeasureMemory},
        {"latency", MeasureLatency}, {"call_cost", MeasureCallCost},
    };
    return kParts;
}

namespace {

int RunWorker(const std::string& worker) {
    const size_t colon = worker.find(':');
    const std::string what = worker.substr(0, colon), how = worker.substr(colon + 1);
    return what == "scaling" ? RunScalingWorker(how) : what == "memory" ? RunMemoryWorker(how) : 1;
}

Json DescribePeers(const std::vector<Peer>& peers) {
    Json all = Json::array();
    for (const Peer& peer : peers) {
        all.push_back(
            {{"key", peer.key}, {"name", peer.name}, {"version", peer.version}, {"problem", peer.problem}});
    }
    return all;
}

void PrintHead(const Json& report) {
    const Json& machine = report["machine"];
    std::printf("Native engine on %s, %d CPUs, instruction set %s, %s%s\n",
                machine["cpu"].get<std::string>().c_str(), machine["cpus"].get<int>(),
                machine["instruction_set"].get<std::string>().c_str(),
                machine["compiler"].get<std::string>().c_str(),
                machine["virtual_machine"].get<bool>() ? ", virtual machine" : "");
    std::printf("caches:");
    for (const Json& cache : machine["caches"]) {
        std::printf(" L%d %lld KiB", cache["level"].get<int>(), cache["bytes"].get<long long>() >> 10);
    }
    std::printf("; governor %s; load average %.2f; huge pages %s\n",
                machine["governor"].get<std::string>().c_str(), machine["load_average"][0].get<double>(),
                machine["huge_pages"].get<std::string>().c_str());
    for (const Json& peer : report["peers"]) {
        std::printf(
            "%s %s%s\n", peer["name"].get<std::string>().c_str(), peer["version"].get<std::string>().c_str(),
            peer["problem"] == "" ? "" : ("is left out: " + peer["problem"].get<std::string>()).c_str());
    }
    std::printf(
        "medians; a ratio is the median of ratios of alternating samples; \"noisy\" where the middle half of "
        "them spreads wider than %.0f%%, \"busy\" where other programs disturbed it\n",
        Ratio::kWidestSpread * 100);
}

int Measure(Session& session) {
    Json report = {{"schema", "aclnn-cpu native benchmark 1"},
                   {"quick", session.options.quick},
                   {"machine", DescribeMachine()},
                   {"peers", DescribePeers(session.peers)},
                   {"widest_spread", Ratio::kWidestSpread}};
    PrintHead(report);
    for (const Part& part : Parts()) {
        if (session.options.Wants(part.name)) {
            report[part.name] = part.measure(session);
        }
    }
    if (session.options.json.empty()) {
        return 0;
    }
    std::ofstream file(session.options.json);
    file << report.dump(1) << '\n';
    if (!file.flush()) {
        std::fprintf(stderr, "cannot write %s\n", session.options.json.c_str());
        return 1;
    }
    return 0;
}

int Main(int argc, char** argv) {
    Session session;
    Options& options = session.options;
    CLI::App app("Measures the native engine; docs/benchmarks.md says what the columns mean.");
    app.add_flag("--quick", options.quick, "Few rounds, nothing large: to see that it works");
    app.add_option("--json", options.json, "Writes all that was measured into this file");
    app.add_option("--only", options.only, "Only these parts, activations and types")
        ->delimiter(',')
        ->check(CLI::IsMember(KnownNames()));
    app.add_option("--largest", options.largest, "The most elements of a tensor")
        ->check(CLI::Range(int64_t{4096}, int64_t{1} << 40));
    app.add_option("--probe-peer", options.probe_peer)->group("");
    app.add_option("--worker", options.worker)->group("");
    CLI11_PARSE(app, argc, argv);
    if (!options.probe_peer.empty()) {
        return ProbePeer(options.probe_peer);
    }
    if (!options.worker.empty()) {
        return RunWorker(options.worker);
    }
    const uint32_t all = base::CurrentSettings().threads;
    session.threads = all > 1 ? std::vector<uint32_t>{1, all} : std::vector<uint32_t>{1};
    if (options.quick) {
        options.largest = std::min(options.largest, int64_t{1} << 20);
    }
    session.peers = ProbeAndLoadPeers();
    return Measure(session);
}

}  // namespace
}  // namespace aclnn_cpu::benchmarks

int main(int argc, char** argv) { return aclnn_cpu::benchmarks::Main(argc, argv); }
