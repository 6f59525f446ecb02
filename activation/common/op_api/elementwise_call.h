// The first phase of an elementwise aclnn function: what it accepts, said once, and how it becomes a plan.
//
//   activation::ElementwiseCall call(activation::Types::kSame, activation::Shapes::kEqual);
//   call.Input("gradOutput", gradOutput).Input("self", self).Output("gradInput", gradInput);
//   return call.Plan(workspaceSize, executor, [&](const auto& inputs, const aclTensor* out, aclOpExecutor* plan) {
//       return l0op::SiluGrad(inputs[0], inputs[1], out, plan);
//   });
//
// Checks, in this order: null pointers, in the order of the parameters (161001); dtypes of the tensors, of the numbers;
// ranks; shapes; values of the numbers (161002). A refusal names the parameter, what was found and what is expected.
#ifndef ACLNN_CPU_ACTIVATION_ELEMENTWISE_CALL_H
#define ACLNN_CPU_ACTIVATION_ELEMENTWISE_CALL_H

#include <initializer_list>

#include "aclnn/aclnn_base.h"
#include "opdev/common_types.h"
#include "opdev/fast_vector.h"
#include "opdev/op_executor.h"

namespace activation {

// FLOAT, FLOAT16 or BFLOAT16.
bool IsFloat(op::DataType dtype);

enum class Types {
    kSame,           // one for all tensors
    kCastOutput,     // one for all inputs; the output has any float, or the same integers where they are kept
    kPromoted,       // computed in the common type of the inputs; the output has any float
    kPromotedToOut,  // the same, and the output has the common type
};

// Of the types that are listed beside the floats.
enum class Accepts { kAll, kNoIntegers };

enum class Shapes {
    kEqual,
    kBroadcast,  // the output has exactly the shape to which the inputs broadcast
};

class ElementwiseCall {
 public:
    // `others`: the dtypes of inputs beside FLOAT, FLOAT16 and, on chips that have it, BFLOAT16. They are computed in
    // FLOAT.
    ElementwiseCall(Types types, Shapes shapes, std::initializer_list<op::DataType> others = {});

    // Inputs of types that are not listed are converted as well, as long as the common type is.
    ElementwiseCall& AnyInputTypes();
    ElementwiseCall& AlsoOutput(std::initializer_list<op::DataType> types);
    // Integers are computed as they are; what is launched can do it.
    ElementwiseCall& KeepIntegers();

    // In the order of the function's parameters.
    ElementwiseCall& Input(const char* name, const aclTensor* tensor, Accepts accepts = Accepts::kAll);
    ElementwiseCall& Output(const char* name, const aclTensor* tensor);
    // A tensor that has to be there and is neither read nor written.
    ElementwiseCall& Unused(const char* name, const aclTensor* tensor);
    // A text that must not be null.
    ElementwiseCall& Text(const char* name, const char* text);
    // Sets *value. Any type that is not complex.
    ElementwiseCall& Number(const char* name, const aclScalar* scalar, float* value);
    // Leaves *value as it is when the scalar is null.
    ElementwiseCall& OptionalNumber(const char* name, const aclScalar* scalar, float* value);
    // Checked after all else; `what` says what is expected, and of which parameter. Numbers that were named before have
    // their values.
    ElementwiseCall& Require(bool holds, const char* what);

    // The inputs as an operator takes them: contiguous, of the output's shape and the type computed in.
    using Inputs = op::FVector<const aclTensor*>;

    // The whole first phase; a call without elements records nothing. `launch(inputs, out, plan)` records the operator
    // and returns its result, which may be `out`; null when it cannot.
    template <typename Launch>
    aclnnStatus Plan(uint64_t* workspaceSize, aclOpExecutor** executor, const Launch& launch) {
        return Plan(workspaceSize, executor, &launch,
                    [](const void* self, const Inputs& inputs, const aclTensor* out, aclOpExecutor* plan) {
                        return (*static_cast<const Launch*>(self))(inputs, out, plan);
                    });
    }

    // The type computed in, once the checks have passed.
    op::DataType compute() const { return compute_; }

 private:
    struct Tensor {
        const char* name;
        const aclTensor* tensor;
        Accepts accepts;
    };
    struct Scalar {
        const char* name;
        const aclScalar* scalar;
    };
    using CalledLaunch = const aclTensor* (*)(const void* launch, const Inputs& inputs, const aclTensor* out,
                                              aclOpExecutor* plan);

    aclnnStatus Plan(uint64_t* workspaceSize, aclOpExecutor** executor, const void* launch,
                     CalledLaunch call);
    aclnnStatus Check();
    void NoteNull(const char* name, const void* pointer);
    bool CheckTypes();
    bool CheckCommonType(op::DataType* common) const;
    bool CheckOutputType(op::DataType common) const;
    bool CheckNumbers() const;
    bool CheckShapes(op::Shape* shape) const;
    bool IsAccepted(op::DataType dtype) const;
    void Refuse(const std::string& what, op::DataType dtype, Accepts accepts = Accepts::kAll) const;
    const aclTensor* Prepare(const aclTensor* tensor, const op::Shape& shape, aclOpExecutor* plan) const;

    Types types_;
    Shapes shapes_;
    op::FVector<op::DataType> others_;
    op::FVector<op::DataType> also_output_;
    bool any_inputs_ = false;
    bool keep_integers_ = false;
    op::FVector<Tensor> inputs_;
    Tensor output_{};
    op::FVector<Scalar> numbers_;
    const char* missing_ = nullptr;   // the first parameter that is null
    const char* not_held_ = nullptr;  // the first requirement that is not met
    op::DataType compute_ = op::DataType::DT_UNDEFINED;
};

}  // namespace activation

#endif
