// The types and rounding modes of chip_types.h against the sections on products and data types of the public
// reference, which stand here chip by chip: nothing is shared with the profiles. Complex numbers, double
// and 8-bit floats are left out of both.
#include <map>
#include <sstream>
#include <string>

#include "aicore/instruction_table.h"
#include "aicore/kernel_test.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using aicore::ChipColumn;
using aicore::ElementType;
using aicore::Opcode;

constexpr uint32_t kTypes = static_cast<uint32_t>(ElementType::kCount);
constexpr const char* kTypeNames[kTypes] = {"I8",  "U8",  "I16", "U16", "F16", "BF16", "I32",
                                            "U32", "F32", "I64", "U64", "F64", "I4"};
constexpr const char* kColumns[aicore::kChipColumns] = {"A2", "310B", "310P", "910", "950", "X90", "9030"};

struct Documented {
    const char* name;
    const char* types[aicore::kChipColumns];  // A2, 310B, 310P, 910, 950, X90, 9030; empty: not supported
};

constexpr Documented kDocumented[] = {
    {"Exp", {"F16 F32", "F16 F32", "F16 F32", "F16 F32", "F16 F32", "F16 F32", "F16 F32"}},
    {"Ln", {"F16 F32", "F16 F32", "F16 F32", "F16 F32", "F16 F32", "F16 F32", "F16 F32"}},
    {"Abs", {"F16 F32", "I16 F16 F32", "F16 F32", "F16 F32", "I8 I16 F16 I32 F32 I64", "F16 F32", "F16 F32"}},
    {"Sqrt", {"F16 F32", "F16 F32", "F16 F32", "F16 F32", "F16 F32", "F16 F32", "F16 F32"}},
    {"Rsqrt", {"F16 F32", "F16 F32", "F16 F32", "F16 F32", "F16 F32", "F16 F32", "F16 F32"}},
    {"Reciprocal", {"F16 F32", "F16 F32", "F16 F32", "F16 F32", "F16 F32 I64 U64", "F16 F32", "F16 F32"}},
    {"Relu",
     {"F16 I32 F32", "F16 I32 F32", "F16 I32 F32", "F16", "F16 I32 F32 I64", "F16 I32 F32", "F16 I32 F32"}},
    {"Not",
     {"I16 U16", "I16 U16", "I16 U16", "I16 U16", "I8 U8 I16 U16 F16 I32 U32 F32 I64 U64", "I16 U16",
      "I16 U16"}},
    {"Add",
     {"I16 F16 I32 F32", "I16 F16 I32 F32", "I16 F16 I32 F32", "F16 I32 F32",
      "I8 U8 I16 U16 F16 BF16 I32 U32 F32 I64 U64", "I16 F16 I32 F32", "I16 F16 I32 F32"}},
    {"Sub",
     {"I16 F16 I32 F32", "I16 F16 I32 F32", "I16 F16 I32 F32", "F16 I32 F32",
      "I8 U8 I16 U16 F16 BF16 I32 U32 F32 I64 U64", "I16 F16 I32 F32", "I16 F16 I32 F32"}},
    {"Mul",
     {"I16 F16 I32 F32", "I16 F16 I32 F32", "I16 F16 I32 F32", "F16 I32 F32",
      "I16 U16 F16 BF16 I32 U32 F32 I64 U64", "I16 F16 I32 F32", "I16 F16 I32 F32"}},
    {"Div",
     {"F16 F32", "F16 F32", "F16 F32", "F16 F32", "I16 U16 F16 I32 U32 F32 I64 U64", "F16 F32", "F16 F32"}},
    {"Max",
     {"I16 F16 I32 F32", "I16 F16 I32 F32", "I16 F16 I32 F32", "F16 I32 F32",
      "I8 U8 I16 U16 F16 BF16 I32 U32 F32 I64 U64", "I16 F16 I32 F32", "I16 F16 I32 F32"}},
    {"Min",
     {"I16 F16 I32 F32", "I16 F16 I32 F32", "I16 F16 I32 F32", "F16 I32 F32",
      "I8 U8 I16 U16 F16 BF16 I32 U32 F32 I64 U64", "I16 F16 I32 F32", "I16 F16 I32 F32"}},
    {"And",
     {"I16 U16", "I16 U16", "I16 U16", "I16 U16", "I8 U8 I16 U16 I32 U32 I64 U64", "I16 U16", "I16 U16"}},
    {"Or",
     {"I16 U16", "I16 U16", "I16 U16", "I16 U16", "I8 U8 I16 U16 I32 U32 I64 U64", "I16 U16", "I16 U16"}},
    {"MulAddDst",
     {"F16 F32", "I16 U16 F16 I32 U32 F32", "F16 F32", "", "F16 F32 I64 U64", "F16 F32", "F16 F32"}},
    {"Adds",
     {"I16 F16 I32 F32", "I16 F16 I32 F32", "I16 F16 I32 F32", "F16 F32",
      "I8 U8 I16 F16 BF16 I32 F32 I64 U64", "I16 F16 I32 F32", "I16 F16 I32 F32"}},
    {"Muls",
     {"I16 F16 I32 F32", "I16 F16 I32 F32", "I16 F16 I32 F32", "F16 F32", "I16 F16 BF16 I32 F32 I64 U64",
      "I16 F16 I32 F32", "I16 F16 I32 F32"}},
    {"Maxs",
     {"I16 F16 I32 F32", "I16 F16 I32 F32", "I16 F16 I32 F32", "", "I8 U8 I16 F16 BF16 I32 F32 I64 U64",
      "I16 F16 I32 F32", "I16 F16 I32 F32"}},
    {"Mins",
     {"I16 F16 I32 F32", "I16 F16 I32 F32", "I16 F16 I32 F32", "", "I8 U8 I16 F16 BF16 I32 F32 I64 U64",
      "I16 F16 I32 F32", "I16 F16 I32 F32"}},
    {"LeakyRelu", {"F16 F32", "F16 F32", "F16 F32", "", "F16 F32", "F16 F32", "F16 F32"}},
    {"Axpy", {"F16 F32", "F16 F32", "F16 F32", "F16 F32", "F16 BF16 F32 I64 U64", "F16 F32", "F16 F32"}},
    {"AddRelu", {"I16 F16 F32", "F16 F32", "I16 F16 F32", "", "I16 F16 F32 I64 U64", "", ""}},
    {"SubRelu", {"I16 F16 F32", "F16 F32", "I16 F16 F32", "", "I16 F16 F32 I64 U64", "", ""}},
    {"FusedMulAdd", {"F16 F32", "F16 F32", "F16 F32", "", "F16 BF16 F32 I64 U64", "F16 F32", "F16 F32"}},
    {"MulAddRelu", {"F16 F32", "F16 F32", "F16 F32", "", "F16 F32 I64 U64", "", ""}},
    {"FusedMulAddRelu", {"F16 F32", "F16 F32", "F16 F32", "", "F16 F32 I64 U64", "", ""}},
    {"Subs", {"", "", "", "", "I16 F16 BF16 I32 F32 I64 U64", "", ""}},
    {"Divs", {"", "", "", "", "F16 F32 I64 U64", "", ""}},
    {"ShiftLeft", {"I16 U16 I32 U32", "I16 U16 I32 U32", "", "", "I8 U8 I16 U16 I32 U32 I64 U64", "", ""}},
    {"ShiftRight", {"I16 U16 I32 U32", "I16 U16 I32 U32", "", "", "I8 U8 I16 U16 I32 U32 I64 U64", "", ""}},
    {"ShiftRightRound", {"I16 U16 I32 U32", "", "", "", "", "", ""}},
    {"Compare",
     {"F16 F32 I32", "F16 F32", "F16 F32", "F16 F32", "I8 U8 I16 U16 F16 BF16 I32 U32 F32 I64 U64",
      "F16 F32 I32", "F16 F32 I32"}},
    {"Compares",
     {"F16 F32 I32", "I16 U16 F16 I32 U32 F32", "F16 F32", "", "I8 U8 I16 U16 F16 BF16 I32 U32 F32 I64 U64",
      "F16 F32 I32", "F16 F32 I32"}},
    {"Select",
     {"F16 F32", "F16 F32", "F16 F32", "F16 F32", "I8 U8 I16 U16 F16 BF16 I32 U32 F32 I64 U64",
      "I8 U8 I16 U16 F16 I32 U32 F32", "I8 U8 I16 U16 F16 I32 U32 F32"}},
    {"Duplicate",
     {"I16 U16 F16 BF16 I32 U32 F32", "I16 U16 F16 BF16 I32 U32 F32", "I16 U16 F16 BF16 I32 U32 F32",
      "I16 U16 F16 BF16 I32 U32 F32", "I8 U8 I16 U16 F16 BF16 I32 U32 F32 I64 U64", "F16", "F16"}},
};

// What no loop computes: integer quotients, whose result for a zero divisor is not published, and the bits of
// floats.
constexpr std::pair<const char*, const char*> kLeftOut[] = {
    {"Div", "I16 U16 I32 U32 I64 U64"}, {"Divs", "I64 U64"}, {"Reciprocal", "I64 U64"}, {"Not", "F16 F32"}};

// The rows whose types are not above: which chips have them, in the order of the columns. Source: the products
// that the page of each names. Exceptions: the pages of DataCopyPad leave the Kirin chips out, which implement
// it; that of CastDequant names the 310P for int16_t, which no loop converts.
constexpr std::pair<const char*, const char*> kDocumentedChips[] = {
    {"x.x.x..",
     "Power PowerTensorScalar PowerScalarTensor Ceil Round Trunc Frac FasterGeluV2 Swish Asinh "
     "Acosh Atanh Fmod ClampMax ClampMin AddDeqRelu CompareRegister GetCmpMask SetCmpMask "
     "SelectRegister DataCopyToL1 DataCopySliceIn DataCopySliceOut DataCopyNz2Nd InitGlobalMemory "
     "ArithProgression"},
    {"x.x.xxx",
     "Tanh Sign Log Log2 Log10 Erf Erfc Gelu FasterGelu GeGLU SwiGLU ReGlu Silu Sin Cos Tan Sinh "
     "Cosh Asin Acos Atan DataCopyNd2Nz Brcb TransposeImages"},
    {"xxxxxxx",
     "DataCopyIn DataCopyOut WholeReduceSum WholeReduceMax WholeReduceMin BlockReduceSum "
     "BlockReduceMax BlockReduceMin ReduceSum ReduceMax ReduceMin TransDataTo5HD Transpose"},
    {"x...x..",
     "ExpTaylor CastDequant CastDeq DataCopyNd2NzToL1 SetAtomicMax SetAtomicMin SetPadValue "
     "ReduceSumPattern ReduceMaxPattern ReduceMinPattern"},
    {"xxx.x..", "Xor AddReluCast SubReluCast MulCast SetAtomicType CreateVecIndex Gather GatherMask"},
    {"xx..xxx", "DataCopyPadIn DataCopyPadOut Copy"},
    {"....x..", "DataCopyPadCompactIn DataCopyPadCompactOut CopyCount"},
    {"xx..x..", "Gatherb Sort32 MrgSort"},
    {"x.xxxxx", "Sigmoid DataCopyInL1"},
    {"xxx.xxx", "Floor CompareScalar"},
    {"xxxxx..", "SetAtomicAdd PairReduceSum"},
    {"x.xxx..", "DataCopyLocal"},
    {"x....xx", "DataCopyOutL1"},
    {".xx.x..", "Scatter"},
};

// R: RINT, F: FLOOR, C: CEIL, A: ROUND (ties away), Z: TRUNC, O: ODD, N: NONE.
struct DocumentedCast {
    const char* from;
    const char* to;
    const char* modes[aicore::kChipColumns];
};

constexpr DocumentedCast kDocumentedCasts[] = {
    {"I4", "F16", {"N", "", "", "", "N", "", ""}},
    {"F16", "I4", {"RFCAZN", "", "", "", "RFCAZ", "", ""}},
    {"I8", "F16", {"N", "N", "N", "N", "N", "", ""}},
    {"U8", "F16", {"N", "N", "N", "N", "N", "", ""}},
    {"I16", "F16", {"RFCAZN", "RFCAZN", "N", "N", "RFCAZ", "", ""}},
    {"I16", "F32", {"N", "N", "", "", "N", "", ""}},
    {"F16", "I8", {"RFCAZN", "RFCAZN", "FCAZN", "FCAZN", "RFCAZ", "", ""}},
    {"F16", "U8", {"RFCAZN", "RFCAZN", "FCAZN", "FCAZN", "RFCAZ", "C", "C"}},
    {"F16", "I16", {"RFCAZ", "RFCAZ", "R", "", "RFCAZ", "", ""}},
    {"F16", "I32", {"RFCAZ", "RFCAZ", "RFCAZ", "RFCAZ", "RFCAZ", "F", "F"}},
    {"F16", "F32", {"N", "N", "N", "N", "N", "", ""}},
    {"BF16", "I32", {"RFCAZ", "RFCAZ", "", "", "RFCAZ", "", ""}},
    {"BF16", "F32", {"N", "N", "", "", "N", "N", "N"}},
    {"I32", "I16", {"N", "N", "N", "", "N", "", ""}},
    {"I32", "F16", {"", "N", "", "", "", "", ""}},
    {"I32", "F32", {"RFCAZN", "RFCAZN", "N", "N", "RFCAZ", "C", "C"}},
    {"I32", "I64", {"N", "N", "", "", "N", "", ""}},
    {"F32", "I16", {"RFCAZ", "RFCAZ", "", "", "RFCAZ", "", ""}},
    {"F32", "F16", {"RFCAZON", "RFCAZON", "ON", "ON", "RFCAZON", "", ""}},
    {"F32", "BF16", {"RFCAZ", "RFCAZ", "", "", "RFCAZ", "A", "A"}},
    {"F32", "I32", {"RFCAZ", "RFCAZ", "", "", "RFCAZ", "", ""}},
    {"F32", "F32", {"RFCAZ", "RFCAZ", "", "", "RFCAZ", "", ""}},
    {"F32", "I64", {"RFCAZ", "RFCAZ", "RFCAZ", "RFCAZ", "RFCAZ", "", ""}},
    {"I64", "I32", {"N", "N", "", "", "N", "", ""}},
    {"I64", "F32", {"RFCAZ", "RFCAZ", "", "", "RFCAZ", "", ""}},
    {"I8", "I16", {"", "", "", "", "N", "", ""}},
    {"I8", "I32", {"", "", "", "", "N", "", ""}},
    {"U8", "U16", {"", "", "", "", "N", "", ""}},
    {"U8", "U32", {"", "", "", "", "N", "", ""}},
    {"I16", "U8", {"", "", "", "", "N", "", ""}},
    {"I16", "I32", {"", "", "", "", "N", "", ""}},
    {"I16", "U32", {"", "", "", "", "N", "", ""}},
    {"U16", "U8", {"", "", "", "", "N", "", ""}},
    {"U16", "U32", {"", "", "", "", "N", "", ""}},
    {"F16", "BF16", {"", "", "", "", "RFCAZ", "", ""}},
    {"BF16", "F16", {"", "", "", "", "RFCAZ", "", ""}},
    {"I32", "U8", {"", "", "", "", "N", "", ""}},
    {"I32", "U16", {"", "", "", "", "N", "", ""}},
    {"U32", "U8", {"", "", "", "", "N", "", ""}},
    {"U32", "I16", {"", "", "", "", "N", "", ""}},
    {"U32", "U16", {"", "", "", "", "N", "", ""}},
};

// Where the pages of the old chips name a conversion other than the one that is implemented.
struct Correction {
    const char* from;
    const char* to;
    ChipColumn chip;
    const char* modes;
};
constexpr Correction kCorrections[] = {
    {"F32", "I32", ChipColumn::k310P, "RFCAZ"}, {"F32", "I32", ChipColumn::k910, "RFCAZ"},
    {"F32", "I64", ChipColumn::k310P, ""},      {"F32", "I64", ChipColumn::k910, ""},
    {"I16", "F16", ChipColumn::k910, ""},
};

uint32_t TypeSet(const char* text) {
    std::istringstream words(text);
    uint32_t set = 0;
    for (std::string word; words >> word;) {
        for (uint32_t t = 0; t < kTypes; ++t) {
            set |= word == kTypeNames[t] ? 1u << t : 0u;
        }
    }
    return set;
}

uint32_t ModeSet(std::string_view letters) {
    constexpr std::string_view kLetters = "NRFCAZO";  // by value of RoundMode
    uint32_t set = 0;
    for (const char letter : letters) {
        set |= 1u << kLetters.find(letter);
    }
    return set;
}

TEST(ChipTypes, AreTheDocumentedOnes) {
    std::map<std::string_view, const Documented*> documented;
    for (const Documented& row : kDocumented) {
        EXPECT_TRUE(documented.emplace(row.name, &row).second) << row.name;
    }
    size_t checked = 0;
    for (uint32_t i = 0; i < static_cast<uint32_t>(Opcode::kCount); ++i) {
        const aicore::InstructionInfo& info = aicore::InfoOf(static_cast<Opcode>(i));
        const auto row = documented.find(info.name);
        if (row == documented.end()) {
            EXPECT_GE(info.family, aicore::Family::kCast) << info.name << " has no documented types here";
            continue;
        }
        ++checked;
        uint32_t left_out = 0;
        for (const auto& [name, types] : kLeftOut) {
            left_out |= info.name == name ? TypeSet(types) : 0;
        }
        for (uint32_t c = 0; c < aicore::kChipColumns; ++c) {
            EXPECT_EQ(aicore::TypeList(info.types.of[c]),
                      aicore::TypeList(TypeSet(row->second->types[c]) & ~left_out))
                << info.name << " on " << kColumns[c];
        }
    }
    EXPECT_EQ(checked, std::size(kDocumented)) << "a documented row without an instruction";
}

TEST(ChipTypes, OtherRowsAreOnTheDocumentedChips) {
    std::map<std::string, std::string_view> chips;
    for (const auto& [columns, names] : kDocumentedChips) {
        std::istringstream words(names);
        for (std::string name; words >> name;) {
            EXPECT_TRUE(chips.emplace(name, columns).second) << name;
        }
    }
    for (const Documented& row : kDocumented) {
        EXPECT_EQ(chips.count(row.name), 0u) << row.name;
        chips.emplace(row.name, "");
    }
    for (uint32_t i = 0; i < static_cast<uint32_t>(Opcode::kCount); ++i) {
        const aicore::InstructionInfo& info = aicore::InfoOf(static_cast<Opcode>(i));
        // Cast has pairs (below), SetAtomicNone no type that a chip could lack.
        if (info.family == aicore::Family::kCast || info.name == "SetAtomicNone") {
            continue;
        }
        const auto row = chips.find(std::string(info.name));
        ASSERT_TRUE(row != chips.end()) << info.name << " has no documented chips here";
        for (uint32_t c = 0; c < row->second.size(); ++c) {
            EXPECT_EQ(info.types.of[c] != 0, row->second[c] == 'x') << info.name << " on " << kColumns[c];
        }
        chips.erase(row);
    }
    EXPECT_TRUE(chips.empty()) << chips.begin()->first << " is documented here, but no instruction";
}

TEST(ChipTypes, ConversionsAreTheDocumentedOnes) {
    for (uint32_t from = 0; from < kTypes; ++from) {
        for (uint32_t to = 0; to < kTypes; ++to) {
            for (uint32_t c = 0; c < aicore::kChipColumns; ++c) {
                const auto chip = static_cast<ChipColumn>(c);
                uint32_t expected = 0;
                for (const DocumentedCast& row : kDocumentedCasts) {
                    if (row.from == std::string_view(kTypeNames[from]) &&
                        row.to == std::string_view(kTypeNames[to])) {
                        expected = ModeSet(row.modes[c]);
                    }
                }
                for (const Correction& row : kCorrections) {
                    if (row.from == std::string_view(kTypeNames[from]) &&
                        row.to == std::string_view(kTypeNames[to]) && row.chip == chip) {
                        expected = ModeSet(row.modes);
                    }
                }
                EXPECT_EQ(aicore::RoundModeList(aicore::CastModes(static_cast<ElementType>(from),
                                                                  static_cast<ElementType>(to), chip)),
                          aicore::RoundModeList(expected))
                    << kTypeNames[from] << " to " << kTypeNames[to] << " on " << kColumns[c];
            }
        }
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
