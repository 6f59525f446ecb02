// The errors of the runtime: one function per kind. Each message names the function, the parameter, what it
// was, what it should have been and, where there is one, the remedy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"
#include "runtime/allocations.h"

namespace aclnn_cpu::runtime {

base::Status NullPointer(std::string_view function, std::string_view parameter);  // 100000

// A value outside what the function takes; `code` is 100000 or 107000 as the public interface has it.
base::Status InvalidValue(int32_t code, std::string_view function, std::string_view parameter,
                          std::string_view actual, std::string_view expected);

base::Status NoSuchDevice(std::string_view function, int64_t device);  // 107001
base::Status NoContext(std::string_view function);                     // 107002

// 107003: of another context, or not a live stream.
base::Status ForeignStream(std::string_view function, uint32_t stream, std::string_view its_context,
                           std::string_view current_context);
base::Status UnknownStream(std::string_view function, const void* handle);

base::Status UnknownEvent(std::string_view function, const void* handle);                         // 107017
base::Status UnknownContext(std::string_view function, const void* handle);                       // 107002
base::Status UnknownMemory(std::string_view function, const void* address, std::string_view by);  // 107000

// 107000: [address, address + count) leaves the allocation [begin, begin + bytes) that holds its first byte.
base::Status PastTheEnd(std::string_view function, std::string_view parameter, const void* address,
                        size_t count, const void* begin, size_t bytes, std::string_view history);

// 107000, under the checker: memory of a block that was freed; device memory where host memory is meant, or
// the reverse.
base::Status FreedTwice(std::string_view function, const void* address, const Allocation& block);
base::Status FreedMemory(std::string_view function, std::string_view parameter, const void* address,
                         size_t count, const Allocation& block);
base::Status WrongSide(std::string_view function, std::string_view parameter, const void* address,
                       std::string_view is, std::string_view expected);

base::Status OutOfDeviceMemory(std::string_view function, int32_t device, uint64_t asked, uint64_t free,
                               uint64_t total);  // 207001
base::Status NotMapped(std::string_view function, std::string_view parameter, const void* address,
                       size_t count);
base::Status StartsBefore(std::string_view function, std::string_view parameter, const void* address,
                          size_t count, const void* begin);
base::Status OutOfMachineMemory(std::string_view function, uint64_t asked);
base::Status TimedOut(int32_t code, std::string_view function, std::string_view what, int64_t milliseconds);
base::Status GivenUp(std::string_view function, uint32_t stream);  // 507046

// 107000: work of a stream that would wait for itself.
base::Status WaitsForItself(std::string_view function, uint32_t stream);

// What waiting for a stream returns when work of it failed: the code of the cause.
base::Status WorkFailed(std::string_view function, uint32_t stream, std::string_view work,
                        const base::Status& cause);

base::Status NotRecorded(std::string_view function, std::string_view parameter);  // 507000
base::Status NotComplete(std::string_view function, std::string_view parameter);  // 107006

base::Status NotSubscribed(std::string_view function, uint32_t stream);                     // 107015
base::Status SubscribedAlready(std::string_view function, uint32_t stream, uint64_t by);    // 107011
base::Status ThreadNotSubscribed(std::string_view function, std::string_view expectation);  // 107012

base::Status InitialisedAlready(uint64_t uses);                             // 100002
base::Status NotInitialised(std::string_view function);                     // 100037
base::Status DeviceNotInUse(std::string_view function, int32_t device);     // 507007
base::Status NotOffered(std::string_view function, std::string_view what);  // 207000

}  // namespace aclnn_cpu::runtime
