#include "simd/convert_runs.h"

#include <array>
#include <cstring>
#include <utility>

#include "simd/convert.h"

namespace aclnn_cpu::simd {
namespace {

using base::DType;

template <typename From, typename To>
void Run(const void* from, void* to, int64_t count) {
    const auto* source = static_cast<const std::byte*>(from);
    auto* target = static_cast<std::byte*>(to);
    for (int64_t i = 0; i < count; ++i) {
        From value;
        std::memcpy(&value, source + i * static_cast<int64_t>(sizeof(From)), sizeof(From));
        const To converted = Convert<To>(value);
        std::memcpy(target + i * static_cast<int64_t>(sizeof(To)), &converted, sizeof(To));
    }
}

template <size_t kFrom, size_t kTo>
constexpr ConvertRun RunBetween() {
    if constexpr (kFrom == kTo) {
        return nullptr;
    } else {
        return Run<typename std::tuple_element_t<kFrom, RealTypes>::Type,
                   typename std::tuple_element_t<kTo, RealTypes>::Type>;
    }
}

template <size_t kFrom, size_t... kTo>
constexpr std::array<ConvertRun, kRealTypeCount> RunsFrom(std::index_sequence<kTo...>) {
    return {RunBetween<kFrom, kTo>()...};
}

template <size_t... kFrom>
constexpr std::array<std::array<ConvertRun, kRealTypeCount>, kRealTypeCount> AllRuns(
    std::index_sequence<kFrom...>) {
    return {RunsFrom<kFrom>(std::make_index_sequence<kRealTypeCount>())...};
}

constexpr auto kRuns = AllRuns(std::make_index_sequence<kRealTypeCount>());

template <size_t... kIndex>
constexpr std::array<DType, kRealTypeCount> DTypes(std::index_sequence<kIndex...>) {
    return {std::tuple_element_t<kIndex, RealTypes>::dtype...};
}

size_t IndexOf(DType dtype) {
    static constexpr auto kTypes = DTypes(std::make_index_sequence<kRealTypeCount>());
    size_t index = 0;
    while (index < kRealTypeCount && kTypes[index] != dtype) {
        ++index;
    }
    return index;
}

ConvertRun FindFloatRun(DType from, DType to, const FloatRuns& runs) {
    const struct {
        DType from;
        DType to;
        ConvertRun run;
    } rows[] = {
        {DType::kFloat16, DType::kFloat, runs.half_to_float},
        {DType::kFloat, DType::kFloat16, runs.float_to_half},
        {DType::kBFloat16, DType::kFloat, runs.bfloat16_to_float},
        {DType::kFloat, DType::kBFloat16, runs.float_to_bfloat16},
        {DType::kFloat16, DType::kBFloat16, runs.half_to_bfloat16},
        {DType::kBFloat16, DType::kFloat16, runs.bfloat16_to_half},
    };
    for (const auto& row : rows) {
        if (row.from == from && row.to == to) {
            return row.run;
        }
    }
    return nullptr;
}

}  // namespace

ConvertRun FindConvertRun(DType from, DType to, base::SimdTarget target) {
    if (from == to) {
        return nullptr;
    }
    const size_t from_index = IndexOf(from);
    const size_t to_index = IndexOf(to);
    if (from_index == kRealTypeCount || to_index == kRealTypeCount) {
        return nullptr;
    }
    const ConvertRun vectorised = FindFloatRun(from, to, FloatRunsOf(target));
    return vectorised != nullptr ? vectorised : kRuns[from_index][to_index];
}

}  // namespace aclnn_cpu::simd
