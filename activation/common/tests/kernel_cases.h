// The operators of the family as their tests see them: what they are called with, and the formula in double.
#pragma once

#include <cmath>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include "register/attr_value.h"

namespace aclnn_cpu::test {

inline constexpr double kNoRoot = std::numeric_limits<double>::quiet_NaN();

// A forward operator gives f(x); the gradient operators dy f'(x), or dy f'(y) of the function's result y.
struct FamilyOperator {
    const char* type;
    uint32_t inputs;    // of its definition
    int gradient;       // which of them is dy, -1: none
    uint32_t argument;  // which is x or y
    double (*formula)(double x, const std::vector<double>& attributes);
    std::vector<registry::AttrValue> attributes = {};
    double root = kNoRoot;  // of the formula, where its relative error is not limited
    double bound = 1;       // of the derivative of what is computed, if above 1

    friend void PrintTo(const FamilyOperator& op, std::ostream* out) { *out << op.type; }
    // Truth is 1 or 0, text 0.
    std::vector<double> Numbers() const;
    double operator()(double x) const { return formula(x, Numbers()); }
};

const std::vector<FamilyOperator>& Family();

}  // namespace aclnn_cpu::test
