// The runtime: device, context, stream, event, memory, callbacks. Plain C11 and C++17.
//
// What the device is here: eight logical devices, each the chip that ACLNN_CPU_SOC names, all computing on
// this machine's CPUs and all backed by its memory. Device memory is host memory, so an address is valid on
// both sides.
//
// Every function may be called from any thread at any time, also before aclInit and after aclFinalize.
// Functions that return aclError return 0 or a code, and leave a message for aclGetRecentErrMsg in the
// calling thread. Unless a comment says otherwise: null for a pointer that must not be null gives 100000; a
// call that works on a device gives 107002 in a thread that has no current context (aclrtSetDevice or
// aclrtSetCurrentContext gives it one); a stream of another context, or one that was destroyed, gives 107003;
// an event or context that was destroyed or never was one gives 107017 or 107002; a null stream means the
// default stream of the current context.
//
// Streams: work runs in the order of submission within a stream and concurrently between streams. A failure
// of asynchronous work is returned by the next call that waits for its stream (aclrtSynchronizeStream...,
// aclrtSynchronizeDevice...), with the name of what failed; later work of the stream still runs, other
// streams are not touched. ACLNN_CPU_LAUNCH_BLOCKING=1 makes each asynchronous operator, copy and set wait
// and return its own error.
//
// Work below about 20 microseconds may run at once on the calling thread when its stream has nothing queued.
//
// End of process: exit waits at most two seconds for queued work, then abandons it. A child made by fork
// starts anew: no context, no handle and no allocation of the parent is known in it; memory itself is copied
// as fork copies it.
#ifndef ACLNN_CPU_ACL_RT_H
#define ACLNN_CPU_ACL_RT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "acl/acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- process ---

// Checks the settings (environment, and the "aclnn_cpu" object of the JSON file when configPath is neither
// null nor empty). 100002 when called before; the use count then rises all the same. 100003: file cannot be
// read or parsed. 100000: a setting, or the chip it names, does not exist. A failed call counts for nothing.
ACL_FUNC_VISIBILITY aclError aclInit(const char* configPath);

// Waits for all queued work and sets the use count to zero; 100037 when it is zero already. Handles and
// memory stay valid.
ACL_FUNC_VISIBILITY aclError aclFinalize(void);

// Lowers the use count by one, finalises at zero; 100037 when it is zero already. refCount (may be null)
// receives what is left.
ACL_FUNC_VISIBILITY aclError aclFinalizeReference(uint64_t* refCount);

// The messages of the calling thread since the last call, newest first, one per line; null when there are
// none. The text is valid until the same thread calls this again.
ACL_FUNC_VISIBILITY const char* aclGetRecentErrMsg(void);

ACL_FUNC_VISIBILITY aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion,
                                             int32_t* patchVersion);

// Always ACL_HOST: programs run beside the device, not on it.
ACL_FUNC_VISIBILITY aclError aclrtGetRunMode(aclrtRunMode* runMode);

// --- device ---

ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCount(uint32_t* count);

// Makes the device's default context, with its default stream, the thread's current context, creating both at
// the first use. Each call raises the device's use count. 107001 for a device that does not exist.
ACL_FUNC_VISIBILITY aclError aclrtSetDevice(int32_t deviceId);

// Lowers the use count; at zero waits for the default context's work and destroys it with all its streams.
// 507007 when the count is zero already. Contexts made by aclrtCreateContext and all memory stay.
ACL_FUNC_VISIBILITY aclError aclrtResetDevice(int32_t deviceId);

// As aclrtResetDevice, at once to zero.
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceForce(int32_t deviceId);

// The device of the current context.
ACL_FUNC_VISIBILITY aclError aclrtGetDevice(int32_t* deviceId);

// Waits for every stream of the current context. Returns the first error among them and clears them all.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDevice(void);

// timeout in milliseconds; -1 waits for ever. 507046 when it runs out, 107000 below -1.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);

// One number about the device; 107000 for an attribute this device does not have.
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t* value);

// Always ACL_RT_DEVICE_STATUS_NORMAL for a device that exists.
ACL_FUNC_VISIBILITY aclError aclrtQueryDeviceStatus(int32_t deviceId, aclrtDeviceStatus* deviceStatus);

// Selects the scheduler for later work; there is one, so 0 and 1 are accepted without effect and others give
// 100000.
ACL_FUNC_VISIBILITY aclError aclrtSetTsDevice(aclrtTsId tsId);

// Whether one device reaches another's memory: 1 for two different devices, 0 for a device and itself.
ACL_FUNC_VISIBILITY aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId,
                                                      int32_t peerDeviceId);

// --- context ---

// A new context with a default stream of its own, current in the calling thread from now on.
ACL_FUNC_VISIBILITY aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId);

// Waits for the context's work and destroys it with its streams. 107002 for default contexts and for stale
// handles.
ACL_FUNC_VISIBILITY aclError aclrtDestroyContext(aclrtContext context);

ACL_FUNC_VISIBILITY aclError aclrtSetCurrentContext(aclrtContext context);
ACL_FUNC_VISIBILITY aclError aclrtGetCurrentContext(aclrtContext* context);

// The stream that a null stream stands for in this thread. It cannot be destroyed by itself.
ACL_FUNC_VISIBILITY aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream);

// --- stream ---

ACL_FUNC_VISIBILITY aclError aclrtCreateStream(aclrtStream* stream);

// priority 0 (highest) to 7, kept but without effect; others give 100000.
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority,
                                                         uint32_t flag);

// Waits for the stream's work, then destroys it; an error nobody asked for is logged. Null and a default
// stream give 100000.
ACL_FUNC_VISIBILITY aclError aclrtDestroyStream(aclrtStream stream);

// As aclrtDestroyStream, but drops work that has not begun.
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamForce(aclrtStream stream);

// Waits for all work submitted before, then returns and clears the stream's error: the first one since the
// last wait.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStream(aclrtStream stream);

// timeout in milliseconds: -1 waits for ever, 0 only looks. 507046 when work is left (the stream goes on),
// 107000 below -1.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);

// Whether all submitted work is done; does not touch the stream's error.
ACL_FUNC_VISIBILITY aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status);

ACL_FUNC_VISIBILITY aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId);
ACL_FUNC_VISIBILITY aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t* priority);
ACL_FUNC_VISIBILITY aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t* flags);

// Lets later work of the stream wait until the event's latest record so far is complete. No record so far: no
// wait.
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);

// As above, giving up after timeout milliseconds (0 and -1: never); giving up is an error of the stream
// (507047).
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event,
                                                             int32_t timeout);

// --- event ---

ACL_FUNC_VISIBILITY aclError aclrtCreateEvent(aclrtEvent* event);

// Any combination of the ACL_EVENT flags above but EXTERNAL and IPC, which need another process and give
// 207000.
ACL_FUNC_VISIBILITY aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag);

// As above; such an event counts as complete before its first record.
ACL_FUNC_VISIBILITY aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag);

// May be called while records and waits are queued: they keep their meaning.
ACL_FUNC_VISIBILITY aclError aclrtDestroyEvent(aclrtEvent event);

// The event completes, with a time stamp, when the stream gets here.
ACL_FUNC_VISIBILITY aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);

// When the stream gets here, the records submitted before this call are forgotten.
ACL_FUNC_VISIBILITY aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream);

// NOT_READY while a record is on its way, else COMPLETE (also without any record).
ACL_FUNC_VISIBILITY aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status);

// COMPLETE when the latest record is complete. Without any record NOT_READY, but COMPLETE for
// aclrtCreateEventExWithFlag.
ACL_FUNC_VISIBILITY aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status);

// COMPLETE when no stream is waiting for the event.
ACL_FUNC_VISIBILITY aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus* status);

// Waits until the latest record is complete; returns at once without any record.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEvent(aclrtEvent event);

// timeout in milliseconds: -1 waits for ever, 0 only looks. 507047 when it runs out, 107000 below -1.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout);

// Milliseconds from the completion of one record to that of another, negative when the end came first. 507000
// when one was never recorded, 107006 when one is not complete.
ACL_FUNC_VISIBILITY aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent, aclrtEvent endEvent);

// Time of the latest record in microseconds on a steady clock; errors as above.
ACL_FUNC_VISIBILITY aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp);

// --- memory ---

// Device memory, aligned to 64 bytes: size rounded up to 32, and 32 spare bytes that kernels may touch.
// Contents undefined. 100000: size 0 or absurd. 207001: more than the device has left. The policy decides
// about huge pages only: HUGE_FIRST and HUGE_ONLY ask the kernel for them from 2 MiB on; HUGE1G policies
// leave out the spare bytes.
ACL_FUNC_VISIBILITY aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy);

// As aclrtMalloc, without the spare bytes.
ACL_FUNC_VISIBILITY aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy);

// The same as aclrtMalloc here: all memory is cached.
ACL_FUNC_VISIBILITY aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy policy);

// Waits for the work queued so far on every stream of the memory's device, then frees. 107000 for anything
// that aclrtMalloc... did not return or that was freed before.
ACL_FUNC_VISIBILITY aclError aclrtFree(void* devPtr);

// Host memory that asynchronous copies read in place, aligned to 64 bytes.
ACL_FUNC_VISIBILITY aclError aclrtMallocHost(void** hostPtr, size_t size);

// Waits for the work queued so far on every stream, then frees. 107000 as for aclrtFree.
ACL_FUNC_VISIBILITY aclError aclrtFreeHost(void* hostPtr);

// Caches are coherent: these two check their arguments (100000) and have nothing else to do.
ACL_FUNC_VISIBILITY aclError aclrtMemFlush(void* devPtr, size_t size);
ACL_FUNC_VISIBILITY aclError aclrtMemInvalidate(void* devPtr, size_t size);

// Bytes the current device has in all (the chip's memory, or the machine's if that is less) and has left. All
// attributes answer alike.
ACL_FUNC_VISIBILITY aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total);

// Copies now, without regard to what streams have queued. In this order: count 0 succeeds; null gives 100000;
// a kind other than 0 to 5 gives 100000; count above destMax, or past the end of a device allocation that
// holds the address, gives 107000; dst equal to src succeeds. The kind is not held against the addresses.
// Overlapping ranges are copied as by memmove.
ACL_FUNC_VISIBILITY aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                                         aclrtMemcpyKind kind);

// Copies in the order of the stream. A host source that is not from aclrtMallocHost has been read when the
// call returns (into a copy of its own if the stream is busy), so that the caller may change it at once;
// others are read when the stream gets there.
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count,
                                              aclrtMemcpyKind kind, aclrtStream stream);

// Sets count bytes to the low byte of value. count 0 succeeds; null gives 100000; count above maxCount or
// past the end of the allocation gives 107000.
ACL_FUNC_VISIBILITY aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count);
ACL_FUNC_VISIBILITY aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count,
                                              aclrtStream stream);

// height rows of width bytes. width or height 0 succeeds; null, a width above a pitch, or a kind other than
// host to device, device to host, device to device and default give 100000.
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch,
                                           size_t width, size_t height, aclrtMemcpyKind kind);
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src, size_t spitch,
                                                size_t width, size_t height, aclrtMemcpyKind kind,
                                                aclrtStream stream);

// --- callbacks ---

// The thread (pthread_self or gettid, as a number) that runs the stream's callbacks from now on. 107011 when
// the stream has one.
ACL_FUNC_VISIBILITY aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream);

// Hands fn(userData) to the stream's thread when the stream gets here; with ACL_CALLBACK_BLOCK later work
// waits until it returned. 100000: null fn or another block type. 107015: nobody subscribed to the stream.
ACL_FUNC_VISIBILITY aclError aclrtLaunchCallback(aclrtCallback fn, void* userData,
                                                 aclrtCallbackBlockType blockType, aclrtStream stream);

// Waits up to timeout milliseconds (-1: for ever; 0 and below -1: 100000) for callbacks handed to this thread
// and runs all that are there. 507012 when none came. 107012 when the thread is subscribed to no stream.
ACL_FUNC_VISIBILITY aclError aclrtProcessReport(int32_t timeout);

// Ends the subscription. Callbacks handed over but not run are dropped; a stream that waits for one goes on
// with error 107015. 107012 when this thread is not the stream's.
ACL_FUNC_VISIBILITY aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream);

// Runs fn(args) on the stream's own thread, in order. It may submit work but not wait for its own stream
// (107000).
ACL_FUNC_VISIBILITY aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args);

#ifdef __cplusplus
}
#endif

#endif
