// Where in the workspace each intermediate tensor lies.
#pragma once

#include <cstdint>
#include <span>

namespace aclnn_cpu::nnopbase {

// Alignment of every block and of the workspace that the program passes.
inline constexpr uint64_t kWorkspaceAlignment = 512;
inline constexpr uint64_t kWorkspaceAddressAlignment = 32;

// What a block of n bytes takes: n and 32 spare bytes, rounded up to 512.
constexpr uint64_t BlockBytes(uint64_t bytes) {
    return (bytes + 32 + kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment;
}

// A piece of memory in use from step `first` to step `last`, both included.
struct WorkspaceBlock {
    uint64_t bytes;  // as asked for; BlockBytes(bytes) are taken
    uint32_t first;
    uint32_t last;
    uint64_t offset;  // the answer
};

// Gives every block an offset such that blocks in use at the same step are disjoint, reusing the space of
// blocks that are no longer in use. Returns the size of it all.
uint64_t PlaceBlocks(std::span<WorkspaceBlock> blocks);

}  // namespace aclnn_cpu::nnopbase
