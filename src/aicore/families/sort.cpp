// Sort32 and MrgSort: records of a score and an index, descending and stable.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "aicore/core.h"
#include "aicore/families/plan.h"
#include "aicore/families/watch_runs.h"

namespace aclnn_cpu::aicore {

namespace {

constexpr uint64_t kRecordBytes = 8;
constexpr uint64_t kSorted = 32;  // records that Sort32 sorts in a repeat

// A score as an integer that orders like it: NaN above all, +0 equal to -0.
class ScoreOrder {
 public:
    explicit ScoreOrder(ElementType type)
        : bits_(type == ElementType::kHalf ? 16 : 32),
          infinity_(type == ElementType::kHalf ? 0x7C00 : 0x7F800000) {}

    uint64_t Load(const uint8_t* from) const {
        uint32_t bits = 0;
        std::memcpy(&bits, from, bits_ / 8);
        return bits;
    }
    int64_t Key(uint64_t score) const {
        const uint64_t sign = uint64_t(1) << (bits_ - 1);
        const auto magnitude = static_cast<int64_t>(score & (sign - 1));
        if (magnitude > infinity_) {
            return infinity_ + 1;
        }
        return (score & sign) != 0 ? -magnitude : magnitude;
    }
    int64_t KeyAt(const uint8_t* record) const { return Key(Load(record)); }
    uint64_t bytes() const { return bits_ / 8; }

 private:
    uint64_t bits_;
    int64_t infinity_;
};

struct Record {
    int64_t key;
    uint32_t score;
    uint32_t index;
};

void Sort(Core& core, const Instruction& instruction) {
    constexpr uint32_t kMostRepeats = 255;
    const uint64_t repeats = instruction.repeat;
    if (repeats > kMostRepeats) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kBadParameter, -1, kMostRepeats,
                         fmt::format("repeatTime is {}, expected 0 to {}",
                                     static_cast<int32_t>(instruction.repeat), kMostRepeats),
                         "sort in several calls");
    }
    if (repeats == 0) {
        return;
    }
    const ScoreOrder order(instruction.operand[0].type);
    const uint64_t elements = repeats * kSorted;
    const uint8_t* scores = ResolveUb(core, instruction, 1, elements * order.bytes());
    const uint8_t* indices = ResolveUb(core, instruction, 2, elements * sizeof(uint32_t));
    uint8_t* dst = ResolveUb(core, instruction, 0, elements * kRecordBytes);
    for (uint64_t repeat = 0; repeat < repeats; ++repeat) {
        const uint64_t first = repeat * kSorted;
        Announce(core, instruction,
                 {{scores + first * order.bytes(), kSorted * order.bytes(), Role::kRead, 1},
                  {indices + first * sizeof(uint32_t), kSorted * sizeof(uint32_t), Role::kRead, 2},
                  {dst + first * kRecordBytes, kSorted * kRecordBytes, Role::kWrite, 0}});
        Record records[kSorted];
        for (uint64_t i = 0; i < kSorted; ++i) {
            const uint64_t at = first + i;
            const uint64_t score = order.Load(scores + at * order.bytes());
            records[i].key = order.Key(score);
            records[i].score = static_cast<uint32_t>(score);
            std::memcpy(&records[i].index, indices + at * sizeof(uint32_t), sizeof(uint32_t));
        }
        std::stable_sort(records, records + kSorted,
                         [](const Record& a, const Record& b) { return a.key > b.key; });
        for (uint64_t i = 0; i < kSorted; ++i) {
            uint8_t* to = dst + (first + i) * kRecordBytes;
            std::memcpy(to, &records[i].score, sizeof(uint32_t));
            std::memcpy(to + sizeof(uint32_t), &records[i].index, sizeof(uint32_t));
        }
    }
}

// ---- MrgSort

void CheckMerge(const Core& core, const Instruction& instruction, const MergeShape& shape) {
    constexpr uint16_t kMostRecords = 4095;
    if (shape.validBit != 3 && shape.validBit != 7 && shape.validBit != 15) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kBadParameter, -1, 15,
                         fmt::format("validBit is {}, expected 3, 7 or 15", uint16_t(shape.validBit)),
                         "set a bit per list, from the first on");
    }
    for (uint32_t list = 0; list + 1 < instruction.operands; ++list) {
        if (shape.elementLengths[list] > kMostRecords) [[unlikely]] {
            RaiseInstruction(core, instruction, FaultKind::kBadParameter, int32_t(list + 1), kMostRecords,
                             fmt::format("elementLengths[{}] is {}, expected at most {}", list,
                                         shape.elementLengths[list], kMostRecords),
                             "merge in several steps");
        }
    }
}

// How often the merge runs: repeats count only for four lists of one length, one behind the other.
uint64_t MergeRepeats(const Instruction& instruction, const MergeShape& shape) {
    if (shape.repeatTimes <= 1) {
        return shape.repeatTimes;
    }
    bool in_a_row = shape.validBit == 15 && !shape.ifExhaustedSuspension;
    for (uint32_t list = 1; in_a_row && list < 4; ++list) {
        in_a_row = shape.elementLengths[list] == shape.elementLengths[0] &&
                   instruction.operand[list + 1].address ==
                       instruction.operand[list].address + shape.elementLengths[0] * kRecordBytes;
    }
    return in_a_row ? shape.repeatTimes : 1;
}

struct List {
    const uint8_t* next;
    uint64_t left;
};

// One merge; says how many records it took from each list.
void MergeLists(const ScoreOrder& order, uint8_t* dst, List* lists, uint32_t count, bool suspend,
                uint16_t* taken) {
    for (;;) {
        List* best = nullptr;
        bool exhausted = false;
        for (List* list = lists; list != lists + count; ++list) {
            if (list->left == 0) {
                exhausted = true;
            } else if (best == nullptr || order.KeyAt(list->next) > order.KeyAt(best->next)) {
                best = list;
            }
        }
        if (best == nullptr || (exhausted && suspend)) {
            return;
        }
        std::memcpy(dst, best->next, kRecordBytes);
        dst += kRecordBytes;
        best->next += kRecordBytes;
        --best->left;
        ++taken[best - lists];
    }
}

// Announces one merge, having tried out how far it gets into each list.
[[gnu::noinline, gnu::cold]] void AnnounceMerge(const Core& core, const Instruction& instruction,
                                                const ScoreOrder& order, const uint8_t* dst,
                                                const List* lists, uint32_t count, bool suspend) {
    List tried[4];
    uint64_t records = 0;
    for (uint32_t list = 0; list < count; ++list) {
        tried[list] = lists[list];
        records += lists[list].left;
    }
    std::vector<uint8_t> merged(records * kRecordBytes);
    uint16_t taken[4] = {};
    MergeLists(order, merged.data(), tried, count, suspend, taken);
    Pieces pieces(core, instruction);
    uint64_t written = 0;
    for (uint32_t list = 0; list < count; ++list) {
        const uint64_t looked_at = tried[list].left == 0 ? 0 : order.bytes();
        pieces.Add(lists[list].next, taken[list] * kRecordBytes + looked_at, Role::kRead, int8_t(list + 1));
        written += taken[list] * kRecordBytes;
    }
    pieces.Add(dst, written, Role::kWrite, 0);
    pieces.Announce();
}

void Merge(Core& core, const Instruction& instruction) {
    const auto& shape = instruction.As<MergeShape>();
    CheckMerge(core, instruction, shape);
    const uint64_t repeats = MergeRepeats(instruction, shape);
    const uint32_t count = instruction.operands - 1u;
    uint64_t records = 0;
    for (uint32_t list = 0; list < count; ++list) {
        records += shape.elementLengths[list];
    }
    if (repeats == 0 || records == 0) {
        return;
    }
    const uint64_t bytes = records * kRecordBytes;
    List lists[4];
    const Operand& to = instruction.operand[0];
    for (uint32_t list = 0; list < count; ++list) {
        const uint64_t length = shape.elementLengths[list] * kRecordBytes;
        const uint64_t reach = length == 0 ? 0 : (repeats - 1) * bytes + length;
        lists[list] = {ResolveUb(core, instruction, list + 1, reach, kRecordBytes),
                       shape.elementLengths[list]};
        const Operand& from = instruction.operand[list + 1];
        if (to.address < from.address + reach && from.address < to.address + repeats * bytes) [[unlikely]] {
            RaiseInstruction(core, instruction, FaultKind::kBadParameter, int32_t(list + 1), 0,
                             fmt::format("dst overlaps list {}", list + 1), "merge into another buffer");
        }
    }
    uint8_t* dst = ResolveUb(core, instruction, 0, repeats * bytes);
    const ScoreOrder order(to.type);
    uint16_t* taken = core.rearranged.merged;
    for (uint64_t repeat = 0; repeat < repeats; ++repeat) {
        List current[4];
        for (uint32_t list = 0; list < count; ++list) {
            current[list] = {lists[list].next + repeat * bytes, lists[list].left};
        }
        if (IsWatched(core)) [[unlikely]] {
            AnnounceMerge(core, instruction, order, dst + repeat * bytes, current, count,
                          shape.ifExhaustedSuspension);
        }
        std::fill(taken, taken + 4, uint16_t(0));
        MergeLists(order, dst + repeat * bytes, current, count, shape.ifExhaustedSuspension, taken);
    }
}

}  // namespace

void ExecuteSort(Core& core, const Instruction& instruction) {
    CheckType(core, instruction);
    if (instruction.opcode == Opcode::kSort32) {
        Sort(core, instruction);
    } else {
        Merge(core, instruction);
    }
}

uint16_t MergedRecords(uint32_t list) { return ThisCore().rearranged.merged[list]; }

}  // namespace aclnn_cpu::aicore
