#include "activation/tests/family.h"

#include <algorithm>
#include <map>
#include <memory>
#include <type_traits>

#include "activation_references.h"  // made by CMakeLists.txt

#define ROW(folder, type, ...) void type##Native(const NativeCall& call);
namespace aclnn_cpu::simd {
#include "activation/tests/family.inc"
}
#undef ROW

namespace aclnn_cpu::activation {
namespace {

using Attributes = std::vector<float>;

template <class Reference>
test::Exact MakeExact(const Attributes& attributes) {
    std::shared_ptr<Reference> reference;
    if constexpr (std::is_constructible_v<Reference, const float*>) {
        reference = std::make_shared<Reference>(attributes.data());
    } else {
        reference = std::make_shared<Reference>();
    }
    return [reference](double x) { return (*reference)(x); };
}

struct Implementation {
    simd::NativeKernel kernel;
    test::Exact (*make_exact)(const Attributes& attributes);
};

#define ROW(folder, type, ...) {#folder, {simd::type##Native, MakeExact<folder::Reference>}},
const std::map<std::string, Implementation> kImplementations = {
#include "activation/tests/family.inc"
};
#undef ROW

test::Activation Make(const std::string& folder, test::Form form, const Attributes& attributes) {
    const Implementation implementation = kImplementations.at(folder);
    return {implementation.kernel,
            [implementation, attributes] { return implementation.make_exact(attributes); },
            {},
            form,
            attributes};
}

struct Forward {
    std::string folder;
    Attributes attributes;
    bool of_output;
};

#define LIST(...) \
    { __VA_ARGS__ }
#define OF(folder, ...) \
    { #folder, {__VA_ARGS__ }, false }
#define OF_OUTPUT(folder, ...) \
    { #folder, {__VA_ARGS__ }, true }
#define NONE \
    { "", {}, false }
#define ROW(folder, type, form, attributes, derivative, zeros, kinks, scale) \
    Add(#folder, test::Form::form, attributes, derivative, zeros, kinks, scale);

class Table {
 public:
    Table() {
#include "activation/tests/family.inc"
        for (Row& row : rows_) {
            if (const int number = ++count_[row.folder]; number > 1) {
                row.label += std::to_string(number);
            }
        }
    }

    std::vector<Row> rows_;

 private:
    void Add(const char* folder, test::Form form, const Attributes& attributes, const Forward& forward,
             const std::vector<double>& zeros, const std::vector<double>& kinks, double scale) {
        Row row{folder,
                Make(folder, form, attributes),
                forward.folder,
                forward.attributes,
                forward.of_output,
                kinks,
                folder};
        row.activation.zeros = zeros;
        row.activation.scale = scale;
        rows_.push_back(row);
    }

    std::map<std::string, int> count_;
};

}  // namespace

const std::vector<Row>& Rows() {
    static const Table table;
    return table.rows_;
}

test::Activation ForwardOf(const Row& row) {
    return Make(row.derivative_of, test::Form::kForward, row.forward_attributes);
}

}  // namespace aclnn_cpu::activation
