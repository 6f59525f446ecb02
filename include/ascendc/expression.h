// Whole-tensor expressions: dst = src0 + src1 and its kin, one instruction each. They stand for the count
// form of the instruction that the operator names: on all elements of dst, and for comparisons on all
// elements of src0.
#ifndef ACLNN_CPU_ASCENDC_EXPRESSION_H
#define ACLNN_CPU_ASCENDC_EXPRESSION_H

#include <cstdint>

#include "ascendc/enums.h"
#include "ascendc/tensor.h"

namespace AscendC {

namespace aclnn_internal {

// What an operator makes of two tensors; nothing is computed before it is assigned.
template <typename T, typename Operator>
struct Expression {
    LocalTensor<T> src0;
    LocalTensor<T> src1;
};

// The functions are found where an expression is assigned, so their headers may come after this one. The site
// of an operator is not known.
#define ACLNN_CPU_EXPRESSION(Name, symbol)                                          \
    struct Name##Operator {                                                         \
        template <typename D, typename T>                                           \
        static void Issue(const LocalTensor<D>& dst, const LocalTensor<T>& src0,    \
                          const LocalTensor<T>& src1) {                             \
            Name(dst, src0, src1, static_cast<int32_t>(dst.GetSize()), CallSite{}); \
        }                                                                           \
    };
#define ACLNN_CPU_COMPARISON(Name, symbol)                                       \
    struct Name##Operator {                                                      \
        template <typename D, typename T>                                        \
        static void Issue(const LocalTensor<D>& dst, const LocalTensor<T>& src0, \
                          const LocalTensor<T>& src1) {                          \
            Compare(dst, src0, src1, CMPMODE::Name, src0.GetSize(), CallSite{}); \
        }                                                                        \
    };
#define ACLNN_CPU_OPERATORS(EXPRESSION, COMPARISON) \
    EXPRESSION(Add, +)                              \
    EXPRESSION(Sub, -)                              \
    EXPRESSION(Mul, *)                              \
    EXPRESSION(Div, /)                              \
    EXPRESSION(Or, |)                               \
    EXPRESSION(And, &)                              \
    COMPARISON(LT, <)                               \
    COMPARISON(GT, >)                               \
    COMPARISON(EQ, ==)                              \
    COMPARISON(LE, <=)                              \
    COMPARISON(GE, >=)                              \
    COMPARISON(NE, !=)
ACLNN_CPU_OPERATORS(ACLNN_CPU_EXPRESSION, ACLNN_CPU_COMPARISON)
#undef ACLNN_CPU_EXPRESSION
#undef ACLNN_CPU_COMPARISON

}  // namespace aclnn_internal

#define ACLNN_CPU_OPERATOR(Name, symbol)                                                  \
    template <typename T>                                                                 \
    inline aclnn_internal::Expression<T, aclnn_internal::Name##Operator> operator symbol( \
        const LocalTensor<T>& src0, const LocalTensor<T>& src1) {                         \
        return {src0, src1};                                                              \
    }
ACLNN_CPU_OPERATORS(ACLNN_CPU_OPERATOR, ACLNN_CPU_OPERATOR)
#undef ACLNN_CPU_OPERATOR
#undef ACLNN_CPU_OPERATORS

template <typename T>
template <typename S, typename Operator>
void LocalTensor<T>::operator=(const aclnn_internal::Expression<S, Operator>& expression) {
    Operator::Issue(*this, expression.src0, expression.src1);
}

}  // namespace AscendC

#endif
