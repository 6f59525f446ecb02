// Masks left behind: a hint names the instruction that met one and the call that left it.
#include <algorithm>

#include "aicore/check/fault_cases.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

const UnaryRepeatParams kPlain{1, 1, 8, 8};

// What a launch under the checker logs, with lines counted from `line`; the elements that its kernel adds 1 to.
struct Outcome {
    std::string hint;
    size_t changed = 0;
};
Outcome OutcomeOf(int line, const std::function<void(const LocalTensor<float>&)>& body, uint32_t blocks = 1) {
    Outcome outcome;
    testing::internal::CaptureStderr();
    const CheckSetting setting(Mode::kOn);
    KernelOptions options;
    options.blocks = blocks;
    ExpectRuns(RunKernel(
        [&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 4096);
            const LocalTensor<float> x = buffer.Get<float>();
            Duplicate(x, 0.0f, 1024);
            body(x);
            outcome.changed = 0;
            for (const float value : Read(x, 1024)) {
                outcome.changed += value == 0.0f ? 0 : 1;
            }
        },
        options));
    outcome.hint = Masked(testing::internal::GetCapturedStderr(), line);
    return outcome;
}

void AddByState(const LocalTensor<float>& x, uint8_t repeat, CallSite site = CallSite::Here()) {
    Adds<float, false>(x, x, 1.0f, MASK_PLACEHOLDER, repeat, kPlain, site);
}

// One instruction in counter mode, which the kernel ends, or forgets to.
void AddToFour(const LocalTensor<float>& x, bool restores) {
    SetMaskCount();
    SetVectorMask<float, MaskMode::COUNTER>(4);
    Muls<float, false>(x, x, 2.0f, MASK_PLACEHOLDER, 1, kPlain);
    if (restores) {
        SetMaskNorm();
        ResetMask();
    }
}

TEST(CheckMasks, HintsAtCounterModeThatNothingEnded) {
    const int line = __LINE__ - 11;  // of AddToFour
    for (const bool restores : {true, false}) {
        const Outcome outcome = OutcomeOf(line, [&](const auto& x) {
            AddToFour(x, restores);
            AddByState(x, 1);
        });
        EXPECT_EQ(outcome.changed, restores ? 64u : 4u);
        EXPECT_EQ(outcome.hint,
                  restores ? ""
                           : "[aclnn-cpu warning] TestOp: block 0: Adds at +15: works on 4 elements in all, "
                             "because SetMaskCount at +1 left counter mode on, to the end of the kernel; "
                             "call SetMaskNorm and ResetMask where counter mode is no longer wanted\n");
    }
}

TEST(CheckMasks, HintsAtRepeatsThatCounterModeIgnores) {
    const int line = __LINE__;
    const auto outcome = [&](bool restores) {
        return OutcomeOf(line, [&](const auto& x) {
            SetMaskCount();
            SetVectorMask<float, MaskMode::COUNTER>(4);
            if (restores) {
                SetMaskNorm();
            }
            Adds(x, x, 1.0f, uint64_t(64), 2, kPlain);
            SetMaskNorm();
        });
    };
    EXPECT_EQ(outcome(true).hint, "");
    EXPECT_EQ(outcome(true).changed, 128u);
    EXPECT_EQ(outcome(false).hint,
              "[aclnn-cpu warning] TestOp: block 0: Adds(dst VECCALC float at byte 0, src VECCALC float at "
              "byte 0, scalar 1, mask 64, repeat 2) at +8: works on 64 elements in all, not on 2 repeats, "
              "because SetMaskCount at +3 left counter mode on; call SetMaskNorm and ResetMask where counter "
              "mode is no longer wanted\n");
    EXPECT_EQ(outcome(false).changed, 64u);
}

TEST(CheckMasks, HintsAtBitsThatCounterModeTakesForANumber) {
    const int line = __LINE__;
    const auto outcome = [&](bool counter, bool array) {
        return OutcomeOf(line, [&](const auto& x) {
            uint64_t bits[2] = {0x1F, 0};
            if (counter) {
                SetMaskCount();
            }
            if (array) {
                Adds(x, x, 1.0f, bits, 1, kPlain);
            } else {
                SetVectorMask<float>(5);
                AddByState(x, 1);
            }
            SetMaskNorm();
        });
    };
    for (const bool array : {true, false}) {
        EXPECT_EQ(outcome(false, array).hint, "");
        EXPECT_EQ(outcome(false, array).changed, 5u);
        EXPECT_EQ(outcome(true, array).changed, 31u);
    }
    EXPECT_EQ(outcome(true, true).hint,
              "[aclnn-cpu warning] TestOp: block 0: Adds(dst VECCALC float at byte 0, src VECCALC float at "
              "byte 0, scalar 1, mask {0x1f, 0x0}, repeat 1) at +8: takes the bits of its mask for a number, "
              "of 31 elements in all, because SetMaskCount at +5 left counter mode on; call SetMaskNorm and "
              "ResetMask where counter mode is no longer wanted\n");
    EXPECT_EQ(outcome(true, false).hint,
              "[aclnn-cpu warning] TestOp: block 0: Adds(dst VECCALC float at byte 0, src VECCALC float at "
              "byte 0, scalar 1, mask as set, repeat 1) at +11: takes the bits that SetVectorMask at +10 "
              "left in the mask for a number, of 31 elements in all, because SetMaskCount at +5 left counter "
              "mode on; call SetMaskNorm and ResetMask where counter mode is no longer wanted\n");
}

TEST(CheckMasks, HintsAtANumberThatNormalModeTakesForBits) {
    const int line = __LINE__;
    const auto outcome = [&](bool resets) {
        return OutcomeOf(line, [&](const auto& x) {
            SetMaskCount();
            SetVectorMask<float>(0, 100);
            AddByState(x, 1);
            SetMaskNorm();
            if (resets) {
                ResetMask();
            }
            AddByState(x[512], 1);
        });
    };
    EXPECT_EQ(outcome(true).hint, "");
    EXPECT_EQ(outcome(true).changed, 164u);
    EXPECT_EQ(outcome(false).changed, 103u);  // 100 is 0b1100100
    EXPECT_EQ(outcome(false).hint,
              "[aclnn-cpu warning] TestOp: block 0: Adds(dst VECCALC float at byte 2048, src VECCALC float "
              "at byte 2048, scalar 1, mask as set, repeat 1) at +10: takes the number 100 that "
              "SetVectorMask at +4 left in the mask for bits, because SetMaskNorm at +6 ended counter mode; "
              "call ResetMask where the mask is no longer wanted\n");
}

TEST(CheckMasks, HintsAtCounterModeThatACountEnded) {
    const int line = __LINE__;
    const auto outcome = [&](bool again) {
        return OutcomeOf(line, [&](const auto& x) {
            SetMaskCount();
            SetVectorMask<float, MaskMode::COUNTER>(100);
            AddByState(x, 1);
            Muls(x, x, 2.0f, 100);
            if (again) {
                SetMaskCount();
                SetVectorMask<float, MaskMode::COUNTER>(100);
            }
            AddByState(x[512], 1);
            SetMaskNorm();
            ResetMask();
        });
    };
    EXPECT_EQ(outcome(true).hint, "");
    EXPECT_EQ(outcome(true).changed, 200u);
    EXPECT_EQ(outcome(false).changed, 164u);
    EXPECT_EQ(outcome(false).hint,
              "[aclnn-cpu warning] TestOp: block 0: Adds(dst VECCALC float at byte 2048, src VECCALC float "
              "at byte 2048, scalar 1, mask as set, repeat 1) at +11: works on one repeat with a full mask, "
              "because Muls at +6 ended the counter mode of SetMaskCount at +3; call SetMaskNorm and "
              "ResetMask where counter mode is no longer wanted\n");
}

// The ways of kernels that mean it.
TEST(CheckMasks, SaysNothingOfStatesThatAreMeant) {
    const std::function<void(const LocalTensor<float>&)> kernels[] = {
        [](const auto& x) {
            SetMaskCount();  // repeats that fit the number
            SetVectorMask<float>(0, 300);
            AddByState(x, 5);
            SetMaskNorm();
            Adds(x, x, 1.0f, 300);
        },
        [](const auto& x) {
            SetVectorMask<float, MaskMode::COUNTER>(300);  // the mask first
            SetMaskCount();
            AddByState(x, 1);
            SetMaskNorm();
            ResetMask();
            AddByState(x, 16);
        },
        [](const auto& x) {
            SetMaskCount();
            Adds(x, x, 1.0f, uint64_t(300), 1, kPlain);  // a mask of the call's own
            SetMaskNorm();
        },
        [](const auto& x) {
            Adds(x, x, 1.0f, uint64_t(20), 1, kPlain);  // the next takes over its mask
            AddByState(x, 3);
            SetVectorMask<float>(7);
            AddByState(x, 3);
        },
        [](const auto& x) {
            SetMaskCount();
            SetVectorMask<float, MaskMode::COUNTER>(100);
            AddByState(x, 1);
            Muls(x, x, 2.0f, 100);  // ends counter mode: repeats count again
            AddByState(x, 2);
        },
    };
    for (const auto& kernel : kernels) {
        EXPECT_EQ(OutcomeOf(0, kernel).hint, "");
    }
}

TEST(CheckMasks, HintsOncePerLaunchAtTheLowestBlock) {
    const Outcome outcome = OutcomeOf(
        0,
        [](const auto& x) {
            if (GetBlockIdx() != 0) {
                SetMaskCount();
                SetVectorMask<float, MaskMode::COUNTER>(4);
                AddByState(x, 3);
                AddByState(x, 3);
            }
        },
        4);
    EXPECT_EQ(std::count(outcome.hint.begin(), outcome.hint.end(), '\n'), 1);
    EXPECT_NE(outcome.hint.find("TestOp: block 1: "), std::string::npos) << outcome.hint;
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
