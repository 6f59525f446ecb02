#include "register/registry.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

#include "register/host_functions.h"
#include "register/op_def_query.h"
#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"

namespace {

using aclnn_cpu::base::DType;
using aclnn_cpu::registry::FindDefinition;
using aclnn_cpu::registry::FindImplementations;
using aclnn_cpu::registry::FindOp;
using aclnn_cpu::registry::OperatorImplementations;
using aclnn_cpu::registry::RegisterImplementations;
using aclnn_cpu::registry::RegistryRevision;
using aclnn_cpu::registry::UnregisterLibrary;

UINT32 FirstTiling(gert::TilingContext* context) { return context->SetBlockDim(3); }
UINT32 SecondTiling(gert::TilingContext* context) { return context->SetBlockDim(5); }
UINT32 FirstShape(gert::InferShapeContext*) { return ge::GRAPH_SUCCESS; }

struct Info {
    int number = 0;
};
UINT32 ParseInfo(gert::TilingParseContext*) { return ge::GRAPH_SUCCESS; }

IMPL_OP_INFERSHAPE(RegistryTestShared).InferShape(FirstShape);
IMPL_OP_OPTILING(RegistryTestShared).Tiling(FirstTiling, 64).TilingParse<Info>(ParseInfo);
IMPL_OP(RegistryTestShared).InputsDataDependency({1, 3}).NullableOutputs({0}).PrivateAttr("scale", 2.5f);

class RegistryTest : public testing::Test {
 protected:
    // Stands for another library; nothing is read at the address.
    const void* other_ = &other_memory_;
    ~RegistryTest() override { UnregisterLibrary(other_); }

 private:
    char other_memory_ = 0;
};

TEST_F(RegistryTest, RegistrationsOfOneLibraryAddUp) {
    const auto entry = FindOp(ACLNN_CPU_THIS_LIBRARY, "RegistryTestShared");
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->library, ACLNN_CPU_THIS_LIBRARY);
    EXPECT_EQ(entry->functions.infer_shape, FirstShape);
    EXPECT_EQ(entry->functions.tiling, FirstTiling);
    EXPECT_EQ(entry->functions.max_tiling_data_bytes, 64u);
    EXPECT_EQ(entry->functions.tiling_parse, ParseInfo);
    EXPECT_EQ(entry->functions.value_inputs, 0b1010u);
    EXPECT_EQ(entry->functions.nullable_outputs, 1u);
    ASSERT_EQ(entry->functions.private_attrs.size(), 1u);
    EXPECT_EQ(std::get<float>(entry->functions.private_attrs[0].second), 2.5f);
    EXPECT_EQ(entry->definition, nullptr);
    EXPECT_EQ(FindOp(ACLNN_CPU_THIS_LIBRARY, "RegistryTestShare"), nullptr);
}

TEST_F(RegistryTest, EachLibraryFindsItsOwnAndBorrowsTheRest) {
    EXPECT_EQ(FindOp(other_, "RegistryTestShared")->functions.tiling, FirstTiling);
    gert::OpImplRegisterV2("RegistryTestShared", other_).Tiling(SecondTiling);
    EXPECT_EQ(FindOp(other_, "RegistryTestShared")->functions.tiling, SecondTiling);
    EXPECT_EQ(FindOp(other_, "RegistryTestShared")->functions.infer_shape, nullptr)
        << "operators are not mixed";
    EXPECT_EQ(FindOp(ACLNN_CPU_THIS_LIBRARY, "RegistryTestShared")->functions.tiling, FirstTiling);
    EXPECT_EQ(FindOp(nullptr, "RegistryTestShared")->functions.tiling, FirstTiling);
    UnregisterLibrary(other_);
    EXPECT_EQ(FindOp(other_, "RegistryTestShared")->functions.tiling, FirstTiling);
}

TEST_F(RegistryTest, ACopyOfARegistrationEditsTheSameOperator) {
    gert::OpImplRegisterV2 original("RegistryTestCopy", other_);
    EXPECT_EQ(FindOp(other_, "RegistryTestCopy")->functions.tiling, nullptr);
    gert::OpImplRegisterV2 copy = original;
    copy.Tiling(SecondTiling);
    EXPECT_EQ(FindOp(other_, "RegistryTestCopy")->functions.tiling, SecondTiling);
}

TEST_F(RegistryTest, ADefinitionThatThrowsIsNotFound) {
    ops::OpDefFactory::OpDefRegister(
        "RegistryTestThrows", [](const char*) -> ops::OpDef { throw std::runtime_error("no"); }, other_);
    EXPECT_EQ(FindDefinition(other_, "RegistryTestThrows"), nullptr);
}

TEST_F(RegistryTest, TheDefinitionProvidesFunctionsThatAreNotRegistered) {
    const auto define = [](const char* name) {
        ops::OpDef op(name);
        op.SetInferShape(FirstShape).AICore().SetTiling(FirstTiling);
        return op;
    };
    ops::OpDefFactory::OpDefRegister("RegistryTestDefined", define, other_);
    gert::OpImplRegisterV2("RegistryTestDefined", other_).Tiling(SecondTiling, 16);
    const auto entry = FindOp(other_, "RegistryTestDefined");
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->functions.infer_shape, FirstShape);
    EXPECT_EQ(entry->functions.tiling, SecondTiling);
    EXPECT_EQ(entry->functions.max_tiling_data_bytes, 16u);
}

TEST_F(RegistryTest, ImplementationsAreFoundByLibrary) {
    static constexpr DType kTypes[] = {DType::kFloat, DType::kFloat};
    static constexpr aclnn_cpu::registry::KernelVariant kKernels[] = {
        {"ascend910b", kTypes, 7, nullptr, 48, 0}};
    const OperatorImplementations mine{"RegistryTestKernels", "mine.cpp", kKernels, nullptr, 2};
    EXPECT_EQ(FindImplementations(other_, "RegistryTestKernels"), nullptr);
    RegisterImplementations(ACLNN_CPU_THIS_LIBRARY, ACLNN_CPU_ABI_TAG, mine);
    const OperatorImplementations* found = FindImplementations(other_, "RegistryTestKernels");
    ASSERT_NE(found, nullptr);
    EXPECT_STREQ(found->kernel_file, "mine.cpp");
    EXPECT_EQ(found->kernels[0].tiling_key, 7u);
    EXPECT_EQ(found->kernels[0].dtypes.size(), 2u);
    RegisterImplementations(other_, ACLNN_CPU_ABI_TAG, {"RegistryTestKernels", "other.cpp", {}, nullptr, 0});
    EXPECT_STREQ(FindImplementations(other_, "RegistryTestKernels")->kernel_file, "other.cpp");
    EXPECT_EQ(FindImplementations(ACLNN_CPU_THIS_LIBRARY, "RegistryTestKernels"), found);
}

TEST_F(RegistryTest, FoundImplementationsStayReadableAndTheRevisionTellsThatTheyAreGone) {
    const uint64_t before = RegistryRevision();
    RegisterImplementations(other_, ACLNN_CPU_ABI_TAG, {"RegistryTestGone", "gone.cpp", {}, nullptr, 3});
    const uint64_t registered = RegistryRevision();
    EXPECT_NE(registered, before);
    const OperatorImplementations* found = FindImplementations(other_, "RegistryTestGone");
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(RegistryRevision(), registered) << "looking up changes nothing";
    UnregisterLibrary(other_);
    EXPECT_NE(RegistryRevision(), registered);
    EXPECT_EQ(FindImplementations(other_, "RegistryTestGone"), nullptr);
    EXPECT_EQ(found->native_inputs, 3u);
}

TEST_F(RegistryTest, AnotherAbiIsRefusedWithOneLine) {
    testing::internal::CaptureStderr();
    RegisterImplementations(other_, "aclnn-cpu-0", {"RegistryTestOld", "old.cpp", {}, nullptr, 0});
    gert::OpImplRegisterV2("RegistryTestOld", other_, "aclnn-cpu-0").Tiling(FirstTiling);
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_NE(text.find("ABI 'aclnn-cpu-0', expected '" ACLNN_CPU_ABI_TAG "'"), std::string::npos) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
    EXPECT_EQ(FindImplementations(other_, "RegistryTestOld"), nullptr);
    EXPECT_EQ(FindOp(other_, "RegistryTestOld"), nullptr);
}

TEST_F(RegistryTest, AnUnloadedLibraryTakesItsOperatorsAlong) {
    EXPECT_EQ(FindOp(nullptr, "RegistryTestPlugin"), nullptr);
    for (int round = 0; round < 3; ++round) {
        void* plugin = dlopen(REGISTER_TEST_PLUGIN, RTLD_NOW | RTLD_LOCAL);
        ASSERT_NE(plugin, nullptr) << dlerror();
        const void* key = reinterpret_cast<const void* (*)()>(dlsym(plugin, "PluginLibraryKey"))();
        EXPECT_NE(key, ACLNN_CPU_THIS_LIBRARY);

        aclnn_cpu::registry::TilingRequest request;
        request.op.library = key;
        request.op.op_type = "RegistryTestShared";
        request.soc = &aclnn_cpu::platform::AllSocs().front();
        aclnn_cpu::registry::TilingResult result;
        ASSERT_TRUE(RunTiling(request, &result).ok());
        EXPECT_EQ(result.block_dim, 31u);
        request.op.library = ACLNN_CPU_THIS_LIBRARY;
        ASSERT_TRUE(RunTiling(request, &result).ok());
        EXPECT_EQ(result.block_dim, 3u);
        ASSERT_NE(FindDefinition(nullptr, "RegistryTestPlugin"), nullptr);
        EXPECT_EQ(FindDefinition(nullptr, "RegistryTestPlugin")->inputs[0].name, "from_plugin");

        ASSERT_EQ(dlclose(plugin), 0);
        EXPECT_EQ(FindOp(nullptr, "RegistryTestPlugin"), nullptr);
        EXPECT_EQ(FindOp(key, "RegistryTestShared")->functions.tiling, FirstTiling);
    }
}

TEST_F(RegistryTest, LookupsMeetRegistrationsOnOtherThreads) {
    std::atomic<bool> stop{false};
    std::atomic<int> wrong{0};
    std::thread reader([&] {
        while (!stop) {
            wrong += FindOp(ACLNN_CPU_THIS_LIBRARY, "RegistryTestShared")->functions.tiling != FirstTiling;
        }
    });
    for (int i = 0; i < 500; ++i) {
        gert::OpImplRegisterV2("RegistryTestShared", other_).Tiling(SecondTiling);
        EXPECT_EQ(FindOp(other_, "RegistryTestShared")->functions.tiling, SecondTiling);
        UnregisterLibrary(other_);
    }
    stop = true;
    reader.join();
    EXPECT_EQ(wrong, 0);
}

}  // namespace
