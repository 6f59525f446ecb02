// One run of the benchmark: what is asked for, what is there, what was found.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "benchmarks/harness.h"
#include "benchmarks/native/activations.h"
#include "benchmarks/native/operands.h"
#include "benchmarks/peers/peers.h"
#include "benchmarks/statistics.h"

namespace aclnn_cpu::benchmarks {

using Json = nlohmann::ordered_json;

struct Options {
    bool quick = false;
    int64_t largest = int64_t{64} << 20;  // elements of any tensor
    std::string json;                     // file; empty: none
    std::vector<std::string> only;        // parts, activations, dtypes; empty: all
    std::string probe_peer;               // see probe.h
    std::string worker;                   // see parts.h

    // Whether a part, activation or dtype of this name is wanted: always, unless `only` names others of its kind.
    bool Wants(const std::string& name) const;
};

// Every name that Options::only knows.
std::vector<std::string> KnownNames();

struct Session {
    Options options;
    std::vector<Peer> peers;
    std::vector<uint32_t> threads;  // one, and all when that is more

    MeasureOptions Measuring(uint32_t threads) const;
    int64_t AtMost(int64_t elements) const { return std::min(elements, options.largest); }
};

inline constexpr base::DType kMeasuredTypes[] = {base::DType::kFloat, base::DType::kFloat16,
                                                 base::DType::kBFloat16};

// Contenders measured against each other, by name.
class Race {
 public:
    void Add(Contender contender) { contenders_.push_back(std::move(contender)); }
    // The native kernel over the operands, which must outlive the race.
    void AddNative(const std::string& name, const Activation& activation, const Operands& operands,
                   uint32_t threads);
    // Every usable peer that can do it and whose result is right, under its key.
    void AddPeers(const Session& session, const Activation& activation, const Operands& operands,
                  uint32_t threads);
    void Run(const MeasureOptions& options) { timings_ = Measure(contenders_, options); }

    // Null when there is none of the name.
    const Timing* Of(const std::string& name) const;
    // The one's time over the other's: how many times as fast `below` is.
    Ratio Over(const std::string& above, const std::string& below) const;
    // Per peer: its timing and how many times as fast `ours` is, or why there is none.
    Json Peers(const Session& session, const std::string& ours) const;

 private:
    std::vector<Contender> contenders_;
    std::vector<Timing> timings_;
    Json problems_;
};

Json ToJson(const Timing& timing);
Json ToJson(const Ratio& ratio);
std::string TypeName(base::DType dtype);

// "Ratio" columns of the tables: one per peer of Race::Peers.
std::string PeerColumns(const Session& session, const Json& peers);
std::string PeerHeads(const Session& session);

}  // namespace aclnn_cpu::benchmarks
