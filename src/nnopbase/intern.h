// Texts that outlive the library they are written in: an executor may be run, refused or reported after the
// operator's library was unloaded.
#pragma once

namespace aclnn_cpu::nnopbase {

// A copy of `text` that is never freed, one per content; null for null. Cheap when this thread asked for the
// same literal before. Throws std::bad_alloc.
const char* Intern(const char* text);

}  // namespace aclnn_cpu::nnopbase
