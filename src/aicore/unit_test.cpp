// A kernel compiled for every compute unit runs on its chip and sees what the chip's compiler defines.
#include <array>
#include <map>

#include "aicore/kernel_test.h"

#define ACLNN_CPU_TEST_UNITS(V) \
    V(ascend910)                \
    V(ascend910b)               \
    V(ascend910_93) V(ascend310p) V(ascend310b) V(ascend950) V(ascend350) V(kirinx90) V(kirin9030)

#define ENTRY(unit) void aclnn_kernel_unit_##unit##_0(void* const* arguments, uint64_t key);
extern "C" {
ACLNN_CPU_TEST_UNITS(ENTRY)
}

namespace aclnn_cpu::aicore_tests {
namespace {

TEST(ComputeUnits, CompileForTheirChip) {
#define ENTRY_ROW(unit) {#unit, &aclnn_kernel_unit_##unit##_0},
    const std::map<std::string_view, KernelEntry> entries = {ACLNN_CPU_TEST_UNITS(ENTRY_ROW)};
    // __CCE_AICORE__ by architecture.
    const std::map<uint32_t, uint32_t> aicore = {{1001, 100}, {2201, 220}, {2002, 200}, {3002, 300},
                                                 {3510, 310}, {3003, 300}, {3113, 310}};
    for (const platform::Soc& soc : platform::AllSocs()) {
        SCOPED_TRACE(soc.name);
        ASSERT_EQ(entries.count(soc.compute_unit), 1u);
        std::array<uint32_t, 3> out{};
        void* arguments[] = {nullptr, out.data(), nullptr, nullptr};
        ExpectRuns(Launch({"Unit", entries.at(soc.compute_unit), arguments, 0, 1, &soc, 1}));
        EXPECT_EQ(out, (std::array<uint32_t, 3>{soc.npu_arch, aicore.at(soc.npu_arch), 9}));
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
