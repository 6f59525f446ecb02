#ifndef ACLNN_CPU_OPDEV_OBJECT_H
#define ACLNN_CPU_OPDEV_OBJECT_H

#include <cstddef>

namespace op {

// Base of what op_api code handles by pointer. Such objects are made by the C functions or by an executor,
// never by new.
class Object {
 public:
    Object() = default;
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
};

}  // namespace op

#endif
