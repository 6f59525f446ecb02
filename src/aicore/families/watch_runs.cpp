#include "aicore/families/watch_runs.h"

#include <algorithm>

namespace aclnn_cpu::aicore {

void AnnounceElements(const Core& core, const Instruction& instruction, const uint8_t* const* at, uint64_t n,
                      uint32_t operands) {
    Piece pieces[kMaxOperands + 1];
    uint32_t count = 0;
    const auto add = [&](uint32_t operand, Role role) {
        pieces[count++] = {at[operand], n * SizeOf(instruction.operand[operand].type), role, int8_t(operand)};
    };
    for (uint32_t i = 1; i < operands; ++i) {
        add(i, Role::kRead);
    }
    if (InfoOf(instruction.opcode).reads_dst) {
        add(0, Role::kRead);
    }
    add(0, Role::kWrite);
    core.observer->OnTransfer(core, instruction, {{pieces, count}, n});
}

void AnnounceChosen(const Core& core, const Instruction& instruction, const Plan& plan, uint64_t repeat,
                    std::span<const Watched> operands) {
    uint64_t chunk = plan.per_repeat;
    for (const Watched& operand : operands) {
        if (operand.access->block_bytes != kBlockBytes) {
            chunk = std::min(chunk, operand.access->per_block);
        }
    }
    Pieces pieces(core, instruction);
    ForEachRun(plan, plan.ElementsOf(repeat), [&](uint64_t first, uint64_t n) {
        for (const uint64_t end = first + n; first < end;) {
            const uint64_t next = std::min(end, (first / chunk + 1) * chunk);
            for (const Watched& operand : operands) {
                const Access& access = *operand.access;
                pieces.Add(access.At(repeat, first), (next - first) * access.size, operand.role,
                           operand.operand);
            }
            pieces.Announce(next - first);
            first = next;
        }
    });
}

void AnnounceTemporary(const Core& core, const Instruction& instruction, uint64_t most) {
    const Operand& operand = instruction.operand[instruction.operands - 1];
    const bool given = operand.address < core.memories.Allocated(MemoryOf(operand.position));
    const auto index = given ? static_cast<int8_t>(instruction.operands - 1) : kNoOperand;
    const uint8_t* at = core.memories.At(MemoryOf(operand.position), operand.address);
    Pieces pieces(core, instruction);
    pieces.Add(at, std::min(operand.bytes, most), Role::kSpoil, index);
    pieces.Announce();
}

void Pieces::Add(const uint8_t* at, uint64_t bytes, Role role, int8_t operand) {
    if (bytes != 0) {
        pieces_.push_back({at, bytes, role, operand});
    }
}

void Pieces::Extend(const uint8_t* at, uint64_t bytes, Role role, int8_t operand) {
    if (!pieces_.empty()) {
        Piece& last = pieces_.back();
        if (last.at + last.bytes == at && last.role == role && last.operand == operand) {
            last.bytes += bytes;
            return;
        }
    }
    Add(at, bytes, role, operand);
}

void Pieces::AddChosen(const Watched& operand, const Plan& plan, uint64_t repeat, uint64_t begin,
                       uint64_t end) {
    const Access& access = *operand.access;
    ForEachRun(plan, plan.ElementsOf(repeat), [&](uint64_t first, uint64_t n) {
        const uint64_t stop = std::min(end, first + n);
        for (first = std::max(begin, first); first < stop;) {
            const uint64_t next = std::min(stop, (first / access.per_block + 1) * access.per_block);
            Extend(access.At(repeat, first), (next - first) * access.size, operand.role, operand.operand);
            first = next;
        }
    });
}

void Pieces::Announce(Transfer transfer) {
    if (!pieces_.empty()) {
        transfer.pieces = pieces_;
        core_.observer->OnTransfer(core_, instruction_, transfer);
        pieces_.clear();
    }
}

}  // namespace aclnn_cpu::aicore
