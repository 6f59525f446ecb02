// What docs/layers/runtime.md shows: a program that uses memory as no device would let it, and gives not all back.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_gelu_backward.h"

void* Allocate(size_t bytes) {
    void* memory = nullptr;
    aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
    return memory;
}

aclTensor* Floats(void* data, int64_t count) {
    return aclCreateTensor(&count, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &count, 1, data);
}

void Backward(void* dy, void* x, void* dx, int64_t count) {
    aclTensor* tensors[] = {Floats(dy, count), Floats(x, count), Floats(dx, count)};
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    int code = aclnnGeluBackwardGetWorkspaceSize(tensors[0], tensors[1], tensors[2], &size, &executor);
    void* workspace = size != 0 ? Allocate(size) : nullptr;
    code = code == 0 ? aclnnGeluBackward(workspace, size, executor, nullptr) : code;
    const char* why = aclGetRecentErrMsg();
    std::fprintf(stderr, "%d %s\n", code, why != nullptr ? why : "");
    if (workspace != nullptr) {
        aclrtFree(workspace);
    }
    for (const aclTensor* tensor : tensors) {
        aclDestroyTensor(tensor);
    }
}

int main() {
    aclInit(nullptr);
    aclrtSetDevice(0);

    void* dy = Allocate(2048);
    void* x = Allocate(2048);
    void* dx = Allocate(1024);  // 512 values of half a float each
    Backward(dy, x, dx, 512);

    std::vector<float> on_the_host(256);
    Backward(on_the_host.data(), x, dx, 256);

    aclrtFree(dy);
    Backward(dy, x, dx, 256);

    aclrtMemcpy(dy, 1024, on_the_host.data(), 1024, ACL_MEMCPY_HOST_TO_DEVICE);
    std::fprintf(stderr, "%s\n", aclGetRecentErrMsg());

    aclrtResetDevice(0);
    aclFinalize();
}
