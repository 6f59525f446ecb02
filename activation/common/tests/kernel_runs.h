// Runs the Ascend C kernel of an operator of the family on an emulated chip, cut by its own tiling function.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "activation/common/tests/kernel_cases.h"
#include "aicore/launch.h"
#include "ascendc/float16.h"
#include "base/dtype.h"
#include "platform/soc.h"
#include "register/host_functions.h"
#include "register/implementations.h"

namespace aclnn_cpu::test {

struct FamilyChip {
    const char* soc;
    const char* unit;
};
inline constexpr FamilyChip kFamilyChips[] = {
    {"Ascend910B1", "ascend910b"}, {"Ascend310B1", "ascend310b"}, {"AscendToy", "ascend910b"}};

template <typename T>
constexpr base::DType kDTypeOf = base::DType::kFloat;
template <>
inline constexpr base::DType kDTypeOf<half> = base::DType::kFloat16;
template <>
inline constexpr base::DType kDTypeOf<bfloat16_t> = base::DType::kBFloat16;

inline const platform::Soc& FamilySoc(const char* name) {
    const platform::Soc* soc = nullptr;
    EXPECT_TRUE(platform::FindSoc(name, &soc).ok());
    return *soc;
}

inline registry::HostTensor FamilyTensor(base::DType dtype, std::initializer_list<int64_t> sizes) {
    registry::HostTensor tensor;
    for (const int64_t size : sizes) {
        tensor.origin_shape.AppendDim(size);
    }
    tensor.storage_shape = tensor.origin_shape;
    tensor.dtype = static_cast<ge::DataType>(dtype);
    return tensor;
}

inline base::Status FamilyTiling(const FamilyOperator& op, const platform::Soc& soc,
                                 const std::vector<registry::HostTensor>& tensors,
                                 registry::TilingResult* result) {
    registry::TilingRequest request;
    request.op.op_type = op.type;
    request.op.inputs = {tensors.data(), op.inputs};
    request.op.outputs = {tensors.data() + op.inputs, 1};
    request.op.attributes = op.attributes;
    request.soc = &soc;
    return registry::RunTiling(request, result);
}

inline aicore::KernelEntry FamilyEntry(const FamilyOperator& op, const char* unit, base::DType dtype) {
    const registry::OperatorImplementations* rows = registry::FindImplementations(nullptr, op.type);
    EXPECT_NE(rows, nullptr) << op.type;
    if (rows != nullptr) {
        for (const registry::KernelVariant& variant : rows->kernels) {
            if (variant.compute_unit == unit && variant.dtypes[0] == dtype && variant.tiling_key == 0) {
                EXPECT_EQ(variant.dtypes.size(), op.inputs + 1) << op.type;
                return variant.entry;
            }
        }
    }
    ADD_FAILURE() << "no kernel of " << op.type << " for " << unit;
    std::abort();
}

// The result, checked for writes beside it. dy and x are both inputs of a gradient operator, x alone of the others.
// Inputs that no kernel reads have no memory.
template <typename T>
std::vector<T> RunFamilyKernel(const FamilyOperator& op, const FamilyChip& chip, const std::vector<T>& dy,
                               const std::vector<T>& x, uint32_t threads = 2) {
    const platform::Soc& soc = FamilySoc(chip.soc);
    const auto n = static_cast<int64_t>(x.size());
    registry::TilingResult tiling;
    const base::Status tiled =
        FamilyTiling(op, soc, std::vector(op.inputs + 1, FamilyTensor(kDTypeOf<T>, {n})), &tiling);
    EXPECT_TRUE(tiled.ok()) << tiled.message();
    constexpr size_t kGuard = 64;
    std::vector<T> z(x.size() + 2 * kGuard, T(12345.0f));
    // Inputs end exactly where their allocation ends, so that a sanitizer sees any read past them.
    std::vector<T> dy_exact(dy);
    std::vector<T> x_exact(x);
    std::vector<void*> arguments(op.inputs + 3, nullptr);
    std::vector<aicore::GlobalRange> ranges(op.inputs + 3, {"unread", nullptr, 0});
    const auto bytes = x.size() * sizeof(T);
    const auto give = [&](size_t index, const char* name, void* at, uint64_t size) {
        arguments[index] = at;
        ranges[index] = {name, at, size};
    };
    give(op.argument, "x", x_exact.data(), bytes);
    if (op.gradient >= 0) {
        give(static_cast<size_t>(op.gradient), "dy", dy_exact.data(), bytes);
    }
    give(op.inputs, "z", z.data() + kGuard, bytes);
    give(op.inputs + 2, "tiling", tiling.tiling_data.data(), tiling.tiling_data.size());
    const base::Status status = aicore::Launch({.op_type = op.type,
                                                .entry = FamilyEntry(op, chip.unit, kDTypeOf<T>),
                                                .arguments = arguments,
                                                .tiling_key = tiling.tiling_key,
                                                .block_count = tiling.block_dim,
                                                .soc = &soc,
                                                .threads = threads,
                                                .ranges = ranges,
                                                .tiling_bytes = tiling.tiling_data.size()});
    EXPECT_TRUE(status.ok()) << status.message();
    for (size_t i = 0; i < kGuard; ++i) {
        EXPECT_EQ(float(z[i]), float(T(12345.0f)));
        EXPECT_EQ(float(z[z.size() - 1 - i]), float(T(12345.0f)));
    }
    return std::vector<T>(z.begin() + kGuard, z.end() - kGuard);
}

}  // namespace aclnn_cpu::test
