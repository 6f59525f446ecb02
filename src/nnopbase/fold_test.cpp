#include "nnopbase/fold.h"

#include <gtest/gtest.h>

#include <vector>

#include "nnopbase/program.h"

namespace aclnn_cpu::nnopbase {
namespace {

using base::DType;

void Kernel(const simd::NativeCall&) {}
void CopyKernel(const simd::NativeCall&) {}

// Builds plans by hand: buffers, tensors over them, copies and one kernel.
class PlanBuilder {
 public:
    uint32_t User() {
        plan.buffers.push_back(
            {BufferKind::kUser, &memory_[64 * 1024 * plan.buffers.size()], 0, nullptr, {}});
        return static_cast<uint32_t>(plan.buffers.size() - 1);
    }
    uint32_t Host() {
        PlanBuffer buffer{};
        buffer.kind = BufferKind::kHost;
        buffer.host = std::shared_ptr<unsigned char[]>(new unsigned char[64]());
        buffer.address = buffer.host.get();
        plan.buffers.push_back(buffer);
        return static_cast<uint32_t>(plan.buffers.size() - 1);
    }
    uint32_t Workspace() {
        plan.buffers.push_back({BufferKind::kWorkspace, nullptr, 4096, nullptr, {}});
        return static_cast<uint32_t>(plan.buffers.size() - 1);
    }
    uint32_t Tensor(uint32_t buffer, DType dtype, std::vector<int64_t> sizes,
                    std::vector<int64_t> strides = {}, int64_t offset = 0) {
        PlanTensor tensor{};
        tensor.buffer = buffer;
        tensor.dtype = dtype;
        tensor.offset = offset;
        tensor.rank = static_cast<uint32_t>(sizes.size());
        int64_t step = 1;
        for (size_t i = sizes.size(); i-- > 0;) {
            tensor.sizes[i] = sizes[i];
            tensor.strides[i] = strides.empty() ? step : strides[i];
            step *= sizes[i];
        }
        plan.tensors.push_back(tensor);
        return static_cast<uint32_t>(plan.tensors.size() - 1);
    }
    void Copy(const char* op, uint32_t from, uint32_t to) {
        PlanNode node{op, NodeKind::kCopy, {from}, {to}, {}};
        node.kernel.engine = &kNativeEngine;
        node.kernel.native = CopyKernel;
        node.kernel.native_inputs = 1;
        plan.nodes.push_back(node);
    }
    void Run(std::initializer_list<uint32_t> inputs, uint32_t output, uint32_t reads = 2) {
        PlanNode node{"Kernel", NodeKind::kKernel, {}, {output}, {}};
        for (const uint32_t input : inputs) {
            node.inputs.push_back(input);
        }
        node.kernel.engine = &kNativeEngine;
        node.kernel.native = Kernel;
        node.kernel.native_inputs = reads;
        plan.nodes.push_back(node);
    }
    std::optional<FoldedCall> Fold() {
        why = "";
        return nnopbase::Fold(plan, base::CurrentSettings(), &why);
    }
    void* At(uint32_t buffer, size_t bytes = 0) { return plan.buffers[buffer].address + bytes; }

    Plan plan;
    const char* why = "";

 private:
    std::vector<unsigned char> memory_ = std::vector<unsigned char>(1024 * 1024);
};

std::vector<int64_t> Strides(const simd::NativeCall& call, const simd::Operand& operand) {
    return {operand.strides, operand.strides + call.rank};
}

// dy FLOAT16 [1, 3] is broadcast and cast, x FLOAT [2, 3] is transposed, the result goes to a strided
// BFLOAT16 slice; the copy of the output before the kernel, which the recorded flow has, is dead.
TEST(Fold, TurnsTheWholeFlowIntoOneCall) {
    PlanBuilder b;
    const uint32_t user_dy = b.User(), user_x = b.User(), user_z = b.User();
    const uint32_t dy = b.Tensor(user_dy, DType::kFloat16, {1, 3}, {}, 5);
    const uint32_t x = b.Tensor(user_x, DType::kFloat, {2, 3}, {1, 2}, 7);
    const uint32_t z = b.Tensor(user_z, DType::kBFloat16, {2, 3}, {10, 2}, 1);
    const uint32_t x_dense = b.Tensor(b.Workspace(), DType::kFloat, {2, 3});
    b.Copy("Contiguous", x, x_dense);
    const uint32_t dy_wide = b.Tensor(b.Workspace(), DType::kFloat16, {2, 3});
    b.Copy("BroadcastTo", dy, dy_wide);
    const uint32_t dy_float = b.Tensor(b.Workspace(), DType::kFloat, {2, 3});
    b.Copy("Cast", dy_wide, dy_float);
    const uint32_t result = b.Tensor(b.Workspace(), DType::kFloat, {2, 3});
    b.Copy("Cast", z, result);
    b.Run({dy_float, x_dense, dy_float}, result);
    const uint32_t narrow = b.Tensor(b.Workspace(), DType::kBFloat16, {2, 3});
    b.Copy("Cast", result, narrow);
    b.Copy("ViewCopy", narrow, z);

    const auto folded = b.Fold();
    ASSERT_TRUE(folded.has_value()) << b.why;
    const simd::NativeCall& call = folded->call;
    EXPECT_EQ(folded->kernel, Kernel);
    EXPECT_EQ(call.rank, 2u);
    EXPECT_EQ(std::vector<int64_t>(call.sizes, call.sizes + 2), (std::vector<int64_t>{2, 3}));
    EXPECT_EQ(call.compute, DType::kFloat);
    ASSERT_EQ(call.input_count, 2u);
    EXPECT_EQ(call.inputs[0].data, b.At(user_dy, 10));
    EXPECT_EQ(call.inputs[0].dtype, DType::kFloat16);
    EXPECT_EQ(Strides(call, call.inputs[0]), (std::vector<int64_t>{0, 1}));
    EXPECT_EQ(call.inputs[1].data, b.At(user_x, 28));
    EXPECT_EQ(Strides(call, call.inputs[1]), (std::vector<int64_t>{1, 2}));
    EXPECT_EQ(call.output.data, b.At(user_z, 2));
    EXPECT_EQ(call.output.dtype, DType::kBFloat16);
    EXPECT_EQ(Strides(call, call.output), (std::vector<int64_t>{10, 2}));

    Program program;
    Compile(b.plan, &program);
    EXPECT_TRUE(program.folded);
    EXPECT_EQ(program.workspace_bytes, 0u);
    EXPECT_EQ(program.steps.size(), 1u);
}

// The plan, with the tensors that own the values, is gone when the program runs.
TEST(Fold, KeepsTheValuesOfHostTensors) {
    PlanBuilder b;
    const uint32_t host = b.Host();
    const uint32_t values = b.Tensor(host, DType::kFloat, {1, 3});
    const uint32_t wide = b.Tensor(b.Workspace(), DType::kFloat, {2, 3});
    b.Copy("BroadcastTo", values, wide);
    b.Run({wide}, b.Tensor(b.User(), DType::kFloat, {2, 3}), 1);
    Program program;
    Compile(b.plan, &program);
    ASSERT_TRUE(program.folded);
    EXPECT_EQ(program.steps[0].call.inputs[0].data, b.At(host));
    const std::weak_ptr<unsigned char[]> kept = b.plan.buffers[host].host;
    b.plan.Clear();
    EXPECT_FALSE(kept.expired());
}

TEST(Fold, SeesThroughReshapes) {
    PlanBuilder b;
    const uint32_t x = b.Tensor(b.User(), DType::kFloat, {4, 6}, {12, 2});
    const uint32_t dense = b.Workspace();
    b.Copy("Contiguous", x, b.Tensor(dense, DType::kFloat, {4, 6}));
    const uint32_t z = b.Tensor(b.User(), DType::kFloat, {2, 12});
    b.Run({b.Tensor(dense, DType::kFloat, {2, 12})}, z, 1);
    const auto folded = b.Fold();
    ASSERT_TRUE(folded.has_value()) << b.why;
    EXPECT_EQ(Strides(folded->call, folded->call.inputs[0]), (std::vector<int64_t>{24, 2}));
}

TEST(Fold, RefusesAReshapeThatNoStridesExpress) {
    PlanBuilder b;
    const uint32_t x = b.Tensor(b.User(), DType::kFloat, {4, 6}, {1, 4});
    const uint32_t dense = b.Workspace();
    b.Copy("Contiguous", x, b.Tensor(dense, DType::kFloat, {4, 6}));
    b.Run({b.Tensor(dense, DType::kFloat, {2, 12})}, b.Tensor(b.User(), DType::kFloat, {2, 12}), 1);
    EXPECT_FALSE(b.Fold().has_value());
    EXPECT_NE(std::string(b.why).find("reshaped"), std::string::npos) << b.why;
    Program program;
    Compile(b.plan, &program);
    EXPECT_EQ(program.steps.size(), 2u);
    EXPECT_EQ(program.workspace_bytes, 4608u);
}

TEST(Fold, KeepsTwoCastsInARow) {
    PlanBuilder b;
    const uint32_t x = b.Tensor(b.User(), DType::kDouble, {8});
    const uint32_t half = b.Tensor(b.Workspace(), DType::kFloat16, {8});
    const uint32_t wide = b.Tensor(b.Workspace(), DType::kFloat, {8});
    b.Copy("Cast", x, half);
    b.Copy("Cast", half, wide);
    b.Run({wide}, b.Tensor(b.User(), DType::kFloat, {8}), 1);
    EXPECT_FALSE(b.Fold().has_value()) << "one conversion from DOUBLE to FLOAT rounds differently";
}

TEST(Fold, KeepsAnIntermediateThatIsReadTwiceAfterTheKernel) {
    PlanBuilder b;
    const uint32_t x = b.Tensor(b.User(), DType::kFloat, {8});
    const uint32_t result = b.Tensor(b.Workspace(), DType::kFloat, {8});
    b.Run({x}, result, 1);
    b.Copy("ViewCopy", result, b.Tensor(b.User(), DType::kFloat, {8}));
    b.Copy("ViewCopy", result, b.Tensor(b.User(), DType::kFloat, {8}));
    EXPECT_FALSE(b.Fold().has_value());
}

TEST(Fold, AllowsInPlaceButNoPartialOverlap) {
    PlanBuilder b;
    const uint32_t memory = b.User();
    const uint32_t x = b.Tensor(memory, DType::kFloat, {8});
    b.Run({x}, b.Tensor(memory, DType::kFloat, {8}), 1);
    EXPECT_TRUE(b.Fold().has_value()) << b.why;
    PlanBuilder shifted;
    const uint32_t other = shifted.User();
    const uint32_t y = shifted.Tensor(other, DType::kFloat, {8});
    shifted.Run({y}, shifted.Tensor(other, DType::kFloat, {8}, {}, 1), 1);
    EXPECT_FALSE(shifted.Fold().has_value());
}

TEST(Fold, RefusesSeveralKernels) {
    PlanBuilder b;
    const uint32_t x = b.Tensor(b.User(), DType::kFloat, {8});
    const uint32_t middle = b.Tensor(b.Workspace(), DType::kFloat, {8});
    b.Run({x}, middle, 1);
    b.Run({middle}, b.Tensor(b.User(), DType::kFloat, {8}), 1);
    EXPECT_FALSE(b.Fold().has_value());
}

TEST(Plan, IsComparedAndPrinted) {
    const auto build = [](int64_t offset) {
        auto b = std::make_unique<PlanBuilder>();
        const uint32_t x = b->Tensor(b->User(), DType::kFloat16, {2, 3}, {1, 2}, offset);
        b->Copy("Contiguous", x, b->Tensor(b->Workspace(), DType::kFloat16, {2, 3}));
        return b;
    };
    const auto one = build(4), other = build(5);
    Plan same = one->plan;
    EXPECT_TRUE(one->plan == same);
    EXPECT_FALSE(one->plan == other->plan);
    EXPECT_EQ(one->plan.Text(),
              "  Contiguous(%0 FLOAT16 [2, 3] strides [1, 2] offset 4 of a tensor) -> %1 FLOAT16 [2, 3]\n");
}

TEST(ReshapeStrides, AgreesWithEnumeration) {
    const std::vector<std::vector<int64_t>> shapes = {{24},       {2, 12},   {4, 6}, {2, 3, 4},
                                                      {1, 24, 1}, {2, 2, 6}, {3, 8}};
    const std::vector<std::pair<std::vector<int64_t>, std::vector<int64_t>>> arrays = {
        {{4, 6}, {6, 1}}, {{4, 6}, {1, 4}},        {{4, 6}, {12, 2}},      {{4, 6}, {0, 0}},
        {{4, 6}, {0, 1}}, {{2, 3, 4}, {12, 4, 1}}, {{2, 3, 4}, {4, 8, 1}}, {{24, 1}, {3, 7}}};
    int possible = 0;
    for (const auto& [sizes, strides] : arrays) {
        std::vector<int64_t> order;
        for (int64_t i = 0; i < 24; ++i) {
            int64_t rest = i, at = 0;
            for (size_t d = sizes.size(); d-- > 0;) {
                at += rest % sizes[d] * strides[d];
                rest /= sizes[d];
            }
            order.push_back(at);
        }
        for (const auto& shape : shapes) {
            int64_t found[kMaxRank] = {};
            if (!ReshapeStrides(static_cast<uint32_t>(sizes.size()), sizes.data(), strides.data(),
                                static_cast<uint32_t>(shape.size()), shape.data(), found)) {
                continue;
            }
            ++possible;
            for (int64_t i = 0; i < 24; ++i) {
                int64_t rest = i, at = 0;
                for (size_t d = shape.size(); d-- > 0;) {
                    at += rest % shape[d] * found[d];
                    rest /= shape[d];
                }
                ASSERT_EQ(at, order[static_cast<size_t>(i)]);
            }
        }
    }
    EXPECT_GT(possible, 35);
}

}  // namespace
}  // namespace aclnn_cpu::nnopbase
