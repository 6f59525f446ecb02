// What tiling functions do wrong, and how lists reach kernels from op_api code.
#include <array>
#include <atomic>
#include <functional>
#include <stdexcept>

#include "nnopbase/generated_call_test.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

namespace ops {

class Tiled : public OpDef {
 public:
    explicit Tiled(const char* name) : OpDef(name) {
        this->Input("x").DataType({ge::DT_FLOAT});
        this->Output("z").DataType({ge::DT_FLOAT});
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Tiled);

class Lists : public OpDef {
 public:
    explicit Lists(const char* name) : OpDef(name) {
        this->Input("xs").ParamType(DYNAMIC).DataType({ge::DT_FLOAT, ge::DT_INT32});
        this->Input("values").ParamType(OPTIONAL).DataTypeList({ge::DT_INT64});
        this->Output("zs").ParamType(DYNAMIC).DataType({ge::DT_FLOAT, ge::DT_INT32});
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Lists);

}  // namespace ops

namespace aclnn_cpu::test {
namespace {

using base::DType;
using nnopbase::GeneratedCall;
using TilingBody = std::function<ge::graphStatus(gert::TilingContext*)>;

TilingBody tiling;
gert::Shape inferred;
ge::graphStatus RunBody(gert::TilingContext* context) { return tiling(context); }
ge::graphStatus GiveInferred(gert::InferShapeContext* context) {
    *context->GetOutputShape(0) = inferred;
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Tiled).Tiling(RunBody, 24);
IMPL_OP_INFERSHAPE(Tiled).InferShape(GiveInferred);

std::atomic<int> blocks_run;
void TiledEntry(void* const*, uint64_t) { ++blocks_run; }
const bool kTiledAdded = AddKernels("Tiled", {{DType::kFloat, DType::kFloat}}, {TiledEntry});
constexpr GeneratedCall kTiled{"aclnnTiled", "Tiled", "(x)", "(out)"};

class GeneratedLaunches : public GeneratedCalls {
 protected:
    aclnnStatus PlanWith(TilingBody body) {
        tiling = std::move(body);
        size_ = 99;
        return Plan(kTiled, Args(x_.tensor), {}, Args(z_.tensor));
    }
    void Refuses(int32_t code, const std::string& message, TilingBody body) {
        EXPECT_EQ(PlanWith(std::move(body)), code);
        EXPECT_EQ(TakeMessage(), "EZ9999: [" + std::to_string(code) + "] aclnnTiled: " + message);
        EXPECT_EQ(size_, 99u);
        EXPECT_EQ(executor_, nullptr);
    }

    const Given x_{{1, 2}}, z_{{0, 0}};
};

TEST_F(GeneratedLaunches, WhatTilingLeavesUndoneOrBreaksIsNamed) {
    Refuses(561002, "Tiled: tiling failed: the function returned GRAPH_FAILED",
            [](gert::TilingContext*) { return ge::GRAPH_FAILED; });
    Refuses(561002, "Tiled: tiling failed: the function threw an exception: no",
            [](gert::TilingContext*) -> ge::graphStatus { throw std::runtime_error("no"); });
    Refuses(561002, "Tiled: tiling failed: the block dim is 0, expected at least 1 (SetBlockDim)",
            [](gert::TilingContext*) { return ge::GRAPH_SUCCESS; });
    Refuses(561002, "Tiled: tiling failed: the block dim is 65536, expected at most 65535 (SetBlockDim)",
            [](gert::TilingContext* context) { return context->SetBlockDim(65536); });
    Refuses(561002,
            "Tiled: tiling failed: it wrote past the 24 bytes of the tiling data (second argument of Tiling)",
            [](gert::TilingContext* context) {
                static_cast<char*>(context->GetRawTilingData()->GetData())[24] = 1;
                return context->SetBlockDim(1);
            });
    Refuses(561002,
            "Tiled: tiling failed: workspace 0 has 18446744073709551615 bytes, expected a total below 2^63 "
            "(GetWorkspaceSizes)",
            [](gert::TilingContext* context) {
                context->GetWorkspaceSizes(1)[0] = static_cast<size_t>(-1);
                return context->SetBlockDim(1);
            });
    Refuses(
        561003,
        "no kernel of Tiled for Ascend910B1, tiling key 5, types (FLOAT, FLOAT); there are: ascend910b key 0 "
        "(FLOAT, FLOAT)",
        [](gert::TilingContext* context) {
            context->SetTilingKey(5);
            return context->SetBlockDim(1);
        });
}

TEST_F(GeneratedLaunches, WithoutKeyAndWorkspaceKeyZeroRunsWithoutWorkspace) {
    blocks_run = 0;
    ASSERT_EQ(PlanWith([](gert::TilingContext* context) { return context->SetBlockDim(1); }), 0);
    EXPECT_EQ(size_, 0u);
    ASSERT_EQ(Run(kTiled), 0) << TakeMessage();
    EXPECT_EQ(blocks_run, 1);
}

TEST_F(GeneratedLaunches, MoreBlocksThanCoresRunOneAfterAnother) {
    blocks_run = 0;
    ASSERT_EQ(PlanWith([](gert::TilingContext* context) { return context->SetBlockDim(1000); }), 0);
    ASSERT_EQ(Run(kTiled), 0) << TakeMessage();
    EXPECT_EQ(blocks_run, 1000);
}

int column_run = -1;
Listed listed_inputs;
template <int kColumn>
void ListsEntry(void* const* arguments, uint64_t) {
    column_run = kColumn;
    listed_inputs = ReadList(arguments[0]);
    const Listed outputs = ReadList(arguments[2]);
    for (size_t i = 0; i < outputs.data.size(); ++i) {
        std::memcpy(outputs.data[i], listed_inputs.data[i], sizeof(float));
    }
}
const bool kListsAdded = AddKernels(
    "Lists", {{DType::kFloat, DType::kInt64, DType::kFloat}, {DType::kInt32, DType::kInt64, DType::kInt32}},
    {ListsEntry<0>, ListsEntry<1>});

size_t instances_seen;
std::vector<int64_t> values_seen;
ge::graphStatus TileLists(gert::TilingContext* context) {
    instances_seen = context->GetIrInputInstanceInfo(0)->GetInstanceNum();
    values_seen.clear();
    if (const auto* values = context->GetOptionalInputTensor(1); values != nullptr) {
        const auto* data = values->GetData<int64_t>();
        values_seen.assign(data, data + values->GetShapeSize());
    }
    return context->SetBlockDim(1);
}
IMPL_OP_OPTILING(Lists).Tiling(TileLists);

}  // namespace
}  // namespace aclnn_cpu::test

namespace l0op {
namespace {
OP_TYPE_REGISTER(Lists);
OP_TYPE_REGISTER(Tiled);

aclnnStatus Lists(const aclTensorList* xs, const aclTensor* values, const aclTensorList* zs,
                  aclOpExecutor* executor) {
    L0_DFX(Lists, xs, values, zs);
    return ADD_TO_LAUNCHER_LIST_AICORE(Lists, OP_INPUT(xs, values), OP_OUTPUT(zs));
}
aclnnStatus InferTiled(const aclTensor* x, const aclTensor* z) {
    return INFER_SHAPE(Tiled, OP_INPUT(x), OP_OUTPUT(z), OP_EMPTY_ARG_GROUP);
}
}  // namespace
}  // namespace l0op

namespace aclnn_cpu::test {
namespace {

class ListsOfOpApi : public GeneratedCalls {
 protected:
    // Launches with these lists and runs.
    aclnnStatus Launch(const std::vector<const aclTensor*>& xs, const std::vector<const aclTensor*>& zs) {
        UniqueExecutor unique("Lists");
        aclOpExecutor* e = unique.get();
        const aclnnStatus status = l0op::Lists(e->AllocTensorList(xs.data(), xs.size()), nullptr,
                                               e->AllocTensorList(zs.data(), zs.size()), e);
        if (status != 0) {
            return status;
        }
        size_ = e->GetWorkspaceSize();
        unique.ReleaseTo(&executor_);
        const aclnnStatus ran = CommonOpExecutorRun(nullptr, size_, executor_, nullptr);
        return ran != 0 ? ran : aclrtSynchronizeStream(nullptr);
    }
    using Shapes = std::vector<std::vector<uint64_t>>;
};

TEST_F(ListsOfOpApi, OfNoneOneAndThreeTensorsOfAnyShapes) {
    const Given a({1, 0}), b({2, 0, 0, 0}, {2, 1, 2}), c({3}), out_a({0, 0}), out_b({0, 0, 0, 0}), out_c({0});
    ASSERT_EQ(Launch({}, {}), 0) << TakeMessage();
    EXPECT_EQ(instances_seen, 0u);
    EXPECT_EQ(listed_inputs.shapes, Shapes());
    ASSERT_EQ(Launch({b.tensor}, {out_b.tensor}), 0) << TakeMessage();
    EXPECT_EQ(instances_seen, 1u);
    EXPECT_EQ(listed_inputs.shapes, (Shapes{{2, 1, 2}}));
    EXPECT_EQ(out_b.values[0], 2);
    ASSERT_EQ(Launch({c.tensor, a.tensor, b.tensor}, {out_a.tensor, out_b.tensor, out_c.tensor}), 0)
        << TakeMessage();
    EXPECT_EQ(instances_seen, 3u);
    EXPECT_EQ(listed_inputs.shapes, (Shapes{{1}, {2}, {2, 1, 2}}));
    EXPECT_EQ(out_a.values[0], 3);
    EXPECT_EQ(out_b.values[0], 1);
    EXPECT_EQ(out_c.values[0], 2);
    EXPECT_EQ(column_run, 0);
}

TEST_F(ListsOfOpApi, TheTypeOfAListChoosesTheKernel) {
    const Given ints({0, 0}, {2}, ACL_INT32), floats({0, 0}), out({0, 0}, {2}, ACL_INT32);
    ASSERT_EQ(Launch({ints.tensor, ints.tensor}, {out.tensor}), 0) << TakeMessage();
    EXPECT_EQ(column_run, 1);
    EXPECT_EQ(Launch({ints.tensor, floats.tensor}, {out.tensor}), 561003);
    EXPECT_EQ(
        TakeMessage(),
        "EZ9999: [561003] Lists: Lists takes lists of tensors of one type, but xs[1] is FLOAT and xs[0] is "
        "INT32");
    EXPECT_EQ(Launch({ints.tensor}, {out.tensor, floats.tensor}), 561003);
    EXPECT_NE(TakeMessage().find("zs[1] is FLOAT and zs[0] is INT32"), std::string::npos);
    EXPECT_EQ(Launch({ints.tensor}, {floats.tensor}), 561003);
    EXPECT_EQ(TakeMessage(),
              "EZ9999: [561003] Lists: no kernel of Lists for Ascend910B1, tiling key 0, types (INT32, "
              "absent, FLOAT); "
              "there are: ascend910b key 0 (FLOAT, INT64, FLOAT); ascend910b key 0 (INT32, INT64, INT32)");
}

TEST_F(ListsOfOpApi, AnElementThatIsNullIsRefused) {
    const Given a({1}), out({0});
    EXPECT_EQ(Launch({a.tensor, nullptr}, {out.tensor}), 561000);
    EXPECT_EQ(TakeMessage(),
              "EZ9999: [561000] Lists: Lists cannot be recorded: an element of a tensor list is null");
    EXPECT_EQ(Launch({a.tensor}, {nullptr}), 561000);
}

// Tiling reads the values of a view of host values in the order of the view.
TEST_F(ListsOfOpApi, TilingReadsHostValuesThroughTheirView) {
    const Given a({1}), out({0});
    UniqueExecutor unique("Lists");
    aclOpExecutor* e = unique.get();
    const int64_t numbers[] = {1, 2, 3, 4, 5, 6};
    const aclTensor* host = e->ConvertToTensor(numbers, 6, op::DataType::DT_INT64);
    const std::array<const aclTensor*, 2> lists = {a.tensor, out.tensor};
    const auto seen = [&](const op::Shape& shape, const op::Strides& strides, int64_t offset) {
        EXPECT_EQ(l0op::Lists(e->AllocTensorList(&lists[0], 1),
                              e->CreateView(host, shape, op::Shape({6}), strides, offset),
                              e->AllocTensorList(&lists[1], 1), e),
                  0)
            << TakeMessage();
        return values_seen;
    };
    EXPECT_EQ(seen(op::Shape({2}), {1}, 3), (std::vector<int64_t>{4, 5}));
    EXPECT_EQ(seen(op::Shape({2, 2}), {1, 3}, 1), (std::vector<int64_t>{2, 5, 3, 6}));
    EXPECT_EQ(seen(op::Shape({0}), {1}, 1), std::vector<int64_t>());
}

TEST_F(ListsOfOpApi, AnInferredShapeThatCannotBeIsRefused) {
    const Given x({1});
    UniqueExecutor unique("Infer");
    aclTensor* z = unique->AllocTensor(op::DataType::DT_FLOAT, op::Format::FORMAT_ND, op::Format::FORMAT_ND);
    inferred = gert::Shape({2, -1});
    EXPECT_EQ(l0op::InferTiled(x.tensor, z), 561001);
    EXPECT_EQ(TakeMessage(),
              "EZ9999: [561001] aclnn: Tiled: its shape inference's result[1] is -1, expected 0 or more");
    EXPECT_EQ(z->GetViewShape(), op::Shape());
    inferred = gert::Shape({2, 3});
    EXPECT_EQ(l0op::InferTiled(x.tensor, z), 0) << TakeMessage();
    EXPECT_EQ(z->GetViewShape(), op::Shape({2, 3}));
}

}  // namespace
}  // namespace aclnn_cpu::test
