// No instruction without golden cases, none in two places: whatever the table offers on Ascend910B or Ascend310B,
// each element type of each row, each pair of types and each rounding mode, must have run at least once in a kernel
// whose results are compared with a reference (RunGolden). Judged after the last test, of whole runs only.
#include <compare>
#include <cstdio>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "aicore/core.h"
#include "aicore/instruction_table.h"
#include "aicore/kernel_test.h"
#include "aicore/text.h"
#include "aicore/transfer_audit.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using aicore::ChipColumn;
using aicore::ElementType;
using aicore::Family;
using aicore::Instruction;
using aicore::InstructionInfo;
using aicore::Opcode;

constexpr uint32_t kTypes = static_cast<uint32_t>(ElementType::kCount);
constexpr std::pair<ChipColumn, const char*> kJudged[] = {{ChipColumn::kA2, "Ascend910B"},
                                                          {ChipColumn::k310B, "Ascend310B"}};

// One thing to test: from and to are the same but for instructions of two types; the mode is that of a Cast.
struct Item {
    ChipColumn chip;
    Opcode opcode;
    ElementType from;
    ElementType to;
    uint32_t mode = 0;

    auto operator<=>(const Item&) const = default;
};

bool HasNoType(Opcode opcode) { return opcode == Opcode::kSetAtomicNone; }

bool IsMixed(const Instruction& instruction) {
    const Family family = aicore::InfoOf(instruction.opcode).family;
    return family == Family::kMixed || (family <= Family::kScalar && instruction.operands > 1 &&
                                        instruction.operand[0].type != instruction.operand[1].type);
}

// A Cast that takes the scale of SetDeqScale has no mode.
uint32_t ModeOf(ChipColumn chip, const Instruction& cast) {
    return aicore::CastModes(cast.operand[1].type, cast.operand[0].type, chip) == 0 ? 0 : cast.mode;
}

Item ItemOf(ChipColumn chip, const Instruction& instruction) {
    const ElementType type = instruction.operand[0].type;
    switch (aicore::InfoOf(instruction.opcode).family) {
        case Family::kCast:
            return {chip, instruction.opcode, instruction.operand[1].type, type, ModeOf(chip, instruction)};
        case Family::kCompare:
        case Family::kCompareRegister:
            return {chip, instruction.opcode, instruction.operand[1].type, instruction.operand[1].type};
        case Family::kCompareMask: {
            const ElementType bits = instruction.operand[instruction.opcode == Opcode::kSetCmpMask].type;
            return {chip, instruction.opcode, bits, bits};
        }
        default:
            break;
    }
    if (HasNoType(instruction.opcode)) {
        return {chip, instruction.opcode, ElementType::kCount, ElementType::kCount};
    }
    return {chip, instruction.opcode, IsMixed(instruction) ? instruction.operand[1].type : type, type};
}

class Recorder : public TransferAudit {
 public:
    void OnBlockBegin(const aicore::Core& core) override {
        TransferAudit::OnBlockBegin(core);
        Pending().clear();
    }
    void OnInstructionEnd(const aicore::Core& core, const Instruction& instruction) override {
        TransferAudit::OnInstructionEnd(core, instruction);
        const Item item = ItemOf(core.column, instruction);
        const std::lock_guard lock(mutex_);
        const Family family = aicore::InfoOf(instruction.opcode).family;
        if (family == Family::kCopyState) {
            Pending().push_back(item);  // counts when a copy has worked under it
            return;
        }
        if (family == Family::kCopy) {
            items_.insert(Pending().begin(), Pending().end());
            Pending().clear();
        }
        items_.insert(item);
    }

    const std::set<Item>& items() const { return items_; }

 private:
    // Golden kernels that set the state of copies have one block.
    static std::vector<Item>& Pending() {
        static thread_local std::vector<Item> pending;
        return pending;
    }

    std::mutex mutex_;
    std::set<Item> items_;
};

Recorder& TheRecorder() {
    static Recorder recorder;
    return recorder;
}

// All that the table offers on a chip.
std::vector<Item> Offered(ChipColumn chip) {
    std::vector<Item> items;
    for (uint32_t i = 0; i < static_cast<uint32_t>(Opcode::kCount); ++i) {
        const auto opcode = static_cast<Opcode>(i);
        const InstructionInfo& info = aicore::InfoOf(opcode);
        uint32_t types = info.types[chip];
        if (opcode == Opcode::kAnd || opcode == Opcode::kOr || opcode == Opcode::kNot) {
            types |= aicore::table::kCountsWords[chip];
        }
        if (HasNoType(opcode)) {
            items.push_back({chip, opcode, ElementType::kCount, ElementType::kCount});
            continue;
        }
        if (info.family == Family::kCast || info.family == Family::kMixed) {
            continue;  // below
        }
        for (uint32_t t = 0; t < kTypes; ++t) {
            const auto type = static_cast<ElementType>(t);
            if ((types & aicore::table::Bit(type)) != 0) {
                items.push_back({chip, opcode, type, type});
            }
        }
    }
    for (uint32_t pair = 0; pair < kTypes * kTypes; ++pair) {
        const auto from = static_cast<ElementType>(pair / kTypes);
        const auto to = static_cast<ElementType>(pair % kTypes);
        const uint32_t modes = aicore::CastModes(from, to, chip);
        for (uint32_t mode = 0; mode < 7; ++mode) {
            if (((modes >> mode) & 1u) != 0) {
                items.push_back({chip, Opcode::kCast, from, to, mode});
            }
        }
    }
    for (const aicore::MixedRow& row : aicore::MixedRows()) {
        if (row.chips[chip] != 0) {
            items.push_back({chip, row.opcode, row.from, row.to});
        }
    }
    return items;
}

std::string Described(const Item& item, const char* chip) {
    std::string text = std::string(chip) + " " + std::string(aicore::InfoOf(item.opcode).name);
    if (item.to == ElementType::kCount) {
        return text;
    }
    if (item.from != item.to || item.opcode == Opcode::kCast) {
        text += " " + std::string(aicore::TypeName(item.from)) + " to";
    }
    text += " " + std::string(aicore::TypeName(item.to));
    return item.opcode == Opcode::kCast ? text + " " + aicore::RoundModeList(1u << item.mode) : text;
}

class CoverageCheck : public testing::Environment {
 public:
    void TearDown() override {
        const testing::UnitTest& run = *testing::UnitTest::GetInstance();
        if (run.test_to_run_count() + run.disabled_test_count() != run.total_test_count()) {
            std::printf("golden cases of the instruction table: not judged, only a part of the tests ran\n");
            return;
        }
        size_t offered = 0;
        size_t missing = 0;
        for (const auto& [chip, name] : kJudged) {
            for (const Item& item : Offered(chip)) {
                ++offered;
                if (!TheRecorder().items().contains(item)) {
                    ++missing;
                    ADD_FAILURE() << Described(item, name) << " has no golden case";
                }
            }
        }
        std::printf("golden cases of the instruction table: %zu of %zu\n", offered - missing, offered);
    }
};

[[maybe_unused]] const testing::Environment* const kCheck =
    testing::AddGlobalTestEnvironment(new CoverageCheck);

// Functions whose calls are instructions of two families, by their arguments.
const std::set<std::string_view> kTwoFamilies = {"Exp", "Compare", "ReduceSum", "ReduceMax", "ReduceMin"};

TEST(InstructionTable, SaysNothingTwice) {
    std::set<std::string_view> names;
    std::map<std::string_view, std::set<Family>> families;
    for (uint32_t i = 0; i < static_cast<uint32_t>(Opcode::kCount); ++i) {
        const InstructionInfo& info = aicore::InfoOf(static_cast<Opcode>(i));
        EXPECT_TRUE(names.insert(info.name).second) << info.name << " is two rows";
        families[info.api_name].insert(info.family);
    }
    for (const auto& [function, of] : families) {
        EXPECT_EQ(of.size(), kTwoFamilies.contains(function) ? 2u : 1u) << function;
        EXPECT_TRUE(names.contains(function) || of == std::set{Family::kCopy}) << function;
    }
    std::set<std::pair<ElementType, ElementType>> casts;
#define INSERT_PAIR(from, to, ...)                                                            \
    EXPECT_TRUE(casts.emplace(ElementType::from, ElementType::to).second) << #from " to " #to \
                                                                                   " is two " \
                                                                                   "rows";
    ACLNN_CPU_CAST_PAIRS(INSERT_PAIR)
    ACLNN_CPU_INT4_CAST_PAIRS(INSERT_PAIR)
#undef INSERT_PAIR
    std::set<std::tuple<Opcode, ElementType, ElementType>> mixed;
    for (const aicore::MixedRow& row : aicore::MixedRows()) {
        EXPECT_TRUE(mixed.emplace(row.opcode, row.from, row.to).second)
            << aicore::InfoOf(row.opcode).name << " has a pair of types twice";
    }
}

}  // namespace

aicore::Observer& GoldenRecorder() { return TheRecorder(); }

}  // namespace aclnn_cpu::aicore_tests
