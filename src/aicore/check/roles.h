// What the roles of pieces come down to.
#pragma once

#include "aicore/observer.h"

namespace aclnn_cpu::aicore::check {

constexpr bool Reads(Role role) {
    return role == Role::kRead || role == Role::kDecide || role == Role::kChoose || role == Role::kCombine;
}
constexpr bool Writes(Role role) {
    return role == Role::kWrite || role == Role::kCombine || role == Role::kSpoil;
}

}  // namespace aclnn_cpu::aicore::check
