// The outcome of an operation: 0, or a public error code with a message for a person.
//
//   Status Check(int64_t count) {
//       if (count < 0) return Status(161002, fmt::format("count is {}, expected 0 or more", count));
//       return Status::Ok();
//   }
//
// Success costs nothing: no allocation, one pointer. Codes are those of the public headers (ACL_*, ACLNN_*).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace aclnn_cpu::base {

class [[nodiscard]] Status {
 public:
    Status() = default;
    Status(int32_t code, std::string message)
        : error_(std::make_shared<const Error>(Error{code, std::move(message)})) {}
    static Status Ok() { return Status(); }

    bool ok() const { return error_ == nullptr; }
    int32_t code() const { return ok() ? 0 : error_->code; }
    const std::string& message() const {  // empty on success
        static const std::string none;
        return ok() ? none : error_->message;
    }

 private:
    struct Error {
        int32_t code;
        std::string message;
    };
    std::shared_ptr<const Error> error_;
};

}  // namespace aclnn_cpu::base

// Returns from the enclosing function when the expression is an error: the one macro of its kind in the
// project.
#define ACLNN_CPU_RETURN_IF_ERROR(expression)                                  \
    do {                                                                       \
        if (::aclnn_cpu::base::Status status_ = (expression); !status_.ok()) { \
            return status_;                                                    \
        }                                                                      \
    } while (false)
