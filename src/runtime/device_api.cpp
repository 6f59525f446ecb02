// aclrt...Device
#include <chrono>
#include <vector>

#include "platform/soc.h"
#include "runtime/c_api.h"

using namespace aclnn_cpu;           // NOLINT: exported functions live in no namespace
using namespace aclnn_cpu::runtime;  // NOLINT

namespace {

// Lowers the use count by one, or to zero; at zero ends the default context.
base::Status ResetDevice(const char* function, int32_t id, bool to_zero) {
    ACLNN_CPU_RETURN_IF_ERROR(RequireDevice(function, id));
    Process& process = ThisProcess();
    Process::Device& device = process.devices[static_cast<size_t>(id)];
    std::shared_ptr<Context> ended;
    {
        const std::lock_guard lock(process.devices_mutex);
        if (device.uses == 0) {
            return DeviceNotInUse(function, id);
        }
        if (to_zero || device.uses == 1) {
            ACLNN_CPU_RETURN_IF_ERROR(RequireNotInside(function, *device.default_context));
            ended = std::move(device.default_context);
        }
        device.uses = ended != nullptr ? 0 : device.uses - 1;
    }
    if (ended != nullptr) {
        DestroyContext(ended);
    }
    return base::Status::Ok();
}

base::Status SynchronizeContext(const char* function, int32_t milliseconds) {
    const Context* context = nullptr;
    ACLNN_CPU_RETURN_IF_ERROR(RequireContext(function, &context));
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotInside(function, *context));
    const Deadline deadline = DeadlineIn(milliseconds);
    std::vector<std::shared_ptr<Stream>> ours;
    std::vector<uint64_t> submitted;
    for (std::shared_ptr<Stream>& stream : ThisProcess().streams.All()) {
        if (stream->description().context_id == context->id()) {
            submitted.push_back(stream->Submitted());
            ours.push_back(std::move(stream));
        }
    }
    for (size_t i = 0; i < ours.size(); ++i) {
        if (!ours[i]->WaitFor(submitted[i], deadline)) {
            return NotDone(function, *ours[i], milliseconds);
        }
    }
    base::Status first;
    for (const std::shared_ptr<Stream>& stream : ours) {
        base::Status error = stream->TakeError(function);
        first = first.ok() ? std::move(error) : std::move(first);
    }
    return first;
}

struct Attribute {
    aclrtDevAttr attribute;
    int64_t (*of)(const platform::Soc& soc);
};

constexpr Attribute kAttributes[] = {
    {ACL_DEV_ATTR_AICORE_CORE_NUM, [](const platform::Soc& soc) { return int64_t{soc.ai_cores}; }},
    {ACL_DEV_ATTR_CUBE_CORE_NUM, [](const platform::Soc& soc) { return int64_t{soc.aic_cores()}; }},
    {ACL_DEV_ATTR_VECTOR_CORE_NUM, [](const platform::Soc& soc) { return int64_t{soc.aiv_cores()}; }},
    {ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE,
     [](const platform::Soc& soc) { return static_cast<int64_t>(soc.ub_bytes - soc.ub_kept_back_bytes); }},
    {ACL_DEV_ATTR_L2_CACHE_SIZE, [](const platform::Soc& soc) { return static_cast<int64_t>(soc.l2_bytes); }},
    {ACL_DEV_ATTR_IS_VIRTUAL, [](const platform::Soc&) { return int64_t{0}; }},
    {ACL_DEV_ATTR_NPU_ARCH, [](const platform::Soc& soc) { return int64_t{soc.npu_arch}; }},
};

base::Status DeviceInfo(const char* function, uint32_t device, aclrtDevAttr attribute, int64_t* value) {
    if (attribute == ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE) {
        uint64_t total = 0;
        ACLNN_CPU_RETURN_IF_ERROR(Memory::DeviceTotal(&total));
        *value = static_cast<int64_t>(total);
        return base::Status::Ok();
    }
    if (attribute == ACL_DEV_ATTR_PHY_CHIP_ID) {
        *value = device;
        return base::Status::Ok();
    }
    const platform::Soc* soc = nullptr;
    ACLNN_CPU_RETURN_IF_ERROR(platform::CurrentSoc(&soc));
    for (const Attribute& row : kAttributes) {
        if (row.attribute == attribute) {
            *value = row.of(*soc);
            return base::Status::Ok();
        }
    }
    return InvalidValue(ACL_ERROR_RT_PARAM_INVALID, function, "attr",
                        std::to_string(static_cast<int64_t>(attribute)),
                        "an attribute this device has: 101, 102, 201, 204, 301, 302, 402, 501 or 601");
}

}  // namespace

aclError aclrtGetDeviceCount(uint32_t* count) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "count", count));
        *count = kDeviceCount;
        return base::Status::Ok();
    });
}

aclError aclrtSetDevice(int32_t deviceId) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireDevice(function, deviceId));
        const platform::Soc* soc = nullptr;
        ACLNN_CPU_RETURN_IF_ERROR(
            platform::CurrentSoc(&soc));  // a program without aclInit learns of bad settings here
        Process& process = ThisProcess();
        Process::Device& device = process.devices[static_cast<size_t>(deviceId)];
        const std::lock_guard lock(process.devices_mutex);
        if (device.default_context == nullptr) {
            device.default_context = MakeContext(deviceId, /*is_default=*/true);
        }
        ++device.uses;
        SetCurrentContext(device.default_context);
        return base::Status::Ok();
    });
}

aclError aclrtResetDevice(int32_t deviceId) {
    return Exported(__func__, [&, function = __func__] { return ResetDevice(function, deviceId, false); });
}

aclError aclrtResetDeviceForce(int32_t deviceId) {
    return Exported(__func__, [&, function = __func__] { return ResetDevice(function, deviceId, true); });
}

aclError aclrtGetDevice(int32_t* deviceId) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "deviceId", deviceId));
        const Context* context = nullptr;
        ACLNN_CPU_RETURN_IF_ERROR(RequireContext(function, &context));
        *deviceId = context->device();
        return base::Status::Ok();
    });
}

aclError aclrtSynchronizeDevice(void) {
    return Exported(__func__, [function = __func__] { return SynchronizeContext(function, -1); });
}

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireTimeout(function, timeout));
        return SynchronizeContext(function, timeout);
    });
}

aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t* value) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "value", value));
        ACLNN_CPU_RETURN_IF_ERROR(RequireDevice(function, deviceId));
        return DeviceInfo(function, deviceId, attr, value);
    });
}

aclError aclrtQueryDeviceStatus(int32_t deviceId, aclrtDeviceStatus* deviceStatus) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "deviceStatus", deviceStatus));
        ACLNN_CPU_RETURN_IF_ERROR(RequireDevice(function, deviceId));
        *deviceStatus = ACL_RT_DEVICE_STATUS_NORMAL;
        return base::Status::Ok();
    });
}

aclError aclrtSetTsDevice(aclrtTsId tsId) {
    return Exported(__func__, [&, function = __func__] {
        return tsId == ACL_TS_ID_AICORE || tsId == ACL_TS_ID_AIVECTOR
                   ? base::Status::Ok()
                   : InvalidValue(ACL_ERROR_INVALID_PARAM, function, "tsId", std::to_string(tsId), "0 or 1");
    });
}

aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId, int32_t peerDeviceId) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "canAccessPeer", canAccessPeer));
        ACLNN_CPU_RETURN_IF_ERROR(RequireDevice(function, deviceId));
        ACLNN_CPU_RETURN_IF_ERROR(RequireDevice(function, peerDeviceId));
        *canAccessPeer = deviceId != peerDeviceId ? 1 : 0;
        return base::Status::Ok();
    });
}
