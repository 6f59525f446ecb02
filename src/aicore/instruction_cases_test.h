// The rows of the vector instructions as test cases: their calls, a scalar reference each, and inputs with the special
// values.
#pragma once

#include <map>
#include <string>

#include "aicore/value_cases_test.h"

namespace aclnn_cpu::aicore_tests {

// ---- references: exact, or in double for later rounding

struct Reference {
    std::function<double(double d, double a, double b, double s)> floats;  // rounded once to the type
    std::function<Wide(Wide d, Wide a, Wide b, Wide s)> integers;          // wraps to the type
    uint32_t ulps = 0;  // allowed distance of float results from the rounded reference
    // Instead of `integers`, where the result depends on the width and the sign of the type.
    std::function<Wide(Wide d, Wide a, Wide b, Wide s, int width, bool is_signed)> sized = {};
};

const std::map<std::string, Reference>& References();

template <typename T>
T Expected(const Reference& reference, T d, T a, T b, T s) {
    if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>) {
        // One rounding from the exact value: the reference's double has bits to spare.
        const double exact = reference.floats(float(d), float(a), float(b), float(s));
        return T(static_cast<float>(exact));
    } else if constexpr (std::is_same_v<T, float>) {
        return static_cast<float>(reference.floats(d, a, b, s));
    } else {
        if (reference.sized) {
            return static_cast<T>(reference.sized(d, a, b, s, int(8 * sizeof(T)), std::is_signed_v<T>));
        }
        return static_cast<T>(reference.integers(d, a, b, s));
    }
}

// ---- the calls

template <typename T>
struct Calls {
    void (*count)(const Tensors<T>&, int32_t count);
    void (*number)(const Tensors<T>&, uint64_t mask, uint8_t repeat, const BinaryRepeatParams&);
    void (*bits)(const Tensors<T>&, uint64_t* mask, uint8_t repeat, const BinaryRepeatParams&);
    void (*state)(const Tensors<T>&, uint8_t repeat, const BinaryRepeatParams&);  // the mask as set before
};

template <typename T>
struct Row {
    const char* name;
    Opcode opcode;
    Calls<T> calls;
};

// In the order of the table. Instantiated in instruction_rows_test.cpp, once for all.
template <typename T>
const std::vector<Row<T>>& Rows();

// The first chip that has the instruction for the type; empty: none.
template <typename T>
std::string_view ChipWith(Opcode opcode) {
    for (const std::string_view chip : kChips) {
        if (HasType<T>(opcode, chip)) {
            return chip;
        }
    }
    return {};
}

// The old destination with element `dst` computed from elements `src0` and `src1`.
struct Computed {
    size_t dst, src0, src1;
};

// One instruction with one type: inputs, the reference, and the comparison of the whole destination buffer.
template <typename T>
class Case {
 public:
    explicit Case(const Row<T>& instruction)
        : row(instruction),
          reference_(References().at(row.name)),
          soc(ChipWith<T>(row.opcode)),
          d_(Values<T>(kElements, 1)),
          a_(Values<T>(kElements, 2)),
          b_(Values<T>(kElements, 3)) {}

    void Check(const std::vector<Computed>& computed, const std::function<void(const Tensors<T>&)>& call) {
        std::vector<T> expected = d_;
        std::vector<bool> touched(kElements, false);
        const T s = kIsFloat<T> ? T(0.75f) : T(3);
        for (const Computed& one : computed) {
            expected[one.dst] = Expected(reference_, expected[one.dst], a_[one.src0], b_[one.src1], s);
            touched[one.dst] = true;
        }
        const std::vector<T> actual = Run(call);
        for (size_t i = 0; i < kElements; ++i) {
            const bool same = touched[i] ? Same(actual[i], expected[i], reference_.ulps)
                                         : std::memcmp(&actual[i], &expected[i], sizeof(T)) == 0;
            ASSERT_TRUE(same) << row.name << " element " << i << ": " << double(actual[i]) << ", expected "
                              << double(expected[i]) << " from d " << double(d_[i]) << " a " << double(a_[i])
                              << " b " << double(b_[i]);
        }
    }
    std::vector<T> Run(const std::function<void(const Tensors<T>&)>& call) const {
        return RunOn<T>(soc, d_, a_, b_, call);
    }

    const Row<T> row;

 private:
    const Reference& reference_;

 public:
    std::string_view soc;

 private:
    std::vector<T> d_, a_, b_;
};

// Calls visit(Case&, T{}) for each instruction and type that some chip has.
template <typename Visit>
void ForEachCase(Visit visit) {
    ForEachType([&](auto element) {
        using T = decltype(element);
        for (const Row<T>& row : Rows<T>()) {
            if (!ChipWith<T>(row.opcode).empty()) {
                Case<T> one(row);
                visit(one, element);
            }
        }
    });
}

inline std::vector<Computed> Leading(int32_t n) {
    std::vector<Computed> computed;
    for (size_t i = 0; i < static_cast<size_t>(n); ++i) {
        computed.push_back({i, i, i});
    }
    return computed;
}

}  // namespace aclnn_cpu::aicore_tests
