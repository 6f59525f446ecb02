// Arguments at random: whatever is handed in, a first phase takes it or says what is wrong, and what it takes runs.
#include <limits>
#include <memory>
#include <random>

#include "nnopbase/generated_call_test.h"

namespace ops {

class Fuzzed : public OpDef {
 public:
    explicit Fuzzed(const char* name) : OpDef(name) {
        this->Input("a").DataType({ge::DT_FLOAT, ge::DT_INT8}).AutoContiguous();
        this->Input("b").ParamType(OPTIONAL).DataType({ge::DT_FLOAT, ge::DT_INT8});
        this->Input("list").ParamType(DYNAMIC).DataType({ge::DT_FLOAT, ge::DT_INT8});
        this->Input("picks").DataTypeList({ge::DT_INT64}).ValueDepend(OPTIONAL);
        this->Input("number").ParamType(OPTIONAL).Scalar().To("a");
        this->Output("first").ParamType(OPTIONAL).DataType({ge::DT_FLOAT, ge::DT_INT8});
        this->Output("out").DataType({ge::DT_FLOAT, ge::DT_INT8}).InitValue(3);
        this->Output("outs").ParamType(DYNAMIC).DataType({ge::DT_FLOAT, ge::DT_INT8});
        this->Attr("text").AttrType(OPTIONAL).String("t");
        this->Attr("ints").AttrType(OPTIONAL).ListInt({1});
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Fuzzed);

}  // namespace ops

namespace aclnn_cpu::test {
namespace {

using base::DType;

ge::graphStatus TileFuzzed(gert::TilingContext* context) {
    int64_t sum = 0;
    for (size_t i = 0; i < context->GetComputeNodeInputNum(); ++i) {
        const gert::Tensor* tensor = context->GetInputTensor(i);
        const auto* values = tensor != nullptr ? tensor->GetData<int64_t>() : nullptr;
        for (int64_t k = 0;
             values != nullptr && tensor->GetDataType() == ge::DT_INT64 && k < tensor->GetShapeSize(); ++k) {
            sum += values[k] & 1;
        }
    }
    context->GetWorkspaceSizes(1)[0] = 64 + static_cast<size_t>(sum);
    context->SetNeedAtomic(sum % 2 == 0);
    return context->SetBlockDim(2);
}
IMPL_OP_OPTILING(Fuzzed).Tiling(TileFuzzed);

void FuzzedEntry(void* const* arguments, uint64_t) {
    for (const int list : {2, 7}) {
        if (arguments[list] != nullptr) {
            ReadList(arguments[list]);
        }
    }
}
std::vector<DType> Column(DType type) { return {type, type, type, DType::kInt64, type, type, type, type}; }
const bool kAdded = AddKernels("Fuzzed", {Column(DType::kFloat), Column(DType::kInt8)}, {FuzzedEntry});
constexpr nnopbase::GeneratedCall kFuzzed{"aclnnFuzzed", "Fuzzed", "(a, b, list, picks, number, text, ints)",
                                          "(first, out, outs)"};

class Fuzz {
 public:
    explicit Fuzz(uint32_t seed)
        : random_(seed), type_(Below(2) == 0 ? ACL_FLOAT : ACL_INT8), wild_(Below(3) == 0) {}
    ~Fuzz() {
        for (const aclTensor* tensor : tensors_) {
            aclDestroyTensor(tensor);
        }
    }

    size_t Below(size_t count) { return random_() % count; }
    // True once in `count` times, and in most calls hardly ever.
    bool Rarely(size_t count) { return Below(wild_ ? count : 40 * count) == 0; }

    const aclTensor* Tensor() {
        static unsigned char memory[1 << 17];
        static constexpr aclDataType kTypes[] = {ACL_FLOAT, ACL_FLOAT,  ACL_FLOAT, ACL_FLOAT, ACL_INT8,
                                                 ACL_INT64, ACL_DOUBLE, ACL_INT4,  ACL_BOOL,  ACL_COMPLEX64};
        static constexpr aclFormat kFormats[] = {ACL_FORMAT_ND, ACL_FORMAT_ND, ACL_FORMAT_NCHW,
                                                 ACL_FORMAT_FRACTAL_NZ};
        const size_t ranks[] = {0, 1, 1, 2, 2, 3, 4, 8, 9, 25};
        const size_t rank = ranks[Below(10)];
        std::vector<int64_t> sizes(rank), strides(rank, 1);
        int64_t reach = 1;
        for (size_t i = rank; i-- > 0;) {
            const int64_t some[] = {1, 1, 2, 3, 0};
            sizes[i] = rank > 8 ? 1 : some[Below(5)];
            strides[i] = Rarely(6) ? static_cast<int64_t>(Below(5)) : reach;
            reach = std::max<int64_t>(reach, strides[i] * std::max<int64_t>(sizes[i], 1));
        }
        if (Rarely(40) && rank > 0) {
            sizes[0] = std::numeric_limits<int64_t>::max() >> Below(60);
        }
        const int64_t storage = Rarely(10) ? reach / 2 : reach + 8;
        const aclTensor* tensor =
            aclCreateTensor(sizes.data(), rank, Rarely(2) ? kTypes[Below(10)] : type_, strides.data(),
                            static_cast<int64_t>(Below(4)), kFormats[Rarely(3) ? 3 : Below(3)], &storage, 1,
                            Rarely(10) ? nullptr : memory + 4096 * (Rarely(8) ? 0 : tensors_.size() % 16));
        if (tensor != nullptr) {
            tensors_.push_back(tensor);
        }
        return tensor;  // null when it could not be described
    }

    op::OpArg TensorOrNone() {
        return op::internal::ToOpArg(Rarely(8) ? static_cast<const aclTensor*>(nullptr) : Tensor());
    }
    op::OpArg List() {
        std::vector<const aclTensor*> elements(Rarely(2) ? Below(4) : 1 + Below(3));
        for (const aclTensor*& element : elements) {
            element = Tensor();
        }
        return op::internal::ToOpArg(Rarely(8) ? nullptr : ListOf(elements));
    }
    op::OpArg Number() {
        int64_t value = 5;
        const aclDataType types[] = {ACL_FLOAT, ACL_DOUBLE, ACL_INT32, ACL_COMPLEX64};
        return op::internal::ToOpArg(Below(3) == 0
                                         ? static_cast<const aclScalar*>(nullptr)
                                         : aclCreateScalar(&value, types[Rarely(1)            ? Below(4)
                                                                         : type_ == ACL_FLOAT ? 1
                                                                                              : 2]));
    }

 private:
    std::mt19937 random_;
    aclDataType type_;
    bool wild_;  // a call with little that is right
    std::vector<const aclTensor*> tensors_;
};

class GeneratedFuzz : public GeneratedCalls {};

TEST_F(GeneratedFuzz, EveryCallIsTakenOrRefusedInWords) {
    const int64_t picked[] = {1, 2, 3};
    const aclIntArray* picks = aclCreateIntArray(picked, 3);
    int taken = 0;
    constexpr int kCalls = 4000;
    for (uint32_t seed = 0; seed < kCalls; ++seed) {
        SCOPED_TRACE(seed);
        Fuzz fuzz(seed);
        const std::vector<op::OpArg> inputs = {
            fuzz.TensorOrNone(), fuzz.TensorOrNone(), fuzz.List(),
            fuzz.Rarely(2) ? fuzz.TensorOrNone() : op::internal::ToOpArg(picks), fuzz.Number()};
        const std::vector<op::OpArg> attrs =
            Args(static_cast<const char*>(nullptr), fuzz.Below(2) == 0 ? picks : nullptr);
        const std::vector<op::OpArg> outputs = {fuzz.TensorOrNone(), fuzz.TensorOrNone(), fuzz.List()};
        size_ = 99;
        const aclnnStatus planned = Plan(kFuzzed, inputs, attrs, outputs);
        if (planned != 0) {
            const std::string message = TakeMessage();
            ASSERT_NE(message.find("[" + std::to_string(planned) + "] aclnnFuzzed: "), std::string::npos)
                << message;
            ASSERT_EQ(executor_, nullptr);
            ASSERT_EQ(size_, 99u);
            continue;
        }
        ++taken;
        if (Run(kFuzzed) != 0) {  // a tensor without memory, said when it runs
            ASSERT_NE(TakeMessage().find("is null, expected memory"), std::string::npos);
        }
    }
    EXPECT_GT(taken, kCalls / 10) << "too few to mean anything";
    EXPECT_LT(taken, kCalls - kCalls / 10) << "too many";
    aclDestroyIntArray(picks);
}

}  // namespace
}  // namespace aclnn_cpu::test
