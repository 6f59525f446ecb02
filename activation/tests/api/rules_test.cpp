// What every function of the family refuses, with which code and which words.
#include <gtest/gtest.h>

#include "activation/tests/api/call.h"
#include "tests/support/settings.h"

namespace aclnn_cpu::activation_test {
namespace {

using test::Contiguous;
using test::ScopedSetting;

class Rules : public testing::TestWithParam<size_t> {
 protected:
    const Row& row() const { return Family()[GetParam()]; }
    const std::string& NameOf(size_t parameter) const { return row().function.parameters[parameter].name; }

    void ExpectRefused(const Arguments& arguments, aclnnStatus code, const std::string& word) const {
        const Planned planned = Plan(row(), arguments.values);
        EXPECT_EQ(planned.status, code) << planned.message;
        EXPECT_NE(planned.message.find(row().function.name), std::string::npos) << planned.message;
        EXPECT_NE(planned.message.find(word), std::string::npos)
            << "no '" << word << "' in: " << planned.message;
        EXPECT_EQ(planned.workspace_size, kUntouchedSize);
        EXPECT_EQ(planned.executor, nullptr);
    }
    // Of parameters that are tensors and count.
    std::vector<size_t> Tensors() const {
        std::vector<size_t> tensors = row().inputs;
        if (!row().in_place) {
            tensors.push_back(row().output);
        }
        return tensors;
    }
};

INSTANTIATE_TEST_SUITE_P(Family, Rules, testing::Range(size_t{0}, Family().size()),
                         [](const testing::TestParamInfo<size_t>& info) {
                             return Family()[info.param].function.name;
                         });

TEST_P(Rules, NullPointersAre161001WhateverElseIsWrong) {
    for (size_t i = 0; i < row().function.parameters.size(); ++i) {
        const Parameter& parameter = row().function.parameters[i];
        if (parameter.kind == Kind::kBool || parameter.kind == Kind::kInteger) {
            continue;
        }
        Arguments arguments(row(), ACL_FLOAT, Contiguous({4}));
        arguments.values[i] = {};
        if (parameter.optional) {
            EXPECT_EQ(Plan(row(), arguments.values).status, 0) << parameter.name;
            continue;
        }
        ExpectRefused(arguments, 161001, parameter.name);
        for (const size_t other : Tensors()) {
            if (other != i) {
                arguments.Replace(other, ACL_COMPLEX64, Contiguous({1, 1, 1, 1, 1, 1, 1, 1, 1}));
                ExpectRefused(arguments, 161001, parameter.name);
                break;
            }
        }
    }
}

TEST_P(Rules, NullResultsAre161001) {
    Arguments arguments(row(), ACL_FLOAT, Contiguous({4}));
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    EXPECT_EQ(row().function.plan(arguments.values, nullptr, &executor), 161001);
    EXPECT_NE(test::TakeMessage().find("workspaceSize"), std::string::npos);
    EXPECT_EQ(row().function.plan(arguments.values, &size, nullptr), 161001);
    EXPECT_NE(test::TakeMessage().find("executor"), std::string::npos);
}

TEST_P(Rules, TypesThatAreNotListedAre161002) {
    for (const size_t tensor : Tensors()) {
        for (const aclDataType dtype : {ACL_COMPLEX64, ACL_UINT32}) {
            if (dtype == ACL_UINT32 && tensor != row().output &&
                row().function.name.find("GeluBackward") != std::string::npos) {
                continue;  // what counts there is the promoted type
            }
            Arguments arguments(row(), ACL_FLOAT, Contiguous({4}));
            arguments.Replace(tensor, dtype, Contiguous({4}));
            ExpectRefused(arguments, 161002, NameOf(tensor));
        }
    }
}

TEST_P(Rules, TypesThatDifferAre161002WhereOneIsAskedFor) {
    for (const size_t tensor : Tensors()) {
        Arguments arguments(row(), ACL_FLOAT, Contiguous({4}));
        arguments.Replace(tensor, ACL_FLOAT16, Contiguous({4}));
        const bool output = tensor == row().output;
        const bool alone = row().in_place || (!output && row().inputs.size() == 1);
        const bool refused = row().dtypes == DtypeRule::kSame ? !row().in_place
                             : row().dtypes == DtypeRule::kCastOutput
                                 ? !output && !alone
                                 : row().dtypes == DtypeRule::kPromotedToOut && output;
        if (refused) {
            ExpectRefused(arguments, 161002, "FLOAT16");
        } else {
            const Planned planned = Plan(row(), arguments.values);
            EXPECT_EQ(planned.status, 0) << NameOf(tensor) << ": " << planned.message;
        }
    }
}

TEST_P(Rules, RanksAbove8Are161002AndNameTheTensor) {
    for (const size_t tensor : Tensors()) {
        Arguments arguments(row(), ACL_FLOAT, Contiguous({1, 1, 1, 1, 1, 1, 1, 1}));
        EXPECT_EQ(Plan(row(), arguments.values).status, 0);
        arguments.Replace(tensor, ACL_FLOAT, Contiguous({1, 1, 1, 1, 1, 1, 1, 1, 1}));
        ExpectRefused(arguments, 161002, NameOf(tensor));
    }
}

TEST_P(Rules, ShapesThatDoNotFitAre161002) {
    if (row().in_place) {
        return;  // one tensor is all there is
    }
    for (const size_t tensor : Tensors()) {
        Arguments arguments(row(), ACL_FLOAT, Contiguous({4, 3}));
        arguments.Replace(tensor, ACL_FLOAT, Contiguous({4, 2}));
        ExpectRefused(arguments, 161002, NameOf(tensor));
    }
    if (row().inputs.size() == 2) {
        Arguments arguments(row(), ACL_FLOAT, Contiguous({4, 3}));
        arguments.Replace(row().inputs[0], ACL_FLOAT, Contiguous({4, 1}));
        if (row().broadcasts) {
            const Planned planned = Plan(row(), arguments.values);
            EXPECT_EQ(planned.status, 0) << planned.message;
        } else {
            ExpectRefused(arguments, 161002, NameOf(row().inputs[0]));
        }
    }
    // An output that would have to broadcast.
    Arguments arguments(row(), ACL_FLOAT, Contiguous({4, 3}));
    arguments.Replace(row().output, ACL_FLOAT, Contiguous({2, 4, 3}));
    ExpectRefused(arguments, 161002, NameOf(row().output));
}

TEST_P(Rules, ComplexNumbersAre161002) {
    for (size_t i = 0; i < row().function.parameters.size(); ++i) {
        if (row().function.parameters[i].kind == Kind::kScalar) {
            Arguments arguments(row(), ACL_FLOAT, Contiguous({4}));
            arguments.ReplaceNumber(i, ACL_COMPLEX64, 1);
            ExpectRefused(arguments, 161002, NameOf(i));
        }
    }
}

TEST_P(Rules, BFloat16IsRefusedOnChipsWithoutIt) {
    const ScopedSetting soc("soc", "ascend310b", "ascend910b");
    Arguments arguments(row(), ACL_BF16, Contiguous({4}));
    ExpectRefused(arguments, 161002, "BFLOAT16");
}

TEST_P(Rules, NothingToDoIsASuccess) {
    Arguments arguments(row(), ACL_FLOAT, Contiguous({0, 3}));
    const Planned planned = Plan(row(), arguments.values);
    EXPECT_EQ(planned.status, 0) << planned.message;
    EXPECT_EQ(planned.workspace_size, 0u);
    ASSERT_NE(planned.executor, nullptr);
    EXPECT_EQ(row().function.run(nullptr, 0, planned.executor, test::Device::Stream()), 0);
}

// ---- numbers

const Row& RowOf(const std::string& name) {
    for (const Row& row : Family()) {
        if (row.function.name == name) {
            return row;
        }
    }
    ADD_FAILURE() << name;
    return Family().front();
}

aclnnStatus StatusWith(const std::string& name, const std::string& parameter, double value) {
    const Row& row = RowOf(name);
    Arguments arguments(row, ACL_FLOAT, Contiguous({4}));
    const size_t index = row.function.Index(parameter);
    if (row.function.parameters.at(index).kind == Kind::kScalar) {
        arguments.ReplaceNumber(index, ACL_FLOAT, value);
    } else {
        arguments.values[index].integer = static_cast<int64_t>(value);
    }
    const Planned planned = Plan(row, arguments.values);
    EXPECT_TRUE(planned.status == 0 || planned.message.find(parameter) != std::string::npos)
        << planned.message;
    return planned.status;
}

TEST(Numbers, SoftshrinkRefusesANegativeLambda) {
    EXPECT_EQ(StatusWith("aclnnSoftshrink", "lambd", -0.5), 161002);
    EXPECT_EQ(StatusWith("aclnnSoftshrinkBackward", "lambda", -0.5), 161002);
    EXPECT_EQ(StatusWith("aclnnSoftshrink", "lambd", 0), 0);
    EXPECT_EQ(StatusWith("aclnnSoftshrink", "lambd", -0.0), 0);
}

TEST(Numbers, HardshrinkTakesANegativeLambdaAsZero) {
    EXPECT_EQ(StatusWith("aclnnHardshrink", "lambd", -0.5), 0);
    EXPECT_EQ(StatusWith("aclnnHardshrinkBackward", "lambd", -0.5), 0);
}

TEST(Numbers, ResultsOfNegativeSlopesAreRefused) {
    EXPECT_EQ(StatusWith("aclnnEluBackward", "alpha", -1), 161002);
    EXPECT_EQ(StatusWith("aclnnEluBackward", "alpha", 0), 0);
    EXPECT_EQ(StatusWith("aclnnLeakyReluBackward", "negativeSlope", -1), 161002);
    EXPECT_EQ(StatusWith("aclnnLeakyReluBackward", "negativeSlope", 0), 0);
}

TEST(Numbers, GeluV2KnowsTwoForms) {
    EXPECT_EQ(StatusWith("aclnnGeluV2", "approximate", 0), 0);
    EXPECT_EQ(StatusWith("aclnnGeluV2", "approximate", 1), 0);
    EXPECT_EQ(StatusWith("aclnnGeluV2", "approximate", 2), 161002);
}

TEST(Numbers, GeluBackwardV2KnowsTwoTexts) {
    const Row& row = RowOf("aclnnGeluBackwardV2");
    for (const char* text : {"", "Tanh", "erf", "tanh ", "none", "tanh"}) {
        Arguments arguments(row, ACL_FLOAT, Contiguous({4}));
        arguments.values[row.function.Index("approximate")].text = text;
        const Planned planned = Plan(row, arguments.values);
        const bool known = std::string(text) == "none" || std::string(text) == "tanh";
        EXPECT_EQ(planned.status, known ? 0 : 161002) << text;
        EXPECT_TRUE(known || planned.message.find("approximate") != std::string::npos) << planned.message;
    }
}

}  // namespace
}  // namespace aclnn_cpu::activation_test
