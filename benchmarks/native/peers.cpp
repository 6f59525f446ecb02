#include "benchmarks/native/peers.h"

#include <dlfcn.h>

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

std::string LibraryOf(const std::string& key) { return BesideThisProgram("libbenchmark_" + key + ".so"); }

template <typename Function>
bool Find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

std::string LastLinkError() {
    const char* text = dlerror();
    return text != nullptr ? text : "unknown error";
}

void Load(Peer& peer) {
    void* library = dlopen(LibraryOf(peer.key).c_str(), RTLD_NOW | RTLD_LOCAL);
    decltype(&::PeerVersion) version = nullptr;
    if (library == nullptr || !Find(library, "PeerVersion", version) ||
        !Find(library, "PeerPrepare", peer.prepare) || !Find(library, "PeerRun", peer.run) ||
        !Find(library, "PeerUseThreads", peer.use_threads) || !Find(library, "PeerRelease", peer.release)) {
        peer.problem = LastLinkError();
        return;
    }
    peer.version = version();
}

void TryIn(const Peer& peer, const Layout& layout) {
    for (const Activation& activation : Activations()) {
        const Operands operands(layout, NormalValues());
        const PeerWork work = operands.Work(activation.name, 1);
        if (const auto run = peer.Prepare(work)) {
            run();
        }
    }
}

}  // namespace

std::function<void()> Peer::Prepare(const PeerWork& work) const {
    if (!Usable()) {
        return {};
    }
    const std::shared_ptr<void> prepared(prepare(&work), [release = release](void* it) {
        if (it != nullptr) {
            release(it);
        }
    });
    if (prepared == nullptr) {
        return {};
    }
    return [prepared, run = run] { run(prepared.get()); };
}

std::vector<Peer> LoadPeers() {
    std::vector<Peer> peers;
    for (const Known& known : kKnown) {
        if (!std::filesystem::exists(LibraryOf(known.key))) {
            continue;
        }
        Peer peer;
        peer.name = known.name;
        peer.key = known.key;
        Process probe(kThisProgram, {"--probe-peer=" + peer.key});
        std::string said;
        for (std::string line; probe.ReadLine(line);) {
            said = line;
        }
        if (const std::string end = probe.Wait(); !end.empty()) {
            peer.problem = end + (said.empty() ? "" : ": " + said);
        } else {
            Load(peer);
        }
        peers.push_back(std::move(peer));
    }
    return peers;
}

int ProbePeer(const std::string& key) {
    Peer peer;
    peer.key = key;
    Load(peer);
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
