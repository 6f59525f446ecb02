// aclrt...Context
#include "runtime/c_api.h"

using namespace aclnn_cpu;           // NOLINT: exported functions live in no namespace
using namespace aclnn_cpu::runtime;  // NOLINT

aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "context", context));
        ACLNN_CPU_RETURN_IF_ERROR(RequireDevice(function, deviceId));
        std::shared_ptr<Context> made = MakeContext(deviceId, /*is_default=*/false);
        *context = made->handle();
        SetCurrentContext(std::move(made));
        return base::Status::Ok();
    });
}

aclError aclrtDestroyContext(aclrtContext context) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "context", context));
        const std::shared_ptr<Context> found = ThisProcess().contexts.Find(context);
        if (found == nullptr) {
            return UnknownContext(function, context);
        }
        if (found->is_default()) {
            return InvalidValue(ACL_ERROR_RT_CONTEXT_NULL, function, "context",
                                fmt::format("the default context of device {}", found->device()),
                                "one made by aclrtCreateContext; aclrtResetDevice ends a default context");
        }
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotInside(function, *found));
        DestroyContext(found);
        return base::Status::Ok();
    });
}

aclError aclrtSetCurrentContext(aclrtContext context) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "context", context));
        std::shared_ptr<Context> found = ThisProcess().contexts.Find(context);
        if (found == nullptr) {
            return UnknownContext(function, context);
        }
        SetCurrentContext(std::move(found));
        return base::Status::Ok();
    });
}

aclError aclrtGetCurrentContext(aclrtContext* context) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "context", context));
        const Context* current = nullptr;
        ACLNN_CPU_RETURN_IF_ERROR(RequireContext(function, &current));
        *context = current->handle();
        return base::Status::Ok();
    });
}

aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "stream", stream));
        const Context* current = nullptr;
        ACLNN_CPU_RETURN_IF_ERROR(RequireContext(function, &current));
        *stream = current->default_stream_handle();
        return base::Status::Ok();
    });
}
