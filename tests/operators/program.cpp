// Calls the operators of tests/operators as a program of their user would: `program all` or `program scale`.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

#include "acl/acl.h"
#include "aclnn_negate.h"
#include "aclnn_ops_nn_tests.h"
#include "aclnn_scale.h"
#include "aclnn_shift.h"

namespace {

int failures = 0;

void Expect(bool holds, const char* what) {
    if (!holds) {
        std::printf("%s\n", what);
        ++failures;
    }
}

using FirstPhase = std::function<aclnnStatus(aclTensor*, aclTensor*, uint64_t*, aclOpExecutor**)>;
using SecondPhase = aclnnStatus (*)(void*, uint64_t, aclOpExecutor*, aclrtStream);

// y of x; what is not written stays.
template <typename T>
std::vector<T> Run(const std::vector<T>& x, aclDataType dtype, const FirstPhase& plan, SecondPhase run) {
    const size_t bytes = x.size() * sizeof(T);
    const int64_t sizes[] = {static_cast<int64_t>(x.size())};
    const int64_t strides[] = {1};
    void* memory[2] = {};
    aclTensor* tensors[2] = {};
    for (int i = 0; i < 2; ++i) {
        aclrtMalloc(&memory[i], bytes, ACL_MEM_MALLOC_HUGE_FIRST);
        aclrtMemcpy(memory[i], bytes, x.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE);
        tensors[i] = aclCreateTensor(sizes, 1, dtype, strides, 0, ACL_FORMAT_ND, sizes, 1, memory[i]);
    }
    uint64_t workspace_bytes = 0;
    aclOpExecutor* executor = nullptr;
    const aclnnStatus planned = plan(tensors[0], tensors[1], &workspace_bytes, &executor);
    Expect(planned == 0, aclGetRecentErrMsg());
    std::vector<T> y(x.size());
    if (planned == 0) {
        void* workspace = nullptr;
        if (workspace_bytes > 0) {
            aclrtMalloc(&workspace, workspace_bytes, ACL_MEM_MALLOC_HUGE_FIRST);
        }
        Expect(run(workspace, workspace_bytes, executor, nullptr) == 0, "the second phase failed");
        Expect(aclrtSynchronizeStream(nullptr) == 0, aclGetRecentErrMsg());
        if (workspace != nullptr) {
            aclrtFree(workspace);
        }
    }
    aclrtMemcpy(y.data(), bytes, memory[1], bytes, ACL_MEMCPY_DEVICE_TO_HOST);
    for (int i = 0; i < 2; ++i) {
        aclDestroyTensor(tensors[i]);
        aclrtFree(memory[i]);
    }
    return y;
}

FirstPhase ScaleBy(int64_t factor) {
    return [factor](aclTensor* x, aclTensor* y, uint64_t* bytes, aclOpExecutor** executor) {
        return aclnnScaleGetWorkspaceSize(x, factor, y, bytes, executor);
    };
}

FirstPhase ShiftBy(bool down) {
    return [down](aclTensor* x, aclTensor* y, uint64_t* bytes, aclOpExecutor** executor) {
        return aclnnShiftGetWorkspaceSize(x, down, y, bytes, executor);
    };
}

}  // namespace

int main(int, char** argv) {
    Expect(aclInit(nullptr) == 0 && aclrtSetDevice(0) == 0, "no device");
    const std::vector<float> x = {0.5f, -1.0f, 3.0f};
    Expect(Run(x, ACL_FLOAT, ScaleBy(2), aclnnScale) == std::vector<float>{1.0f, -2.0f, 6.0f},
           "scale FLOAT by 2");
    Expect(Run(x, ACL_FLOAT, ScaleBy(-3), aclnnScale) == std::vector<float>{-1.5f, 3.0f, -9.0f},
           "scale FLOAT by -3");
    Expect(
        Run(std::vector<int32_t>{7, -8}, ACL_INT32, ScaleBy(5), aclnnScale) == std::vector<int32_t>{35, -40},
        "scale INT32 by 5");
    // 1.0, -2.0 in half precision
    Expect(Run(std::vector<uint16_t>{0x3C00, 0xC000}, ACL_FLOAT16, ScaleBy(2), aclnnScale) ==
               std::vector<uint16_t>{0x4000, 0xC400},
           "scale FLOAT16 by 2");
    if (std::strcmp(argv[1], "all") == 0) {
        Expect(Run(x, ACL_FLOAT, ShiftBy(false), aclnnShift) == std::vector<float>{1.5f, 0.0f, 4.0f},
               "shift up");
        Expect(Run(x, ACL_FLOAT, ShiftBy(true), aclnnShift) == std::vector<float>{-0.5f, -2.0f, 2.0f},
               "shift down");
        Expect(Run(x, ACL_FLOAT, aclnnNegateGetWorkspaceSize, aclnnNegate) ==
                   std::vector<float>{-0.5f, 1.0f, -3.0f},
               "negate");
    }
    aclrtResetDevice(0);
    aclFinalize();
    return failures == 0 ? 0 : 1;
}
