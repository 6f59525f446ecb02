// The rows of family.inc.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tests/support/activation_accuracy.h"

namespace aclnn_cpu::activation {

struct Row {
    std::string folder;
    test::Activation activation;
    std::string derivative_of;  // a folder, or empty
    std::vector<float> forward_attributes;
    bool of_output;  // its argument is the forward function's value
    std::vector<double> kinks;
    std::string label;  // the folder, numbered where it has several rows
};

inline void PrintTo(const Row& row, std::ostream* out) { *out << row.label; }

const std::vector<Row>& Rows();

// The function that a row is the derivative of, with the attributes that the row names. The row names one.
test::Activation ForwardOf(const Row& row);

}  // namespace aclnn_cpu::activation
