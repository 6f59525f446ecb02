// What the examples of elementwise functions share: the life of a program that calls aclnn, device tensors, and both
// phases of a call. activation/gelu_grad/examples spells all of it out.
#ifndef ACLNN_CPU_ACTIVATION_EXAMPLE_H
#define ACLNN_CPU_ACTIVATION_EXAMPLE_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace example {

// Ends the program with the failing call and what the library says about it.
inline void Check(int32_t status, const char* call) {
    if (status != 0) {
        const char* message = aclGetRecentErrMsg();
        std::fprintf(stderr, "%s failed with %d\n%s\n", call, status, message != nullptr ? message : "");
        std::exit(1);
    }
}

// A device and a stream, from aclInit to aclFinalize.
class Session {
 public:
    Session() {
        Check(aclInit(nullptr), "aclInit");
        Check(aclrtSetDevice(0), "aclrtSetDevice");
        Check(aclrtCreateStream(&stream_), "aclrtCreateStream");
    }
    ~Session() {
        aclrtDestroyStream(stream_);
        aclrtResetDevice(0);
        aclFinalize();
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // plan(&workspaceSize, &executor), workspace, run, wait.
    template <typename Plan>
    void Call(const Plan& plan, aclnnStatus (*run)(void*, uint64_t, aclOpExecutor*, aclrtStream)) const {
        uint64_t workspaceSize = 0;
        aclOpExecutor* executor = nullptr;
        Check(plan(&workspaceSize, &executor), "the first phase");
        void* workspace = nullptr;
        if (workspaceSize > 0) {
            Check(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
        }
        Check(run(workspace, workspaceSize, executor, stream_), "the second phase");
        Check(aclrtSynchronizeStream(stream_), "aclrtSynchronizeStream");
        if (workspace != nullptr) {
            aclrtFree(workspace);
        }
    }

 private:
    aclrtStream stream_ = nullptr;
};

// A one-dimensional FLOAT tensor in device memory.
class Tensor {
 public:
    explicit Tensor(const std::vector<float>& values) : count_(values.size()) {
        const size_t bytes = count_ * sizeof(float);
        Check(aclrtMalloc(&memory_, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
        Check(aclrtMemcpy(memory_, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE), "aclrtMemcpy");
        const int64_t shape[] = {static_cast<int64_t>(count_)};
        const int64_t strides[] = {1};
        tensor_ = aclCreateTensor(shape, 1, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 1, memory_);
        Check(tensor_ != nullptr ? 0 : 1, "aclCreateTensor");
    }
    ~Tensor() {
        aclDestroyTensor(tensor_);
        aclrtFree(memory_);
    }
    Tensor(const Tensor&) = delete;
    Tensor& operator=(const Tensor&) = delete;

    aclTensor* get() const { return tensor_; }

    void Print() const {
        std::vector<float> values(count_);
        const size_t bytes = count_ * sizeof(float);
        Check(aclrtMemcpy(values.data(), bytes, memory_, bytes, ACL_MEMCPY_DEVICE_TO_HOST), "aclrtMemcpy");
        for (size_t i = 0; i < count_; ++i) {
            std::printf("result[%zu] is: %f\n", i, values[i]);
        }
    }

 private:
    size_t count_;
    void* memory_ = nullptr;
    aclTensor* tensor_ = nullptr;
};

class Scalar {
 public:
    explicit Scalar(float value) : scalar_(aclCreateScalar(&value, ACL_FLOAT)) {
        Check(scalar_ != nullptr ? 0 : 1, "aclCreateScalar");
    }
    ~Scalar() { aclDestroyScalar(scalar_); }
    Scalar(const Scalar&) = delete;
    Scalar& operator=(const Scalar&) = delete;

    const aclScalar* get() const { return scalar_; }

 private:
    aclScalar* scalar_;
};

}  // namespace example

#endif
