// Flags that no pipe takes, or that are set again.
#include "aicore/check/fault_cases.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

TEST(CheckFlags, SeesAWaitForAFlagThatWasNeverSet) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        SetFlag<HardEvent::V_MTE3>(mended ? 1 : 0);
        WaitFlag<HardEvent::V_MTE3>(1);
    };
    ExpectFound(
        line, kernel,
        "507034 TestOp: block 0: WaitFlag<V_MTE3>(1) at +4: the flag was never set, so the pipe waits "
        "for ever; SetFlag with the same event and id before");
}

TEST(CheckFlags, SeesAFlagSetTwice) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        SetFlag<HardEvent::V_MTE3>(0);
        SetFlag<HardEvent::V_MTE3>(mended ? 1 : 0);
        WaitFlag<HardEvent::V_MTE3>(0);
        if (mended) {
            WaitFlag<HardEvent::V_MTE3>(1);
        }
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: SetFlag<V_MTE3>(0) at +4: the flag is set already, by SetFlag at +3, "
        "and nothing has waited for it; remove one of the two, or WaitFlag in between");
}

TEST(CheckFlags, SeesAFlagLeftSet) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        SetFlag<HardEvent::MTE2_V>(3);
        if (mended) {
            WaitFlag<HardEvent::MTE2_V>(3);
        }
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: SetFlag<MTE2_V>(3) at +3: the flag is still set when the kernel ends; "
        "WaitFlag for it: the next kernel on this core would find it set");
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
