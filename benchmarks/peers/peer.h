// What another library offers to be measured: a shared object of its own per library, loaded when the benchmark starts,
// so that neither a missing library nor a faulty one is the benchmark's.
#pragma once

#include <cstdint>

extern "C" {

// A tensor of the work; strides in elements, 0 where it is broadcast.
struct PeerTensor {
    void* data;
    int32_t dtype;  // as aclDataType: 0 float, 1 half, 27 bfloat16
    int64_t strides[8];
};

// grad_input = grad_output * derivative(self).
struct PeerWork {
    const char* activation;  // a name of activations.inc
    uint32_t rank;
    int64_t sizes[8];
    PeerTensor grad_output, self, grad_input;
    uint32_t threads;
};

// The library's version, a constant string.
const char* PeerVersion();
// Makes everything that can be made before a call; null when the library cannot do this work. The tensors must outlive it.
void* PeerPrepare(const PeerWork* work);
// Computes and waits, on the threads of the work that was prepared last in this process.
void PeerRun(void* prepared);
void PeerRelease(void* prepared);

}  // extern "C"
