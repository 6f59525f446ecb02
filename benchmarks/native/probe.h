// Which of the libraries to compare with can be trusted with this process.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/peers/peers.h"

namespace aclnn_cpu::benchmarks {

// All that the build made, each first tried in a process of its own; one that failed there is not loaded here.
std::vector<Peer> ProbeAndLoadPeers();

// What that process does: loads the library of this key and computes small tensors of all kinds; 0 when it came through.
int ProbePeer(const std::string& key);

}  // namespace aclnn_cpu::benchmarks
