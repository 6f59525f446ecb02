#pragma once

#include <cstdint>

// What the probe's kernel is told to do.
enum class ProbeMode : uint32_t { kCopy, kExceedMemory, kDivergeAtBarrier, kWriteOutOfBounds };

struct ProbeTilingData {
    ProbeMode mode;
    uint32_t count;  // elements
};
