// All aclnn functions of the family, each with what it computes in double.
#pragma once

#include <vector>

#include "activation/tests/api/function.h"

namespace aclnn_cpu::activation_test {

enum class DtypeRule { kSame, kCastOutput, kPromoted, kPromotedToOut };

struct Row {
    Function function;
    DtypeRule dtypes;
    bool broadcasts;
    // Of the scalars, integers and truth values, in order of the parameters; null scalars where optional.
    std::vector<double> numbers;
    const char* text;  // of a text parameter
    // From the values of the input tensors, in order of the parameters.
    std::function<double(const std::vector<double>&)> value;

    // Indices of parameters.
    std::vector<size_t> inputs;  // what is read
    size_t output;
    bool in_place;  // one tensor is both
};

const std::vector<Row>& Family();

}  // namespace aclnn_cpu::activation_test
