// The definition of an elementwise operator: tensors of one type, FLOAT, FLOAT16 or BF16, on ascend910b and ascend310b.
#ifndef ACLNN_CPU_ELEMENTWISE_DEF_H
#define ACLNN_CPU_ELEMENTWISE_DEF_H

#include <initializer_list>

#include "register/op_def_registry.h"

namespace ops {

// Derive, add attributes in the constructor, and register with OP_ADD.
class ElementwiseDef : public OpDef {
 public:
    // The inputs are required.
    ElementwiseDef(const char* name, std::initializer_list<const char*> inputs, const char* output);

 protected:
    // One more input, which may be absent.
    void OptionalInput(const char* name);
    // Attributes that may be absent.
    void OptionalFloat(const char* name, float value);
    void OptionalBool(const char* name, bool value);
    void OptionalString(const char* name, const char* value);
};

}  // namespace ops

#endif
