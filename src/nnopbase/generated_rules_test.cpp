// What a definition says besides types: contiguity, initial values, defaults, formats, empty outputs.
#include <complex>

#include "nnopbase/generated_call_test.h"

namespace ops {

class Rules : public OpDef {
 public:
    explicit Rules(const char* name) : OpDef(name) {
        this->Input("x").DataType({ge::DT_FLOAT, ge::DT_INT32}).AutoContiguous();
        this->Input("raw").DataType({ge::DT_FLOAT, ge::DT_INT32}).IgnoreContiguous();
        this->Input("plain").DataType({ge::DT_FLOAT, ge::DT_INT32});
        this->Output("z")
            .DataType({ge::DT_FLOAT, ge::DT_INT32})
            .InitValue(std::vector<ScalarVar>{{ScalarType::FLOAT32, 1.5f}, {ScalarType::INT32, -7}});
        this->Attr("flags").AttrType(OPTIONAL).ListBool({true, false, true});
        this->Attr("ratios").AttrType(OPTIONAL).ListFloat({0.5f, 2});
        this->Attr("weights").ListInt();
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Rules);

class Loose : public OpDef {
 public:
    explicit Loose(const char* name) : OpDef(name) {
        this->Input("x").DataType({ge::DT_FLOAT}).Format({ge::FORMAT_NCHW});
        this->Output("z").DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->AICore().AddConfig("ascend910b");
        this->AICore().LaunchWithZeroEleOutputTensors(true);
        this->FormatMatchMode(FormatCheckOption::STRICT);
    }
};
OP_ADD(Loose);

class Unsized : public OpDef {
 public:
    explicit Unsized(const char* name) : OpDef(name) {
        this->Input("scales").ScalarList().To(ge::DT_FLOAT);
        this->Output("z").DataType({ge::DT_FLOAT}).OutputShapeDependOnCompute();
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Unsized);

}  // namespace ops

namespace aclnn_cpu::test {
namespace {

using base::DType;
using nnopbase::GeneratedCall;

std::vector<bool> flags_seen;
std::vector<float> ratios_seen;
ge::graphStatus TileRules(gert::TilingContext* context) {
    const gert::RuntimeAttrs* attrs = context->GetAttrs();
    const auto* flags = attrs->GetAttrPointer<gert::TypedContinuousVector<bool>>(0);
    flags_seen.assign(flags->GetData(), flags->GetData() + flags->GetSize());
    const auto* ratios = attrs->GetListFloat(1);
    ratios_seen.assign(ratios->GetData(), ratios->GetData() + ratios->GetSize());
    context->SetNeedAtomic(attrs->GetListInt(2)->GetSize() > 0);
    return context->SetBlockDim(1);
}
ge::graphStatus TileOneBlock(gert::TilingContext* context) { return context->SetBlockDim(1); }
IMPL_OP_OPTILING(Rules).Tiling(TileRules);
IMPL_OP_OPTILING(Loose).Tiling(TileOneBlock);
IMPL_OP_OPTILING(Unsized).Tiling(TileOneBlock);

std::vector<float> inputs_seen[3];
void* raw_seen;
double z_seen;
void FloatRules(void* const* arguments, uint64_t) {
    for (int i = 0; i < 3; ++i) {
        const auto* data = static_cast<const float*>(arguments[i]);
        inputs_seen[i].assign(data, data + 4);
    }
    raw_seen = arguments[1];
    z_seen = static_cast<const float*>(arguments[3])[1];
}
void IntRules(void* const* arguments, uint64_t) { z_seen = static_cast<const int32_t*>(arguments[3])[1]; }
int loose_runs;
void LooseEntry(void* const*, uint64_t) { ++loose_runs; }

const bool kRulesAdded = AddKernels("Rules", {std::vector(4, DType::kFloat), std::vector(4, DType::kInt32)},
                                    {FloatRules, IntRules});
const bool kLooseAdded = AddKernels("Loose", {std::vector(2, DType::kFloat)}, {LooseEntry});

constexpr GeneratedCall kRules{"aclnnRules", "Rules", "(x, raw, plain, flags, ratios, weights)", "(out)"};
constexpr GeneratedCall kLoose{"aclnnLoose", "Loose", "(x)", "(out)"};
constexpr GeneratedCall kUnsized{"aclnnUnsized", "Unsized", "(scales)", "(out)"};

class GeneratedRules : public GeneratedCalls {
 protected:
    void SetUp() override {
        GeneratedCalls::SetUp();
        const int64_t one = 1;
        some_ = aclCreateIntArray(&one, 1);
        none_ = aclCreateIntArray(nullptr, 0);
        const int64_t sizes[] = {2, 2}, strides[] = {1, 2}, storage = 4;
        turned_ = aclCreateTensor(sizes, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, &storage, 1, data_);
    }
    void TearDown() override {
        aclDestroyIntArray(some_);
        aclDestroyIntArray(none_);
        aclDestroyTensor(turned_);
    }
    std::vector<op::OpArg> Attrs(const aclIntArray* weights) {
        return Args(static_cast<const aclBoolArray*>(nullptr), static_cast<const aclFloatArray*>(nullptr),
                    weights);
    }

    float data_[4] = {1, 2, 3, 4};
    const aclTensor* turned_;
    const aclIntArray* some_;
    const aclIntArray* none_;
};

TEST_F(GeneratedRules, OneAutoContiguousInputMakesAllContiguousButThoseThatSayNo) {
    const Given z({0, 0, 0, 0}, {2, 2});
    ASSERT_EQ(Plan(kRules, Args(turned_, turned_, turned_), Attrs(none_), Args(z.tensor)), 0)
        << TakeMessage();
    ASSERT_EQ(Run(kRules), 0) << TakeMessage();
    EXPECT_EQ(inputs_seen[0], (std::vector<float>{1, 3, 2, 4}));
    EXPECT_EQ(inputs_seen[2], (std::vector<float>{1, 3, 2, 4}));
    EXPECT_EQ(raw_seen, data_);
}

TEST_F(GeneratedRules, ListsLeftOutHaveTheirDefaultsAndRequiredOnesAreNamed) {
    const Given z({0, 0, 0, 0}, {2, 2});
    ASSERT_EQ(Plan(kRules, Args(turned_, turned_, turned_), Attrs(none_), Args(z.tensor)), 0)
        << TakeMessage();
    EXPECT_EQ(flags_seen, (std::vector<bool>{true, false, true}));
    EXPECT_EQ(ratios_seen, (std::vector<float>{0.5f, 2}));
    EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
    EXPECT_EQ(Plan(kRules, Args(turned_, turned_, turned_), Attrs(nullptr), Args(z.tensor)), 161001);
    EXPECT_EQ(TakeMessage(), "EZ1001: [161001] aclnnRules: weights is null");
    const aclIntArray* dead = aclCreateIntArray(nullptr, 0);
    aclDestroyIntArray(dead);
    EXPECT_EQ(Plan(kRules, Args(turned_, turned_, turned_), Attrs(dead), Args(z.tensor)), 161002);
    EXPECT_NE(TakeMessage().find("aclnnRules: weights ("), std::string::npos);
}

TEST_F(GeneratedRules, OutputsBeginWithTheValueOfTheirTypeWhenTilingAsks) {
    const Given x({0, 0}), z({8, 8}), ints({0, 0}, {2}, ACL_INT32), zs({0, 0}, {2}, ACL_INT32);
    ASSERT_EQ(Plan(kRules, Args(turned_, turned_, turned_), Attrs(some_), Args(z.tensor)), 0)
        << TakeMessage();
    ASSERT_EQ(Run(kRules), 0) << TakeMessage();
    EXPECT_EQ(z_seen, 1.5);
    ASSERT_EQ(Plan(kRules, Args(ints.tensor, ints.tensor, ints.tensor), Attrs(some_), Args(zs.tensor)), 0);
    ASSERT_EQ(Run(kRules), 0) << TakeMessage();
    EXPECT_EQ(z_seen, -7);
    const Given kept({3, 4});
    ASSERT_EQ(Plan(kRules, Args(turned_, turned_, turned_), Attrs(none_), Args(kept.tensor)), 0);
    ASSERT_EQ(Run(kRules), 0) << TakeMessage();
    EXPECT_EQ(z_seen, 4) << "not asked for";
}

TEST_F(GeneratedRules, StrictFormatsAreToldApartAndEmptyOutputsLaunch) {
    const int64_t sizes[] = {1, 0, 1, 2};
    const aclTensor* nchw =
        aclCreateTensor(sizes, 4, ACL_FLOAT, nullptr, 0, ACL_FORMAT_NCHW, sizes, 4, nullptr);
    const aclTensor* nd = aclCreateTensor(sizes, 4, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, sizes, 4, nullptr);
    loose_runs = 0;
    ASSERT_EQ(Plan(kLoose, Args(nchw), {}, Args(nd)), 0) << TakeMessage();
    ASSERT_EQ(Run(kLoose), 0) << TakeMessage();
    EXPECT_EQ(loose_runs, 1);
    EXPECT_EQ(Plan(kLoose, Args(nd), {}, Args(nd)), 161002);
    EXPECT_NE(TakeMessage().find("x FLOAT ND, out FLOAT ND; expected one of (FLOAT NCHW, FLOAT ND)"),
              std::string::npos);
    aclDestroyTensor(nchw);
    aclDestroyTensor(nd);
}

TEST_F(GeneratedRules, WhatCannotBeAScalarAndWhatCannotRunIsSaid) {
    const Given z({0});
    const float real = 1;
    const std::complex<float> number(1, 2);
    const aclScalar* scalars[] = {aclCreateScalar(const_cast<float*>(&real), ACL_FLOAT),
                                  aclCreateScalar(const_cast<std::complex<float>*>(&number), ACL_COMPLEX64)};
    const aclScalarList* complex = aclCreateScalarList(scalars, 2);
    EXPECT_EQ(Plan(kUnsized, Args(complex), {}, Args(z.tensor)), 161002);
    EXPECT_EQ(
        TakeMessage(),
        "EZ1001: [161002] aclnnUnsized: the value of scales is COMPLEX64, which cannot become the FLOAT that "
        "the operator takes");
    const aclScalar* gap[] = {scalars[0], nullptr};
    const aclScalarList* with_gap = aclCreateScalarList(gap, 2);
    EXPECT_EQ(Plan(kUnsized, Args(with_gap), {}, Args(z.tensor)), 161001);
    EXPECT_EQ(TakeMessage(), "EZ1001: [161001] aclnnUnsized: scales[1] is null");
    const aclScalarList* sound = aclCreateScalarList(scalars, 1);
    EXPECT_EQ(Plan(kUnsized, Args(sound), {}, Args(z.tensor)), 561003);
    EXPECT_EQ(TakeMessage(),
              "EZ9999: [561003] aclnnUnsized: the kernel of Unsized decides the shape of out "
              "(OutputShapeDependOnCompute), which aclnn-cpu cannot run");
    aclDestroyScalarList(complex);
}

}  // namespace
}  // namespace aclnn_cpu::test
