// Where the program made its tensors, scalars, arrays and lists: known under the checker only.
#pragma once

#include <string>

#include "base/call_stack.h"

namespace aclnn_cpu::nnopbase {

// Remembers an object that the program made; `kind` ("Tensor") as in the names of the functions that make and
// destroy it. Does nothing when the checker is off.
void RememberMade(const void* object, const char* kind);
// Forgets it, if it is known.
void ForgetMade(const void* object);

}  // namespace aclnn_cpu::nnopbase
