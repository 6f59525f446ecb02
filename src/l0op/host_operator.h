// What the computing operators of l0op (Add, ReduceSumOp, ...) have in common: each is one function over strided
// operands that the stream calls.
#pragma once

#include <initializer_list>
#include <span>

#include "opdev/common_types.h"
#include "opdev/op_executor.h"
#include "simd/native_call.h"

namespace aclnn_cpu::l0op {

// Kinds of element types that an operator takes.
enum TypeKinds : uint32_t {
    kFloats = 1,    // FLOAT, FLOAT16, BFLOAT16, DOUBLE
    kIntegers = 2,  // signed and unsigned, 8 to 64 bits
    kBool = 4,
    kComplex = 8,  // COMPLEX32, COMPLEX64, COMPLEX128
    kReal = kFloats | kIntegers,
    kNumbers = kReal | kComplex,
};

// False with a message when the tensor's type is of none of the kinds; `name` as in the operator's signature.
bool HasType(const char* op_type, const char* name, const aclTensor* tensor, uint32_t kinds);

// False with a message when the tensors' shapes do not broadcast to one another.
bool BroadcastShapes(const char* op_type, std::span<const aclTensor* const> tensors, op::Shape* shape);

// Records that `output` becomes `kernel` of the inputs, and returns it; null with a message when it cannot be. The
// kernel walks the output's sizes, or with `walks_input` those of the first input.
aclTensor* RecordHost(const char* op_type, simd::NativeKernel kernel,
                      std::initializer_list<const aclTensor*> inputs, aclTensor* output,
                      aclOpExecutor* executor, bool walks_input = false);

// `dim` counted from the front, in [0, rank); negative with a message when there is no such dimension. A tensor
// without dimensions has one.
int64_t DimensionOf(const char* op_type, const aclTensor* tensor, int64_t dim);

// A null array gives false with a message.
bool HasArray(const char* op_type, const char* name, const void* array);

// The sizes of an array as a shape. False with a message when it is null or holds what no tensor can have.
bool ShapeOf(const char* op_type, const char* name, const aclIntArray* sizes, op::Shape* shape);

// The values of a host-value tensor of an integer type. False with a message for any other tensor.
bool HostIntegers(const char* op_type, const char* name, const aclTensor* tensor,
                  op::FVector<int64_t>* values);

}  // namespace aclnn_cpu::l0op
