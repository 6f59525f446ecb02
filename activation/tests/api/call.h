// Calls of the family's functions with tensors of the tests' making.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "activation/tests/api/family.h"
#include "tests/support/tensors.h"

namespace aclnn_cpu::activation_test {

// The arguments of one call, good ones unless a test replaces some. Tensors are contiguous unless given a layout.
class Arguments {
 public:
    Arguments(const Row& row, aclDataType dtype, const test::Layout& layout);
    ~Arguments();
    Arguments(const Arguments&) = delete;
    Arguments& operator=(const Arguments&) = delete;

    test::Tensor& tensor(size_t parameter) { return *tensors_[parameter]; }
    // Makes the tensor of one parameter anew.
    void Replace(size_t parameter, aclDataType dtype, const test::Layout& layout);
    void ReplaceNumber(size_t parameter, aclDataType dtype, double value);

    std::vector<Argument> values;  // what is passed

 private:
    const Row& row_;
    std::vector<std::unique_ptr<test::Tensor>> tensors_;
    std::vector<aclScalar*> scalars_;
};

struct Planned {
    aclnnStatus status;
    uint64_t workspace_size;
    aclOpExecutor* executor;
    std::string message;  // "" when there is none
};

constexpr uint64_t kUntouchedSize = 0x5A5A5A5A5A5A5A5A;

Planned Plan(const Row& row, const std::vector<Argument>& values);
// Both phases and a synchronise; the first code that is not 0.
aclnnStatus RunBothPhases(const Row& row, const std::vector<Argument>& values);

}  // namespace aclnn_cpu::activation_test
