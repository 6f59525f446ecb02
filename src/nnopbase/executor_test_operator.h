// The operator that the tests of executors drive: z = a + 10 b, written as an operator author would, with
// every view, cast and broadcast round it.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "aclnn_cpu/abi.h"
#include "aclnn_kernels/cast.h"
#include "aclnn_kernels/common/op_error_check.h"
#include "aclnn_kernels/contiguous.h"
#include "base/error_log.h"
#include "base/settings.h"
#include "level0/broadcast_to.h"
#include "nnopbase/objects.h"
#include "opdev/make_op_executor.h"
#include "register/implementations.h"
#include "simd/native_call.h"

using namespace aclnn_cpu;

inline std::vector<simd::NativeCall> calls_seen;

// Element by element, by the contract of NativeCall.
inline void WeightedSum(const simd::NativeCall& call) {
    calls_seen.push_back(call);
    int64_t count = 1;
    for (uint32_t d = 0; d < call.rank; ++d) {
        count *= call.sizes[d];
    }
    for (int64_t i = 0; i < count; ++i) {
        float values[2];
        const auto at = [&](const simd::Operand& operand) {
            int64_t rest = i, offset = 0;
            for (uint32_t d = call.rank; d-- > 0;) {
                offset += rest % call.sizes[d] * operand.strides[d];
                rest /= call.sizes[d];
            }
            return static_cast<char*>(operand.data) +
                   offset * static_cast<int64_t>(base::ElementBytes(operand.dtype));
        };
        for (uint32_t k = 0; k < 2; ++k) {
            double rounded = 0;
            nnopbase::ConvertValue(at(call.inputs[k]), call.inputs[k].dtype, &rounded, call.compute);
            nnopbase::ConvertValue(&rounded, call.compute, &values[k], base::DType::kFloat);
        }
        const float sum = values[0] + 10 * values[1];
        double rounded = 0;
        nnopbase::ConvertValue(&sum, base::DType::kFloat, &rounded, call.compute);
        nnopbase::ConvertValue(&rounded, call.compute, at(call.output), call.output.dtype);
    }
}

inline const bool kRegistered = [] {
    registry::OperatorImplementations rows{};
    rows.op_type = "WeightedSum";
    rows.kernel_file = "none";
    rows.native_kernel = reinterpret_cast<const void*>(&WeightedSum);
    rows.native_inputs = 2;
    registry::RegisterImplementations(ACLNN_CPU_THIS_LIBRARY, ACLNN_CPU_ABI_TAG, rows);
    return true;
}();

namespace l0op {
OP_TYPE_REGISTER(WeightedSum);
OP_TYPE_REGISTER(Nowhere);

inline const aclTensor* WeightedSum(const aclTensor* a, const aclTensor* b, const aclTensor* z,
                                    aclOpExecutor* executor) {
    L0_DFX(WeightedSum, a, b, z);
    const auto status = ADD_TO_LAUNCHER_LIST_AICORE(WeightedSum, OP_INPUT(a, b, nullptr), OP_OUTPUT(z),
                                                    OP_ATTR(1.5f, "text"));
    return status == ACLNN_SUCCESS ? z : nullptr;
}
inline const aclTensor* Nowhere(const aclTensor* a, const aclTensor* z, aclOpExecutor* executor) {
    L0_DFX(Nowhere, a, z);
    return ADD_TO_LAUNCHER_LIST_AICORE(Nowhere, OP_INPUT(a), OP_OUTPUT(z)) == ACLNN_SUCCESS ? z : nullptr;
}
}  // namespace l0op

inline const aclTensor* Ready(const aclTensor* t, const op::Shape& shape, op::DataType type,
                              aclOpExecutor* executor) {
    const aclTensor* ready = l0op::Contiguous(t, executor);
    if (ready != nullptr && ready->GetViewShape() != shape) {
        const op::ShapeVector sizes = op::ToShapeVector(shape);
        ready = l0op::BroadcastTo(ready, executor->AllocIntArray(sizes.data(), sizes.size()), executor);
    }
    return ready == nullptr ? nullptr : l0op::Cast(ready, type, executor);
}

// `unfold`: one more copy of the result, which no single pass can give.
inline bool unfold = false;

inline aclnnStatus aclnnWeightedSumGetWorkspaceSize(const aclTensor* a, const aclTensor* b,
                                                    const aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnWeightedSum, DFX_IN(a, b, 1.5, unfold), DFX_OUT(out));
    auto unique = CREATE_EXECUTOR();
    CHECK_RET(unique.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
    OP_CHECK_NULL(a, return ACLNN_ERR_PARAM_NULLPTR);
    OP_CHECK_NULL(b, return ACLNN_ERR_PARAM_NULLPTR);
    OP_CHECK_NULL(out, return ACLNN_ERR_PARAM_NULLPTR);
    const op::DataType type = op::PromoteType(a->GetDataType(), b->GetDataType());
    op::Shape shape;
    OP_CHECK_BROADCAST_AND_INFER_SHAPE(a, b, shape, return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_SHAPE_NOT_EQUAL_WITH_EXPECTED_SIZE(out, shape, return ACLNN_ERR_PARAM_INVALID);
    if (!out->IsEmpty()) {
        const aclTensor* x = Ready(a, shape, type, unique.get());
        CHECK_RET(x != nullptr, ACLNN_ERR_INNER_NULLPTR);
        const aclTensor* y = Ready(b, shape, type, unique.get());
        CHECK_RET(y != nullptr, ACLNN_ERR_INNER_NULLPTR);
        const aclTensor* z = l0op::WeightedSum(x, y, unique->AllocTensor(shape, type), unique.get());
        CHECK_RET(z != nullptr, ACLNN_ERR_INNER_NULLPTR);
        if (unfold) {
            z = l0op::Cast(l0op::Cast(z, op::DataType::DT_DOUBLE, unique.get()), type, unique.get());
        }
        z = l0op::Cast(z, out->GetDataType(), unique.get());
        CHECK_RET(z != nullptr, ACLNN_ERR_INNER_NULLPTR);
        CHECK_RET(l0op::ViewCopy(z, out, unique.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    }
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

inline aclnnStatus aclnnWeightedSum(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream) {
    L2_DFX_PHASE_2(aclnnWeightedSum);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
inline aclnnStatus aclnnOther(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                              aclrtStream stream) {
    L2_DFX_PHASE_2(aclnnOther);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
// Runs what aclnnWeightedSumGetWorkspaceSize made, as in-place forms do.
inline aclnnStatus aclnnInplaceWeightedSum(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream) {
    L2_DFX_PHASE_2(aclnnInplaceWeightedSum);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
inline aclnnStatus aclnnNowhereGetWorkspaceSize(const aclTensor* a, const aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnNowhere, DFX_IN(a), DFX_OUT(out));
    auto unique = CREATE_EXECUTOR();
    CHECK_RET(l0op::Nowhere(a, out, unique.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

inline std::string TakeMessage() {
    const char* text = base::TakeRecentErrors();
    return text == nullptr ? "" : text;
}

struct Described {
    aclTensor* tensor;
    Described(void* data, aclDataType type, std::vector<int64_t> shape, std::vector<int64_t> strides = {},
              int64_t offset = 0, std::vector<int64_t> storage = {}) {
        if (storage.empty()) {
            storage = shape;
        }
        tensor = aclCreateTensor(shape.data(), shape.size(), type, strides.empty() ? nullptr : strides.data(),
                                 offset, ACL_FORMAT_ND, storage.data(), storage.size(), data);
    }
    ~Described() { aclDestroyTensor(tensor); }
    operator const aclTensor*() const { return tensor; }
};

class Phases : public testing::Test {
 protected:
    void SetUp() override {
        ASSERT_EQ(aclrtSetDevice(0), 0);
        ASSERT_TRUE(aclnn_cpu::base::SetSetting("check", "0").ok());  // these tensors lie in host memory
        unfold = false;
        calls_seen.clear();
        TakeMessage();
        for (size_t i = 0; i < 8; ++i) {
            a_data[i] = static_cast<float>(i);
            b_data[i] = static_cast<float>(i) / 4;
        }
    }
    aclnnStatus Plan(const aclTensor* a, const aclTensor* b, const aclTensor* out) {
        executor = nullptr;
        size = 12345;
        return aclnnWeightedSumGetWorkspaceSize(a, b, out, &size, &executor);
    }
    aclnnStatus Run() {
        std::vector<char> memory(size + 64);
        void* aligned = reinterpret_cast<void*>((reinterpret_cast<uintptr_t>(memory.data()) + 31) / 32 * 32);
        const aclnnStatus status = aclnnWeightedSum(aligned, size, executor, nullptr);
        return status != 0 ? status : aclrtSynchronizeStream(nullptr);
    }

    std::array<float, 8> a_data, b_data, out_data{};
    Described a{a_data.data(), ACL_FLOAT, {2, 4}};
    Described b{b_data.data(), ACL_FLOAT, {2, 4}};
    Described out{out_data.data(), ACL_FLOAT, {2, 4}};
    aclOpExecutor* executor = nullptr;
    uint64_t size = 0;
};
