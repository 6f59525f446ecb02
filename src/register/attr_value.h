#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace aclnn_cpu::registry {

// The value of an attribute. No value (monostate): an optional attribute that was not given, or that has no
// default.
using AttrValue = std::variant<std::monostate, bool, float, int64_t, std::string, std::vector<bool>,
                               std::vector<float>, std::vector<int64_t>, std::vector<std::vector<int64_t>>>;

}  // namespace aclnn_cpu::registry
