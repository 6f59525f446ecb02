// Calls of generated functions by hand: operators with any parameters, whose kernels are functions of the test.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn_cpu/generated_op.h"
#include "ascendc/kernel_type.h"
#include "base/dtype.h"
#include "base/error_log.h"
#include "base/settings.h"
#include "register/implementations.h"
#include "register/op_def_registry.h"
#include "register/op_impl_registry.h"

namespace aclnn_cpu::test {

using Entry = void (*)(void* const* arguments, uint64_t tiling_key);

// Registers a kernel of the operator for Ascend910B1, key 0, per column of types: the entry of the column, or the only
// one.
inline bool AddKernels(const char* op_type, const std::vector<std::vector<base::DType>>& columns,
                       const std::vector<Entry>& entries) {
    struct Rows {
        std::vector<std::vector<base::DType>> columns;
        std::vector<registry::KernelVariant> variants;
    };
    static auto& all = *new std::deque<Rows>();  // what is registered points into it until the process ends
    auto& [kept, variants] = all.emplace_back(Rows{columns, {}});
    for (size_t i = 0; i < kept.size(); ++i) {
        variants.push_back(
            {"ascend910b", kept[i], 0, entries[std::min(i, entries.size() - 1)], 0, KERNEL_TYPE_MAX});
    }
    registry::OperatorImplementations rows{};
    rows.op_type = op_type;
    rows.kernel_file = "test";
    rows.kernels = variants;
    registry::RegisterImplementations(ACLNN_CPU_THIS_LIBRARY, ACLNN_CPU_ABI_TAG, rows);
    return true;
}

struct Listed {
    std::vector<std::vector<uint64_t>> shapes;
    std::vector<float*> data;
};
// What the block of words of a list says (ascendc/list_tensor.h).
inline Listed ReadList(const void* block) {
    Listed list;
    const auto* words = static_cast<const uint64_t*>(block);
    const uint64_t table = words[0] / sizeof(uint64_t);
    uint64_t at = 1;
    while (at < table) {
        const uint64_t rank = words[at] & UINT32_MAX;
        EXPECT_EQ(words[at] >> 32, list.shapes.size());
        list.shapes.emplace_back(words + at + 1, words + at + 1 + rank);
        at += 1 + rank;
    }
    for (size_t i = 0; i < list.shapes.size(); ++i) {
        list.data.push_back(reinterpret_cast<float*>(words[table + i]));
    }
    return list;
}

// A contiguous tensor over memory of the program.
class Given {
 public:
    explicit Given(std::vector<float> values, std::vector<int64_t> sizes = {}, aclDataType dtype = ACL_FLOAT)
        : values(std::move(values)) {
        if (sizes.empty()) {
            sizes = {static_cast<int64_t>(this->values.size())};
        }
        tensor = aclCreateTensor(sizes.data(), sizes.size(), dtype, nullptr, 0, ACL_FORMAT_ND, sizes.data(),
                                 sizes.size(), this->values.data());
    }
    ~Given() { aclDestroyTensor(tensor); }
    Given(const Given&) = delete;
    Given& operator=(const Given&) = delete;

    std::vector<float> values;
    const aclTensor* tensor;
};

// A list whose tensors stay their makers': it is never destroyed, which would destroy them.
inline const aclTensorList* ListOf(const std::vector<const aclTensor*>& tensors) {
    return aclCreateTensorList(tensors.data(), tensors.size());
}

template <typename... Ts>
std::vector<op::OpArg> Args(const Ts&... values) {
    return {op::internal::ToOpArg<std::decay_t<const Ts&>>(values)...};
}

class GeneratedCalls : public testing::Test {
 protected:
    void SetUp() override {
        ASSERT_EQ(aclrtSetDevice(0), 0);
        ASSERT_TRUE(base::SetSetting("check", "0").ok());  // most tensors lie in host memory
        TakeMessage();
    }

    static std::string TakeMessage() {
        const char* text = base::TakeRecentErrors();
        return text == nullptr ? "" : text;
    }

    aclnnStatus Plan(const nnopbase::GeneratedCall& call, const std::vector<op::OpArg>& inputs,
                     const std::vector<op::OpArg>& attrs, const std::vector<op::OpArg>& outputs) {
        op::OpArgContext args;
        args.lists[op::OP_INPUT_ARG] = {inputs.data(), inputs.size()};
        args.lists[op::OP_ATTR_ARG] = {attrs.data(), attrs.size()};
        args.lists[op::OP_OUTPUT_ARG] = {outputs.data(), outputs.size()};
        executor_ = nullptr;
        return nnopbase::PlanGenerated(call, ACLNN_CPU_THIS_LIBRARY, args, &size_, &executor_);
    }
    aclnnStatus Run(const nnopbase::GeneratedCall& call) {
        std::vector<uint64_t> memory(size_ / 8 + 8);
        const uintptr_t aligned = (reinterpret_cast<uintptr_t>(memory.data()) + 31) / 32 * 32;
        const aclnnStatus status =
            nnopbase::RunGenerated(call.api, reinterpret_cast<void*>(aligned), size_, executor_, nullptr);
        return status != 0 ? status : aclrtSynchronizeStream(nullptr);
    }

    uint64_t size_ = 0;
    aclOpExecutor* executor_ = nullptr;
};

}  // namespace aclnn_cpu::test
