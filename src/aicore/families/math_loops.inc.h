// The body of math_loops_baseline.cpp, math_loops_avx2.cpp and math_loops_avx512.cpp: the loops of the
// mathematics table, named by the macro ACLNN_CPU_MATH_LOOPS, for the instruction set that the file is
// compiled for.

#include "aicore/families/loops.h"
#include "aicore/families/math_element.h"

namespace aclnn_cpu::aicore {
namespace {

// One type per function; Apply is the table's expression.
#define ACLNN_CPU_OPERATION(Name, function, types, temporary, expression) \
    struct Name##Operation {                                              \
        static constexpr uint32_t Types() {                               \
            using namespace table;                                        \
            return types.Any();                                           \
        }                                                                 \
        template <typename C>                                             \
        static C Apply(C a, [[maybe_unused]] C b, [[maybe_unused]] C s) { \
            return expression;                                            \
        }                                                                 \
    };
ACLNN_CPU_MATH_INSTRUCTIONS(ACLNN_CPU_OPERATION, ACLNN_CPU_OPERATION, ACLNN_CPU_OPERATION,
                            ACLNN_CPU_OPERATION)
#undef ACLNN_CPU_OPERATION

template <typename Operation, ElementType type>
void RunMathLoop(void* dst, const void* src0, const void* src1, uint64_t scalar, uint64_t n) {
    using E = Element<type>;
    using Storage = typename E::Storage;
    auto* d = static_cast<Storage*>(dst);
    const auto* a = static_cast<const Storage*>(src0);
    const auto* b = static_cast<const Storage*>(src1);
    typename E::Compute s;
    __builtin_memcpy(&s, &scalar, sizeof(s));
    ACLNN_CPU_INDEPENDENT
    for (uint64_t i = 0; i < n; ++i) {
        d[i] = E::Store(Operation::Apply(E::Load(a[i]), E::Load(b[i]), s));
    }
}

template <typename Operation, uint32_t type = 0>
constexpr void AddRow(VectorLoop* row) {
    if constexpr (type < kTypes) {
        constexpr auto kType = static_cast<ElementType>(type);
        if constexpr ((Operation::Types() & table::Bit(kType)) != 0) {
            row[type] = &RunMathLoop<Operation, kType>;
        }
        AddRow<Operation, type + 1>(row);
    }
}

constexpr MathLoops MakeMathLoops() {
    MathLoops loops{};
#define ACLNN_CPU_ADD(Name, ...) AddRow<Name##Operation>(loops.rows[static_cast<uint32_t>(Opcode::k##Name)]);
    ACLNN_CPU_MATH_INSTRUCTIONS(ACLNN_CPU_ADD, ACLNN_CPU_ADD, ACLNN_CPU_ADD, ACLNN_CPU_ADD)
#undef ACLNN_CPU_ADD
    return loops;
}

}  // namespace

constinit const MathLoops ACLNN_CPU_MATH_LOOPS = MakeMathLoops();

}  // namespace aclnn_cpu::aicore
