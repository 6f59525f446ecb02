#include "nnopbase/host_request.h"

#include <gtest/gtest.h>

namespace aclnn_cpu::nnopbase {
namespace {

TEST(HostRequest, TextThatIsNullIsEmptyAsAListIs) {
    const char* text = nullptr;
    const aclIntArray* list = nullptr;
    const auto attrs = OP_ATTR(text, list, "given");
    const HostRequest request("Some", nullptr, op::MakeOpArgContext(attrs));
    const auto found = request.Get().attributes;
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(std::get<std::string>(found[0]), "");
    EXPECT_EQ(std::get<std::vector<int64_t>>(found[1]), std::vector<int64_t>());
    EXPECT_EQ(std::get<std::string>(found[2]), "given");
}

}  // namespace
}  // namespace aclnn_cpu::nnopbase
