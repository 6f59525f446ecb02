// The libraries that are measured beside ours, loaded.
#pragma once

#include <functional>
#include <memory>
#include <string>

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
    decltype(&::PeerRelease) release = nullptr;

    bool Usable() const { return problem.empty(); }
    // A call that does the work; empty when the library cannot. The work's tensors must outlive it.
    std::function<void()> Prepare(const PeerWork& work) const;
};

// The shared object of the library, beside this program; it need not be there.
std::string PeerLibrary(const std::string& key);

Peer LoadPeer(const std::string& name, const std::string& key);

}  // namespace aclnn_cpu::benchmarks
