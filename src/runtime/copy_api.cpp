// aclrtMemcpy..., aclrtMemset...
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>

#include "base/settings.h"
#include "runtime/allocations.h"
#include "runtime/c_api.h"

using namespace aclnn_cpu;           // NOLINT: exported functions live in no namespace
using namespace aclnn_cpu::runtime;  // NOLINT

namespace {

// A guess of what one thread copies or sets, in bytes per nanosecond.
constexpr uint64_t kBytesPerNanosecond = 8;

uint64_t Estimate(size_t bytes) { return bytes / kBytesPerNanosecond; }

std::string HistoryOf(const void* address) {
    const std::optional<Allocation> found = FindRecent(address);
    return found.has_value() ? found->History() : std::string();
}

// Whether the process has memory at all these bytes. One call for any number of pages, and still too much for a copy
// of a few bytes: of small ranges it is taken for granted.
bool IsMapped(const void* address, size_t count) {
    constexpr size_t kWorthACall = 16 * 1024;
    constexpr uintptr_t kPage = 4096;
    constexpr size_t kPagesAtOnce = 4096;
    if (count < kWorthACall) {
        return true;
    }
    unsigned char residency[kPagesAtOnce];
    const uintptr_t end = reinterpret_cast<uintptr_t>(address) + count;
    for (uintptr_t page = reinterpret_cast<uintptr_t>(address) / kPage * kPage; page < end;) {
        const size_t bytes = std::min<size_t>(end - page, kPagesAtOnce * kPage);
        if (mincore(reinterpret_cast<void*>(page), bytes, residency) != 0 && errno == ENOMEM) {
            return false;
        }
        page += bytes;
    }
    return true;
}

// 107000 when the bytes begin in a device allocation and leave it, or are no memory at all.
base::Status CheckWithinAllocation(const char* function, const char* parameter, const void* address,
                                   size_t count) {
    const Memory& memory = ThisProcess().memory;
    const std::optional<Block> block = memory.FindHolder(address);
    if (!block.has_value() || block->kind != Block::Kind::kDevice) {
        // Memory of the caller's own; but it must not run into a device's.
        const std::optional<Block> end = memory.FindHolder(static_cast<const char*>(address) + count - 1);
        if (end.has_value() && end->kind == Block::Kind::kDevice) {
            return StartsBefore(function, parameter, address, count, end->begin);
        }
        return IsMapped(address, count) ? base::Status::Ok() : NotMapped(function, parameter, address, count);
    }
    const size_t left = block->owned - static_cast<size_t>(static_cast<const char*>(address) - block->begin);
    return count <= left ? base::Status::Ok()
                         : PastTheEnd(function, parameter, address, count, block->begin, block->owned,
                                      HistoryOf(address));
}

enum class Side { kHost, kDevice, kAny };

// Under the checker, 107000 for memory that was freed or is the other side's.
base::Status CheckSide(const char* function, const char* parameter, const void* address, size_t count,
                       Side side) {
    if (base::CurrentSettings().check == base::CheckMode::kOff) {
        return base::Status::Ok();
    }
    const std::optional<Allocation> found = FindRecent(address);
    if (found.has_value() && found->freed) {
        return FreedMemory(function, parameter, address, count, *found);
    }
    const bool device = found.has_value() && !found->pinned_host;
    if (side == Side::kDevice && !device) {
        return WrongSide(function, parameter, address, "host memory", "memory of aclrtMalloc");
    }
    if (side == Side::kHost && device) {
        return WrongSide(function, parameter, address, "device memory", "host memory");
    }
    return base::Status::Ok();
}

base::Status CheckSides(const char* function, const void* dst, const void* src, size_t count,
                        aclrtMemcpyKind kind) {
    constexpr struct {
        Side dst, src;
    } kSides[] = {{Side::kHost, Side::kHost},     {Side::kDevice, Side::kHost}, {Side::kHost, Side::kDevice},
                  {Side::kDevice, Side::kDevice}, {Side::kAny, Side::kAny},     {Side::kDevice, Side::kHost}};
    const auto& sides = kSides[static_cast<size_t>(kind)];
    ACLNN_CPU_RETURN_IF_ERROR(CheckSide(function, "dst", dst, count, sides.dst));
    return CheckSide(function, "src", src, count, sides.src);
}

// The checks of aclrtMemcpy in their order; count is not 0.
base::Status CheckCopy(const char* function, void* dst, size_t dest_max, const void* src, size_t count,
                       aclrtMemcpyKind kind) {
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "dst", dst));
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "src", src));
    if (const auto value = static_cast<int64_t>(kind);
        value < 0 || value > ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE) {
        return InvalidValue(ACL_ERROR_INVALID_PARAM, function, "kind", std::to_string(value), "0 to 5");
    }
    if (count > dest_max) {
        return InvalidValue(ACL_ERROR_RT_PARAM_INVALID, function, "count", std::to_string(count),
                            fmt::format("at most destMax, which is {}", dest_max));
    }
    ACLNN_CPU_RETURN_IF_ERROR(CheckWithinAllocation(function, "dst", dst, count));
    ACLNN_CPU_RETURN_IF_ERROR(CheckWithinAllocation(function, "src", src, count));
    return CheckSides(function, dst, src, count, kind);
}

base::Status CheckSet(const char* function, void* address, size_t max_count, size_t count) {
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "devPtr", address));
    if (count > max_count) {
        return InvalidValue(ACL_ERROR_RT_PARAM_INVALID, function, "count", std::to_string(count),
                            fmt::format("at most maxCount, which is {}", max_count));
    }
    ACLNN_CPU_RETURN_IF_ERROR(CheckWithinAllocation(function, "devPtr", address, count));
    return CheckSide(function, "devPtr", address, count, Side::kAny);
}

// Rows of a matrix, or one row: what a copy moves.
struct Rows {
    char* to;
    size_t to_pitch;
    const char* from;
    size_t from_pitch;
    size_t width;
    size_t height;

    size_t bytes() const { return width * height; }
    void Move() const {
        for (size_t row = 0; row < height; ++row) {
            std::memmove(to + row * to_pitch, from + row * from_pitch, width);
        }
    }
};

// 107000 when the rows reach further than there are addresses; `bytes` from the first to the last one.
// Their own bytes, width * height, are no more, since no row is wider than the pitch.
base::Status Extent(const char* function, const Rows& rows, size_t pitch, size_t* bytes) {
    size_t before_last = 0;
    if (__builtin_mul_overflow(rows.height - 1, pitch, &before_last) ||
        __builtin_add_overflow(before_last, rows.width, bytes)) {
        return InvalidValue(
            ACL_ERROR_RT_PARAM_INVALID, function, "height", std::to_string(rows.height),
            fmt::format("so few rows that they end before address {} with a pitch of {}", SIZE_MAX, pitch));
    }
    return base::Status::Ok();
}

base::Status CheckCopy2d(const char* function, const Rows& rows, aclrtMemcpyKind kind) {
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "dst", rows.to));
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "src", rows.from));
    if (rows.width > rows.from_pitch || rows.width > rows.to_pitch) {
        return InvalidValue(ACL_ERROR_INVALID_PARAM, function, "width", std::to_string(rows.width),
                            fmt::format("at most spitch, which is {}, and dpitch, which is {}",
                                        rows.from_pitch, rows.to_pitch));
    }
    const bool offered = kind == ACL_MEMCPY_HOST_TO_DEVICE || kind == ACL_MEMCPY_DEVICE_TO_HOST ||
                         kind == ACL_MEMCPY_DEVICE_TO_DEVICE || kind == ACL_MEMCPY_DEFAULT;
    if (!offered) {
        return InvalidValue(ACL_ERROR_INVALID_PARAM, function, "kind",
                            std::to_string(static_cast<int64_t>(kind)), "1 to 4");
    }
    size_t to_bytes = 0;
    size_t from_bytes = 0;
    ACLNN_CPU_RETURN_IF_ERROR(Extent(function, rows, rows.to_pitch, &to_bytes));
    ACLNN_CPU_RETURN_IF_ERROR(Extent(function, rows, rows.from_pitch, &from_bytes));
    ACLNN_CPU_RETURN_IF_ERROR(CheckWithinAllocation(function, "dst", rows.to, to_bytes));
    ACLNN_CPU_RETURN_IF_ERROR(CheckWithinAllocation(function, "src", rows.from, from_bytes));
    return CheckSides(function, rows.to, rows.from, rows.bytes(), kind);
}

bool ReadsPageableHost(const void* source, aclrtMemcpyKind kind) {
    if (kind == ACL_MEMCPY_DEVICE_TO_HOST || kind == ACL_MEMCPY_DEVICE_TO_DEVICE) {
        return false;
    }
    return !ThisProcess().memory.FindHolder(source).has_value();
}

// The rows' bytes, one after the other, in memory of their own.
std::shared_ptr<char[]> Gather(const Rows& rows) {
    std::shared_ptr<char[]> bytes(new char[rows.bytes()]);
    Rows{bytes.get(), rows.width, rows.from, rows.from_pitch, rows.width, rows.height}.Move();
    return bytes;
}

base::Status CopyAsync(const char* function, const Rows& rows, aclrtMemcpyKind kind, aclrtStream stream) {
    Work work{function,
              [rows] {
                  rows.Move();
                  return base::Status::Ok();
              },
              Estimate(rows.bytes())};
    if (ReadsPageableHost(rows.from, kind)) {
        std::shared_ptr<Stream> target;
        ACLNN_CPU_RETURN_IF_ERROR(FindStream(function, stream, &target));
        if (target->TryRunHere(work)) {  // reading the source now costs no more than putting it aside
            return base::Status::Ok();
        }
        const Rows later{rows.to, rows.to_pitch, nullptr, rows.width, rows.width, rows.height};
        work.run = [later, bytes = Gather(rows)] {
            Rows now = later;
            now.from = bytes.get();
            now.Move();
            return base::Status::Ok();
        };
    }
    return Launch(stream, std::move(work));
}

base::Status CopyNow(const char* function, const Rows& rows) {
    const Context* context = nullptr;
    ACLNN_CPU_RETURN_IF_ERROR(RequireContext(function, &context));
    rows.Move();
    return base::Status::Ok();
}

Rows OneRow(void* dst, const void* src, size_t count) {
    return Rows{static_cast<char*>(dst), count, static_cast<const char*>(src), count, count, 1};
}

}  // namespace

aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count, aclrtMemcpyKind kind) {
    return Exported(__func__, [&, function = __func__] {
        if (count == 0) {
            return base::Status::Ok();
        }
        ACLNN_CPU_RETURN_IF_ERROR(CheckCopy(function, dst, destMax, src, count, kind));
        return dst == src ? base::Status::Ok() : CopyNow(function, OneRow(dst, src, count));
    });
}

aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count, aclrtMemcpyKind kind,
                          aclrtStream stream) {
    return Exported(__func__, [&, function = __func__] {
        if (count == 0) {
            return base::Status::Ok();
        }
        ACLNN_CPU_RETURN_IF_ERROR(CheckCopy(function, dst, destMax, src, count, kind));
        return dst == src ? base::Status::Ok() : CopyAsync(function, OneRow(dst, src, count), kind, stream);
    });
}

aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                       aclrtMemcpyKind kind) {
    return Exported(__func__, [&, function = __func__] {
        if (width == 0 || height == 0) {
            return base::Status::Ok();
        }
        const Rows rows{
            static_cast<char*>(dst), dpitch, static_cast<const char*>(src), spitch, width, height};
        ACLNN_CPU_RETURN_IF_ERROR(CheckCopy2d(function, rows, kind));
        return CopyNow(function, rows);
    });
}

aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                            size_t height, aclrtMemcpyKind kind, aclrtStream stream) {
    return Exported(__func__, [&, function = __func__] {
        if (width == 0 || height == 0) {
            return base::Status::Ok();
        }
        const Rows rows{
            static_cast<char*>(dst), dpitch, static_cast<const char*>(src), spitch, width, height};
        ACLNN_CPU_RETURN_IF_ERROR(CheckCopy2d(function, rows, kind));
        return CopyAsync(function, rows, kind, stream);
    });
}

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count) {
    return Exported(__func__, [&, function = __func__] {
        if (count == 0) {
            return base::Status::Ok();
        }
        ACLNN_CPU_RETURN_IF_ERROR(CheckSet(function, devPtr, maxCount, count));
        const Context* context = nullptr;
        ACLNN_CPU_RETURN_IF_ERROR(RequireContext(function, &context));
        std::memset(devPtr, value, count);
        return base::Status::Ok();
    });
}

aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream) {
    return Exported(__func__, [&, function = __func__] {
        if (count == 0) {
            return base::Status::Ok();
        }
        ACLNN_CPU_RETURN_IF_ERROR(CheckSet(function, devPtr, maxCount, count));
        return Launch(stream, Work{function,
                                   [devPtr, value, count] {
                                       std::memset(devPtr, value, count);
                                       return base::Status::Ok();
                                   },
                                   Estimate(count)});
    });
}
