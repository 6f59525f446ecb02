// What the piecewise activations and the derivatives from saved outputs do where pieces meet, at NaN, at infinities and
// for unusual attributes: one row per convention, whose name says it. The public documents of each function decide; a
// case "otherwise" takes in NaN, and inequalities that cover every number do not.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/native_harness.h"

namespace aclnn_cpu::simd {
#define ACLNN_DECLARE_KERNEL(name) void name##Native(const NativeCall& call)
ACLNN_DECLARE_KERNEL(CeluV2);
ACLNN_DECLARE_KERNEL(Elu);
ACLNN_DECLARE_KERNEL(EluGradV2);
ACLNN_DECLARE_KERNEL(HardShrink);
ACLNN_DECLARE_KERNEL(HardShrinkGrad);
ACLNN_DECLARE_KERNEL(HardSigmoid);
ACLNN_DECLARE_KERNEL(HardSigmoidGrad);
ACLNN_DECLARE_KERNEL(HardSwish);
ACLNN_DECLARE_KERNEL(HardSwishGrad);
ACLNN_DECLARE_KERNEL(HardSwishGradV2);
ACLNN_DECLARE_KERNEL(HardtanhGrad);
ACLNN_DECLARE_KERNEL(LeakyRelu);
ACLNN_DECLARE_KERNEL(LeakyReluGrad);
ACLNN_DECLARE_KERNEL(Relu);
ACLNN_DECLARE_KERNEL(Selu);
ACLNN_DECLARE_KERNEL(SeluGrad);
ACLNN_DECLARE_KERNEL(SigmoidGrad);
ACLNN_DECLARE_KERNEL(SoftShrinkGrad);
ACLNN_DECLARE_KERNEL(Softshrink);
ACLNN_DECLARE_KERNEL(TanhGrad);
ACLNN_DECLARE_KERNEL(Threshold);
ACLNN_DECLARE_KERNEL(ThresholdGradV2D);
#undef ACLNN_DECLARE_KERNEL
}  // namespace aclnn_cpu::simd

namespace aclnn_cpu {
namespace {

using base::DType;
using base::SimdTarget;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kSixth = 1.0f / 6.0f;
constexpr float kBelow3 = 0x1.7ffffep+1f, kAbove3 = 0x1.800002p+1f;  // the neighbours of 3
constexpr float kSeluScale = 0x1.0cfabep+0f;
constexpr float kTiny = 0x1p-149f;

struct Boundary {
    const char* convention;
    simd::NativeKernel kernel;
    std::vector<float> attributes;
    std::vector<float> inputs;  // in the operator's order
    float expected;             // to the sign of a zero
};

void PrintTo(const Boundary& boundary, std::ostream* out) { *out << boundary.convention; }

const std::vector<float> kHard = {kSixth, 0.5f};

const std::vector<Boundary> kHardSigmoidRows = {
    {"HardSigmoidGradAtThreeIsZero", simd::HardSigmoidGradNative, kHard, {1, 3}, 0},
    {"HardSigmoidGradAtMinusThreeIsZero", simd::HardSigmoidGradNative, kHard, {1, -3}, 0},
    {"HardSigmoidGradJustBelowThreeIsASixth", simd::HardSigmoidGradNative, kHard, {1, kBelow3}, kSixth},
    {"HardSigmoidGradJustAboveMinusThreeIsASixth", simd::HardSigmoidGradNative, kHard, {1, -kBelow3}, kSixth},
    {"HardSigmoidGradAtInfinityIsZero", simd::HardSigmoidGradNative, kHard, {1, kInf}, 0},
    {"HardSigmoidGradAtMinusInfinityIsZero", simd::HardSigmoidGradNative, kHard, {1, -kInf}, 0},
    {"HardSigmoidGradAtNanIsOtherwiseZero", simd::HardSigmoidGradNative, kHard, {1, kNan}, 0},
    {"HardSigmoidGradOfNanInsideIsNan", simd::HardSigmoidGradNative, kHard, {kNan, 0}, kNan},
    {"HardSigmoidGradOfInfinityInsideIsInfinity", simd::HardSigmoidGradNative, kHard, {kInf, 0}, kInf},
    {"HardSigmoidGradOfNanOutsideIsZero", simd::HardSigmoidGradNative, kHard, {kNan, 4}, 0},
    {"HardSigmoidGradOfInfinityOutsideIsZero", simd::HardSigmoidGradNative, kHard, {kInf, -4}, 0},
    {"HardSigmoidGradOfNegativeAlphaAtItsLowerEnd",
     simd::HardSigmoidGradNative,
     {-0.5f, 0.25f},
     {1, -1.5f},
     0},
    {"HardSigmoidGradOfNegativeAlphaInside", simd::HardSigmoidGradNative, {-0.5f, 0.25f}, {1, -1.25f}, -0.5f},
    {"HardSigmoidGradOfNegativeAlphaAtItsUpperEnd",
     simd::HardSigmoidGradNative,
     {-0.5f, 0.25f},
     {1, 0.5f},
     0},
    {"HardSigmoidGradOfAlphaZeroIsZero", simd::HardSigmoidGradNative, {0, 0.5f}, {1, 1}, 0},
    {"HardSigmoidGradOfNanAlphaIsZero", simd::HardSigmoidGradNative, {kNan, 0.5f}, {1, 1}, 0},
    {"HardSigmoidAtThreeIsOne", simd::HardSigmoidNative, kHard, {3}, 1},
    {"HardSigmoidAtMinusThreeIsZero", simd::HardSigmoidNative, kHard, {-3}, 0},
    {"HardSigmoidAtZeroIsAHalf", simd::HardSigmoidNative, kHard, {0}, 0.5f},
    {"HardSigmoidAtInfinityIsOne", simd::HardSigmoidNative, kHard, {kInf}, 1},
    {"HardSigmoidAtMinusInfinityIsZero", simd::HardSigmoidNative, kHard, {-kInf}, 0},
    {"HardSigmoidAtNanIsNan", simd::HardSigmoidNative, kHard, {kNan}, kNan},
    {"HardSigmoidOfAlphaZeroAtInfinityIsBeta", simd::HardSigmoidNative, {0, 0.75f}, {kInf}, 0.75f},
    {"HardSigmoidOfNegativeAlphaAtInfinityIsZero", simd::HardSigmoidNative, {-0.5f, 0.75f}, {kInf}, 0},
};

const std::vector<Boundary> kHardSwishRows = {
    {"HardSwishAtThreeIsThree", simd::HardSwishNative, {}, {3}, 3},
    {"HardSwishAtMinusThreeIsPositiveZero", simd::HardSwishNative, {}, {-3}, 0},
    {"HardSwishAtMinusOneAndAHalf", simd::HardSwishNative, {}, {-1.5f}, -0.375f},
    {"HardSwishOfTheLargestNumberDoesNotOverflow", simd::HardSwishNative, {}, {FLT_MAX}, FLT_MAX},
    {"HardSwishOfTheLowestNumberIsZero", simd::HardSwishNative, {}, {-FLT_MAX}, 0},
    {"HardSwishAtInfinityIsInfinity", simd::HardSwishNative, {}, {kInf}, kInf},
    {"HardSwishAtMinusInfinityIsZero", simd::HardSwishNative, {}, {-kInf}, 0},
    {"HardSwishOfMinusZeroIsMinusZero", simd::HardSwishNative, {}, {-0.0f}, -0.0f},
    {"HardSwishOfSubnormalNumbersRoundsOnce", simd::HardSwishNative, {}, {3 * kTiny}, 2 * kTiny},
    {"HardSwishAtNanIsNan", simd::HardSwishNative, {}, {kNan}, kNan},
    {"HardSwishGradAtMinusThreeIsOfTheMiddlePiece", simd::HardSwishGradNative, {}, {1, -3}, -0.5f},
    {"HardSwishGradAtThreeIsOfTheMiddlePiece", simd::HardSwishGradNative, {}, {1, 3}, 1.5f},
    {"HardSwishGradAtItsZeroIsExactlyZero", simd::HardSwishGradNative, {}, {1, -1.5f}, 0},
    {"HardSwishGradJustBelowMinusThreeIsZero", simd::HardSwishGradNative, {}, {1, -kAbove3}, 0},
    {"HardSwishGradJustAboveThreeIsOne", simd::HardSwishGradNative, {}, {1, kAbove3}, 1},
    {"HardSwishGradAtInfinityIsOne", simd::HardSwishGradNative, {}, {2, kInf}, 2},
    {"HardSwishGradAtMinusInfinityIsZero", simd::HardSwishGradNative, {}, {2, -kInf}, 0},
    {"HardSwishGradAtNanIsNan", simd::HardSwishGradNative, {}, {1, kNan}, kNan},
    {"HardSwishGradOfNanIsNan", simd::HardSwishGradNative, {}, {kNan, -4}, kNan},
    {"HardSwishGradMultipliesInfinityByZero", simd::HardSwishGradNative, {}, {kInf, -4}, kNan},
    {"HardSwishGradV2AtMinusThreeIsZero", simd::HardSwishGradV2Native, {}, {1, -3}, 0},
    {"HardSwishGradV2AtThreeIsOne", simd::HardSwishGradV2Native, {}, {1, 3}, 1},
    {"HardSwishGradV2InsideIsOfTheMiddlePiece", simd::HardSwishGradV2Native, {}, {1, 2.25f}, 1.25f},
    {"HardSwishGradV2AtInfinityIsOne", simd::HardSwishGradV2Native, {}, {2, kInf}, 2},
    {"HardSwishGradV2AtMinusInfinityIsZero", simd::HardSwishGradV2Native, {}, {2, -kInf}, 0},
    {"HardSwishGradV2AtNanIsNan", simd::HardSwishGradV2Native, {}, {1, kNan}, kNan},
    {"HardSwishGradV2OfNanIsNan", simd::HardSwishGradV2Native, {}, {kNan, -4}, kNan},
};

const std::vector<Boundary> kReluRows = {
    {"ReluAtZeroIsZero", simd::ReluNative, {}, {0}, 0},
    {"ReluOfMinusZeroIsPositiveZero", simd::ReluNative, {}, {-0.0f}, 0},
    {"ReluOfTheSmallestNumberIsItself", simd::ReluNative, {}, {kTiny}, kTiny},
    {"ReluAtInfinityIsInfinity", simd::ReluNative, {}, {kInf}, kInf},
    {"ReluAtMinusInfinityIsZero", simd::ReluNative, {}, {-kInf}, 0},
    {"ReluAtNanIsNan", simd::ReluNative, {}, {kNan}, kNan},
    {"ThresholdAtTheThresholdIsTheValue", simd::ThresholdNative, {1, -7}, {1}, -7},
    {"ThresholdJustAboveIsTheArgument", simd::ThresholdNative, {1, -7}, {1 + FLT_EPSILON}, 1 + FLT_EPSILON},
    {"ThresholdAtNanIsOtherwiseTheValue", simd::ThresholdNative, {1, -7}, {kNan}, -7},
    {"ThresholdAtInfinityIsInfinity", simd::ThresholdNative, {1, -7}, {kInf}, kInf},
    {"ThresholdAtMinusInfinityIsTheValue", simd::ThresholdNative, {-2, 20}, {-kInf}, 20},
    {"ThresholdOfNanThresholdIsTheValue", simd::ThresholdNative, {kNan, 20}, {5}, 20},
    {"ThresholdOfInfiniteThresholdIsTheValue", simd::ThresholdNative, {kInf, 20}, {kInf}, 20},
    {"ThresholdOfNanValueIsNanBelow", simd::ThresholdNative, {0, kNan}, {-5}, kNan},
    {"ThresholdOfNanValueIsTheArgumentAbove", simd::ThresholdNative, {0, kNan}, {5}, 5},
    {"ThresholdGradAtTheThresholdIsZero", simd::ThresholdGradV2DNative, {1}, {3, 1}, 0},
    {"ThresholdGradJustAboveIsTheGradient", simd::ThresholdGradV2DNative, {1}, {3, 1 + FLT_EPSILON}, 3},
    {"ThresholdGradOfThresholdZeroAtZeroIsZero", simd::ThresholdGradV2DNative, {0}, {3, 0}, 0},
    {"ThresholdGradAtNanIsOtherwiseZero", simd::ThresholdGradV2DNative, {1}, {3, kNan}, 0},
    {"ThresholdGradOfNanBelowIsZero", simd::ThresholdGradV2DNative, {1}, {kNan, 0}, 0},
    {"ThresholdGradOfInfinityBelowIsZero", simd::ThresholdGradV2DNative, {1}, {-kInf, 0}, 0},
    {"ThresholdGradOfNanAboveIsNan", simd::ThresholdGradV2DNative, {1}, {kNan, 2}, kNan},
    {"ThresholdGradOfNanThresholdIsZero", simd::ThresholdGradV2DNative, {kNan}, {3, 2}, 0},
    {"LeakyReluOfMinusZeroIsMultiplied", simd::LeakyReluNative, {0.01f}, {-0.0f}, -0.0f},
    {"LeakyReluOfSlopeZeroAtMinusInfinityIsTheLimit", simd::LeakyReluNative, {0}, {-kInf}, -0.0f},
    {"LeakyReluOfNegativeSlopeAtMinusInfinity", simd::LeakyReluNative, {-0.5f}, {-kInf}, kInf},
    {"LeakyReluAtInfinityIsInfinity", simd::LeakyReluNative, {0}, {kInf}, kInf},
    {"LeakyReluAtNanIsNan", simd::LeakyReluNative, {0}, {kNan}, kNan},
    {"LeakyReluOfNanSlopeIsNanBelow", simd::LeakyReluNative, {kNan}, {-1}, kNan},
    {"LeakyReluOfNanSlopeIsTheArgumentAbove", simd::LeakyReluNative, {kNan}, {1}, 1},
    {"LeakyReluOfInfiniteSlopeIsInfinite", simd::LeakyReluNative, {kInf}, {-1}, -kInf},
    {"LeakyReluGradAtZeroIsTheSlope", simd::LeakyReluGradNative, {0.25f}, {2, 0}, 0.5f},
    {"LeakyReluGradAtMinusZeroIsTheSlope", simd::LeakyReluGradNative, {0.25f}, {2, -0.0f}, 0.5f},
    {"LeakyReluGradAtMinusInfinityIsTheSlope", simd::LeakyReluGradNative, {-0.5f}, {2, -kInf}, -1},
    {"LeakyReluGradAtInfinityIsTheGradient", simd::LeakyReluGradNative, {-0.5f}, {2, kInf}, 2},
    {"LeakyReluGradAtNanIsNan", simd::LeakyReluGradNative, {0.25f}, {2, kNan}, kNan},
    {"LeakyReluGradOfNanIsNan", simd::LeakyReluGradNative, {0}, {kNan, -1}, kNan},
    {"LeakyReluGradMultipliesInfinityBySlopeZero", simd::LeakyReluGradNative, {0}, {kInf, -1}, kNan},
};

const std::vector<Boundary> kClippingRows = {
    {"HardtanhGradAtTheUpperBoundKeepsTheGradient", simd::HardtanhGradNative, {-1, 2}, {2, 5}, 5},
    {"HardtanhGradAtTheLowerBoundKeepsTheGradient", simd::HardtanhGradNative, {-1, 2}, {-1, 5}, 5},
    {"HardtanhGradAboveIsZero", simd::HardtanhGradNative, {-1, 2}, {2 + 2 * FLT_EPSILON, 5}, 0},
    {"HardtanhGradBelowIsZero", simd::HardtanhGradNative, {-1, 2}, {-1 - FLT_EPSILON, 5}, 0},
    {"HardtanhGradAtNanOtherwiseKeepsTheGradient", simd::HardtanhGradNative, {-1, 2}, {kNan, 5}, 5},
    {"HardtanhGradAtInfinityIsZero", simd::HardtanhGradNative, {-1, 2}, {kInf, 5}, 0},
    {"HardtanhGradAtMinusInfinityMultipliesByZero", simd::HardtanhGradNative, {-1, 2}, {-kInf, -5}, -0.0f},
    {"HardtanhGradOfNanOutsideIsNan", simd::HardtanhGradNative, {-1, 2}, {3, kNan}, kNan},
    {"HardtanhGradOfInfinityOutsideIsNan", simd::HardtanhGradNative, {-1, 2}, {3, kInf}, kNan},
    {"HardtanhGradOfNanBoundsKeepsTheGradient", simd::HardtanhGradNative, {kNan, kNan}, {3, 5}, 5},
    {"HardtanhGradOfCrossedBoundsIsZero", simd::HardtanhGradNative, {2, -1}, {0, 5}, 0},
    {"SoftshrinkAtLambdIsZero", simd::SoftshrinkNative, {0.5f}, {0.5f}, 0},
    {"SoftshrinkAtMinusLambdIsZero", simd::SoftshrinkNative, {0.5f}, {-0.5f}, 0},
    {"SoftshrinkOfLambdZeroIsTheArgument", simd::SoftshrinkNative, {0}, {-0.25f}, -0.25f},
    {"SoftshrinkAtNanIsOtherwiseZero", simd::SoftshrinkNative, {0.5f}, {kNan}, 0},
    {"SoftshrinkAtMinusInfinityIsMinusInfinity", simd::SoftshrinkNative, {0.5f}, {-kInf}, -kInf},
    {"SoftshrinkOfInfiniteLambdIsZero", simd::SoftshrinkNative, {kInf}, {kInf}, 0},
    {"SoftshrinkOfNanLambdIsZero", simd::SoftshrinkNative, {kNan}, {3}, 0},
    {"SoftShrinkGradAtLambdIsZero", simd::SoftShrinkGradNative, {0.5f}, {3, 0.5f}, 0},
    {"SoftShrinkGradAtMinusLambdIsZero", simd::SoftShrinkGradNative, {0.5f}, {3, -0.5f}, 0},
    {"SoftShrinkGradOfLambdZeroAtZeroIsZero", simd::SoftShrinkGradNative, {0}, {3, 0}, 0},
    {"SoftShrinkGradAtNanIsTheGradient", simd::SoftShrinkGradNative, {0.5f}, {3, kNan}, 3},
    {"SoftShrinkGradAtMinusInfinityIsTheGradient", simd::SoftShrinkGradNative, {0.5f}, {3, -kInf}, 3},
    {"SoftShrinkGradOfNanInsideIsZero", simd::SoftShrinkGradNative, {0.5f}, {kNan, 0.25f}, 0},
    {"SoftShrinkGradOfInfinityInsideIsZero", simd::SoftShrinkGradNative, {0.5f}, {-kInf, 0.25f}, 0},
    {"SoftShrinkGradOfNanOutsideIsNan", simd::SoftShrinkGradNative, {0.5f}, {kNan, 1}, kNan},
    {"HardShrinkAtLambdIsZero", simd::HardShrinkNative, {0.5f}, {0.5f}, 0},
    {"HardShrinkAtMinusLambdIsPositiveZero", simd::HardShrinkNative, {0.5f}, {-0.5f}, 0},
    {"HardShrinkOutsideIsTheArgument", simd::HardShrinkNative, {0.5f}, {-0.75f}, -0.75f},
    {"HardShrinkAtNanIsOtherwiseZero", simd::HardShrinkNative, {0.5f}, {kNan}, 0},
    {"HardShrinkAtMinusInfinityIsMinusInfinity", simd::HardShrinkNative, {0.5f}, {-kInf}, -kInf},
    {"HardShrinkOfNegativeLambdIsThatOfZero", simd::HardShrinkNative, {-1}, {-0.25f}, -0.25f},
    {"HardShrinkOfNegativeLambdAtZeroIsZero", simd::HardShrinkNative, {-1}, {-0.0f}, 0},
    {"HardShrinkOfNanLambdIsZero", simd::HardShrinkNative, {kNan}, {3}, 0},
    {"HardShrinkGradAtLambdIsZero", simd::HardShrinkGradNative, {0.5f}, {3, 0.5f}, 0},
    {"HardShrinkGradAtMinusLambdIsZero", simd::HardShrinkGradNative, {0.5f}, {3, -0.5f}, 0},
    {"HardShrinkGradAtNanIsOtherwiseZero", simd::HardShrinkGradNative, {0.5f}, {3, kNan}, 0},
    {"HardShrinkGradAtInfinityIsTheGradient", simd::HardShrinkGradNative, {0.5f}, {3, kInf}, 3},
    {"HardShrinkGradOfNanInsideIsZero", simd::HardShrinkGradNative, {0.5f}, {kNan, 0.25f}, 0},
    {"HardShrinkGradOfNanOutsideIsNan", simd::HardShrinkGradNative, {0.5f}, {kNan, 1}, kNan},
    {"HardShrinkGradOfNegativeLambdAtZeroIsZero", simd::HardShrinkGradNative, {-1}, {3, 0}, 0},
};

const std::vector<Boundary> kSavedOutputRows = {
    {"SigmoidGradAtZeroIsZero", simd::SigmoidGradNative, {}, {0, 3}, 0},
    {"SigmoidGradAtOneIsZero", simd::SigmoidGradNative, {}, {1, 3}, 0},
    {"SigmoidGradOfATinyResultKeepsIt", simd::SigmoidGradNative, {}, {5 * kTiny, 1}, 5 * kTiny},
    {"SigmoidGradOfATinyResultIsNotSubnormalOnTheWay",
     simd::SigmoidGradNative,
     {},
     {0x1.8p-140f, 0x1p100f},
     0x1.8p-40f},
    {"SigmoidGradMultipliesInfinityByZero", simd::SigmoidGradNative, {}, {1, kInf}, kNan},
    {"SigmoidGradAtNanIsNan", simd::SigmoidGradNative, {}, {kNan, 1}, kNan},
    {"SigmoidGradOfNanIsNan", simd::SigmoidGradNative, {}, {0, kNan}, kNan},
    {"SigmoidGradAtInfinityIsMinusInfinity", simd::SigmoidGradNative, {}, {kInf, 1}, -kInf},
    {"TanhGradAtOneIsZero", simd::TanhGradNative, {}, {1, 3}, 0},
    {"TanhGradAtMinusOneIsZero", simd::TanhGradNative, {}, {-1, 3}, 0},
    {"TanhGradJustBelowOneDoesNotCancel", simd::TanhGradNative, {}, {1 - 0x1p-24f, 1}, 0x1p-23f},
    {"TanhGradAtMinusZeroIsOne", simd::TanhGradNative, {}, {-0.0f, 3}, 3},
    {"TanhGradAtNanIsNan", simd::TanhGradNative, {}, {kNan, 1}, kNan},
    {"TanhGradOfNanIsNan", simd::TanhGradNative, {}, {1, kNan}, kNan},
    {"TanhGradMultipliesInfinityByZero", simd::TanhGradNative, {}, {1, kInf}, kNan},
    {"TanhGradAtMinusInfinityIsMinusInfinity", simd::TanhGradNative, {}, {-kInf, 1}, -kInf},
    {"SeluGradAtZeroIsThePositiveSlope", simd::SeluGradNative, {}, {1, 0}, kSeluScale},
    {"SeluGradAtMinusZeroIsThePositiveSlope", simd::SeluGradNative, {}, {1, -0.0f}, kSeluScale},
    {"SeluGradJustBelowZeroIsTheNegativeSlope", simd::SeluGradNative, {}, {1, -kTiny}, 0x1.c212ccp+0f},
    {"SeluGradAtInfinityIsThePositiveSlope", simd::SeluGradNative, {}, {1, kInf}, kSeluScale},
    {"SeluGradAtNanIsNan", simd::SeluGradNative, {}, {1, kNan}, kNan},
    {"SeluGradOfNanIsNan", simd::SeluGradNative, {}, {kNan, -1}, kNan},
};

// Of argument and of result: alpha 3, scale 1, input_scale 1/2.
const std::vector<float> kOfArgument = {3, 1, 0.5f, 0}, kOfResult = {3, 1, 0.5f, 1};

const std::vector<Boundary> kEluRows = {
    {"CeluOfLargeAlphaAtMinusInfinityIsMinusAlpha", simd::CeluV2Native, {1e38f}, {-kInf}, -1e38f},
    {"CeluOfSubnormalAlphaAtZeroIsZero", simd::CeluV2Native, {2e-39f}, {0}, 0},
    {"CeluOfNegativeAlphaGrowsToMinusInfinity", simd::CeluV2Native, {-1}, {-200}, -kInf},
    {"EluAtZeroIsZero", simd::EluNative, {3, 1, 0.5f}, {0}, 0},
    {"EluOfMinusZeroIsMinusZero", simd::EluNative, {3, 1, 0.5f}, {-0.0f}, -0.0f},
    {"EluAtMinusInfinityIsMinusAlphaTimesScale", simd::EluNative, {3, 2, 0.5f}, {-kInf}, -6},
    {"EluAtInfinityIsInfinity", simd::EluNative, {3, 2, 0.5f}, {kInf}, kInf},
    {"EluOfInputScaleZeroAtMinusInfinityIsZero", simd::EluNative, {3, 2, 0}, {-kInf}, -0.0f},
    {"EluOfNegativeInputScaleAtMinusInfinityIsInfinity", simd::EluNative, {3, 2, -1}, {-kInf}, kInf},
    {"EluOfTheSmallestNumberIsItself", simd::EluNative, {1, 1, 1}, {-kTiny}, -kTiny},
    {"EluOfInfiniteAlphaAtZeroIsMinusInfinity", simd::EluNative, {kInf, 1, 1}, {0}, -kInf},
    {"EluOfInfiniteInputScaleAtZeroIsMinusAlphaTimesScale", simd::EluNative, {3, 2, kInf}, {0}, -6},
    {"EluOfNanInputScaleBelowIsMinusAlphaTimesScale", simd::EluNative, {3, 2, kNan}, {-1}, -6},
    {"EluOfInfiniteAlphaAtNanIsNan", simd::EluNative, {kInf, 1, 1}, {kNan}, kNan},
    {"EluOfLargeFactorSaturates", simd::EluNative, {1e36f, 1, 1}, {-100}, -1e36f},
    {"EluOfTheLargestFactorAtMinusInfinityIsMinusThat", simd::EluNative, {FLT_MAX, 1, 1}, {-kInf}, -FLT_MAX},
    {"EluOfOverflowingFactorAtZeroIsZero", simd::EluNative, {1e30f, 1e30f, 1}, {0}, 0},
    {"EluOfAlphaZeroDoesNotOverflowBefore", simd::EluNative, {0, 1, -1}, {-200}, -0.0f},
    {"EluOfNanScaleIsNan", simd::EluNative, {1, kNan, 1}, {-1}, kNan},
    {"EluAtNanIsNan", simd::EluNative, {3, 2, 0.5f}, {kNan}, kNan},
    {"EluGradOfArgumentAtZeroIsOfTheLowerPiece", simd::EluGradV2Native, kOfArgument, {2, 0}, 3},
    {"EluGradOfResultAtZeroIsOfTheLowerPiece", simd::EluGradV2Native, kOfResult, {2, 0}, 3},
    {"EluGradJustAboveZeroIsTheScale", simd::EluGradV2Native, kOfArgument, {2, kTiny}, 2},
    {"EluGradOfArgumentAtMinusInfinityIsZero", simd::EluGradV2Native, kOfArgument, {2, -kInf}, 0},
    {"EluGradAtInfinityIsTheScale", simd::EluGradV2Native, kOfArgument, {2, kInf}, 2},
    {"EluGradOfResultWhereEluSaturatesIsZero", simd::EluGradV2Native, kOfResult, {2, -3}, 0},
    {"EluGradOfArgumentAtNanIsNan", simd::EluGradV2Native, kOfArgument, {1, kNan}, kNan},
    {"EluGradOfResultAtNanIsNan", simd::EluGradV2Native, kOfResult, {1, kNan}, kNan},
    {"EluGradOfNanIsNan", simd::EluGradV2Native, kOfArgument, {kNan, -kInf}, kNan},
    {"EluGradOfOverflowingFactorFarBelowIsZero", simd::EluGradV2Native, {1e30f, 1e30f, 1, 0}, {1, -400}, 0},
    {"EluGradOfResultOfOverflowingFactorIsFinite",
     simd::EluGradV2Native,
     {1e30f, 1e30f, 1, 1},
     {1, -1},
     FLT_MAX},
    {"EluGradOfAlphaZeroDoesNotOverflowBefore", simd::EluGradV2Native, {0, 1, -1, 0}, {1, -200}, -0.0f},
    {"EluGradMultipliesInfinityByZero", simd::EluGradV2Native, kOfArgument, {kInf, -kInf}, kNan},
    {"EluGradOfInputScaleZeroIsZeroBelow", simd::EluGradV2Native, {3, 1, 0, 0}, {2, -kInf}, 0},
    {"SeluAtZeroIsZero", simd::SeluNative, {}, {0}, 0},
    {"SeluOfMinusZeroIsMinusZero", simd::SeluNative, {}, {-0.0f}, -0.0f},
    {"SeluAtMinusInfinityIsMinusScaleTimesAlpha", simd::SeluNative, {}, {-kInf}, -0x1.c212ccp+0f},
    {"SeluAtInfinityIsInfinity", simd::SeluNative, {}, {kInf}, kInf},
    {"SeluAtNanIsNan", simd::SeluNative, {}, {kNan}, kNan},
};

template <typename T>
bool IsExactly(float value) {
    return std::isnan(value) || static_cast<float>(T(value)) == value;
}

// The bits of a result, all NaNs alike.
uint32_t BitsOf(float value) { return std::isnan(value) ? 0x7FC00000u : std::bit_cast<uint32_t>(value); }

// A few elements go through padded copies, many through blocks; both on every target.
template <typename T>
void Check(const Boundary& boundary, DType dtype) {
    const auto representable = [](float value) { return IsExactly<T>(value); };
    if (!std::all_of(boundary.inputs.begin(), boundary.inputs.end(), representable) ||
        !representable(boundary.expected)) {
        return;
    }
    for (const SimdTarget target : simd::CompiledTargets()) {
        if (!simd::ValidateTarget(target).ok()) {
            continue;
        }
        for (const size_t count : {1, 200}) {
            std::vector<std::vector<T>> inputs;
            std::vector<test::View> views;
            for (const float value : boundary.inputs) {
                inputs.emplace_back(count, T(value));
            }
            for (const std::vector<T>& input : inputs) {
                views.push_back({input.data(), dtype, {1}});
            }
            std::vector<T> result(count);
            test::RunNative(boundary.kernel, boundary.attributes, {static_cast<int64_t>(count)}, dtype, views,
                            {result.data(), dtype, {1}}, 1, target);
            for (size_t i = 0; i < count; ++i) {
                const float found = result[i];
                ASSERT_EQ(BitsOf(found), BitsOf(boundary.expected))
                    << found << " instead of " << boundary.expected << " on " << test::NameOf(target) << ", "
                    << base::DTypeName(dtype) << ", element " << i << " of " << count;
            }
        }
    }
}

class Boundaries : public testing::TestWithParam<Boundary> {};

std::string NameOf(const testing::TestParamInfo<Boundary>& info) { return info.param.convention; }

TEST_P(Boundaries, Hold) {
    Check<float>(GetParam(), DType::kFloat);
    Check<half>(GetParam(), DType::kFloat16);
    Check<bfloat16_t>(GetParam(), DType::kBFloat16);
}

INSTANTIATE_TEST_SUITE_P(HardSigmoid, Boundaries, testing::ValuesIn(kHardSigmoidRows), NameOf);
INSTANTIATE_TEST_SUITE_P(HardSwish, Boundaries, testing::ValuesIn(kHardSwishRows), NameOf);
INSTANTIATE_TEST_SUITE_P(Relu, Boundaries, testing::ValuesIn(kReluRows), NameOf);
INSTANTIATE_TEST_SUITE_P(Clipping, Boundaries, testing::ValuesIn(kClippingRows), NameOf);
INSTANTIATE_TEST_SUITE_P(Elu, Boundaries, testing::ValuesIn(kEluRows), NameOf);
INSTANTIATE_TEST_SUITE_P(SavedOutput, Boundaries, testing::ValuesIn(kSavedOutputRows), NameOf);

}  // namespace
}  // namespace aclnn_cpu
