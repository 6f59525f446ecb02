// y = 3 x through the two-phase call.
#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclnn_scale.h"

namespace {

int failures = 0;

void Need(int code, const char* call) {
    if (code != 0) {
        std::printf("%s: %d\n", call, code);
        ++failures;
    }
}

}  // namespace

int main() {
    Need(aclInit(nullptr), "aclInit");
    Need(aclrtSetDevice(0), "aclrtSetDevice");
    const std::vector<float> x = {0.5f, 1.0f, -2.0f, 4.0f};
    const int64_t size = static_cast<int64_t>(x.size());
    const size_t bytes = x.size() * sizeof(float);
    void* memory[2] = {};
    aclTensor* tensors[2] = {};
    for (int i = 0; i < 2; ++i) {
        Need(aclrtMalloc(&memory[i], bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
        tensors[i] = aclCreateTensor(&size, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &size, 1, memory[i]);
    }
    Need(aclrtMemcpy(memory[0], bytes, x.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE), "aclrtMemcpy");

    uint64_t workspace_size = 0;
    aclOpExecutor* executor = nullptr;
    Need(aclnnScaleGetWorkspaceSize(tensors[0], 3, tensors[1], &workspace_size, &executor),
         "aclnnScaleGetWorkspaceSize");
    void* workspace = nullptr;
    if (workspace_size > 0) {
        Need(aclrtMalloc(&workspace, workspace_size, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    }
    Need(aclnnScale(workspace, workspace_size, executor, nullptr), "aclnnScale");
    Need(aclrtSynchronizeStream(nullptr), "aclrtSynchronizeStream");

    std::vector<float> y(x.size());
    Need(aclrtMemcpy(y.data(), bytes, memory[1], bytes, ACL_MEMCPY_DEVICE_TO_HOST), "aclrtMemcpy");
    for (size_t i = 0; i < y.size(); ++i) {
        std::printf("result[%zu] is: %f\n", i, static_cast<double>(y[i]));
    }
    for (int i = 0; i < 2; ++i) {
        aclDestroyTensor(tensors[i]);
        aclrtFree(memory[i]);
    }
    aclrtFree(workspace);
    Need(aclrtResetDevice(0), "aclrtResetDevice");
    Need(aclFinalize(), "aclFinalize");
    return failures == 0 ? 0 : 1;
}
