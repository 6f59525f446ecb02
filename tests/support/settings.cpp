#include "tests/support/settings.h"

#include <gtest/gtest.h>

#include "acl/acl.h"
#include "base/settings.h"

namespace aclnn_cpu::test {

std::string TakeMessage() {
    const char* message = aclGetRecentErrMsg();
    return message != nullptr ? message : "";
}

ScopedSetting::ScopedSetting(const char* key, const std::string& value, const std::string& back)
    : key_(key), back_(back) {
    EXPECT_TRUE(base::SetSetting(key_, value).ok());
}

ScopedSetting::~ScopedSetting() { EXPECT_TRUE(base::SetSetting(key_, back_).ok()); }

}  // namespace aclnn_cpu::test
