// gert::StorageShape: the shape the user sees (origin) and the shape in memory (storage).
#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_STORAGE_SHAPE_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_STORAGE_SHAPE_H

#include <initializer_list>
#include <type_traits>

#include "exe_graph/runtime/shape.h"

namespace gert {

struct StorageShape {
 public:
    StorageShape() = default;
    StorageShape(const std::initializer_list<int64_t>& origin_shape,
                 const std::initializer_list<int64_t>& storage_shape)
        : origin_shape_(origin_shape), storage_shape_(storage_shape) {}

    const Shape& GetOriginShape() const { return origin_shape_; }
    const Shape& GetShape() const { return origin_shape_; }
    const Shape& GetStorageShape() const { return storage_shape_; }
    Shape& MutableShape() { return origin_shape_; }
    Shape& MutableOriginShape() { return origin_shape_; }
    Shape& MutableStorageShape() { return storage_shape_; }

    bool operator==(const StorageShape& other) const {
        return origin_shape_ == other.origin_shape_ && storage_shape_ == other.storage_shape_;
    }
    bool operator!=(const StorageShape& other) const { return !(*this == other); }

 private:
    Shape origin_shape_;
    Shape storage_shape_;
};

static_assert(std::is_standard_layout<StorageShape>::value, "StorageShape crosses library borders by layout");

}  // namespace gert

#endif
