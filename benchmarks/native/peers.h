// The other libraries that are measured beside ours, as far as they are there and sound.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/peers/peer.h"

namespace aclnn_cpu::benchmarks {

// A loaded library; lives until the process ends.
struct Peer {
    std::string name;     // "oneDNN"
    std::string key;      // "onednn", of file names and JSON
    std::string version;  // "2.6.3"
    std::string problem;  // why it is not measured; empty when it is

    decltype(&::PeerPrepare) prepare = nullptr;
    decltype(&::PeerRun) run = nullptr;
    decltype(&::PeerUseThreads) use_threads = nullptr;
    decltype(&::PeerRelease) release = nullptr;

    bool Usable() const { return problem.empty(); }
    // A call that does the work; empty when the library cannot. The work's tensors must outlive it.
    std::function<void()> Prepare(const PeerWork& work) const;
};

// All that the build made, each first tried in a process of its own.
std::vector<Peer> LoadPeers();

// What that process does: loads the library of this key and computes small tensors of all kinds; 0 when it came through.
int ProbePeer(const std::string& key);

}  // namespace aclnn_cpu::benchmarks
