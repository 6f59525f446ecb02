// Every row of the instruction table as a test case: its calls, a scalar reference, and inputs with the
// special values.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <set>

#include "aicore/instruction_table.h"
#include "aicore/kernel_test.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {

using namespace AscendC;
using aicore::ElementType;
using aicore::Opcode;

// ---- references: exact, or in double for later rounding

__extension__ typedef __int128 Wide;  // holds every value of every integer type

struct Reference {
    std::function<double(double d, double a, double b, double s)> floats;  // rounded once to the type
    std::function<Wide(Wide d, Wide a, Wide b, Wide s)> integers;          // wraps to the type
    uint32_t ulps = 0;  // allowed distance of float results from the rounded reference
    // Instead of `integers`, where the result depends on the width and the sign of the type.
    std::function<Wide(Wide d, Wide a, Wide b, Wide s, int width, bool is_signed)> sized = {};
};

// Modulo 2^width, as a number of that many bits.
inline Wide Wrapped(Wide x, int width, bool is_signed) {
    const Wide modulus = Wide(1) << width;
    const Wide rest = (x % modulus + modulus) % modulus;
    return is_signed && rest >= modulus / 2 ? rest - modulus : rest;
}
// Signed numbers keep the sign bit and lose the bit behind it.
inline Wide ShiftedLeft(Wide a, Wide s, int width, bool is_signed) {
    const int kept = is_signed ? width - 1 : width;
    const Wide lowest = a < 0 ? -(Wide(1) << kept) : 0;
    for (Wide i = 0; i < std::min<Wide>(s, width); ++i) {
        a = Wrapped(a * 2, kept, false) + lowest;
    }
    return a;
}
inline Wide ShiftedRight(Wide a, Wide s, int width) {
    for (Wide i = 0; i < std::min<Wide>(s, width); ++i) {
        a = a >= 0 ? a / 2 : (a - 1) / 2;
    }
    return a;
}

inline double Larger(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) {
        return std::nan("");
    }
    return a == b && std::signbit(a) != std::signbit(b) ? 0.0 : std::max(a, b);
}
inline double Smaller(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) {
        return std::nan("");
    }
    return a == b && std::signbit(a) != std::signbit(b) ? -0.0 : std::min(a, b);
}
inline double MultiplyAdd(double d, double a, double b) {
    const volatile float product = float(a) * float(b);
    const volatile float sum = float(d) + product;
    return sum;
}

// Modulo 2^64, which the widest type keeps.
inline Wide Product(Wide a, Wide b) { return static_cast<uint64_t>(a) * static_cast<uint64_t>(b); }

inline Wide MulAddRelued(Wide d, Wide a, Wide b, Wide, int width, bool is_signed) {
    return std::max<Wide>(Wrapped(Product(d, a) + b, width, is_signed), 0);
}

inline const std::map<std::string, Reference>& References() {
    using D = double;
    using I = Wide;
    static const std::map<std::string, Reference> references = {
        {"Exp", {[](D, D a, D, D) { return std::exp(a); }, {}, 1}},
        {"Ln", {[](D, D a, D, D) { return std::log(a); }, {}, 1}},
        {"Abs", {[](D, D a, D, D) { return std::fabs(a); }, [](I, I a, I, I) { return a < 0 ? -a : a; }}},
        {"Sqrt", {[](D, D a, D, D) { return std::sqrt(a); }, {}}},
        {"Rsqrt", {[](D, D a, D, D) { return 1 / std::sqrt(a); }, {}, 1}},
        {"Reciprocal", {[](D, D a, D, D) { return 1 / a; }, {}}},
        {"Relu",
         {[](D, D a, D, D) { return Larger(a, 0.0); }, [](I, I a, I, I) { return std::max<I>(a, 0); }}},
        {"Not", {{}, [](I, I a, I, I) { return ~a; }}},
        {"Add", {[](D, D a, D b, D) { return a + b; }, [](I, I a, I b, I) { return a + b; }}},
        {"Sub", {[](D, D a, D b, D) { return a - b; }, [](I, I a, I b, I) { return a - b; }}},
        {"Mul", {[](D, D a, D b, D) { return a * b; }, [](I, I a, I b, I) { return Product(a, b); }}},
        {"Div", {[](D, D a, D b, D) { return a / b; }, {}}},
        {"Max", {[](D, D a, D b, D) { return Larger(a, b); }, [](I, I a, I b, I) { return std::max(a, b); }}},
        {"Min",
         {[](D, D a, D b, D) { return Smaller(a, b); }, [](I, I a, I b, I) { return std::min(a, b); }}},
        {"And", {{}, [](I, I a, I b, I) { return a & b; }}},
        {"Or", {{}, [](I, I a, I b, I) { return a | b; }}},
        {"MulAddDst",
         {[](D d, D a, D b, D) { return MultiplyAdd(d, a, b); },
          [](I d, I a, I b, I) { return d + Product(a, b); }, 0}},
        {"AddRelu",
         {[](D, D a, D b, D) { return Larger(a + b, 0.0); },
          {},
          0,
          [](I, I a, I b, I, int width, bool is_signed) {
              return std::max<I>(Wrapped(a + b, width, is_signed), 0);
          }}},
        {"SubRelu",
         {[](D, D a, D b, D) { return Larger(a - b, 0.0); },
          {},
          0,
          [](I, I a, I b, I, int width, bool is_signed) {
              return std::max<I>(Wrapped(a - b, width, is_signed), 0);
          }}},
        {"FusedMulAdd",
         {[](D d, D a, D b, D) { return MultiplyAdd(b, d, a); },
          [](I d, I a, I b, I) { return Product(d, a) + b; }}},
        {"MulAddRelu",
         {[](D d, D a, D b, D) { return Larger(MultiplyAdd(b, d, a), 0.0); }, {}, 0, MulAddRelued}},
        {"FusedMulAddRelu",
         {[](D d, D a, D b, D) { return Larger(MultiplyAdd(b, d, a), 0.0); }, {}, 0, MulAddRelued}},
        {"ShiftLeft",
         {{},
          {},
          0,
          [](I, I a, I, I s, int width, bool is_signed) { return ShiftedLeft(a, s, width, is_signed); }}},
        {"ShiftRight",
         {{}, {}, 0, [](I, I a, I, I s, int width, bool) { return ShiftedRight(a, s, width); }}},
        {"Subs", {[](D, D a, D, D s) { return a - s; }, [](I, I a, I, I s) { return a - s; }}},
        {"Divs", {[](D, D a, D, D s) { return a / s; }, {}}},
        {"Adds", {[](D, D a, D, D s) { return a + s; }, [](I, I a, I, I s) { return a + s; }}},
        {"Muls", {[](D, D a, D, D s) { return a * s; }, [](I, I a, I, I s) { return a * s; }}},
        {"Maxs",
         {[](D, D a, D, D s) { return Larger(a, s); }, [](I, I a, I, I s) { return std::max(a, s); }}},
        {"Mins",
         {[](D, D a, D, D s) { return Smaller(a, s); }, [](I, I a, I, I s) { return std::min(a, s); }}},
        {"LeakyRelu", {[](D, D a, D, D s) { return a >= 0 ? a : a * s; }, {}}},
        {"Axpy",
         {[](D d, D a, D, D s) { return MultiplyAdd(d, s, a); },
          [](I d, I a, I, I s) { return d + Product(s, a); }, 0}},
    };
    return references;
}

// ---- values

template <typename T>
inline constexpr bool kIsFloat = !std::is_integral_v<T>;

template <typename T>
T FromBits(uint64_t bits) {
    T value;
    std::memcpy(static_cast<void*>(&value), &bits, sizeof(T));
    return value;
}

// Special values first, then random ones of every magnitude.
template <typename T>
std::vector<T> Values(size_t n, uint64_t seed) {
    std::vector<T> values;
    if constexpr (kIsFloat<T>) {
        const float infinity = std::numeric_limits<float>::infinity();
        const uint32_t subnormals[] = {1, 0x3FF, sizeof(T) == 4 ? 0x7FFFFFu : 0x200u,
                                       sizeof(T) == 4 ? 0x80000001u : 0x8001u};
        for (const float special : {0.0f, -0.0f, 1.0f, -1.0f, infinity, -infinity, std::nanf(""), 65504.0f,
                                    -65504.0f, 88.0f, -88.0f, 89.0f, -104.5f, 0x1p-14f, 0.5f, 2.0f}) {
            values.push_back(T(special));
        }
        for (const uint32_t bits : subnormals) {
            values.push_back(FromBits<T>(bits));
        }
    } else {
        for (const int64_t special :
             {int64_t(0), int64_t(1), int64_t(-1), int64_t(std::numeric_limits<T>::min()),
              int64_t(std::numeric_limits<T>::max()), int64_t(7)}) {
            values.push_back(static_cast<T>(special));
        }
    }
    std::mt19937_64 random(seed);
    while (values.size() < n) {
        const uint64_t bits = random();
        values.push_back(kIsFloat<T> && random() % 2 == 0 ? T(float(int32_t(uint32_t(bits))) * 0x1p-27f)
                                                          : FromBits<T>(bits));
    }
    std::shuffle(values.begin(), values.begin() + static_cast<int64_t>(std::min<size_t>(values.size(), 64)),
                 random);
    values.resize(n);
    return values;
}

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

// Position of a float on the number line, for distances in ulps.
template <typename T>
int64_t Ordinal(T value) {
    if constexpr (sizeof(T) == 2) {
        uint16_t bits;
        std::memcpy(&bits, &value, 2);
        return (bits & 0x8000u) != 0 ? -int64_t(bits & 0x7FFFu) : int64_t(bits);
    } else {
        uint32_t bits;
        std::memcpy(&bits, &value, 4);
        return (bits & 0x80000000u) != 0 ? -int64_t(bits & 0x7FFFFFFFu) : int64_t(bits);
    }
}

template <typename T>
bool Same(T actual, T expected, uint32_t ulps) {
    if constexpr (kIsFloat<T>) {
        if (std::isnan(float(expected)) || std::isnan(float(actual))) {
            return std::isnan(float(expected)) && std::isnan(float(actual));
        }
        if (ulps != 0) {
            return std::abs(Ordinal(actual) - Ordinal(expected)) <= ulps;
        }
    }
    return std::memcmp(&actual, &expected, sizeof(T)) == 0;
}

// ---- the calls, generated from the table; one small function per row, type and form

template <typename T>
struct Tensors {
    LocalTensor<T> d, a, b;
    T s;
};

template <typename T>
struct Calls {
    void (*count)(const Tensors<T>&, int32_t count);
    void (*number)(const Tensors<T>&, uint64_t mask, uint8_t repeat, const BinaryRepeatParams&);
    void (*bits)(const Tensors<T>&, uint64_t* mask, uint8_t repeat, const BinaryRepeatParams&);
    void (*state)(const Tensors<T>&, uint8_t repeat, const BinaryRepeatParams&);  // the mask as set before
};

inline UnaryRepeatParams Unary(const BinaryRepeatParams& p) {
    return {p.dstBlkStride, p.src0BlkStride, p.dstRepStride, p.src0RepStride};
}

#define CALLS(Name, state_arguments, operands, params)                                                  \
    template <typename T>                                                                               \
    Calls<T> Name##Calls() {                                                                            \
        using P = const BinaryRepeatParams&;                                                            \
        return {[](const Tensors<T>& t, int32_t n) { Name(operands, n); },                              \
                [](const Tensors<T>& t, uint64_t m, uint8_t r, P p) { Name(operands, m, r, params); },  \
                [](const Tensors<T>& t, uint64_t* m, uint8_t r, P p) { Name(operands, m, r, params); }, \
                [](const Tensors<T>& t, uint8_t r, P p) {                                               \
                    Name<UNPACK state_arguments>(operands, MASK_PLACEHOLDER, r, params);                \
                }};                                                                                     \
    }
#define UNPACK(...) __VA_ARGS__
#define OPERANDS_UNARY t.d, t.a
#define OPERANDS_BINARY t.d, t.a, t.b
#define OPERANDS_SCALAR t.d, t.a, t.s
#define UNARY_CALLS(Name, ...) CALLS(Name, (T, false), OPERANDS_UNARY, Unary(p))
#define BINARY_CALLS(Name, ...) CALLS(Name, (T, false), OPERANDS_BINARY, p)
#define SCALAR_CALLS(Name, ...) CALLS(Name, (T, false), OPERANDS_SCALAR, Unary(p))
#define BINARY_2_CALLS(Name, ...) CALLS(Name, (T, T, false), OPERANDS_BINARY, p)
#define SCALAR_2_CALLS(Name, ...) CALLS(Name, (T, T, false), OPERANDS_SCALAR, Unary(p))
ACLNN_CPU_VECTOR_INSTRUCTIONS(UNARY_CALLS, BINARY_CALLS, SCALAR_CALLS)
ACLNN_CPU_TWO_TYPE_INSTRUCTIONS(BINARY_2_CALLS, SCALAR_2_CALLS)

template <typename T>
struct Row {
    const char* name;
    Opcode opcode;
    Calls<T> calls;
};

template <typename T>
const std::vector<Row<T>>& Rows() {
    static const std::vector<Row<T>> rows = {
#define ROW(Name, ...) {#Name, Opcode::k##Name, Name##Calls<T>()},
        ACLNN_CPU_VECTOR_INSTRUCTIONS(ROW, ROW, ROW) ACLNN_CPU_TWO_TYPE_INSTRUCTIONS(ROW, ROW)};
    return rows;
}

// Calls visit(T{}) for each type that some vector instruction has.
template <typename Visit>
void ForEachType(Visit visit) {
    visit(half());
    visit(float());
    visit(bfloat16_t());
    visit(int8_t());
    visit(uint8_t());
    visit(int16_t());
    visit(uint16_t());
    visit(int32_t());
    visit(uint32_t());
    visit(int64_t());
    visit(uint64_t());
}

// One chip per column of the table, in their order.
inline constexpr std::string_view kChips[] = {"Ascend910B1",      "Ascend310B1", "Ascend310P1", "Ascend910A",
                                              "Ascend950PR_9599", "KirinX90",    "Kirin9030"};
static_assert(std::size(kChips) == aicore::kChipColumns);

template <typename T>
bool HasType(Opcode opcode, std::string_view soc) {
    return (aicore::InfoOf(opcode).types[aicore::ColumnOf(SocNamed(soc))] &
            aicore::table::Bit(aicore::ElementTypeOf<T>())) != 0;
}

template <typename T>
bool CountFormOnly(std::string_view soc) {
    return (aicore::table::kCountFormOnly[aicore::ColumnOf(SocNamed(soc))] &
            aicore::table::Bit(aicore::ElementTypeOf<T>())) != 0;
}

inline constexpr uint32_t kElements = 4096;

// Runs the call with tensors filled from the vectors and returns what the destination's buffer holds then.
template <typename T>
std::vector<T> RunOn(std::string_view soc, const std::vector<T>& d, const std::vector<T>& a,
                     const std::vector<T>& b, const std::function<void(const Tensors<T>&)>& call) {
    std::vector<T> result;
    ExpectRuns(RunKernel(
        [&] {
            TPipe pipe;
            TBuf<> buffers[3];
            for (auto& buffer : buffers) {
                pipe.InitBuffer(buffer, static_cast<uint32_t>(kElements * sizeof(T)));
            }
            const Tensors<T> tensors{buffers[0].Get<T>(), buffers[1].Get<T>(), buffers[2].Get<T>(),
                                     kIsFloat<T> ? T(0.75f) : T(3)};
            Fill(tensors.d, d.data(), d.size() * sizeof(T));
            Fill(tensors.a, a.data(), a.size() * sizeof(T));
            Fill(tensors.b, b.data(), b.size() * sizeof(T));
            call(tensors);
            result = Read(tensors.d, kElements);
        },
        {.soc = soc}));
    return result;
}

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
    const std::string_view soc;

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
