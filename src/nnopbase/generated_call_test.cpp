// Which arguments a generated function takes: types, lists, scalars, what is absent, and how many.
#include "nnopbase/generated_call_test.h"

#include "nnopbase/objects.h"

namespace ops {

class Gather : public OpDef {
 public:
    explicit Gather(const char* name) : OpDef(name) {
        this->Input("x").DataType({ge::DT_FLOAT, ge::DT_FLOAT16});
        this->Input("y").ParamType(OPTIONAL).DataType({ge::DT_FLOAT, ge::DT_FLOAT16});
        this->Input("xs").ParamType(DYNAMIC).DataType({ge::DT_FLOAT, ge::DT_FLOAT16});
        this->Output("count").ParamType(OPTIONAL).DataType({ge::DT_FLOAT, ge::DT_FLOAT16});
        this->Output("sum").DataType({ge::DT_FLOAT, ge::DT_FLOAT16});
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Gather);

class Numbers : public OpDef {
 public:
    explicit Numbers(const char* name) : OpDef(name) {
        this->Input("one").Scalar().To(ge::DT_FLOAT);
        this->Input("many").ScalarList().DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Input("whole").ParamType(OPTIONAL).Scalar().To(ge::DT_INT32);
        this->Output("z").DataType({ge::DT_FLOAT});
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Numbers);

constexpr size_t kManyInputs = 60;
class Many : public OpDef {
 public:
    explicit Many(const char* name) : OpDef(name) {
        for (size_t i = 0; i < kManyInputs; ++i) {
            this->Input(("x" + std::to_string(i)).c_str())
                .ParamType(i % 3 == 2 ? OPTIONAL : REQUIRED)
                .DataType({ge::DT_FLOAT});
        }
        this->Output("none").ParamType(OPTIONAL).DataType({ge::DT_FLOAT});
        this->Output("sums").ParamType(DYNAMIC).DataType({ge::DT_FLOAT});
        this->Output("last").DataType({ge::DT_FLOAT});
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Many);

class Nibbles : public OpDef {
 public:
    explicit Nibbles(const char* name) : OpDef(name) {
        this->Input("x").DataType({ge::DT_INT4});
        this->Output("z").DataType({ge::DT_INT4});
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Nibbles);

}  // namespace ops

namespace aclnn_cpu::test {
namespace {

using base::DType;
using nnopbase::GeneratedCall;

ge::graphStatus OneBlock(gert::TilingContext* context) { return context->SetBlockDim(1); }
IMPL_OP_OPTILING(Gather).Tiling(OneBlock);
IMPL_OP_OPTILING(Numbers).Tiling(OneBlock);
IMPL_OP_OPTILING(Many).Tiling(OneBlock);
IMPL_OP_OPTILING(Nibbles).Tiling(OneBlock);

constexpr GeneratedCall kGather{"aclnnGather", "Gather", "(x, y, xs)", "(countOut, out)"};
std::vector<std::vector<uint64_t>> listed_shapes;

// count = how many tensors there are, sum = the sum of their first elements.
void GatherEntry(void* const* arguments, uint64_t) {
    float count = 0, sum = 0;
    const auto add = [&](const float* data) {
        count += data != nullptr ? 1.0f : 0.0f;
        sum += data != nullptr ? *data : 0.0f;
    };
    add(static_cast<const float*>(arguments[0]));
    add(static_cast<const float*>(arguments[1]));
    const Listed list = arguments[2] != nullptr ? ReadList(arguments[2]) : Listed();
    listed_shapes = list.shapes;
    for (const float* data : list.data) {
        add(data);
    }
    if (arguments[3] != nullptr) {
        *static_cast<float*>(arguments[3]) = count;
    }
    *static_cast<float*>(arguments[4]) = sum;
}

const bool kGatherAdded =
    AddKernels("Gather", {std::vector(5, DType::kFloat), std::vector(5, DType::kFloat16)}, {GatherEntry});

TEST_F(GeneratedCalls, AFirstOutputMayBeAbsent) {
    const Given x({3}), y({4}), a({5, 0}), sum({0}), count({0});
    const auto* xs = ListOf({a.tensor});
    constexpr const aclTensor* kNone = nullptr;
    ASSERT_EQ(Plan(kGather, Args(x.tensor, y.tensor, xs), {}, Args(kNone, sum.tensor)), 0) << TakeMessage();
    ASSERT_EQ(Run(kGather), 0) << TakeMessage();
    EXPECT_EQ(sum.values[0], 12);
    ASSERT_EQ(Plan(kGather, Args(x.tensor, kNone, xs), {}, Args(count.tensor, sum.tensor)), 0);
    ASSERT_EQ(Run(kGather), 0) << TakeMessage();
    EXPECT_EQ(sum.values[0], 8);
    EXPECT_EQ(count.values[0], 2);
    EXPECT_EQ(Plan(kGather, Args(x.tensor, kNone, xs), {}, Args(count.tensor, kNone)), 161001);
    EXPECT_EQ(TakeMessage(), "EZ1001: [161001] aclnnGather: out is null");
}

TEST_F(GeneratedCalls, WithoutAutoContiguousViewsStayAsTheyAre) {
    const Given x({1}), a({2}), sum({0});
    const auto* xs = ListOf({a.tensor});
    const int64_t sizes[] = {2, 2}, strides[] = {1, 2}, storage = 4;
    float data[4] = {5, 0, 0, 0};
    const aclTensor* turned =
        aclCreateTensor(sizes, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, &storage, 1, data);
    constexpr const aclTensor* kNone = nullptr;
    ASSERT_EQ(Plan(kGather, Args(x.tensor, turned, xs), {}, Args(kNone, sum.tensor)), 0) << TakeMessage();
    EXPECT_EQ(size_, 0u) << "a copy would need workspace";
    ASSERT_EQ(Run(kGather), 0) << TakeMessage();
    EXPECT_EQ(sum.values[0], 8);
    aclDestroyTensor(turned);
}

TEST_F(GeneratedCalls, ListsOfSeveralShapesReachTheKernel) {
    const Given x({1}), a({10, 0}), b({20, 0, 0, 0, 0, 0}, {2, 1, 3}), c({30}, {1, 1}), sum({0});
    constexpr const aclTensor* kNone = nullptr;
    const auto* xs = ListOf({a.tensor, b.tensor, c.tensor});
    ASSERT_EQ(Plan(kGather, Args(x.tensor, kNone, xs), {}, Args(kNone, sum.tensor)), 0) << TakeMessage();
    ASSERT_EQ(Run(kGather), 0) << TakeMessage();
    EXPECT_EQ(sum.values[0], 61);
    EXPECT_EQ(listed_shapes, (std::vector<std::vector<uint64_t>>{{2}, {2, 1, 3}, {1, 1}}));
    const auto* gap = ListOf({a.tensor, nullptr});
    EXPECT_EQ(Plan(kGather, Args(x.tensor, kNone, gap), {}, Args(kNone, sum.tensor)), 161001);
    EXPECT_EQ(TakeMessage(), "EZ1001: [161001] aclnnGather: xs[1] is null");
    const auto* empty = ListOf({});
    EXPECT_EQ(Plan(kGather, Args(x.tensor, kNone, empty), {}, Args(kNone, sum.tensor)), 161002);
    EXPECT_EQ(TakeMessage(),
              "EZ1001: [161002] aclnnGather: xs is an empty list, expected one tensor or more");
}

TEST_F(GeneratedCalls, EveryTensorThatIsThereMustBeOfOneColumn) {
    const Given x({1}), a({2}), half({0}, {1}, ACL_FLOAT16), sum({0});
    constexpr const aclTensor* kNone = nullptr;
    const auto* xs = ListOf({a.tensor});
    const auto* mixed = ListOf({a.tensor, a.tensor, half.tensor});
    const auto* halves = ListOf({half.tensor});
    EXPECT_EQ(Plan(kGather, Args(x.tensor, half.tensor, xs), {}, Args(kNone, sum.tensor)), 161002);
    EXPECT_EQ(TakeMessage(),
              "EZ1001: [161002] aclnnGather: on Ascend910B1, no column of the definition has x FLOAT ND, y "
              "FLOAT16, "
              "xs FLOAT ND, out FLOAT ND; expected one of (FLOAT ND, FLOAT, FLOAT ND, FLOAT ND), (FLOAT16 "
              "ND, FLOAT16, "
              "FLOAT16 ND, FLOAT16 ND)");
    const int64_t size = 1;
    float number = 6;
    const aclTensor* blocked =
        aclCreateTensor(&size, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_FRACTAL_NZ, &size, 1, &number);
    EXPECT_EQ(Plan(kGather, Args(x.tensor, blocked, xs), {}, Args(kNone, sum.tensor)), 0) << TakeMessage();
    EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
    aclDestroyTensor(blocked);
    EXPECT_EQ(Plan(kGather, Args(x.tensor, kNone, mixed), {}, Args(kNone, sum.tensor)), 161002);
    EXPECT_EQ(
        TakeMessage(),
        "EZ1001: [161002] aclnnGather: xs[2] is FLOAT16 ND, expected FLOAT ND as xs[0]: the tensors of a "
        "list are of one type and format");
    EXPECT_EQ(Plan(kGather, Args(x.tensor, kNone, halves), {}, Args(kNone, sum.tensor)), 161002);
    EXPECT_NE(TakeMessage().find("xs FLOAT16 ND"), std::string::npos);
    EXPECT_EQ(Plan(kGather, Args(x.tensor, kNone, xs), {}, Args(half.tensor, sum.tensor)), 161002);
    EXPECT_NE(TakeMessage().find("countOut FLOAT16, out FLOAT ND;"), std::string::npos);
}

constexpr GeneratedCall kNumbers{"aclnnNumbers", "Numbers", "(one, many, whole)", "(out)"};
std::vector<float> seen_numbers;
void NumbersEntry(void* const* arguments, uint64_t) {
    seen_numbers = {*static_cast<const float*>(arguments[0])};
    for (int i = 0; i < 3; ++i) {
        seen_numbers.push_back(static_cast<const float*>(arguments[1])[i]);
    }
    if (arguments[2] != nullptr) {
        seen_numbers.push_back(static_cast<float>(*static_cast<const int32_t*>(arguments[2])));
    }
}
const bool kNumbersAdded =
    AddKernels("Numbers", {{DType::kFloat, DType::kFloat, DType::kInt32, DType::kFloat}}, {NumbersEntry});

template <typename T>
const aclScalar* Number(T value, aclDataType type) {
    return aclCreateScalar(&value, type);
}

TEST_F(GeneratedCalls, ScalarsTakeTheTypeOfTheDefinitionUnlessTheyAreDouble) {
    const Given z({0});
    const aclScalar* ints[] = {Number(int32_t{7}, ACL_INT32), Number(2.5, ACL_DOUBLE),
                               Number(int8_t{-3}, ACL_INT8)};
    const aclScalarList* many = aclCreateScalarList(ints, 3);
    const aclScalar* five = Number(int64_t{5}, ACL_INT64);
    const aclScalar* half = Number(0.5, ACL_DOUBLE);
    ASSERT_EQ(Plan(kNumbers, Args(half, many, five), {}, Args(z.tensor)), 0) << TakeMessage();
    ASSERT_EQ(Run(kNumbers), 0) << TakeMessage();
    EXPECT_EQ(seen_numbers, (std::vector<float>{0.5f, 7, 2.5f, -3, 5}));
    // A DOUBLE is FLOAT to every kernel, and this parameter takes INT32 only.
    EXPECT_EQ(Plan(kNumbers, Args(half, many, half), {}, Args(z.tensor)), 161002);
    EXPECT_NE(
        TakeMessage().find("one FLOAT ND, many FLOAT ND, whole FLOAT, out FLOAT ND; expected one of (FLOAT "
                           "ND, FLOAT ND, INT32, FLOAT ND)"),
        std::string::npos);
    aclDestroyScalarList(many);
    aclDestroyScalar(five);
    aclDestroyScalar(half);
}

std::string ManyNames() {
    std::string names = "(";
    for (size_t i = 0; i < ops::kManyInputs; ++i) {
        names += (i == 0 ? "in" : ", in") + std::to_string(i);
    }
    return names + ")";
}
const std::string kManyNames = ManyNames();
const GeneratedCall kMany{"aclnnMany", "Many", kManyNames.c_str(), "(none, sums, last)"};

void ManyEntry(void* const* arguments, uint64_t) {
    float sum = 0;
    for (size_t i = 0; i < ops::kManyInputs; ++i) {
        sum += arguments[i] != nullptr ? *static_cast<const float*>(arguments[i]) : 0.0f;
    }
    EXPECT_EQ(arguments[ops::kManyInputs], nullptr);
    const Listed sums = ReadList(arguments[ops::kManyInputs + 1]);
    for (size_t i = 0; i < sums.data.size(); ++i) {
        *sums.data[i] = sum + static_cast<float>(i);
    }
    *static_cast<float*>(arguments[ops::kManyInputs + 2]) = -sum;
}
const bool kManyAdded = AddKernels("Many", {std::vector(ops::kManyInputs + 3, DType::kFloat)}, {ManyEntry});

TEST_F(GeneratedCalls, SixtyInputsAndSeveralKindsOfOutputs) {
    std::vector<std::unique_ptr<Given>> given;
    std::vector<op::OpArg> inputs;
    float expected = 0;
    for (size_t i = 0; i < ops::kManyInputs; ++i) {
        given.push_back(std::make_unique<Given>(std::vector<float>{static_cast<float>(i * i)}));
        const bool there = i % 6 != 5;
        inputs.push_back(op::internal::ToOpArg(there ? given.back()->tensor : nullptr));
        expected += there ? static_cast<float>(i * i) : 0.0f;
    }
    constexpr const aclTensor* kNone = nullptr;
    const Given a({0}), b({0, 0}), last({0});
    const auto* sums = ListOf({a.tensor, b.tensor});
    ASSERT_EQ(Plan(kMany, inputs, {}, Args(kNone, sums, last.tensor)), 0) << TakeMessage();
    ASSERT_EQ(Run(kMany), 0) << TakeMessage();
    EXPECT_EQ(a.values[0], expected);
    EXPECT_EQ(b.values[0], expected + 1);
    EXPECT_EQ(last.values[0], -expected);

    // The fifty-ninth is checked and named as the first is.
    const Given gone({0});
    inputs[58] = op::internal::ToOpArg(static_cast<const aclTensor*>(nullptr));
    EXPECT_EQ(Plan(kMany, inputs, {}, Args(kNone, sums, last.tensor)), 161001);
    EXPECT_EQ(TakeMessage(), "EZ1001: [161001] aclnnMany: in58 is null");
    const aclTensor* dead =
        aclCreateTensor(nullptr, 0, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, &size_);
    aclDestroyTensor(dead);
    inputs[58] = op::internal::ToOpArg(dead);
    EXPECT_EQ(Plan(kMany, inputs, {}, Args(kNone, sums, last.tensor)), 161002);
    EXPECT_NE(TakeMessage().find("aclnnMany: in58 ("), std::string::npos);
    inputs[58] = op::internal::ToOpArg(last.tensor);  // exactly the output: allowed
    EXPECT_EQ(Plan(kMany, inputs, {}, Args(kNone, sums, last.tensor)), 0) << TakeMessage();
    EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
}

TEST_F(GeneratedCalls, MoreObjectsThanCanBeCheckedAreRefused) {
    const Given x({0});
    const std::vector<op::OpArg> inputs(129, op::internal::ToOpArg(x.tensor));
    EXPECT_EQ(Plan(kMany, inputs, {}, Args(x.tensor)), 561000);
    EXPECT_EQ(TakeMessage(),
              "EZ9999: [561000] aclnnMany: it takes more than 128 tensors, lists, scalars and arrays, which "
              "is the most "
              "that aclnn-cpu can check");
}

constexpr GeneratedCall kNibbles{"aclnnNibbles", "Nibbles", "(x)", "(out)"};
void NibblesEntry(void* const* arguments, uint64_t) {
    *static_cast<uint8_t*>(arguments[1]) = *static_cast<const uint8_t*>(arguments[0]);
}
const bool kNibblesAdded = AddKernels("Nibbles", {std::vector(2, static_cast<DType>(29))}, {NibblesEntry});

TEST_F(GeneratedCalls, OffsetsAndSizesOfHalfBytesCountElements) {
    ASSERT_TRUE(base::SetSetting("check", "1").ok());
    void* memory = nullptr;
    ASSERT_EQ(aclrtMalloc(&memory, 128, ACL_MEM_MALLOC_NORMAL_ONLY), 0);
    auto* bytes = static_cast<uint8_t*>(memory);
    std::fill_n(bytes, 128, uint8_t{0});
    bytes[1] = 0x43;
    const int64_t storage = 256, sizes = 120;  // bytes 1 to 60, and 65 to 124
    const auto view = [&](int64_t offset) {
        return aclCreateTensor(&sizes, 1, ACL_INT4, nullptr, offset, ACL_FORMAT_ND, &storage, 1, memory);
    };
    const aclTensor* x = view(2);
    const aclTensor* z = view(130);
    EXPECT_EQ(x->GetData(), bytes + 1);
    ASSERT_EQ(Plan(kNibbles, Args(x), {}, Args(z)), 0) << TakeMessage();  // neighbours do not overlap
    ASSERT_EQ(Run(kNibbles), 0) << TakeMessage();
    EXPECT_EQ(bytes[65], 0x43);
    const aclTensor* inside = view(3);
    EXPECT_EQ(Plan(kNibbles, Args(inside), {}, Args(z)), 161002);
    EXPECT_EQ(
        TakeMessage(),
        "EZ1001: [161002] aclnnNibbles: x starts at element 3 of INT4, which is inside a byte, expected an "
        "offset in whole bytes");
    EXPECT_EQ(Plan(kNibbles, Args(x), {}, Args(x)), 0) << TakeMessage();
    EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
    for (const aclTensor* tensor : {x, z, inside}) {
        aclDestroyTensor(tensor);
    }
    ASSERT_EQ(aclrtFree(memory), 0);
    ASSERT_TRUE(base::SetSetting("check", "0").ok());
}

}  // namespace
}  // namespace aclnn_cpu::test
