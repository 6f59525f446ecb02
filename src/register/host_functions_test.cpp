#include "register/host_functions.h"

#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>

#include "op_common/log/log.h"
#include "platform/platform_infos_def.h"
#include "register/op_impl_registry.h"
#include "runtime/infer_shape_context.h"
#include "tiling/platform/platform_ascendc.h"

namespace {

using aclnn_cpu::base::Status;
using aclnn_cpu::platform::FindSoc;
using aclnn_cpu::platform::Soc;
using aclnn_cpu::registry::AttrValue;
using aclnn_cpu::registry::CoreType;
using aclnn_cpu::registry::HostTensor;
using aclnn_cpu::registry::RunInferDataType;
using aclnn_cpu::registry::RunInferShape;
using aclnn_cpu::registry::RunTiling;
using aclnn_cpu::registry::TilingRequest;
using aclnn_cpu::registry::TilingResult;

// What a test wants its operator's function to do.
std::function<ge::graphStatus(gert::TilingContext*)> g_tiling;
std::function<ge::graphStatus(gert::InferShapeContext*)> g_infer_shape;

UINT32 Tiling(gert::TilingContext* context) { return g_tiling(context); }
UINT32 InferShape(gert::InferShapeContext* context) { return g_infer_shape(context); }
UINT32 InferDataType(gert::InferDataTypeContext* context) {
    EXPECT_EQ(context->GetInputDataType(9), ge::DT_UNDEFINED);
    EXPECT_EQ(context->SetOutputDataType(9, ge::DT_INT8), ge::GRAPH_FAILED);
    return context->SetOutputDataType(0, context->GetInputDataType(1));
}

struct CompileInfo {
    static inline int alive = 0;
    CompileInfo() { ++alive; }
    ~CompileInfo() { --alive; }
    uint32_t cores = 0;
};
UINT32 Parse(gert::TilingParseContext* context) {
    context->GetCompiledInfo<CompileInfo>()->cores =
        platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreNumAiv();
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_INFERSHAPE(HostTest).InferShape(InferShape).InferDataType(InferDataType);
IMPL_OP_OPTILING(HostTest).Tiling(Tiling, 24).TilingParse<CompileInfo>(Parse);
IMPL_OP(HostTest).PrivateAttr("hidden", int64_t{77});
IMPL_OP(HostTestWithoutFunctions).InferOutDataTypeSameWithFirstInput();

HostTensor TensorOf(gert::Shape shape, ge::DataType dtype) {
    HostTensor tensor;
    tensor.origin_shape = shape;
    tensor.storage_shape = shape;
    tensor.dtype = dtype;
    return tensor;
}

class HostFunctions : public testing::Test {
 protected:
    HostFunctions() {
        EXPECT_TRUE(FindSoc("Ascend910B3", &request_.soc).ok());
        request_.op.library = ACLNN_CPU_THIS_LIBRARY;
        request_.op.op_type = "HostTest";
        inputs_ = {TensorOf({2, 5}, ge::DT_FLOAT16), TensorOf({5}, ge::DT_INT64)};
        outputs_ = {TensorOf({2, 5}, ge::DT_FLOAT)};
        request_.op.inputs = inputs_;
        request_.op.outputs = outputs_;
    }
    Status Run(std::function<ge::graphStatus(gert::TilingContext*)> tiling) {
        g_tiling = std::move(tiling);
        return RunTiling(request_, &result_);
    }

    std::vector<HostTensor> inputs_;
    std::vector<HostTensor> outputs_;
    TilingRequest request_;
    TilingResult result_;
};

TEST_F(HostFunctions, TilingReadsTensors) {
    inputs_[0].storage_shape = {1, 1, 16, 16};
    inputs_[0].storage_format = ge::FORMAT_FRACTAL_NZ;
    inputs_[0].origin_format = ge::FORMAT_NCHW;
    const int64_t values[] = {4, -9, 11, 0, 2};
    inputs_[1].host_data = values;
    const gert::Stride strides = {1, 2};
    inputs_[0].view_strides = &strides;
    inputs_[0].view_offset = 6;
    const Status status = Run([&](gert::TilingContext* context) {
        EXPECT_STREQ(context->GetNodeType(), "HostTest");
        EXPECT_EQ(context->GetComputeNodeInputNum(), 2u);
        EXPECT_EQ(context->GetInputShape(0)->GetOriginShape(), gert::Shape({2, 5}));
        EXPECT_EQ(context->GetInputShape(0)->GetStorageShape(), gert::Shape({1, 1, 16, 16}));
        EXPECT_EQ(context->GetInputShape(2), nullptr);
        EXPECT_EQ(context->GetOutputShape(0)->GetStorageShape(), gert::Shape({2, 5}));
        EXPECT_EQ(context->GetOutputShape(1), nullptr);
        EXPECT_EQ(context->GetInputDesc(0)->GetDataType(), ge::DT_FLOAT16);
        EXPECT_EQ(context->GetInputDesc(0)->GetStorageFormat(), ge::FORMAT_FRACTAL_NZ);
        EXPECT_EQ(context->GetInputDesc(0)->GetOriginFormat(), ge::FORMAT_NCHW);
        EXPECT_EQ(context->GetInputDesc(2), nullptr);
        EXPECT_EQ(context->GetOutputDesc(0)->GetDataType(), ge::DT_FLOAT);
        EXPECT_EQ(context->GetInputTensor(0)->GetAddr(), nullptr);
        EXPECT_EQ(context->GetInputTensor(1)->GetData<int64_t>()[1], -9);
        EXPECT_EQ(context->GetInputTensor(1)->GetSize(), 40u);
        EXPECT_TRUE(context->InputIsView(0));
        EXPECT_EQ(context->GetInputStride(0)->GetStride(1), 2);
        EXPECT_EQ(context->GetInputOffset(0), 6);
        EXPECT_FALSE(context->InputIsView(1));
        EXPECT_EQ(context->GetInputOffset(1), -1);
        EXPECT_EQ(context->GetInputStride(5), nullptr);
        EXPECT_EQ(context->GetDeterministic(), 0);
        return context->SetBlockDim(1);
    });
    EXPECT_TRUE(status.ok()) << status.message();
}

TEST_F(HostFunctions, AbsentAndListParametersAreFoundByPosition) {
    const uint32_t instances[] = {0, 2, 0};  // optional and absent, a list of two, a list of none
    request_.op.input_instances = instances;
    const Status status = Run([](gert::TilingContext* context) {
        EXPECT_EQ(context->GetOptionalInputShape(0), nullptr);
        EXPECT_EQ(context->GetOptionalInputDesc(0), nullptr);
        EXPECT_EQ(context->GetDynamicInputShape(1, 1)->GetOriginShape(), gert::Shape({5}));
        EXPECT_EQ(context->GetDynamicInputDesc(1, 0)->GetDataType(), ge::DT_FLOAT16);
        EXPECT_EQ(context->GetDynamicInputTensor(1, 2), nullptr);
        EXPECT_EQ(context->GetDynamicInputTensor(2, 0), nullptr);
        EXPECT_EQ(context->GetDynamicInputTensor(3, 0), nullptr);
        EXPECT_EQ(context->GetIrInputInstanceInfo(1)->GetInstanceNum(), 2u);
        return context->SetBlockDim(1);
    });
    EXPECT_TRUE(status.ok()) << status.message();
    const uint32_t wrong[] = {1, 2};
    request_.op.input_instances = wrong;
    const Status refused = RunTiling(request_, &result_);
    EXPECT_EQ(refused.code(), 561002);
    EXPECT_NE(refused.message().find("2 inputs are given, but its parameters count 3"), std::string::npos)
        << refused.message();
}

TEST_F(HostFunctions, TilingReadsAttributesOfEveryKind) {
    const AttrValue attributes[] = {int64_t{-5},
                                    1.5f,
                                    true,
                                    std::string("tanh"),
                                    std::vector<int64_t>{3, 1, 2},
                                    std::vector<float>{0.5f},
                                    std::vector<std::vector<int64_t>>{{}, {7, 8}},
                                    std::monostate(),
                                    std::vector<bool>{false, true}};
    request_.op.attributes = attributes;
    const Status status = Run([](gert::TilingContext* context) {
        const gert::RuntimeAttrs* attrs = context->GetAttrs();
        EXPECT_EQ(attrs->GetAttrNum(), 10u);
        EXPECT_EQ(*attrs->GetInt(0), -5);
        EXPECT_EQ(*attrs->GetAttrPointer<int32_t>(0), -5);
        EXPECT_EQ(*attrs->GetFloat(1), 1.5f);
        EXPECT_TRUE(*attrs->GetBool(2));
        EXPECT_STREQ(attrs->GetStr(3), "tanh");
        EXPECT_EQ(attrs->GetListInt(4)->GetSize(), 3u);
        EXPECT_EQ(attrs->GetListInt(4)->GetData()[2], 2);
        EXPECT_EQ(attrs->GetListFloat(5)->GetData()[0], 0.5f);
        EXPECT_EQ(attrs->GetListListInt(6)->GetSize(), 2u);
        EXPECT_EQ(attrs->GetListListInt(6)->Get(0)->GetSize(), 0u);
        EXPECT_EQ(static_cast<const int64_t*>(attrs->GetListListInt(6)->Get(1)->GetData())[1], 8);
        EXPECT_EQ(attrs->GetInt(7), nullptr);
        EXPECT_TRUE(attrs->GetAttrPointer<gert::TypedContinuousVector<bool>>(8)->GetData()[1]);
        EXPECT_EQ(*attrs->GetInt(9), 77) << "private attributes follow";
        EXPECT_EQ(attrs->GetInt(10), nullptr);
        return context->SetBlockDim(1);
    });
    EXPECT_TRUE(status.ok()) << status.message();
}

TEST_F(HostFunctions, TilingDecisionsReachTheResult) {
    struct Data {
        uint32_t a;
        uint64_t b;
    };
    const Status status = Run([](gert::TilingContext* context) {
        struct TooLarge {
            char bytes[25];
        };
        EXPECT_EQ(context->GetTilingData<TooLarge>(), nullptr);
        auto* data = context->GetTilingData<Data>();
        EXPECT_EQ(data->b, 0u);
        data->a = 11;
        data->b = 0x1122334455667788;
        EXPECT_EQ(context->GetRawTilingData()->GetCapacity(), 24u);
        EXPECT_EQ(context->GetRawTilingData()->Append(uint64_t{9}), ge::GRAPH_SUCCESS);
        EXPECT_EQ(context->GetRawTilingData()->Append(uint8_t{9}), ge::GRAPH_FAILED);
        size_t* workspaces = context->GetWorkspaceSizes(2);
        workspaces[0] = 16777216;
        workspaces[1] = 40;
        EXPECT_EQ(context->GetWorkspaceSizes(1000), nullptr);
        context->SetBlockDim(40);
        context->SetTilingKey(12);
        context->SetScheduleMode(1);
        context->SetLocalMemorySize(512);
        context->SetNeedAtomic(true);
        return ge::GRAPH_SUCCESS;
    });
    ASSERT_TRUE(status.ok()) << status.message();
    TilingResult expected;
    expected.block_dim = 40;
    expected.tiling_key = 12;
    expected.tiling_data.resize(24);
    const Data data{11, 0x1122334455667788};
    const uint64_t appended = 9;
    std::memcpy(&expected.tiling_data[0], &data.a, 4);
    std::memcpy(&expected.tiling_data[8], &data.b, 8);
    std::memcpy(&expected.tiling_data[16], &appended, 8);
    expected.workspaces = {16777216, 40};
    expected.schedule_mode = 1;
    expected.local_memory_bytes = 512;
    expected.need_atomic = true;
    EXPECT_EQ(result_, expected);
}

TEST_F(HostFunctions, CompileInfoIsParsedBeforeAndFreedAfter) {
    const Status status = Run([](gert::TilingContext* context) {
        EXPECT_EQ(CompileInfo::alive, 1);
        return context->SetBlockDim(context->GetCompileInfo<CompileInfo>()->cores);
    });
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(result_.block_dim, 40u);
    EXPECT_EQ(CompileInfo::alive, 0);
}

TEST_F(HostFunctions, TheCoreNumberFollowsTheKernel) {
    struct Row {
        const char* soc;
        CoreType type;
        uint32_t cores;
    };
    for (const Row& row :
         {Row{"Ascend910B1", CoreType::kVector, 48}, Row{"Ascend910B1", CoreType::kAiCore, 24},
          Row{"Ascend910B4", CoreType::kVector, 40}, Row{"Ascend310B1", CoreType::kVector, 1},
          Row{"Ascend310P1", CoreType::kVector, 10}, Row{"Ascend910A", CoreType::kAiCore, 32},
          Row{"AscendToy", CoreType::kVector, 2}}) {
        ASSERT_TRUE(FindSoc(row.soc, &request_.soc).ok());
        request_.core_type = row.type;
        const Status status = Run([](gert::TilingContext* context) {
            return context->SetBlockDim(
                platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreNum());
        });
        ASSERT_TRUE(status.ok()) << status.message();
        EXPECT_EQ(result_.block_dim, row.cores) << row.soc;
    }
}

TEST_F(HostFunctions, FailuresNameTheOperatorAndTheReason) {
    const TilingResult untouched = result_;
    const auto fails_with = [&](const char* expected,
                                std::function<ge::graphStatus(gert::TilingContext*)> tiling) {
        const Status status = Run(std::move(tiling));
        EXPECT_EQ(status.code(), 561002) << expected;
        EXPECT_EQ(status.message(), expected);
        EXPECT_EQ(result_, untouched);
        EXPECT_EQ(CompileInfo::alive, 0);
    };
    fails_with("HostTest: tiling failed: coreNum is 0; no way on", [](gert::TilingContext* context) {
        OP_LOGE(context, "coreNum is %d", 0);
        OP_LOGE(std::string("someone"), "no way on");
        return ge::GRAPH_FAILED;
    });
    fails_with("HostTest: tiling failed: no way on; nor back", [](gert::TilingContext*) {
        OP_LOGD("a text alone");
        OP_LOGI("a text alone");
        OP_LOGW("a text alone");
        OP_LOGE("no way on");
        OP_LOGE_WITHOUT_REPORT("nor back");
        return ge::GRAPH_FAILED;
    });
    fails_with("HostTest: tiling failed: context->GetInputShape(7) is null",
               [](gert::TilingContext* context) -> ge::graphStatus {
                   OP_CHECK_NULL_WITH_CONTEXT(context, context->GetInputShape(7));
                   return ge::GRAPH_SUCCESS;
               });
    fails_with("HostTest: tiling failed: shape of x is [2], expected [3]", [](gert::TilingContext* context) {
        OP_CHECK_IF(true, OP_LOGE_FOR_INVALID_SHAPE(context, "x", "[2]", std::string("[3]")),
                    return ge::GRAPH_FAILED);
        return ge::GRAPH_SUCCESS;
    });
    fails_with("HostTest: tiling failed: the function returned GRAPH_FAILED",
               [](gert::TilingContext*) { return ge::GRAPH_FAILED; });
    fails_with("HostTest: tiling failed: the function returned 50331649",
               [](gert::TilingContext*) { return ge::GRAPH_PARAM_INVALID; });
    fails_with("HostTest: tiling failed: the function threw an exception: out of range",
               [](gert::TilingContext*) -> ge::graphStatus { throw std::out_of_range("out of range"); });
    fails_with("HostTest: tiling failed: the function threw an exception",
               [](gert::TilingContext*) -> ge::graphStatus { throw 3; });
    fails_with("HostTest: tiling failed: the block dim is 0, expected at least 1 (SetBlockDim)",
               [](gert::TilingContext*) { return ge::GRAPH_SUCCESS; });
    fails_with(
        "HostTest: tiling failed: the tiling key is invalid: its template arguments are not among those "
        "declared",
        [](gert::TilingContext* context) {
            context->SetTilingKey(UINT64_MAX);
            return context->SetBlockDim(1);
        });
    fails_with(
        "HostTest: tiling failed: the tiling data has 25 bytes, expected at most 24 (second argument of "
        "Tiling)",
        [](gert::TilingContext* context) {
            context->GetRawTilingData()->SetDataSize(25);
            return context->SetBlockDim(1);
        });
    for (const size_t at : {24, 200}) {
        fails_with(
            "HostTest: tiling failed: it wrote past the 24 bytes of the tiling data (second argument of "
            "Tiling)",
            [at](gert::TilingContext* context) {
                static_cast<char*>(context->GetRawTilingData()->GetData())[at] = 1;
                return context->SetBlockDim(1);
            });
    }
    for (const size_t bytes : {SIZE_MAX, size_t{1} << 63, size_t{INT64_MAX}}) {
        const std::string expected =
            "HostTest: tiling failed: workspace " +
            std::string(bytes == INT64_MAX ? "1 has 1" : "0 has " + std::to_string(bytes)) +
            " bytes, expected a total below 2^63 (GetWorkspaceSizes)";
        fails_with(expected.c_str(), [bytes](gert::TilingContext* context) {
            size_t* sizes = context->GetWorkspaceSizes(2);
            sizes[0] = bytes;
            sizes[1] = 1;
            return context->SetBlockDim(1);
        });
    }
}

TEST_F(HostFunctions, MissingFunctionsAreErrorsThatSayWhatToRegister) {
    request_.op.op_type = "HostTestUnknown";
    EXPECT_EQ(RunTiling(request_, &result_).message(),
              "HostTestUnknown: tiling failed: no loaded library registers this operator");
    request_.op.op_type = "HostTestWithoutFunctions";
    EXPECT_EQ(RunTiling(request_, &result_).message(),
              "HostTestWithoutFunctions: tiling failed: the operator has no such function; register one with "
              "IMPL_OP_OPTILING");
    std::vector<gert::Shape> shapes;
    const Status status = RunInferShape(request_.op, &shapes);
    EXPECT_EQ(status.code(), 561001);
    EXPECT_NE(status.message().find("IMPL_OP_INFERSHAPE"), std::string::npos);
}

TEST_F(HostFunctions, InferShapeSeesOriginShapes) {
    inputs_[0].storage_shape = {1, 1, 16, 16};
    std::vector<gert::Shape> shapes;
    g_infer_shape = [](gert::InferShapeContext* context) {
        EXPECT_EQ(context->GetInputShape(2), nullptr);
        EXPECT_EQ(context->GetOutputShape(1), nullptr);
        *context->GetOutputShape(0) = *context->GetInputShape(0);
        context->GetOutputShape(0)->AppendDim(context->GetInputShape(1)->GetDim(0));
        return ge::GRAPH_SUCCESS;
    };
    const Status status = RunInferShape(request_.op, &shapes);
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_EQ(shapes.size(), 1u);
    EXPECT_EQ(shapes[0], gert::Shape({2, 5, 5}));

    g_infer_shape = [](gert::InferShapeContext* context) {
        OP_LOGE(context->GetNodeName(), "rank is 9");
        return ge::GRAPH_FAILED;
    };
    EXPECT_EQ(RunInferShape(request_.op, &shapes).message(), "HostTest: infer shape failed: rank is 9");
    EXPECT_EQ(shapes[0], gert::Shape({2, 5, 5}));
}

TEST_F(HostFunctions, InferDataTypeRunsTheFunctionOrCopiesTheFirstInput) {
    std::vector<ge::DataType> types;
    ASSERT_TRUE(RunInferDataType(request_.op, &types).ok());
    EXPECT_EQ(types, std::vector<ge::DataType>{ge::DT_INT64});
    request_.op.op_type = "HostTestWithoutFunctions";
    ASSERT_TRUE(RunInferDataType(request_.op, &types).ok());
    EXPECT_EQ(types, std::vector<ge::DataType>{ge::DT_FLOAT16});
}

}  // namespace
