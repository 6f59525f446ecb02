#include "nnopbase/workspace.h"

#include <algorithm>
#include <vector>

namespace aclnn_cpu::nnopbase {

uint64_t PlaceBlocks(std::span<WorkspaceBlock> blocks) {
    // Largest first, each at the lowest place that is free during its whole life.
    std::vector<WorkspaceBlock*> order;
    order.reserve(blocks.size());
    for (WorkspaceBlock& block : blocks) {
        order.push_back(&block);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const WorkspaceBlock* a, const WorkspaceBlock* b) { return a->bytes > b->bytes; });
    std::vector<const WorkspaceBlock*> neighbours;  // placed blocks whose lives meet, by offset
    uint64_t total = 0;
    for (size_t i = 0; i < order.size(); ++i) {
        WorkspaceBlock& block = *order[i];
        neighbours.clear();
        for (size_t j = 0; j < i; ++j) {
            if (order[j]->first <= block.last && block.first <= order[j]->last) {
                neighbours.push_back(order[j]);
            }
        }
        std::sort(neighbours.begin(), neighbours.end(),
                  [](const WorkspaceBlock* a, const WorkspaceBlock* b) { return a->offset < b->offset; });
        uint64_t place = 0;
        for (const WorkspaceBlock* taken : neighbours) {
            if (place + BlockBytes(block.bytes) <= taken->offset) {
                break;
            }
            place = std::max(place, taken->offset + BlockBytes(taken->bytes));
        }
        block.offset = place;
        total = std::max(total, place + BlockBytes(block.bytes));
    }
    return total;
}

}  // namespace aclnn_cpu::nnopbase
