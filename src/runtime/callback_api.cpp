// aclrtSubscribeReport, aclrtLaunchCallback, aclrtProcessReport, aclrtLaunchHostFunc
#include <chrono>

#include "runtime/c_api.h"

using namespace aclnn_cpu;           // NOLINT: exported functions live in no namespace
using namespace aclnn_cpu::runtime;  // NOLINT

aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream) {
    return Exported(__func__, [&, function = __func__] {
        std::shared_ptr<Stream> found;
        ACLNN_CPU_RETURN_IF_ERROR(FindStream(function, stream, &found));
        return ThisProcess().mailboxes.Subscribe(threadId, found->id());
    });
}

aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream) {
    return Exported(__func__, [&, function = __func__] {
        std::shared_ptr<Stream> found;
        ACLNN_CPU_RETURN_IF_ERROR(FindStream(function, stream, &found));
        return ThisProcess().mailboxes.Unsubscribe(threadId, found->id());
    });
}

aclError aclrtLaunchCallback(aclrtCallback fn, void* userData, aclrtCallbackBlockType blockType,
                             aclrtStream stream) {
    return Exported(__func__, [&, function = __func__] {
        if (blockType != ACL_CALLBACK_BLOCK && blockType != ACL_CALLBACK_NO_BLOCK) {
            return InvalidValue(ACL_ERROR_INVALID_PARAM, function, "blockType",
                                std::to_string(static_cast<int64_t>(blockType)), "0 or 1");
        }
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "fn", reinterpret_cast<const void*>(fn)));
        std::shared_ptr<Stream> found;
        ACLNN_CPU_RETURN_IF_ERROR(FindStream(function, stream, &found));
        std::shared_ptr<Mailbox> mailbox = ThisProcess().mailboxes.OfStream(found->id());
        if (mailbox == nullptr) {
            return NotSubscribed(function, found->id());
        }
        const bool wait = blockType == ACL_CALLBACK_BLOCK;
        return SubmitTo(
            function, stream, *found,
            Work{function,
                 [mailbox = std::move(mailbox), fn, userData, wait, self = found.get(), function] {
                     const Mailbox::Outcome outcome = mailbox->Post(*self, fn, userData, wait);
                     return outcome == Mailbox::Outcome::kRan ? base::Status::Ok()
                                                              : NotSubscribed(function, self->id());
                 },
                 wait ? kNeverInline : kAlwaysInline});
    });
}

aclError aclrtProcessReport(int32_t timeout) {
    return Exported(__func__, [&, function = __func__] {
        if (timeout < -1 || timeout == 0) {
            return InvalidValue(ACL_ERROR_INVALID_PARAM, function, "timeout", std::to_string(timeout),
                                "-1 (for ever), 1 or more milliseconds");
        }
        const std::shared_ptr<Mailbox> mailbox = ThisProcess().mailboxes.OfThisThread();
        if (mailbox == nullptr) {
            return ThreadNotSubscribed(function,
                                       "this thread is subscribed to no stream; call aclrtSubscribeReport "
                                       "with its pthread_self() or gettid() first");
        }
        return mailbox->RunAll(DeadlineIn(timeout))
                   ? base::Status::Ok()
                   : TimedOut(ACL_ERROR_RT_REPORT_TIMEOUT, function, "the wait for a callback", timeout);
    });
}

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "fn", reinterpret_cast<const void*>(fn)));
        std::shared_ptr<Stream> found;
        ACLNN_CPU_RETURN_IF_ERROR(FindStream(function, stream, &found));
        return SubmitTo(function, stream, *found,
                        Work{function,
                             [fn, args] {
                                 fn(args);
                                 return base::Status::Ok();
                             },
                             kNeverInline});
    });
}
