// What every function of the family computes, by both engines, in each type, through views and in place.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "activation/tests/api/call.h"
#include "tests/support/settings.h"

namespace aclnn_cpu::activation_test {
namespace {

using test::Contiguous;
using test::Layout;
using test::ScopedSetting;

// Exact in all three types; the kinks of the piecewise functions among them.
const std::vector<double> kSelf = {-8, -3, -2, -1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 1, 2, 3, 6, 12};

class Values : public testing::TestWithParam<size_t> {
 protected:
    const Row& row() const { return Family()[GetParam()]; }

    // The i-th value of the k-th of the inputs.
    double Input(size_t k, size_t i) const {
        return k + 1 == row().inputs.size() ? kSelf[i % kSelf.size()] : 1.5 - static_cast<double>(i % 7) / 4;
    }
    void Fill(Arguments& arguments) const {
        for (size_t k = 0; k < row().inputs.size(); ++k) {
            test::Tensor& tensor = arguments.tensor(row().inputs[k]);
            std::vector<double> values(static_cast<size_t>(tensor.layout().Elements()));
            for (size_t i = 0; i < values.size(); ++i) {
                values[i] = Input(k, i);
            }
            tensor.Set(values);
        }
    }
    static double Tolerance(double expected, aclDataType dtype) {
        const double one_ulp = dtype == ACL_FLOAT16 ? 0x1p-10 : 0x1p-7;
        return dtype == ACL_FLOAT ? 3e-7 * std::max(1.0, std::fabs(expected))
                                  : one_ulp * std::fabs(expected) + 1e-7;
    }
    void ExpectValues(Arguments& arguments, aclDataType dtype) const {
        const std::vector<double> result = arguments.tensor(row().output).Get();
        for (size_t i = 0; i < result.size(); ++i) {
            std::vector<double> x(row().inputs.size());
            for (size_t k = 0; k < x.size(); ++k) {
                x[k] = Input(k, i);
            }
            const double expected = row().value(x);
            EXPECT_NEAR(result[i], expected, Tolerance(expected, dtype))
                << "element " << i << ", self " << x.back() << ", " << test::NameOf(dtype);
        }
    }
    void ExpectRight(aclDataType dtype, const Layout& layout) const {
        Arguments arguments(row(), dtype, layout);
        Fill(arguments);
        ASSERT_EQ(RunBothPhases(row(), arguments.values), 0);
        ExpectValues(arguments, dtype);
        EXPECT_TRUE(arguments.tensor(row().output).SurroundingsIntact());
    }
};

INSTANTIATE_TEST_SUITE_P(Family, Values, testing::Range(size_t{0}, Family().size()),
                         [](const testing::TestParamInfo<size_t>& info) {
                             return Family()[info.param].function.name;
                         });

TEST_P(Values, AreThoseOfTheFormulaOnBothEngines) {
    for (const char* engine : {"native", "aicore"}) {
        const ScopedSetting setting("engine", engine, "auto");
        for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
            SCOPED_TRACE(engine);
            ExpectRight(dtype, Contiguous({3, 31}));
        }
    }
}

TEST_P(Values, AreTheSameOnTheOtherChip) {
    const ScopedSetting engine("engine", "aicore", "auto");
    const ScopedSetting soc("soc", "ascend310b", "ascend910b");
    ExpectRight(ACL_FLOAT, Contiguous({3, 31}));
    ExpectRight(ACL_FLOAT16, Contiguous({3, 31}));
}

TEST_P(Values, AreTheSameThroughViews) {
    for (const char* engine : {"native", "aicore"}) {
        const ScopedSetting setting("engine", engine, "auto");
        ExpectRight(ACL_FLOAT, test::Transposed({5, 7}));
        ExpectRight(ACL_FLOAT, test::Sliced({5, 7}));
    }
}

TEST_P(Values, AreTheSameInPlace) {
    if (row().in_place) {
        return;  // all its tests are
    }
    for (const char* engine : {"native", "aicore"}) {
        const ScopedSetting setting("engine", engine, "auto");
        for (const size_t input : row().inputs) {
            Arguments arguments(row(), ACL_FLOAT, Contiguous({50}));
            Fill(arguments);
            arguments.values[row().output] = arguments.values[input];
            ASSERT_EQ(RunBothPhases(row(), arguments.values), 0);
            const std::vector<double> result = arguments.tensor(input).Get();
            for (size_t i = 0; i < result.size(); ++i) {
                std::vector<double> x(row().inputs.size());
                for (size_t k = 0; k < x.size(); ++k) {
                    x[k] = Input(k, i);
                }
                EXPECT_NEAR(result[i], row().value(x), Tolerance(row().value(x), ACL_FLOAT)) << i;
            }
        }
    }
}

TEST_P(Values, AreReportedByNoCheck) {
    const ScopedSetting engine("engine", "aicore", "auto");
    const ScopedSetting check("check", "strict", "0");
    ExpectRight(ACL_FLOAT, Contiguous({1000}));
    ExpectRight(ACL_FLOAT16, Contiguous({77}));
    EXPECT_EQ(test::TakeMessage(), "");
}

}  // namespace
}  // namespace aclnn_cpu::activation_test
