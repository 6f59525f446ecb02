// Order between the pipes of a core that use the same global memory.
#include "aicore/check/order_cases.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

TEST(CheckOrder, SeesACopyInOfWhatACopyOutWrites) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        Duplicate(tile.z, 1.0f, 64);
        Order<HardEvent::V_MTE3>();
        DataCopy(tile.to, tile.z, 64);
        if (mended) {
            Order<HardEvent::MTE3_MTE2>();
        }
        DataCopy(tile.x, tile.to[32], 16);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy(dst VECCALC float at byte 0, src GM float at 0x*, 1 x 64 "
        "bytes, gaps 0 and 0 bytes) at +9: reads 64 bytes of global memory from 0x* on PIPE_MTE2 while "
        "DataCopy at +5 on PIPE_MTE3 may still be writing them; put SetFlag<HardEvent::MTE3_MTE2> and "
        "WaitFlag<HardEvent::MTE3_MTE2> between them; what other blocks write needs SyncAll as well");
}

TEST(CheckOrder, SeesACopyOutOverWhatACopyInReads) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        Duplicate(tile.z, 1.0f, 64);
        Order<HardEvent::V_MTE3>();
        DataCopy(tile.x, tile.from, 64);
        if (mended) {
            Order<HardEvent::MTE2_MTE3>();
        }
        DataCopy(tile.from, tile.z, 64);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy(dst GM float at 0x*, src VECCALC float at byte 256, 1 x 256 "
        "bytes, gaps 0 and 0 bytes) at +9: writes 256 bytes of global memory from 0x* on PIPE_MTE3 while "
        "DataCopy at +5 on PIPE_MTE2 may still be reading them; put SetFlag<HardEvent::MTE2_MTE3> and "
        "WaitFlag<HardEvent::MTE2_MTE3> between them; what other blocks write needs SyncAll as well");
}

TEST(CheckOrder, SeesAScalarReadOfWhatACopyOutWrites) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        Duplicate(tile.z, 1.0f, 64);
        Order<HardEvent::V_MTE3>();
        DataCopy(tile.to, tile.z, 64);
        if (mended) {
            Order<HardEvent::MTE3_S>();
        }
        (void)tile.to.GetValue(0);
    };
    ExpectFoundByStrict(
        line, kernel,
        "507035 TestOp: block 0: GetValue(GM float at 0x*) at +9: reads 4 bytes of global memory from "
        "0x* on PIPE_S while DataCopy at +5 on PIPE_MTE3 may still be writing them; put "
        "SetFlag<HardEvent::MTE3_S> and WaitFlag<HardEvent::MTE3_S> between them, which the device "
        "compiler does by itself unless told otherwise; what other blocks write needs SyncAll as well");
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
