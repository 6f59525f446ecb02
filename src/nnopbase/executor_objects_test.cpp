// The objects that an executor makes.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "base/error_log.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/format_utils.h"
#include "opdev/make_op_executor.h"
#include "opdev/shape_utils.h"

namespace {

std::string TakeMessage() {
    const char* text = aclnn_cpu::base::TakeRecentErrors();
    return text == nullptr ? "" : text;
}

template <typename T>
std::vector<T> HostValues(const aclTensor* tensor) {
    std::vector<T> values(static_cast<size_t>(tensor->Numel()));
    std::memcpy(values.data(), tensor->GetStorage()->host.get(), values.size() * sizeof(T));
    return values;
}

class ExecutorObjects : public testing::Test {
 protected:
    void TearDown() override { TakeMessage(); }
    UniqueExecutor unique{"Objects"};
    aclOpExecutor* executor = unique.get();
};

TEST_F(ExecutorObjects, TensorsOfOneShapeOfTwoAndOfNone) {
    const aclTensor* plain = executor->AllocTensor(op::Shape({2, 3}), op::DataType::DT_BF16);
    EXPECT_EQ(plain->GetViewShape(), op::Shape({2, 3}));
    EXPECT_EQ(plain->GetStorageShape(), op::Shape({2, 3}));
    EXPECT_EQ(plain->GetOriginalShape(), op::Shape({2, 3}));
    EXPECT_EQ(plain->GetStorageFormat(), op::Format::FORMAT_ND);
    EXPECT_TRUE(plain->IsFromWorkspace());
    const aclTensor* blocked =
        executor->AllocTensor(op::Shape({1, 1, 2, 2, 16}), op::Shape({1, 3, 2, 2}), op::DataType::DT_FLOAT16,
                              op::Format::FORMAT_NC1HWC0, op::Format::FORMAT_NCHW);
    EXPECT_EQ(blocked->GetStorageShape(), op::Shape({1, 1, 2, 2, 16}));
    EXPECT_EQ(blocked->GetOriginalShape(), op::Shape({1, 3, 2, 2}));
    EXPECT_EQ(blocked->GetViewShape(), op::Shape({1, 3, 2, 2}));
    EXPECT_EQ(blocked->GetStorageFormat(), op::Format::FORMAT_NC1HWC0);
    EXPECT_EQ(blocked->GetOriginalFormat(), op::Format::FORMAT_NCHW);
    EXPECT_EQ(blocked->Size(), 64);
    EXPECT_EQ(blocked->Numel(), 12);
    aclTensor* open =
        executor->AllocTensor(op::DataType::DT_INT8, op::Format::FORMAT_NHWC, op::Format::FORMAT_ND);
    EXPECT_EQ(open->GetViewShape().GetDimNum(), 0u);
    EXPECT_EQ(open->GetStorageFormat(), op::Format::FORMAT_NHWC);
    open->SetViewShape(op::Shape({4, 5}));
    EXPECT_EQ(open->GetViewStrides()[0], 5);
}

TEST_F(ExecutorObjects, HostTensorsHoldConvertedValues) {
    const int64_t ints[] = {3, -4, 300};
    EXPECT_EQ(HostValues<int32_t>(executor->AllocHostTensor(ints, 3, op::DataType::DT_INT32)),
              (std::vector<int32_t>{3, -4, 300}));
    EXPECT_EQ(HostValues<float>(executor->ConvertToTensor(ints, 3, op::DataType::DT_FLOAT)),
              (std::vector<float>{3, -4, 300}));
    const float floats[] = {0.5f, -2.75f};
    EXPECT_EQ(HostValues<half>(executor->ConvertToTensor(floats, 2, op::DataType::DT_FLOAT16))[1].bits(),
              0xC180);
    const aclTensor* empty = executor->AllocHostTensor(op::Shape({2, 2}), op::DataType::DT_INT64);
    EXPECT_EQ(HostValues<int64_t>(empty), (std::vector<int64_t>{0, 0, 0, 0}));
    const aclTensor* two = executor->AllocHostTensor(op::Shape({4}), op::Shape({2, 2}), op::DataType::DT_INT8,
                                                     op::Format::FORMAT_ND, op::Format::FORMAT_NCHW);
    EXPECT_EQ(two->GetStorageShape(), op::Shape({4}));
    EXPECT_EQ(two->GetViewShape(), op::Shape({2, 2}));
    EXPECT_EQ(two->GetOriginalFormat(), op::Format::FORMAT_NCHW);
    EXPECT_EQ(executor->AllocHostTensor(op::Shape({4}), op::Shape({2}), op::DataType::DT_INT8,
                                        op::Format::FORMAT_ND, op::Format::FORMAT_ND),
              nullptr);
    EXPECT_NE(TakeMessage().find("as many elements in both"), std::string::npos);
    EXPECT_EQ(executor->ConvertToTensor(static_cast<const int64_t*>(nullptr), 2, op::DataType::DT_INT64),
              nullptr);
}

TEST_F(ExecutorObjects, ArraysAndScalarsBecomeHostTensors) {
    const int64_t ints[] = {7, 8};
    const float floats[] = {0.5f, 1.5f};
    const bool bools[] = {true, false};
    EXPECT_EQ(HostValues<int32_t>(
                  executor->ConvertToTensor(executor->AllocIntArray(ints, 2), op::DataType::DT_INT32)),
              (std::vector<int32_t>{7, 8}));
    EXPECT_EQ(HostValues<double>(
                  executor->ConvertToTensor(executor->AllocFloatArray(floats, 2), op::DataType::DT_DOUBLE)),
              (std::vector<double>{0.5, 1.5}));
    EXPECT_EQ(HostValues<uint8_t>(
                  executor->ConvertToTensor(executor->AllocBoolArray(bools, 2), op::DataType::DT_BOOL)),
              (std::vector<uint8_t>{1, 0}));
    const aclTensor* number = executor->ConvertToTensor(executor->AllocScalar(2.5), op::DataType::DT_FLOAT);
    EXPECT_EQ(number->GetViewShape().GetDimNum(), 0u);
    EXPECT_EQ(HostValues<float>(number), (std::vector<float>{2.5f}));
    const aclTensor* complex =
        executor->ConvertToTensor(executor->AllocScalar(2.5), op::DataType::DT_COMPLEX64);
    EXPECT_EQ(HostValues<std::complex<float>>(complex)[0], std::complex<float>(2.5f));
    EXPECT_EQ(executor->ConvertToTensor(static_cast<const aclIntArray*>(nullptr), op::DataType::DT_INT64),
              nullptr);
}

TEST_F(ExecutorObjects, ScalarsTakeTheTypeOfTheirValue) {
    EXPECT_EQ(executor->AllocScalar(true)->GetDataType(), op::DataType::DT_BOOL);
    EXPECT_EQ(executor->AllocScalar(int8_t{1})->GetDataType(), op::DataType::DT_INT8);
    EXPECT_EQ(executor->AllocScalar(uint16_t{1})->GetDataType(), op::DataType::DT_UINT16);
    EXPECT_EQ(executor->AllocScalar(int64_t{1})->GetDataType(), op::DataType::DT_INT64);
    EXPECT_EQ(executor->AllocScalar(1.0f)->GetDataType(), op::DataType::DT_FLOAT);
    EXPECT_EQ(executor->AllocScalar(op::fp16_t(1.0f))->GetDataType(), op::DataType::DT_FLOAT16);
    EXPECT_EQ(executor->AllocScalar(op::bfloat16(1.0f))->GetDataType(), op::DataType::DT_BF16);
    const std::complex<double> number(1, 2);
    EXPECT_EQ(executor->AllocScalar(&number, op::DataType::DT_COMPLEX128)->ToComplex128(), number);
    EXPECT_EQ(executor->AllocScalar(nullptr, op::DataType::DT_FLOAT), nullptr);
    EXPECT_EQ(executor->AllocScalar(&number, op::DataType::DT_STRING), nullptr);
}

TEST_F(ExecutorObjects, ListsKeepTheirElements) {
    const aclTensor* tensors[] = {executor->AllocTensor(op::Shape({2}), op::DataType::DT_FLOAT), nullptr};
    const aclTensorList* list = executor->AllocTensorList(tensors, 2);
    EXPECT_EQ(list->Size(), 2u);
    EXPECT_EQ((*list)[0], tensors[0]);
    EXPECT_EQ((*list)[1], nullptr);
    const aclScalar* scalars[] = {executor->AllocScalar(1.0f), executor->AllocScalar(int32_t{2})};
    const aclScalarList* numbers = executor->AllocScalarList(scalars, 2);
    EXPECT_EQ((*numbers)[1]->ToInt32(), 2);
}

TEST_F(ExecutorObjects, ViewsShareTheStorage) {
    const aclTensor* whole = executor->AllocHostTensor(op::Shape({4, 3}), op::DataType::DT_INT32);
    const aclTensor* tail = executor->CreateView(whole, op::Shape({2, 3}), 6);
    EXPECT_EQ(tail->GetStorage(), whole->GetStorage());
    EXPECT_EQ(tail->GetViewOffset(), 6);
    EXPECT_EQ(tail->GetStorageShape(), op::Shape({4, 3}));
    EXPECT_EQ(tail->GetDataType(), op::DataType::DT_INT32);
    op::Strides strides{1, 3};
    const aclTensor* turned = executor->CreateView(whole, op::Shape({3, 4}), op::Shape({4, 3}), strides, 0);
    EXPECT_EQ(turned->GetViewStrides()[1], 3);
    EXPECT_EQ(turned->GetOriginalShape(), op::Shape({3, 4}));
    EXPECT_EQ(executor->CreateView(nullptr, op::Shape({1}), 0), nullptr);
}

TEST_F(ExecutorObjects, SetDataWritesHostValuesInPlace) {
    aclTensor* tensor = executor->AllocHostTensor(op::Shape({3}), op::DataType::DT_INT64);
    tensor->SetData(1, int32_t{9}, op::DataType::DT_INT64);
    EXPECT_EQ(HostValues<int64_t>(tensor), (std::vector<int64_t>{0, 9, 0}));
    tensor->SetData(3, int32_t{9}, op::DataType::DT_INT64);
    EXPECT_NE(TakeMessage().find("that holds 3"), std::string::npos);
}

TEST_F(ExecutorObjects, AiCpuLaunchesAreRefusedInWords) {
    const aclTensor* x = executor->AllocTensor(op::Shape({3}), op::DataType::DT_DOUBLE);
    op::internal::AicpuTaskSpace space("Elu");
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICPU(Elu, OP_ATTR_NAMES({"alpha", "scale"}), OP_INPUT(x),
                                                          OP_OUTPUT(x), OP_ATTR(1.0f, 2.0f));
    EXPECT_EQ(status, 200006);
    const std::string message = TakeMessage();
    EXPECT_NE(message.find("Elu of DOUBLE asks for an AI CPU kernel, which aclnn-cpu does not run"),
              std::string::npos)
        << message;
    EXPECT_EQ(ADD_TO_LAUNCHER_LIST_AICPU(Elu, OP_ATTR_NAMES(), OP_INPUT(), OP_OUTPUT(x)), 200006);
}

}  // namespace
