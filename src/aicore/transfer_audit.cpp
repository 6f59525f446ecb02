#include "aicore/transfer_audit.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "aicore/instruction_table.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore_tests {

using aicore::Core;
using aicore::Instruction;
using aicore::MemoryKind;
using aicore::Piece;
using aicore::Role;
using aicore::Transfer;

namespace {

bool Writes(Role role) { return role == Role::kWrite || role == Role::kCombine; }
bool Decides(Role role) { return role == Role::kDecide || role == Role::kChoose; }
bool Reads(Role role) { return role == Role::kRead || Decides(role); }

// What instructions change beside memory.
struct Registers {
    aicore::MaskState mask;
    bool has_pad_value;
    uint64_t compare_mask[2];
    aicore::ReduceRegisters reduced;
    aicore::RearrangeRegisters rearranged;

    static Registers Of(const Core& core) {
        return {core.mask,
                core.has_pad_value,
                {core.compare_mask[0], core.compare_mask[1]},
                core.reduced,
                core.rearranged};
    }
    void Restore(Core& core) const {
        core.mask = mask;
        core.has_pad_value = has_pad_value;
        std::copy_n(compare_mask, 2, core.compare_mask);
        core.reduced = reduced;
        core.rearranged = rearranged;
    }
    bool operator==(const Registers& other) const {
        return mask.low == other.mask.low && mask.high == other.mask.high && mask.mode == other.mask.mode &&
               has_pad_value == other.has_pad_value &&
               std::equal(compare_mask, compare_mask + 2, other.compare_mask) &&
               reduced.sum == other.reduced.sum && reduced.extreme == other.reduced.extreme &&
               rearranged.gathered == other.rearranged.gathered &&
               std::equal(rearranged.merged, rearranged.merged + 4, other.rearranged.merged);
    }
};

// Some memory as it was.
struct Memory {
    uint8_t* at = nullptr;
    std::vector<uint8_t> was;

    void Save(uint8_t* from, uint64_t bytes) {
        at = from;
        was.assign(from, from + bytes);
    }
    // Where the part of a piece that lies here starts; -1: it lies elsewhere.
    int64_t Find(const Piece& piece) const {
        return piece.at >= at && piece.at + piece.bytes <= at + was.size() ? piece.at - at : -1;
    }
};

// Copies of what pieces cover.
void CopyPieces(const std::vector<Piece>& pieces, const Memory& memory, bool (*chosen)(Role),
                const uint8_t* from, std::vector<uint8_t>& to) {
    for (const Piece& piece : pieces) {
        const int64_t at = memory.Find(piece);
        if (at >= 0 && chosen(piece.role)) {
            std::memcpy(to.data() + at, from + at, piece.bytes);
        }
    }
}

// The first byte that differs, or -1.
int64_t FirstDifference(const std::vector<uint8_t>& expected, const uint8_t* found) {
    if (std::equal(expected.begin(), expected.end(), found)) {  // as fast as memcmp, which takes no null
        return -1;
    }
    return std::mismatch(expected.begin(), expected.end(), found).first - expected.begin();
}

std::string NameOf(const Core& core, const Memory& memory) {
    return memory.at == core.memories.At(MemoryKind::kUb, 0)   ? "UB"
           : memory.at == core.memories.At(MemoryKind::kL1, 0) ? "L1"
                                                               : "dst";
}

}  // namespace

struct TransferAudit::Watch {
    struct Part {
        size_t begin;  // in pieces
        size_t end;
        uint64_t elements;
    };
    bool repeats = false;
    Memory ub;
    Memory written;  // L1 or global memory; empty if the instruction writes neither
    Registers before;
    std::vector<Piece> pieces;
    std::vector<Part> parts;
    uint64_t instructions = 0;

    // Bytes of UB that change when those in `tainted` do; ends as it stands after the instruction.
    void Spread(std::vector<uint8_t>& tainted) const {
        bool lost = false;  // bytes that decide or choose have changed: whatever follows may
        for (const Part& part : parts) {
            const uint64_t elements = part.elements == 0 ? 1 : part.elements;
            std::vector<uint8_t> depends(elements);
            const auto visit = [&](auto chosen, auto act) {
                for (size_t i = part.begin; i < part.end; ++i) {
                    const int64_t at = ub.Find(pieces[i]);
                    const uint64_t size = pieces[i].bytes / elements;
                    for (uint64_t e = 0; at >= 0 && chosen(pieces[i].role) && e < elements; ++e) {
                        act(e, tainted.data() + at + e * size, size);
                    }
                }
            };
            visit([](Role role) { return role == Role::kRead; },
                  [&](uint64_t e, const uint8_t* bytes, uint64_t size) {
                      if (std::count(bytes, bytes + size, 1) != 0) {
                          depends[e] = 1;
                      }
                  });
            for (size_t i = part.begin; i < part.end; ++i) {
                const int64_t at = ub.Find(pieces[i]);
                lost =
                    lost || (Decides(pieces[i].role) && at >= 0 &&
                             std::count(tainted.data() + at, tainted.data() + at + pieces[i].bytes, 1) != 0);
            }
            visit([](Role role) { return role == Role::kWrite; },
                  [&](uint64_t e, uint8_t* bytes, uint64_t size) {
                      std::memset(bytes, lost ? 1 : depends[e], size);
                  });
        }
    }
};

TransferAudit::TransferAudit() = default;
TransferAudit::TransferAudit(Trial trial) : trial_(std::move(trial)) {}
TransferAudit::~TransferAudit() = default;

TransferAudit::Watch& TransferAudit::WatchOf(const Core& core) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Watch>& watch = watches_[&core];
    if (watch == nullptr) {
        watch = std::make_unique<Watch>();
    }
    return *watch;
}

void TransferAudit::Report(const Core& core, const Instruction& instruction, const std::string& what) {
    const std::string text = fmt::format("{} at {}: {}", aicore::Describe(core, instruction),
                                         aicore::Describe(instruction.site), what);
    const std::lock_guard lock(mutex_);
    if (trial_.found != nullptr) {
        trial_.found->push_back(text);
    } else {
        ADD_FAILURE() << text;
    }
}

void TransferAudit::OnBlockBegin(const Core& core) { WatchOf(core).repeats = false; }

void TransferAudit::OnInstructionBegin(const Core& core, const Instruction& instruction) {
    constexpr uint64_t kMost = 1 << 20;
    Watch& watch = WatchOf(core);
    if (watch.repeats) {
        return;
    }
    auto& memories = const_cast<Core&>(core).memories;
    watch.ub.Save(memories.At(MemoryKind::kUb, 0), memories.Size(MemoryKind::kUb));
    watch.written = Memory{};
    const aicore::Operand& dst = instruction.operand[0];
    if (aicore::MemoryOf(dst.position) == MemoryKind::kL1) {
        watch.written.Save(memories.At(MemoryKind::kL1, 0), memories.Size(MemoryKind::kL1));
    } else if (dst.position == AscendC::TPosition::GM && core.block_count == 1 && dst.bytes <= kMost) {
        watch.written.Save(reinterpret_cast<uint8_t*>(dst.address), dst.bytes);
    }
    watch.before = Registers::Of(core);
    watch.pieces.clear();
    watch.parts.clear();
}

void TransferAudit::OnTransfer(const Core& core, const Instruction& instruction, const Transfer& transfer) {
    Watch& watch = WatchOf(core);
    if (watch.repeats) {
        return;
    }
    const size_t begin = watch.pieces.size();
    for (const Piece& piece : transfer.pieces) {
        if (transfer.elements != 0 && piece.bytes % transfer.elements != 0) {
            Report(core, instruction,
                   fmt::format("a piece of {} bytes is no {} elements", piece.bytes, transfer.elements));
        }
        if (trial_.found == nullptr || !trial_.ignore(instruction, piece)) {
            watch.pieces.push_back(piece);
        }
    }
    watch.parts.push_back({begin, watch.pieces.size(), transfer.elements});
}

void TransferAudit::OnInstructionEnd(const Core& core, const Instruction& instruction) {
    Watch& watch = WatchOf(core);
    const aicore::Family family = aicore::InfoOf(instruction.opcode).family;
    if (watch.repeats || family == aicore::Family::kCopyState || family == aicore::Family::kComposite) {
        return;
    }
    ++watch.instructions;
    CheckWrites(core, instruction, watch);
    const bool combines = std::any_of(watch.pieces.begin(), watch.pieces.end(),
                                      [](const Piece& piece) { return piece.role == Role::kCombine; });
    if (!combines) {
        auto& changed = const_cast<Core&>(core);
        watch.repeats = true;
        CheckReads(changed, instruction, watch);
        CheckDependence(changed, instruction, watch);
        watch.repeats = false;
    }
}

void TransferAudit::CheckWrites(const Core& core, const Instruction& instruction, Watch& watch) {
    for (const Memory* memory : {&watch.ub, &watch.written}) {
        std::vector<uint8_t> expected = memory->was;
        CopyPieces(
            watch.pieces, *memory, [](Role role) { return !Reads(role); }, memory->at, expected);
        const int64_t at = FirstDifference(expected, memory->at);
        if (at >= 0) {
            Report(core, instruction,
                   fmt::format("changed byte {} of {} unannounced", at, NameOf(core, *memory)));
        }
    }
    const auto spoils_temporary = [&](const Piece& piece) {
        return piece.role == Role::kSpoil &&
               piece.at == watch.ub.at + instruction.operand[instruction.operands - 1].address;
    };
    if (instruction.has_temporary &&
        std::none_of(watch.pieces.begin(), watch.pieces.end(), spoils_temporary)) {
        Report(core, instruction, "its temporary buffer was not announced");
    }
}

void TransferAudit::CheckReads(Core& core, const Instruction& instruction, Watch& watch) {
    uint8_t* const ub = watch.ub.at;
    const uint64_t bytes = watch.ub.was.size();
    const std::vector<uint8_t> after(ub, ub + bytes);
    const Registers registers = Registers::Of(core);
    std::vector<std::vector<uint8_t>> elsewhere;
    for (const Piece& piece : watch.pieces) {
        if (watch.ub.Find(piece) < 0 && Writes(piece.role)) {
            elsewhere.emplace_back(piece.at, piece.at + piece.bytes);
        }
    }
    std::vector<uint8_t> given(bytes);
    for (uint64_t i = 0; i < bytes; i += sizeof(uint64_t)) {
        uint64_t word;
        std::memcpy(&word, watch.ub.was.data() + i, sizeof(word));
        word = ~word;
        std::memcpy(given.data() + i, &word, sizeof(word));
    }
    CopyPieces(watch.pieces, watch.ub, Reads, watch.ub.was.data(), given);
    if (instruction.operand[0].type == aicore::ElementType::kInt4) {
        // A byte of which half an element is written keeps its other half.
        CopyPieces(watch.pieces, watch.ub, Writes, watch.ub.was.data(), given);
    }
    std::memcpy(ub, given.data(), bytes);
    watch.before.Restore(core);
    aicore::Issue(instruction);

    CopyPieces(
        watch.pieces, watch.ub, [](Role role) { return role == Role::kSpoil; }, ub, given);
    CopyPieces(watch.pieces, watch.ub, Writes, after.data(), given);
    const int64_t at = FirstDifference(given, ub);
    if (at >= 0) {
        Report(core, instruction, fmt::format("byte {} of UB depends on bytes unannounced", at));
    } else if (!(Registers::Of(core) == registers)) {
        Report(core, instruction, "a register depends on bytes unannounced");
    }
    size_t next = 0;
    for (const Piece& piece : watch.pieces) {
        if (watch.ub.Find(piece) < 0 && Writes(piece.role) &&
            std::memcmp(elsewhere[next++].data(), piece.at, piece.bytes) != 0) {
            Report(core, instruction, "bytes outside UB depend on bytes unannounced");
        }
    }
    std::memcpy(ub, after.data(), bytes);
    registers.Restore(core);
}

void TransferAudit::CheckDependence(Core& core, const Instruction& instruction, Watch& watch) {
    // Another byte for each instruction.
    std::vector<uint8_t> tainted(watch.ub.was.size());
    uint64_t readable = 0;
    for (const Piece& piece : watch.pieces) {
        readable += piece.role == Role::kRead && watch.ub.Find(piece) >= 0 ? piece.bytes : 0;
    }
    if (readable == 0) {
        return;
    }
    uint64_t chosen = watch.instructions * 0x9E3779B97F4A7C15u % readable;
    uint64_t byte = 0;
    for (const Piece& piece : watch.pieces) {
        if (piece.role == Role::kRead && watch.ub.Find(piece) >= 0) {
            if (chosen < piece.bytes) {
                byte = static_cast<uint64_t>(watch.ub.Find(piece)) + chosen;
                break;
            }
            chosen -= piece.bytes;
        }
    }
    const uint8_t* const host = watch.ub.at + byte;
    const bool decides = std::any_of(watch.pieces.begin(), watch.pieces.end(), [&](const Piece& piece) {
        return Decides(piece.role) && host >= piece.at && host < piece.at + piece.bytes;
    });
    if (decides || instruction.opcode == aicore::Opcode::kMrgSort) {
        return;  // the other value may lead to other pieces
    }
    uint8_t* const ub = watch.ub.at;
    const std::vector<uint8_t> after(ub, ub + tainted.size());
    const Registers registers = Registers::Of(core);
    std::memcpy(ub, watch.ub.was.data(), tainted.size());
    ub[byte] = static_cast<uint8_t>(~ub[byte]);
    watch.before.Restore(core);
    aicore::Issue(instruction);

    tainted[byte] = 1;
    watch.Spread(tainted);
    std::vector<uint8_t> expected = after;
    for (uint64_t i = 0; i < tainted.size(); ++i) {
        expected[i] = tainted[i] != 0 ? ub[i] : expected[i];
    }
    CopyPieces(
        watch.pieces, watch.ub, [](Role role) { return role == Role::kSpoil; }, ub, expected);
    const int64_t at = FirstDifference(expected, ub);
    if (at >= 0) {
        Report(core, instruction, fmt::format("byte {} of UB depends on byte {} unannounced", at, byte));
    }
    std::memcpy(ub, watch.ub.was.data(), tainted.size());
    watch.before.Restore(core);
    aicore::Issue(instruction);  // for what it writes outside UB
    std::memcpy(ub, after.data(), tainted.size());
    registers.Restore(core);
}

}  // namespace aclnn_cpu::aicore_tests
