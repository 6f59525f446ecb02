// Running the gathering instructions, whose destinations start as bytes of 0x5A.
#pragma once

#include "aicore/value_cases_test.h"

namespace aclnn_cpu::aicore_tests {

template <typename T>
struct GatherTensors {
    LocalTensor<T> dst, src;
    LocalTensor<uint32_t> offsets;
};

// Runs the call and returns the destination's buffer, whose bytes were 0x5A before.
template <typename T>
std::vector<T> RunGather(std::string_view soc, const std::vector<T>& src,
                         const std::vector<uint32_t>& offsets,
                         const std::function<void(const GatherTensors<T>&)>& call) {
    std::vector<T> result;
    const std::vector<T> old(kElements, FromBits<T>(0x5A5A5A5Au));
    ExpectRuns(RunGolden(
        [&] {
            TPipe pipe;
            TBuf<> buffers[3];
            pipe.InitBuffer(buffers[0], uint32_t(kElements * sizeof(T)));
            pipe.InitBuffer(buffers[1], uint32_t(kElements * sizeof(T)));
            pipe.InitBuffer(buffers[2], kElements * 4);
            const GatherTensors<T> t{buffers[0].Get<T>(), buffers[1].Get<T>(), buffers[2].Get<uint32_t>()};
            Fill(t.dst, old.data(), old.size() * sizeof(T));
            Fill(t.src, src.data(), src.size() * sizeof(T));
            Fill(t.offsets, offsets.data(), offsets.size() * 4);
            call(t);
            result = Read(t.dst, kElements);
        },
        {.soc = soc}));
    return result;
}

template <typename T>
void ExpectEqual(const std::vector<T>& actual, const std::vector<T>& expected, const std::string& what) {
    ASSERT_EQ(actual.size(), expected.size());
    for (size_t i = 0; i < actual.size(); ++i) {
        ASSERT_EQ(std::memcmp(&actual[i], &expected[i], sizeof(T)), 0) << what << " element " << i;
    }
}

template <typename T>
std::vector<T> Bytes(uint64_t seed) {
    std::vector<T> values(kElements);
    std::mt19937_64 random(seed);
    for (T& value : values) {
        value = FromBits<T>(static_cast<uint32_t>(random()));
    }
    return values;
}

}  // namespace aclnn_cpu::aicore_tests
