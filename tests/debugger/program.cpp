// Launches the GeluGrad kernel over 1003 halves on 8 blocks, as a program does that an author debugs. Prints a
// checksum of the bits of the result.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "aicore/launch.h"
#include "ascendc/float16.h"
#include "base/settings.h"
#include "op_kernel/gelu_grad_tiling_data.h"
#include "platform/soc.h"

extern "C" void aclnn_kernel_debugger_ascend910b_0(void* const* arguments, uint64_t tiling_key);

namespace {

using namespace aclnn_cpu;

constexpr uint32_t kElements = 1003;
constexpr uint32_t kBlocks = 8;

// The tanh form of gelu, differentiated, in double.
double Reference(double dy, double x) {
    const double k = std::sqrt(2 / M_PI);
    const double t = std::tanh(k * (x + 0.044715 * x * x * x));
    return dy * (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * k * (1 + 3 * 0.044715 * x * x));
}

uint32_t Fnv(const std::vector<half>& values) {
    uint32_t sum = 2166136261u;
    const auto* bytes = reinterpret_cast<const uint8_t*>(values.data());
    for (size_t i = 0; i < values.size() * sizeof(half); ++i) {
        sum = (sum ^ bytes[i]) * 16777619u;
    }
    return sum;
}

}  // namespace

int main() {
    std::vector<half> dy(kElements);
    std::vector<half> x(kElements);
    std::vector<half> z(kElements);
    for (uint32_t i = 0; i < kElements; ++i) {
        dy[i] = half(float(i % 17) / 8 - 1);
        x[i] = half(float(i) / 125 - 4);
    }
    const platform::Soc* soc = nullptr;
    if (!platform::FindSoc("Ascend910B1", &soc).ok()) {
        return 1;
    }
    // 63 blocks of 32 bytes: 8 for each of seven cores, 7 for the last.
    GeluGradTilingData tiling = {};
    tiling.bigCoreDataNum = tiling.tileDataNum = tiling.bigTailDataNum = 128;
    tiling.smallCoreDataNum = tiling.smallTailDataNum = 112;
    tiling.finalBigTileNum = tiling.finalSmallTileNum = 1;
    tiling.tailBlockNum = 7;
    tiling.totalDataNum = kElements;
    void* arguments[] = {dy.data(), x.data(), dy.data(), z.data(), nullptr, &tiling};
    const base::Status status = aicore::Launch({"GeluGrad", aclnn_kernel_debugger_ascend910b_0, arguments, 0,
                                                kBlocks, soc, base::CurrentSettings().threads});
    if (!status.ok()) {
        std::printf("%d %s\n", status.code(), status.message().c_str());
        return 1;
    }
    for (uint32_t i = 0; i < kElements; ++i) {
        const double expected = Reference(float(dy[i]), float(x[i]));
        const double ulp = std::ldexp(1, std::max(std::ilogb(expected == 0 ? 1e-8 : expected), -14) - 10);
        if (!base::CurrentSettings().block.has_value() && std::abs(float(z[i]) - expected) > ulp) {
            std::printf("element %u is %g, expected %g\n", i, float(z[i]), expected);
            return 1;
        }
    }
    std::printf("%u elements by %u blocks, sum %08x\n", kElements, kBlocks, Fnv(z));
    return 0;
}
