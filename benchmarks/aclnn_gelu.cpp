#include "benchmarks/aclnn_gelu.h"

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "acl/acl.h"
#include "aclnnop/aclnn_gelu_backward.h"

namespace aclnn_cpu::benchmarks {
namespace {

// A benchmark cannot go on after a failed call.
void Require(int32_t status, const char* call) {
    if (status != 0) {
        const char* message = aclGetRecentErrMsg();
        std::fprintf(stderr, "%s: %d %s\n", call, status, message != nullptr ? message : "");
        std::exit(1);
    }
}

aclrtStream Stream() {
    static aclrtStream stream = [] {
        aclrtStream created = nullptr;
        Require(aclInit(nullptr), "aclInit");
        Require(aclrtSetDevice(0), "aclrtSetDevice");
        Require(aclrtCreateStream(&created), "aclrtCreateStream");
        return created;
    }();
    return stream;
}

using TensorPointer = std::shared_ptr<aclTensor>;

TensorPointer MakeTensor(const PeerWork& work, const PeerTensor& tensor) {
    int64_t elements = 1;
    for (uint32_t k = 0; k < work.rank; ++k) {
        elements += (work.sizes[k] - 1) * tensor.strides[k];
    }
    return TensorPointer(aclCreateTensor(work.sizes, work.rank, static_cast<aclDataType>(tensor.dtype),
                                         tensor.strides, 0, ACL_FORMAT_ND, &elements, 1, tensor.data),
                         [](aclTensor* made) { aclDestroyTensor(made); });
}

// Device memory that grows to what a plan asks for.
struct Workspace {
    void* data = nullptr;
    uint64_t bytes = 0;

    void* Of(uint64_t wanted) {
        if (wanted > bytes) {
            if (data != nullptr) {
                Require(aclrtFree(data), "aclrtFree");
            }
            Require(aclrtMalloc(&data, wanted, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
            bytes = wanted;
        }
        return data;
    }
    ~Workspace() {
        if (data != nullptr) {
            aclrtFree(data);
        }
    }
};

}  // namespace

std::function<void()> AclnnGeluBackward(base::EngineChoice engine, const PeerWork& tensors) {
    Stream();
    return [engine, workspace = std::make_shared<Workspace>(),
            grad_output = MakeTensor(tensors, tensors.grad_output), self = MakeTensor(tensors, tensors.self),
            grad_input = MakeTensor(tensors, tensors.grad_input)] {
        if (base::CurrentSettings().engine != engine) {
            const bool set =
                base::SetSetting("engine", engine == base::EngineChoice::kAicore ? "aicore" : "native").ok();
            Require(set ? 0 : 1, "engine");
        }
        uint64_t bytes = 0;
        aclOpExecutor* executor = nullptr;
        Require(aclnnGeluBackwardGetWorkspaceSize(grad_output.get(), self.get(), grad_input.get(), &bytes,
                                                  &executor),
                "phase 1");
        Require(aclnnGeluBackward(workspace->Of(bytes), bytes, executor, Stream()), "phase 2");
        Require(aclrtSynchronizeStream(Stream()), "synchronize");
    };
}

std::function<void()> AclnnGeluBackward(base::EngineChoice engine, base::DType dtype, int64_t count, void* dy,
                                        void* x, void* z) {
    const auto type = static_cast<int32_t>(dtype);
    return AclnnGeluBackward(
        engine, PeerWork{nullptr, 1, {count}, {dy, type, {1}}, {x, type, {1}}, {z, type, {1}}, 1});
}

}  // namespace aclnn_cpu::benchmarks
