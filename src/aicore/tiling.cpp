// Tiling data as kernels read it.
#include "ascendc/tiling.h"

#include <fmt/format.h>

#include <cstring>

#include "aicore/core.h"
#include "aicore/launch.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore {
namespace {

uint64_t InWords(uint64_t bytes) { return (bytes + 7) / 8 * 8; }

// What the tiling function filled from that address on; kUnknownBytes when that is not known. `whole`: the address is
// the argument of the launch itself.
uint64_t FilledFrom(const Core& core, const void* tiling, bool* whole) {
    const KernelLaunch& launch = *core.launch;
    if (launch.tiling_bytes == kUnknownBytes || launch.arguments.empty()) {
        return kUnknownBytes;
    }
    const auto begin = reinterpret_cast<uintptr_t>(launch.arguments.back());
    const auto address = reinterpret_cast<uintptr_t>(tiling);
    *whole = address == begin;
    return address - begin <= launch.tiling_bytes ? launch.tiling_bytes - (address - begin) : kUnknownBytes;
}

}  // namespace

const void* CheckTiling(const void* tiling, size_t struct_bytes, const char* call, CallSite site) {
    const auto address = reinterpret_cast<uint64_t>(tiling);
    if (!MayBeGlobal(address, struct_bytes)) {
        RaiseCall(ThisCore(), FaultKind::kBadParameter, call, site,
                  fmt::format("the tiling data is at address {:#x}, expected {} bytes of it", address,
                              struct_bytes),
                  "launch the kernel with the tiling data that its tiling function fills");
    }
    const Core* const core = CurrentCore();
    if (core == nullptr) {  // host code may use the macros as well
        return tiling;
    }
    bool whole = false;
    const uint64_t filled = FilledFrom(*core, tiling, &whole);
    // The host may leave out the padding at the end of its struct.
    const bool larger = filled != kUnknownBytes && struct_bytes > InWords(filled);
    const bool smaller =
        whole && InWords(struct_bytes) < filled && base::CurrentSettings().check != base::CheckMode::kOff;
    if (larger || smaller) {
        RaiseCall(
            *core, FaultKind::kBadParameter, call, site,
            fmt::format("the kernel reads a tiling structure of {} bytes, but the tiling function filled "
                        "{} bytes",
                        struct_bytes, filled),
            "build both with the same tiling header");
    }
    return tiling;
}

void CopyTiling(void* data, const void* tiling, size_t bytes, CallSite site) {
    std::memcpy(data, CheckTiling(tiling, bytes, "GET_TILING_DATA", site), bytes);
}

}  // namespace aclnn_cpu::aicore
