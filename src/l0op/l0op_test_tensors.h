// Tensors that the tests of l0op compute on, and the second phase.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn_kernels/contiguous.h"
#include "base/error_log.h"
#include "nnopbase/objects.h"
#include "opdev/make_op_executor.h"
#include "opdev/shape_utils.h"

using aclnn_cpu::nnopbase::ConvertValue;
using aclnn_cpu::nnopbase::ToDType;

// A view into a buffer of its own, with values that tell elements apart and a sentinel pattern everywhere
// else.
struct Strided {
    std::vector<int64_t> sizes, strides;
    int64_t offset;
    aclDataType type;
    std::vector<unsigned char> bytes;
    aclTensor* tensor = nullptr;

    Strided(aclDataType dtype, std::vector<int64_t> dims, std::vector<int64_t> steps, int64_t start)
        : sizes(std::move(dims)), strides(std::move(steps)), offset(start), type(dtype) {
        int64_t last = offset;
        for (size_t d = 0; d < sizes.size(); ++d) {
            last += std::max<int64_t>(sizes[d] - 1, 0) * strides[d];
        }
        const int64_t storage = last + 3;
        bytes.assign(static_cast<size_t>(storage) * Width(), 0xA5);
        tensor = aclCreateTensor(sizes.data(), sizes.size(), type, strides.data(), offset, ACL_FORMAT_ND,
                                 &storage, 1, bytes.data());
    }
    ~Strided() { aclDestroyTensor(tensor); }
    Strided(const Strided&) = delete;
    Strided& operator=(const Strided&) = delete;

    size_t Width() const { return op::TypeSize(op::ToOpDataType(type)); }
    int64_t Count() const {
        return std::accumulate(sizes.begin(), sizes.end(), int64_t{1}, std::multiplies<>());
    }
    // Element number `i`, row-major, seen as the (aligned at the end) broadcast to `shape`.
    unsigned char* At(int64_t i, const std::vector<int64_t>& shape) {
        int64_t at = offset;
        for (size_t d = 0; d < shape.size(); ++d) {
            const size_t dim = shape.size() - 1 - d;
            const int64_t index = i % shape[dim];
            i /= shape[dim];
            if (d < sizes.size() && sizes[sizes.size() - 1 - d] != 1) {
                at += index * strides[sizes.size() - 1 - d];
            }
        }
        return bytes.data() + static_cast<size_t>(at) * Width();
    }
    void Fill(std::mt19937& random) {
        for (int64_t i = 0; i < Count(); ++i) {
            const float value = static_cast<float>(random() % 100) + (random() % 2 == 0 ? 0.25f : 0.0f);
            ConvertValue(&value, aclnn_cpu::base::DType::kFloat, At(i, sizes),
                         ToDType(op::ToOpDataType(type)));
        }
    }
};

inline aclnnStatus Finish(UniqueExecutor& unique) {
    const uint64_t size = unique->GetWorkspaceSize();
    aclOpExecutor* handle = nullptr;
    unique.ReleaseTo(&handle);
    void* workspace = nullptr;
    if (size > 0 && aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_NORMAL_ONLY) != 0) {
        return -1;
    }
    aclnnStatus status = CommonOpExecutorRun(workspace, size, handle, nullptr);
    status = status != 0 ? status : aclrtSynchronizeStream(nullptr);
    if (workspace != nullptr) {
        aclrtFree(workspace);
    }
    return status;
}

using Number = std::complex<double>;
using aclnn_cpu::base::DType;

inline constexpr aclDataType kFloats[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
inline constexpr aclDataType kIntegers[] = {ACL_INT8,  ACL_INT16,  ACL_INT32,  ACL_INT64,
                                            ACL_UINT8, ACL_UINT16, ACL_UINT32, ACL_UINT64};
inline constexpr aclDataType kComplexes[] = {ACL_COMPLEX32, ACL_COMPLEX64, ACL_COMPLEX128};
inline const std::vector<aclDataType> kReal = [] {
    std::vector<aclDataType> types(std::begin(kFloats), std::end(kFloats));
    types.insert(types.end(), std::begin(kIntegers), std::end(kIntegers));
    return types;
}();
inline const std::vector<aclDataType> kNumbers = [] {
    std::vector<aclDataType> types = kReal;
    types.insert(types.end(), std::begin(kComplexes), std::end(kComplexes));
    return types;
}();

inline DType TypeOf(aclDataType type) { return ToDType(op::ToOpDataType(type)); }
inline bool IsComplex(aclDataType type) { return op::IsComplexType(op::ToOpDataType(type)); }
inline bool IsInteger(aclDataType type) { return op::IsIntegralType(op::ToOpDataType(type)); }

// Values that every type holds exactly, and whose sums, differences and products every float type holds.
inline double SmallValue(size_t i, aclDataType type) {
    const double values[] = {3, 0, 5, 1, 7, 2, 4, 6};
    const bool is_signed = !op::CheckType(
        op::ToOpDataType(type),
        {op::DataType::DT_UINT8, op::DataType::DT_UINT16, op::DataType::DT_UINT32, op::DataType::DT_UINT64});
    return values[i % 8] * (is_signed && i % 3 == 1 ? -1 : 1);
}

inline void Put(Strided& x, int64_t i, Number value) {
    const double real = value.real();
    if (IsComplex(x.type)) {
        ConvertValue(&value, DType::kComplex128, x.At(i, x.sizes), TypeOf(x.type));
    } else {
        ConvertValue(&real, DType::kDouble, x.At(i, x.sizes), TypeOf(x.type));
    }
}
inline Number Get(Strided& x, int64_t i, const std::vector<int64_t>& shape) {
    Number value;
    ConvertValue(x.At(i, shape), TypeOf(x.type), &value, DType::kComplex128);
    return value;
}
inline void FillSmall(Strided& x, size_t seed) {
    for (int64_t i = 0; i < x.Count(); ++i) {
        const auto at = static_cast<size_t>(i) + seed;
        Put(x, i, {SmallValue(at, x.type), IsComplex(x.type) ? SmallValue(at * 5 + 2, x.type) : 0});
    }
}

inline std::vector<int64_t> DenseStrides(const std::vector<int64_t>& sizes) {
    std::vector<int64_t> strides(sizes.size(), 1);
    for (size_t d = sizes.size(); d-- > 1;) {
        strides[d - 1] = strides[d] * std::max<int64_t>(sizes[d], 1);
    }
    return strides;
}
inline std::vector<int64_t> SizesOf(const aclTensor* tensor) {
    const op::ShapeVector sizes = op::ToShapeVector(tensor->GetViewShape());
    return {sizes.begin(), sizes.end()};
}

using Build = std::function<const aclTensor*(aclOpExecutor*)>;

// Runs what `build` records and returns its result as a dense tensor; null when it was refused.
inline std::unique_ptr<Strided> Compute(const Build& build) {
    UniqueExecutor unique("Compute");
    const aclTensor* made = build(unique.get());
    if (made == nullptr) {
        return nullptr;
    }
    const std::vector<int64_t> sizes = SizesOf(made);
    auto result =
        std::make_unique<Strided>(op::ToAclDataType(made->GetDataType()), sizes, DenseStrides(sizes), 1);
    EXPECT_EQ(l0op::ViewCopy(made, result->tensor, unique.get()), result->tensor);
    EXPECT_EQ(Finish(unique), 0) << aclnn_cpu::base::TakeRecentErrors();
    return result;
}

inline std::string Refusal(const Build& build) {
    aclnn_cpu::base::TakeRecentErrors();
    UniqueExecutor unique("Refuse");
    EXPECT_EQ(build(unique.get()), nullptr);
    const char* text = aclnn_cpu::base::TakeRecentErrors();
    return text == nullptr ? "" : text;
}
