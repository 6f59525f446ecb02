// What tests of aclnn functions set and read beside the calls.
#pragma once

#include <string>

namespace aclnn_cpu::test {

// What aclGetRecentErrMsg has, "" for nothing.
std::string TakeMessage();

// For the life of the object, one setting has another value.
class ScopedSetting {
 public:
    ScopedSetting(const char* key, const std::string& value, const std::string& back);
    ~ScopedSetting();
    ScopedSetting(const ScopedSetting&) = delete;
    ScopedSetting& operator=(const ScopedSetting&) = delete;

 private:
    std::string key_;
    std::string back_;
};

}  // namespace aclnn_cpu::test
