// gert::RuntimeAttrs: the attributes of a call, in order of definition.
#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_RUNTIME_ATTRS_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_RUNTIME_ATTRS_H

#include <cstddef>
#include <cstdint>

#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/runtime_tensor.h"

namespace gert {

class RuntimeAttrs {
 public:
    RuntimeAttrs(const void* const* values, size_t count) : values_(values), count_(count) {}
    RuntimeAttrs(const RuntimeAttrs&) = delete;
    RuntimeAttrs& operator=(const RuntimeAttrs&) = delete;

    size_t GetAttrNum() const { return count_; }

    // Null for an index out of range. T is not checked: int, float, bool, text and lists are stored as
    // int64_t, float, bool, char[], TypedContinuousVector and ContinuousVectorVector.
    template <typename T>
    const T* GetAttrPointer(size_t index) const {
        return index < count_ ? static_cast<const T*>(values_[index]) : nullptr;
    }
    const int64_t* GetInt(size_t index) const { return GetAttrPointer<int64_t>(index); }
    const float* GetFloat(size_t index) const { return GetAttrPointer<float>(index); }
    const bool* GetBool(size_t index) const { return GetAttrPointer<bool>(index); }
    const char* GetStr(size_t index) const { return GetAttrPointer<char>(index); }
    const TypedContinuousVector<int64_t>* GetListInt(size_t index) const {
        return GetAttrPointer<TypedContinuousVector<int64_t>>(index);
    }
    const TypedContinuousVector<float>* GetListFloat(size_t index) const {
        return GetAttrPointer<TypedContinuousVector<float>>(index);
    }
    const ContinuousVectorVector* GetListListInt(size_t index) const {
        return GetAttrPointer<ContinuousVectorVector>(index);
    }

 private:
    const void* const* values_;
    size_t count_;
};

}  // namespace gert

#endif
