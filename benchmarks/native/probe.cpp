#include "benchmarks/native/probe.h"

#include <cstdio>
#include <filesystem>

#include "benchmarks/native/activations.h"
#include "benchmarks/native/layouts.h"
#include "benchmarks/native/operands.h"
#include "benchmarks/native/process.h"

namespace aclnn_cpu::benchmarks {
namespace {

struct Known {
    const char* name;
    const char* key;
};
constexpr Known kKnown[] = {{"oneDNN", "onednn"}, {"PyTorch", "torch"}};

// Empty when the library came through.
std::string ProblemOf(const std::string& key) {
    Process probe(kThisProgram, {"--probe-peer=" + key});
    std::string said;
    for (std::string line; probe.ReadLine(line);) {
        said = line;
    }
    const std::string end = probe.Wait();
    return end.empty() || said.empty() ? end : end + ": " + said;
}

void TryIn(const Peer& peer, const Layout& layout) {
    for (const Activation& activation : Activations()) {
        const Operands operands(layout, NormalValues());
        if (const auto run = peer.Prepare(operands.Work(activation.name, 1))) {
            run();
        }
    }
}

}  // namespace

std::vector<Peer> ProbeAndLoadPeers() {
    std::vector<Peer> peers;
    for (const Known& known : kKnown) {
        if (!std::filesystem::exists(PeerLibrary(known.key))) {
            continue;
        }
        Peer refused;
        refused.name = known.name;
        refused.key = known.key;
        refused.problem = ProblemOf(known.key);
        peers.push_back(refused.Usable() ? LoadPeer(known.name, known.key) : refused);
    }
    return peers;
}

int ProbePeer(const std::string& key) {
    const Peer peer = LoadPeer(key, key);
    if (!peer.Usable()) {
        std::printf("%s\n", peer.problem.c_str());
        return 1;
    }
    constexpr int64_t kSide = 64;
    for (const base::DType dtype : {base::DType::kFloat, base::DType::kFloat16, base::DType::kBFloat16}) {
        TryIn(peer, Contiguous(dtype, kSide * kSide));
    }
    for (const Layout& layout : Layouts(kSide, base::DType::kFloat)) {
        TryIn(peer, layout);
    }
    return 0;
}

}  // namespace aclnn_cpu::benchmarks
