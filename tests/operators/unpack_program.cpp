// Calls Unpack as a program of its user would: of a type that its kernel has, and of one that no kernel has.
#include <cstdio>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "aclnn_unpack.h"

namespace {

int failures = 0;

void Expect(bool holds, const char* what) {
    if (!holds) {
        std::printf("%s\n", what);
        ++failures;
    }
}

struct Tensor {
    Tensor(aclDataType dtype, int64_t count, size_t bytes) : size(bytes) {
        aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
        tensor = aclCreateTensor(&count, 1, dtype, nullptr, 0, ACL_FORMAT_ND, &count, 1, memory);
    }
    ~Tensor() {
        aclDestroyTensor(tensor);
        aclrtFree(memory);
    }
    void* memory = nullptr;
    aclTensor* tensor = nullptr;
    size_t size;
};

// Phase one of a call that is refused.
void CallWithComplexNumbers(char* kind) {
    Tensor x(ACL_COMPLEX64, 2, 16);
    Tensor y(ACL_COMPLEX64, 2, 16);
    uint64_t workspace_bytes = 0;
    aclOpExecutor* executor = nullptr;
    Expect(aclnnUnpackGetWorkspaceSize(x.tensor, 8, kind, y.tensor, &workspace_bytes, &executor) == 561003,
           "a type that no kernel has was taken");
    std::printf("%s\n", aclGetRecentErrMsg());
}

// The values 0 to 7, then -8 to -1, the first of two in the low half of a byte: all the memory there is.
void CallWithPackedNumbers(char* kind) {
    const std::vector<unsigned char> packed = {0x10, 0x32, 0x54, 0x76, 0x98, 0xBA, 0xDC, 0xFE};
    Tensor x(ACL_INT4, 16, packed.size());
    Tensor y(ACL_FLOAT16, 16, 32);
    aclrtMemcpy(x.memory, x.size, packed.data(), packed.size(), ACL_MEMCPY_HOST_TO_DEVICE);
    uint64_t workspace_bytes = 0;
    aclOpExecutor* executor = nullptr;
    Expect(aclnnUnpackGetWorkspaceSize(x.tensor, 8, kind, y.tensor, &workspace_bytes, &executor) == 0,
           aclGetRecentErrMsg());
    Expect(aclnnUnpack(nullptr, workspace_bytes, executor, nullptr) == 0, "the second phase failed");
    Expect(aclrtSynchronizeStream(nullptr) == 0, "the kernel failed");
    std::vector<uint16_t> halves(16);
    aclrtMemcpy(halves.data(), 32, y.memory, 32, ACL_MEMCPY_DEVICE_TO_HOST);
    for (int i = 0; i < 16; ++i) {
        // Halves from 64 on are steps of 1/16 from 0x5400.
        const int value = 108 + (i < 8 ? i : i - 16);
        Expect(halves[static_cast<size_t>(i)] == 0x5400 + (value - 64) * 16, "a value differs");
    }
}

}  // namespace

int main() {
    Expect(aclInit(nullptr) == 0 && aclrtSetDevice(0) == 0, "no device");
    char kind[] = "hundred";
    CallWithPackedNumbers(kind);
    CallWithComplexNumbers(kind);
    aclrtResetDevice(0);
    aclFinalize();
    return failures == 0 ? 0 : 1;
}
