// What a kernel is told when its tiling structure is not the one that the host filled.
#include "aicore/kernel_test.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

struct Small {
    int64_t count;
};
struct Large {
    int64_t inserted;
    int64_t count;
};
// Only 12 bytes are the author's; the compiler adds 4.
struct Padded {
    int64_t count;
    int32_t mode;
};

class Checked {
 public:
    explicit Checked(const char* mode) { EXPECT_TRUE(base::SetSetting("check", mode).ok()); }
    ~Checked() { EXPECT_TRUE(base::SetSetting("check", "0").ok()); }
};

// Launches a kernel whose tiling function filled `filled` bytes of 64.
base::Status RunWithTiling(void (*kernel)(GM_ADDR tiling), uint64_t filled) {
    alignas(8) uint8_t tiling[64] = {7};
    void* arguments[] = {reinterpret_cast<void*>(kernel), tiling};
    const KernelEntry entry = [](void* const* passed, uint64_t) {
        reinterpret_cast<void (*)(GM_ADDR)>(passed[0])(static_cast<GM_ADDR>(passed[1]));
    };
    return Launch({.op_type = "TestOp",
                   .entry = entry,
                   .arguments = arguments,
                   .tiling_key = 0,
                   .block_count = 1,
                   .soc = &SocNamed("Ascend910B1"),
                   .threads = 1,
                   .tiling_bytes = filled});
}

template <typename Struct>
void ReadAll(GM_ADDR tiling) {
    GET_TILING_DATA_WITH_STRUCT(Struct, data, tiling);
    static_cast<void>(data);
}
template <typename Struct>
void ReadDefault(GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(Struct);
    GET_TILING_DATA(data, tiling);
    static_cast<void>(data);
}
template <typename Struct>
void ReadMember(GM_ADDR tiling) {
    GET_TILING_DATA_MEMBER(Struct, count, count, tiling);
    static_cast<void>(count);
}
template <typename Struct>
void ReadThroughPointer(GM_ADDR tiling) {
    GET_TILING_DATA_PTR_WITH_STRUCT(Struct, data, tiling);
    static_cast<void>(data);
}

TEST(Tiling, ALargerStructThanTheHostFilledIsAFaultInEveryForm) {
    for (const auto& [kernel, call] :
         {std::pair(&ReadAll<Large>, "GET_TILING_DATA at tiling_test.cpp:"),
          std::pair(&ReadDefault<Large>, "GET_TILING_DATA at tiling_test.cpp:"),
          std::pair(&ReadMember<Large>, "GET_TILING_DATA_MEMBER at"),
          std::pair(&ReadThroughPointer<Large>, "GET_TILING_DATA_PTR_WITH_STRUCT at")}) {
        ExpectFault(
            RunWithTiling(kernel, 8), 507035,
            {"TestOp: block 0: ", call,
             ": the kernel reads a tiling structure of 16 bytes, but the tiling function filled 8 bytes; "
             "build both with the same tiling header"});
        ExpectRuns(RunWithTiling(kernel, 16));
    }
}

TEST(Tiling, ASmallerStructIsAFaultUnderTheChecker) {
    for (const auto kernel :
         {&ReadAll<Small>, &ReadDefault<Small>, &ReadMember<Small>, &ReadThroughPointer<Small>}) {
        {
            const Checked unchecked("0");
            ExpectRuns(RunWithTiling(kernel, 16));
        }
        for (const char* mode : {"1", "strict"}) {
            const Checked checked(mode);
            ExpectFault(RunWithTiling(kernel, 16), 507035,
                        {"a tiling structure of 8 bytes, but the tiling function filled 16 bytes"});
            ExpectRuns(RunWithTiling(kernel, 8));
        }
    }
}

TEST(Tiling, PaddingAtTheEndNeedNotBeFilled) {
    ExpectRuns(RunWithTiling(&ReadAll<Padded>, 12));
    const Checked checked("strict");
    ExpectRuns(RunWithTiling(&ReadAll<Padded>, 12));
    ExpectRuns(RunWithTiling(&ReadAll<Padded>, 16));
}

TEST(Tiling, NothingIsSaidWhereTheHostsSizeIsUnknown) {
    const Checked checked("strict");
    ExpectRuns(RunWithTiling(&ReadAll<Large>, aicore::kUnknownBytes));
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
