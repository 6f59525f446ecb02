#include "aclnn/acl_meta.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/error_log.h"
#include "opdev/common_types.h"

namespace aclnn_cpu::nnopbase {
namespace {

std::string TakeMessage() {
    const char* text = base::TakeRecentErrors();
    return text == nullptr ? "" : text;
}

TEST(AclTensor, KeepsItsDescription) {
    const int64_t view[] = {3, 2};
    const int64_t strides[] = {1, 4};
    const int64_t storage[] = {2, 4};
    float data[8] = {};
    aclTensor* tensor = aclCreateTensor(view, 2, ACL_FLOAT, strides, 1, ACL_FORMAT_NCHW, storage, 2, data);
    ASSERT_NE(tensor, nullptr);
    int64_t* sizes = nullptr;
    uint64_t count = 0;
    ASSERT_EQ(aclGetViewShape(tensor, &sizes, &count), 0);
    EXPECT_EQ(std::vector<int64_t>(sizes, sizes + count), (std::vector<int64_t>{3, 2}));
    delete[] sizes;
    ASSERT_EQ(aclGetViewStrides(tensor, &sizes, &count), 0);
    EXPECT_EQ(std::vector<int64_t>(sizes, sizes + count), (std::vector<int64_t>{1, 4}));
    delete[] sizes;
    ASSERT_EQ(aclGetStorageShape(tensor, &sizes, &count), 0);
    EXPECT_EQ(std::vector<int64_t>(sizes, sizes + count), (std::vector<int64_t>{2, 4}));
    delete[] sizes;
    int64_t offset = 0;
    aclFormat format = ACL_FORMAT_UNDEFINED;
    aclDataType type = ACL_DT_UNDEFINED;
    void* address = nullptr;
    EXPECT_EQ(aclGetViewOffset(tensor, &offset), 0);
    EXPECT_EQ(aclGetFormat(tensor, &format), 0);
    EXPECT_EQ(aclGetDataType(tensor, &type), 0);
    EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), 0);
    EXPECT_EQ(offset, 1);
    EXPECT_EQ(format, ACL_FORMAT_NCHW);
    EXPECT_EQ(type, ACL_FLOAT);
    EXPECT_EQ(address, data);
    EXPECT_EQ(tensor->GetData(), data + 1);
    EXPECT_EQ(tensor->GetOriginalShape(), op::Shape({2, 4})) << "the origin shape is the storage shape";
    EXPECT_EQ(aclGetViewShape(nullptr, &sizes, &count), 161001);
    EXPECT_EQ(aclGetViewShape(tensor, nullptr, &count), 161001);
    EXPECT_EQ(aclDestroyTensor(tensor), 0);
    TakeMessage();
}

TEST(AclTensor, WithoutStridesIsContiguous) {
    const int64_t view[] = {3, 2, 4};
    aclTensor* tensor = aclCreateTensor(view, 3, ACL_BF16, nullptr, 0, ACL_FORMAT_ND, view, 3, nullptr);
    ASSERT_NE(tensor, nullptr) << "null data is accepted";
    EXPECT_EQ(tensor->GetViewStrides(), (op::Strides{8, 4, 1}));
    EXPECT_EQ(aclDestroyTensor(tensor), 0);
    aclTensor* scalar =
        aclCreateTensor(nullptr, 0, ACL_INT64, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, nullptr);
    ASSERT_NE(scalar, nullptr);
    EXPECT_EQ(scalar->Numel(), 1);
    EXPECT_FALSE(scalar->IsEmpty());
    EXPECT_EQ(aclDestroyTensor(scalar), 0);
}

TEST(AclTensor, RefusesWithAReason) {
    const int64_t good[] = {2, 3};
    const int64_t negative[] = {2, -3};
    const int64_t huge[] = {int64_t{1} << 40, int64_t{1} << 40};
    const int64_t many_bytes[] = {int64_t{1} << 61};
    const std::vector<int64_t> ones(26, 1);
    const auto create = [](const int64_t* view, uint64_t n, aclDataType type, const int64_t* storage,
                           uint64_t m) {
        TakeMessage();
        return aclCreateTensor(view, n, type, nullptr, 0, ACL_FORMAT_ND, storage, m, nullptr);
    };
    EXPECT_EQ(create(negative, 2, ACL_FLOAT, good, 2), nullptr);
    EXPECT_EQ(TakeMessage(), "EZ1001: [161002] aclCreateTensor: viewDims[1] is -3, expected 0 or more");
    EXPECT_EQ(create(good, 2, ACL_FLOAT, negative, 2), nullptr);
    EXPECT_NE(TakeMessage().find("storageDims[1] is -3"), std::string::npos);
    EXPECT_EQ(create(huge, 2, ACL_INT8, good, 2), nullptr);
    EXPECT_NE(TakeMessage().find("1099511627776, 1099511627776"), std::string::npos);
    EXPECT_EQ(create(many_bytes, 1, ACL_FLOAT, good, 2), nullptr) << "2^63 bytes";
    EXPECT_EQ(create(nullptr, 2, ACL_FLOAT, good, 2), nullptr);
    EXPECT_NE(TakeMessage().find("viewDims is null, expected 2 sizes"), std::string::npos);
    EXPECT_EQ(create(good, 2, ACL_FLOAT, nullptr, 2), nullptr);
    EXPECT_EQ(create(good, 2, static_cast<aclDataType>(60), good, 2), nullptr);
    EXPECT_NE(TakeMessage().find("dataType is 60"), std::string::npos);
    EXPECT_EQ(create(good, 2, ACL_DT_UNDEFINED, good, 2), nullptr);
    EXPECT_EQ(create(ones.data(), 26, ACL_FLOAT, good, 2), nullptr);
    EXPECT_NE(TakeMessage().find("26 dimensions, expected at most 25"), std::string::npos);
    aclTensor* most = create(ones.data(), 25, ACL_FLOAT, ones.data(), 25);
    EXPECT_NE(most, nullptr);
    EXPECT_EQ(aclDestroyTensor(most), 0);
    EXPECT_EQ(TakeMessage(), "");
}

TEST(AclTensor, ASecondDestroyIsAnError) {
    const int64_t shape[] = {4};
    aclTensor* tensor = aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, nullptr);
    EXPECT_EQ(aclDestroyTensor(tensor), 0);
    EXPECT_EQ(aclDestroyTensor(tensor), 161002);
    EXPECT_NE(TakeMessage().find("no live Tensor"), std::string::npos);
    int64_t offset = 0;
    EXPECT_EQ(aclGetViewOffset(tensor, &offset), 161002);
    int foreign = 0;
    EXPECT_EQ(aclDestroyTensor(reinterpret_cast<aclTensor*>(&foreign)), 161002);
    EXPECT_EQ(aclDestroyTensor(nullptr), 0);
    TakeMessage();
}

TEST(AclTensor, InitDescribesItAnew) {
    const int64_t shape[] = {4};
    const int64_t other[] = {2, 2};
    aclTensor* tensor = aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, nullptr);
    const int64_t bad[] = {-1};
    EXPECT_EQ(aclInitTensor(tensor, bad, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, nullptr), 161002);
    EXPECT_EQ(tensor->GetViewShape(), op::Shape({4}));
    EXPECT_EQ(aclInitTensor(tensor, other, 2, ACL_INT8, nullptr, 0, ACL_FORMAT_ND, other, 2, tensor), 0);
    EXPECT_EQ(tensor->GetViewShape(), op::Shape({2, 2}));
    EXPECT_EQ(tensor->GetDataType(), op::DataType::DT_INT8);
    EXPECT_EQ(aclDestroyTensor(tensor), 0);
    TakeMessage();
}

TEST(AclTensorList, OwnsItsElements) {
    const int64_t shape[] = {4};
    const auto make = [&] {
        return aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, nullptr);
    };
    const aclTensor* elements[] = {make(), nullptr, make()};
    aclTensorList* list = aclCreateTensorList(elements, 3);
    uint64_t size = 0;
    EXPECT_EQ(aclGetTensorListSize(list, &size), 0);
    EXPECT_EQ(size, 3u);
    EXPECT_EQ((*list)[2], elements[2]);
    EXPECT_EQ(aclDestroyTensorList(list), 0);
    EXPECT_EQ(aclDestroyTensor(elements[0]), 161002) << "destroyed with the list";
    EXPECT_EQ(aclDestroyTensorList(list), 161002);
    EXPECT_EQ(aclCreateTensorList(elements, 3), nullptr) << "a dead element";
    EXPECT_NE(TakeMessage().find("value[0]"), std::string::npos);
}

TEST(AclScalar, ConvertsToEveryType) {
    double value = -2.75;
    aclScalar* scalar = aclCreateScalar(&value, ACL_DOUBLE);
    EXPECT_EQ(scalar->ToFloat(), -2.75f);
    EXPECT_EQ(scalar->ToInt32(), -2);
    EXPECT_EQ(scalar->ToFp16().bits(), 0xC180);
    EXPECT_TRUE(scalar->ToBool());
    EXPECT_EQ(aclDestroyScalar(scalar), 0);
    uint64_t large = UINT64_MAX;
    scalar = aclCreateScalar(&large, ACL_UINT64);
    EXPECT_EQ(scalar->ToUint64(), UINT64_MAX);
    EXPECT_EQ(scalar->ToDouble(), 18446744073709551616.0);
    EXPECT_EQ(aclDestroyScalar(scalar), 0);
    float nan = std::nanf("");
    scalar = aclCreateScalar(&nan, ACL_FLOAT);
    EXPECT_EQ(scalar->ToInt64(), 0);
    EXPECT_TRUE(std::isnan(scalar->ToDouble()));
    EXPECT_EQ(aclDestroyScalar(scalar), 0);
    EXPECT_EQ(aclCreateScalar(nullptr, ACL_FLOAT), nullptr);
    EXPECT_EQ(aclCreateScalar(&nan, ACL_STRING), nullptr);
    TakeMessage();
}

TEST(AclArrays, CopyTheirValues) {
    int64_t values[] = {5, -6, 7};
    aclIntArray* array = aclCreateIntArray(values, 3);
    values[0] = 0;
    EXPECT_EQ((*array)[0], 5);
    uint64_t size = 0;
    EXPECT_EQ(aclGetIntArraySize(array, &size), 0);
    EXPECT_EQ(size, 3u);
    EXPECT_EQ(aclDestroyIntArray(array), 0);
    EXPECT_EQ(aclDestroyIntArray(array), 161002);
    const bool flags[] = {true, false};
    aclBoolArray* bools = aclCreateBoolArray(flags, 2);
    EXPECT_TRUE((*bools)[0] && !(*bools)[1]);
    EXPECT_EQ(aclDestroyBoolArray(bools), 0);
    aclFloatArray* empty = aclCreateFloatArray(nullptr, 0);
    EXPECT_EQ(empty->Size(), 0u);
    EXPECT_EQ(aclDestroyFloatArray(empty), 0);
    EXPECT_EQ(aclCreateIntArray(nullptr, 2), nullptr);
    TakeMessage();
}

}  // namespace
}  // namespace aclnn_cpu::nnopbase
