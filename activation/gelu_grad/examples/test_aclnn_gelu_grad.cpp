// The gradient of GELU at 0, 1, ..., 7 by aclnnGeluBackward: the whole life of an aclnn call, from aclInit to
// aclFinalize.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_gelu_backward.h"

namespace {

// Ends the program with the failing call and what the library says about it.
bool Succeeded(int32_t status, const char* call) {
    if (status != 0) {
        const char* message = aclGetRecentErrMsg();
        std::fprintf(stderr, "%s failed with %d\n%s\n", call, status, message != nullptr ? message : "");
    }
    return status == 0;
}

struct DeviceTensor {
    void* memory = nullptr;
    aclTensor* tensor = nullptr;
};

// A contiguous FLOAT tensor in device memory, filled from the host.
bool Create(const std::vector<float>& values, const std::vector<int64_t>& shape, DeviceTensor& result) {
    const size_t bytes = values.size() * sizeof(float);
    if (!Succeeded(aclrtMalloc(&result.memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc") ||
        !Succeeded(aclrtMemcpy(result.memory, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE),
                   "aclrtMemcpy")) {
        return false;
    }
    std::vector<int64_t> strides(shape.size(), 1);
    for (size_t i = shape.size() - 1; i > 0; --i) {
        strides[i - 1] = strides[i] * shape[i];
    }
    result.tensor = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND,
                                    shape.data(), shape.size(), result.memory);
    return Succeeded(result.tensor != nullptr ? 0 : 1, "aclCreateTensor");
}

void Destroy(const DeviceTensor& tensor) {
    aclDestroyTensor(tensor.tensor);
    aclrtFree(tensor.memory);
}

bool Run(aclrtStream stream) {
    const std::vector<int64_t> shape = {4, 2};
    DeviceTensor gradOutput;
    DeviceTensor self;
    DeviceTensor gradInput;
    if (!Create({1, 1, 1, 1, 1, 1, 1, 1}, shape, gradOutput) ||
        !Create({0, 1, 2, 3, 4, 5, 6, 7}, shape, self) ||
        !Create(std::vector<float>(8, 0.0f), shape, gradInput)) {
        return false;
    }

    uint64_t workspaceSize = 0;
    aclOpExecutor* executor = nullptr;
    if (!Succeeded(aclnnGeluBackwardGetWorkspaceSize(gradOutput.tensor, self.tensor, gradInput.tensor,
                                                     &workspaceSize, &executor),
                   "aclnnGeluBackwardGetWorkspaceSize")) {
        return false;
    }
    void* workspace = nullptr;
    if (workspaceSize > 0 &&
        !Succeeded(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc")) {
        return false;
    }
    if (!Succeeded(aclnnGeluBackward(workspace, workspaceSize, executor, stream), "aclnnGeluBackward") ||
        !Succeeded(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream")) {
        return false;
    }

    std::vector<float> result(8);
    const size_t bytes = result.size() * sizeof(float);
    if (!Succeeded(aclrtMemcpy(result.data(), bytes, gradInput.memory, bytes, ACL_MEMCPY_DEVICE_TO_HOST),
                   "aclrtMemcpy")) {
        return false;
    }
    for (size_t i = 0; i < result.size(); ++i) {
        std::printf("result[%zu] is: %f\n", i, result[i]);
    }

    if (workspace != nullptr) {
        aclrtFree(workspace);
    }
    Destroy(gradOutput);
    Destroy(self);
    Destroy(gradInput);
    return true;
}

}  // namespace

int main() {
    const int32_t device = 0;
    aclrtStream stream = nullptr;
    if (!Succeeded(aclInit(nullptr), "aclInit") || !Succeeded(aclrtSetDevice(device), "aclrtSetDevice") ||
        !Succeeded(aclrtCreateStream(&stream), "aclrtCreateStream")) {
        return 1;
    }
    const bool ok = Run(stream);
    aclrtDestroyStream(stream);
    aclrtResetDevice(device);
    aclFinalize();
    return ok ? 0 : 1;
}
