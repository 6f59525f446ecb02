// aclrtMalloc..., aclrtFree..., aclrtGetMemInfo
#include <algorithm>

#include "runtime/c_api.h"

using namespace aclnn_cpu;           // NOLINT: exported functions live in no namespace
using namespace aclnn_cpu::runtime;  // NOLINT

namespace {

base::Status CheckRequest(const char* function, const char* parameter, void** address, size_t size,
                          const Context** context) {
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, parameter, address));
    if (size == 0) {
        return InvalidValue(ACL_ERROR_INVALID_PARAM, function, "size", "0", "1 or more");
    }
    return RequireContext(function, context);
}

base::Status AllocateDevice(const char* function, void** address, size_t size, bool spare,
                            aclrtMemMallocPolicy policy) {
    const Context* context = nullptr;
    ACLNN_CPU_RETURN_IF_ERROR(CheckRequest(function, "devPtr", address, size, &context));
    const bool whole_gigabytes =
        policy == ACL_MEM_MALLOC_HUGE1G_ONLY || policy == ACL_MEM_MALLOC_HUGE1G_ONLY_P2P;
    return ThisProcess().memory.AllocateDevice(function, context->device(), size, spare && !whole_gigabytes,
                                               policy, address);
}

// Frees after the queued work of the device's streams (host memory: of all streams), which may be using the
// memory.
base::Status Free(const char* function, const char* parameter, void* address, Block::Kind kind,
                  const char* maker) {
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, parameter, address));
    const Context* context = nullptr;
    ACLNN_CPU_RETURN_IF_ERROR(RequireContext(function, &context));
    Memory& memory = ThisProcess().memory;
    const std::optional<Block> block = memory.FindBegin(address, kind);
    if (!block.has_value()) {
        const std::optional<Allocation> before = FindRecent(address);
        return before.has_value() && before->freed && before->begin == address
                   ? FreedTwice(function, address, *before)
                   : UnknownMemory(function, address, maker);
    }
    if (!WaitForStreams(kind == Block::Kind::kDevice ? block->device : -1, std::nullopt)) {
        return base::Status::Ok();  // the process is ending, and work that does not may use the memory
    }
    return memory.Free(address, kind) ? base::Status::Ok() : UnknownMemory(function, address, maker);
}

base::Status CheckCacheRange(const char* function, const void* address, size_t size) {
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "devPtr", address));
    return size != 0 ? base::Status::Ok()
                     : InvalidValue(ACL_ERROR_INVALID_PARAM, function, "size", "0", "1 or more");
}

}  // namespace

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
    return Exported(
        __func__, [&, function = __func__] { return AllocateDevice(function, devPtr, size, true, policy); });
}

aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
    return Exported(
        __func__, [&, function = __func__] { return AllocateDevice(function, devPtr, size, false, policy); });
}

aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
    return Exported(
        __func__, [&, function = __func__] { return AllocateDevice(function, devPtr, size, true, policy); });
}

aclError aclrtFree(void* devPtr) {
    return Exported(__func__, [&, function = __func__] {
        return Free(function, "devPtr", devPtr, Block::Kind::kDevice, "aclrtMalloc");
    });
}

aclError aclrtMallocHost(void** hostPtr, size_t size) {
    return Exported(__func__, [&, function = __func__] {
        const Context* context = nullptr;
        ACLNN_CPU_RETURN_IF_ERROR(CheckRequest(function, "hostPtr", hostPtr, size, &context));
        return ThisProcess().memory.AllocateHost(function, context->device(), size, hostPtr);
    });
}

aclError aclrtFreeHost(void* hostPtr) {
    return Exported(__func__, [&, function = __func__] {
        return Free(function, "hostPtr", hostPtr, Block::Kind::kHost, "aclrtMallocHost");
    });
}

aclError aclrtMemFlush(void* devPtr, size_t size) {
    return Exported(__func__, [&, function = __func__] { return CheckCacheRange(function, devPtr, size); });
}

aclError aclrtMemInvalidate(void* devPtr, size_t size) {
    return Exported(__func__, [&, function = __func__] { return CheckCacheRange(function, devPtr, size); });
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "free", free));
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "total", total));
        if (const auto value = static_cast<int64_t>(attr); value < 0 || value > ACL_MEM_P2P_HUGE1G) {
            return InvalidValue(ACL_ERROR_RT_PARAM_INVALID, function, "attr", std::to_string(value),
                                "0 to 17");
        }
        const Context* context = nullptr;
        ACLNN_CPU_RETURN_IF_ERROR(RequireContext(function, &context));
        uint64_t all = 0;
        ACLNN_CPU_RETURN_IF_ERROR(Memory::DeviceTotal(&all));
        *total = all;
        *free = all - std::min(all, ThisProcess().memory.Allocated(context->device()));
        return base::Status::Ok();
    });
}
