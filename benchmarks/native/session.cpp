#include "benchmarks/native/session.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "benchmarks/native/parts.h"

namespace aclnn_cpu::benchmarks {
namespace {

// More than the first calls of a size in which the native engine tries the ways to move its bytes.
constexpr int64_t kNativeWarmUp = 32;

std::vector<std::vector<std::string>> Kinds() {
    std::vector<std::vector<std::string>> kinds(3);
    for (const Part& part : Parts()) {
        kinds[0].push_back(part.name);
    }
    for (const Activation& activation : Activations()) {
        kinds[1].push_back(activation.name);
    }
    for (const base::DType dtype : kMeasuredTypes) {
        kinds[2].push_back(TypeName(dtype));
    }
    return kinds;
}

bool Contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<std::string> KnownNames() {
    std::vector<std::string> names;
    for (const auto& kind : Kinds()) {
        names.insert(names.end(), kind.begin(), kind.end());
    }
    return names;
}

bool Options::Wants(const std::string& name) const {
    for (const auto& kind : Kinds()) {
        if (Contains(kind, name)) {
            return Contains(only, name) || std::none_of(kind.begin(), kind.end(), [this](const auto& it) {
                       return Contains(only, it);
                   });
        }
    }
    return true;
}

MeasureOptions Session::Measuring(uint32_t of_threads) const {
    MeasureOptions measuring;
    measuring.seconds = options.quick ? 0.05 : 0.4;
    measuring.least_rounds = options.quick ? 5 : 11;
    measuring.rest_seconds = of_threads > 1 ? 25e-3 : 0;
    return measuring;
}

void Race::AddNative(const std::string& name, const Activation& activation, const Operands& operands,
                     uint32_t threads) {
    operands.Spoil();
    Add({name, [kernel = activation.native, call = operands.Call(activation, threads)] { kernel(call); },
         [&activation, &operands] { return operands.Check(activation, kNativeTolerance); }, kNativeWarmUp});
    if (const std::string problem = RunAndCheck(contenders_.back()); !problem.empty()) {
        std::fprintf(stderr, "the native kernel computes a wrong result: %s\n", problem.c_str());
        std::exit(1);
    }
}

void Race::AddPeers(const Session& session, const Activation& activation, const Operands& operands,
                    uint32_t threads) {
    for (const Peer& peer : session.peers) {
        if (!peer.Usable()) {
            problems_[peer.key] = peer.problem;
            continue;
        }
        operands.Spoil();
        const std::string name = activation.name;
        auto run = peer.Prepare(operands.Work(name, threads));
        if (!run) {
            problems_[peer.key] = "has no kernel for this";
            continue;
        }
        Contender contender{peer.key, std::move(run),
                            [&activation, &operands] { return operands.Check(activation, kPeerTolerance); },
                            3};
        if (const std::string problem = RunAndCheck(contender); !problem.empty()) {
            problems_[peer.key] = "wrong result: " + problem;
            continue;
        }
        Add(std::move(contender));
    }
}

const Timing* Race::Of(const std::string& name) const {
    for (size_t i = 0; i < timings_.size(); ++i) {
        if (contenders_[i].name == name) {
            return &timings_[i];
        }
    }
    return nullptr;
}

Ratio Race::Over(const std::string& above, const std::string& below) const {
    const Timing* one = Of(above);
    const Timing* other = Of(below);
    return one != nullptr && other != nullptr ? PairedRatio(one->samples, other->samples) : Ratio{};
}

Json Race::Peers(const Session& session, const std::string& ours) const {
    Json all = Json::object();
    for (const Peer& peer : session.peers) {
        if (const Timing* timing = Of(peer.key)) {
            all[peer.key] = {{"time", ToJson(*timing)}, {"speedup", ToJson(Over(peer.key, ours))}};
        } else {
            all[peer.key] = {{"problem", problems_.value(peer.key, std::string())}};
        }
    }
    return all;
}

Json ToJson(const Timing& timing) {
    return {{"median_ns", timing.median_seconds * 1e9},
            {"best_ns", timing.best_seconds * 1e9},
            {"spread", timing.spread},
            {"rounds", timing.samples.size()}};
}

Json ToJson(const Ratio& ratio) {
    return {{"value", ratio.value},     {"spread", ratio.spread},       {"rounds", ratio.rounds},
            {"dropped", ratio.dropped}, {"reliable", ratio.Reliable()}, {"text", Text(ratio)}};
}

std::string TypeName(base::DType dtype) { return std::string(base::DTypeName(dtype)); }

std::string PeerColumns(const Session& session, const Json& peers) {
    std::string columns;
    for (const Peer& peer : session.peers) {
        const Json& of_peer = peers[peer.key];
        char text[48];
        std::snprintf(text, sizeof(text), " %11s",
                      of_peer.contains("speedup") ? of_peer["speedup"]["text"].get<std::string>().c_str()
                      : of_peer["problem"].get<std::string>().starts_with("wrong") ? "wrong"
                                                                                   : "-");
        columns += text;
    }
    return columns;
}

std::string PeerHeads(const Session& session) {
    std::string heads;
    for (const Peer& peer : session.peers) {
        char text[32];
        std::snprintf(text, sizeof(text), " %11s", ("/" + peer.name).c_str());
        heads += text;
    }
    return heads;
}

}  // namespace aclnn_cpu::benchmarks
