#include "activation/tests/api/call.h"

#include <gtest/gtest.h>

#include <complex>

#include "tests/support/settings.h"

namespace aclnn_cpu::activation_test {

Arguments::Arguments(const Row& row, aclDataType dtype, const test::Layout& layout)
    : values(row.function.parameters.size()),
      row_(row),
      tensors_(row.function.parameters.size()),
      scalars_(row.function.parameters.size()) {
    test::Device::Stream();
    size_t next = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        switch (row.function.parameters[i].kind) {
            case Kind::kTensor:
                Replace(i, dtype, layout);
                break;
            case Kind::kScalar:
                ReplaceNumber(i, ACL_FLOAT, row.numbers.at(next++));
                break;
            case Kind::kText:
                values[i].text = row.text;
                break;
            default:
                values[i].integer = static_cast<int64_t>(row.numbers.at(next++));
        }
    }
}

Arguments::~Arguments() {
    for (aclScalar* scalar : scalars_) {
        if (scalar != nullptr) {
            EXPECT_EQ(aclDestroyScalar(scalar), 0);
        }
    }
}

void Arguments::Replace(size_t parameter, aclDataType dtype, const test::Layout& layout) {
    tensors_[parameter] = std::make_unique<test::Tensor>(dtype, layout);
    values[parameter].tensor = tensors_[parameter]->get();
}

namespace {

template <typename T>
aclScalar* ScalarOf(T value, aclDataType dtype) {
    return aclCreateScalar(&value, dtype);
}

aclScalar* MakeScalar(aclDataType dtype, double value) {
    switch (dtype) {
        case ACL_DOUBLE:
            return ScalarOf(value, dtype);
        case ACL_INT8:
            return ScalarOf(static_cast<int8_t>(value), dtype);
        case ACL_UINT8:
            return ScalarOf(static_cast<uint8_t>(value), dtype);
        case ACL_INT32:
            return ScalarOf(static_cast<int32_t>(value), dtype);
        case ACL_INT64:
            return ScalarOf(static_cast<int64_t>(value), dtype);
        case ACL_BOOL:
            return ScalarOf(value != 0, dtype);
        case ACL_COMPLEX64:
            return ScalarOf(std::complex<float>(static_cast<float>(value), 0), dtype);
        default:
            return ScalarOf(static_cast<float>(value), ACL_FLOAT);
    }
}

}  // namespace

void Arguments::ReplaceNumber(size_t parameter, aclDataType dtype, double value) {
    if (scalars_[parameter] != nullptr) {
        EXPECT_EQ(aclDestroyScalar(scalars_[parameter]), 0);
    }
    scalars_[parameter] = MakeScalar(dtype, value);
    values[parameter].scalar = scalars_[parameter];
}

Planned Plan(const Row& row, const std::vector<Argument>& values) {
    test::TakeMessage();
    Planned planned{0, kUntouchedSize, nullptr, ""};
    planned.status = row.function.plan(values, &planned.workspace_size, &planned.executor);
    planned.message = test::TakeMessage();
    return planned;
}

aclnnStatus RunBothPhases(const Row& row, const std::vector<Argument>& values) {
    const Planned planned = Plan(row, values);
    EXPECT_EQ(planned.status, 0) << planned.message;
    if (planned.status != 0) {
        return planned.status;
    }
    void* workspace = nullptr;
    if (planned.workspace_size > 0) {
        EXPECT_EQ(aclrtMalloc(&workspace, planned.workspace_size, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    }
    aclnnStatus status =
        row.function.run(workspace, planned.workspace_size, planned.executor, test::Device::Stream());
    if (status == 0) {
        status = aclrtSynchronizeStream(test::Device::Stream());
    }
    EXPECT_EQ(status, 0) << test::TakeMessage();
    if (workspace != nullptr) {
        EXPECT_EQ(aclrtFree(workspace), 0);
    }
    return status;
}

}  // namespace aclnn_cpu::activation_test
