#include "aicore/text.h"

#include <fmt/format.h>

#include <iterator>

#include "aicore/instruction_table.h"
#include "aicore/memory.h"

namespace aclnn_cpu::aicore {

namespace {

template <size_t N>
std::string_view NameAt(const std::string_view (&names)[N], uint32_t index) {
    return index < N ? names[index] : std::string_view("unknown");
}

template <typename NameOf>
std::string ListOf(uint32_t set, NameOf name_of) {
    std::string list;
    for (uint32_t bit = 0; bit < 32; ++bit) {
        if (((set >> bit) & 1u) != 0) {
            list += list.empty() ? "" : ", ";
            list += name_of(bit);
        }
    }
    return list.empty() ? "none" : list;
}

}  // namespace

std::string_view TypeName(ElementType type) {
    constexpr std::string_view kNames[] = {"int8_t",     "uint8_t", "int16_t",  "uint16_t", "half",
                                           "bfloat16_t", "int32_t", "uint32_t", "float",    "int64_t",
                                           "uint64_t",   "double",  "int4b_t"};
    static_assert(std::size(kNames) == static_cast<size_t>(ElementType::kCount));
    return NameAt(kNames, static_cast<uint32_t>(type));
}

std::string_view RoundModeName(AscendC::RoundMode mode) {
    constexpr std::string_view kNames[] = {"CAST_NONE",  "CAST_RINT",  "CAST_FLOOR", "CAST_CEIL",
                                           "CAST_ROUND", "CAST_TRUNC", "CAST_ODD"};
    return NameAt(kNames, static_cast<uint32_t>(mode));
}

std::string_view CompareModeName(AscendC::CMPMODE mode) {
    constexpr std::string_view kNames[] = {"LT", "GT", "EQ", "LE", "GE", "NE"};
    return NameAt(kNames, static_cast<uint32_t>(mode));
}

std::string_view SelectModeName(AscendC::SELMODE mode) {
    constexpr std::string_view kNames[] = {"VSEL_CMPMASK_SPR", "VSEL_TENSOR_SCALAR_MODE",
                                           "VSEL_TENSOR_TENSOR_MODE"};
    return NameAt(kNames, static_cast<uint32_t>(mode));
}

std::string_view ReduceOrderName(AscendC::ReduceOrder order) {
    constexpr std::string_view kNames[] = {"ORDER_VALUE_INDEX", "ORDER_INDEX_VALUE", "ORDER_ONLY_VALUE",
                                           "ORDER_ONLY_INDEX"};
    return NameAt(kNames, static_cast<uint32_t>(order));
}

std::string_view EventName(AscendC::HardEvent event) {
    constexpr std::string_view kNames[] = {
        "MTE2_MTE1", "MTE1_MTE2", "MTE1_M", "M_MTE1",   "MTE2_V",    "V_MTE2",    "MTE3_V",
        "V_MTE3",    "M_V",       "V_M",    "V_V",      "MTE3_MTE1", "MTE1_MTE3", "MTE1_V",
        "MTE2_M",    "M_MTE2",    "V_MTE1", "M_FIX",    "FIX_M",     "MTE3_MTE2", "MTE2_MTE3",
        "S_V",       "V_S",       "S_MTE2", "MTE2_S",   "S_MTE3",    "MTE3_S",    "MTE2_FIX",
        "FIX_MTE2",  "FIX_S",     "M_S",    "FIX_MTE3", "MTE1_FIX",  "FIX_MTE1",  "FIX_FIX"};
    static_assert(std::size(kNames) == static_cast<size_t>(AscendC::HardEvent::MAX));
    return NameAt(kNames, static_cast<uint32_t>(event));
}

std::string_view PipeName(pipe_t pipe) {
    constexpr std::string_view kNames[] = {"PIPE_S",    "PIPE_V",    "PIPE_M",   "PIPE_MTE1",
                                           "PIPE_MTE2", "PIPE_MTE3", "PIPE_ALL", "unknown",
                                           "unknown",   "unknown",   "PIPE_FIX"};
    return NameAt(kNames, static_cast<uint32_t>(pipe));
}

std::string_view QueueCallName(QueueEvent::Kind kind) {
    constexpr std::string_view kNames[] = {"AllocTensor", "EnQue", "DeQue", "FreeTensor"};
    return NameAt(kNames, static_cast<uint32_t>(kind));
}

std::string Describe(const CallSite& site) {
    const std::string_view path = site.file == nullptr ? "unknown file" : site.file;
    const size_t slash = path.rfind('/');
    return fmt::format("{}:{}", slash == std::string_view::npos ? path : path.substr(slash + 1), site.line);
}

std::string Describe(const Operand& operand) {
    if (operand.position == AscendC::TPosition::GM) {
        return fmt::format("GM {} at {:#x}", TypeName(operand.type), operand.address);
    }
    return fmt::format("{} {} at byte {}", PositionName(operand.position), TypeName(operand.type),
                       operand.address);
}

std::string TypeList(uint32_t types) {
    return ListOf(types, [](uint32_t bit) { return TypeName(static_cast<ElementType>(bit)); });
}

std::string RoundModeList(uint32_t modes) {
    return ListOf(modes, [](uint32_t bit) { return RoundModeName(static_cast<AscendC::RoundMode>(bit)); });
}

std::string ReduceOrderList(uint32_t orders) {
    return ListOf(orders,
                  [](uint32_t bit) { return ReduceOrderName(static_cast<AscendC::ReduceOrder>(bit)); });
}

}  // namespace aclnn_cpu::aicore
