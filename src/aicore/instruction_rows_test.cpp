// The references of the vector instructions, and their calls generated from the table: one small function per row, type
// and form.
#include "aicore/instruction_cases_test.h"

namespace aclnn_cpu::aicore_tests {

namespace {

// Modulo 2^64, which the widest type keeps.
Wide Product(Wide a, Wide b) { return static_cast<uint64_t>(a) * static_cast<uint64_t>(b); }

Wide MulAddRelued(Wide d, Wide a, Wide b, Wide, int width, bool is_signed) {
    return std::max<Wide>(Wrapped(Product(d, a) + b, width, is_signed), 0);
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

}  // namespace

const std::map<std::string, Reference>& References() {
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

template <typename T>
const std::vector<Row<T>>& Rows() {
    static const std::vector<Row<T>> rows = {
#define ROW(Name, ...) {#Name, Opcode::k##Name, Name##Calls<T>()},
        ACLNN_CPU_VECTOR_INSTRUCTIONS(ROW, ROW, ROW) ACLNN_CPU_TWO_TYPE_INSTRUCTIONS(ROW, ROW)};
    return rows;
}

template const std::vector<Row<half>>& Rows<half>();
template const std::vector<Row<float>>& Rows<float>();
template const std::vector<Row<bfloat16_t>>& Rows<bfloat16_t>();
template const std::vector<Row<int8_t>>& Rows<int8_t>();
template const std::vector<Row<uint8_t>>& Rows<uint8_t>();
template const std::vector<Row<int16_t>>& Rows<int16_t>();
template const std::vector<Row<uint16_t>>& Rows<uint16_t>();
template const std::vector<Row<int32_t>>& Rows<int32_t>();
template const std::vector<Row<uint32_t>>& Rows<uint32_t>();
template const std::vector<Row<int64_t>>& Rows<int64_t>();
template const std::vector<Row<uint64_t>>& Rows<uint64_t>();

}  // namespace aclnn_cpu::aicore_tests
