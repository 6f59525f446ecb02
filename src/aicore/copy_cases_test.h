// Copies from global memory to UB and back, for the tests of copies.
#pragma once

#include "aicore/kernel_test.h"

namespace aclnn_cpu::aicore_tests {

using namespace AscendC;

template <typename T>
std::vector<T> Counting(size_t n) {
    std::vector<T> values(n);
    for (size_t i = 0; i < n; ++i) {
        values[i] = T(float(i + 1));
    }
    return values;
}

// GM -> UB -> GM; the destination starts as -1.
template <typename T>
std::vector<T> CopyThrough(
    const std::vector<T>& from,
    const std::function<void(LocalTensor<T>, GlobalTensor<T>, GlobalTensor<T>)>& copy) {
    std::vector<T> to(from.size(), T(-1.0f));
    ExpectRuns(RunGolden([&] {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 64 * 1024);
        GlobalTensor<T> source;
        GlobalTensor<T> destination;
        source.SetGlobalBuffer(const_cast<T*>(from.data()), from.size());
        destination.SetGlobalBuffer(to.data(), to.size());
        copy(buffer.Get<T>(), source, destination);
    }));
    return to;
}

// How many leading elements arrived; everything behind them must be untouched.
template <typename T>
uint32_t Moved(const std::vector<T>& from, const std::vector<T>& to) {
    uint32_t moved = 0;
    while (moved < from.size() && float(to[moved]) == float(from[moved])) {
        ++moved;
    }
    for (size_t i = moved; i < to.size(); ++i) {
        EXPECT_EQ(float(to[i]), -1.0f) << "element " << i;
    }
    return moved;
}

}  // namespace aclnn_cpu::aicore_tests
