// The body of loops_baseline.cpp, loops_avx2.cpp and loops_avx512.cpp: one table of loops, named by the macro
// ACLNN_CPU_LOOPS (with that of mathematics, ACLNN_CPU_MATH_LOOPS, beside it), for the instruction set that the file is compiled for. The table is constant data: nothing
// of it runs at load, on whatever machine.

#include <type_traits>

#include "aicore/families/element.h"
#include "aicore/families/half_runs.h"
#include "aicore/families/loops.h"

namespace aclnn_cpu::aicore {
namespace {

// One type per instruction; Apply is the table's expression.
#define ACLNN_CPU_OPERATION(Name, types, expression)                                     \
    struct Name##Operation {                                                             \
        static constexpr uint32_t Types() {                                              \
            using namespace table;                                                       \
            return types.Any();                                                          \
        }                                                                                \
        template <typename E, typename C>                                                \
        static C Apply([[maybe_unused]] C d, [[maybe_unused]] C a, [[maybe_unused]] C b, \
                       [[maybe_unused]] C s) {                                           \
            return expression;                                                           \
        }                                                                                \
    };
ACLNN_CPU_VECTOR_INSTRUCTIONS(ACLNN_CPU_OPERATION, ACLNN_CPU_OPERATION, ACLNN_CPU_OPERATION)
ACLNN_CPU_TWO_TYPE_INSTRUCTIONS(ACLNN_CPU_OPERATION, ACLNN_CPU_OPERATION)
#define ACLNN_CPU_VARIANT(Name, function, family, types, ...) ACLNN_CPU_OPERATION(Name, types, __VA_ARGS__)
ACLNN_CPU_VARIANT_INSTRUCTIONS(ACLNN_CPU_VARIANT)
#undef ACLNN_CPU_VARIANT
#undef ACLNN_CPU_OPERATION

// Elements before d reaches the border of a cache line: buffers lie on 32 bytes, and a vector of 64 that is stored
// across two lines takes twice as long. 0 where n is too small for it to matter.
template <typename T>
inline uint64_t HeadOf(const T* d, uint64_t n) {
    constexpr uint64_t kLine = 64, kWorthwhile = 1024;  // bytes
    return n * sizeof(T) < kWorthwhile ? 0 : (0 - reinterpret_cast<uint64_t>(d)) % kLine / sizeof(T);
}

// half computes in float: piece by piece widened, computed and narrowed, where that is one instruction per vector.
// An operand that the operation lacks is d.
template <typename Operation>
void RunHalfLoop(uint16_t* d, const uint16_t* a, const uint16_t* b, float s, uint64_t n) {
    constexpr uint64_t kPiece = 256;
    alignas(64) float wide_d[kPiece];
    alignas(64) float wide_a[kPiece];
    alignas(64) float wide_b[kPiece];
    const float* given_b = b != d ? wide_b : wide_d;
    uint64_t piece = 0;
    for (uint64_t done = 0; done < n; done += piece) {
        const uint64_t head = done == 0 ? HeadOf(d, n) : 0;
        const uint64_t most = head != 0 ? head : kPiece;
        piece = n - done < most ? n - done : most;
        WidenHalves(wide_d, d + done, piece);
        WidenHalves(wide_a, a + done, piece);
        if (b != d) {
            WidenHalves(wide_b, b + done, piece);
        }
        ACLNN_CPU_INDEPENDENT
        for (uint64_t i = 0; i < piece; ++i) {
            wide_d[i] = Element<ElementType::kFloat>::Store(
                Operation::template Apply<Element<ElementType::kHalf>>(wide_d[i], wide_a[i], given_b[i], s));
        }
        NarrowHalves(d + done, wide_d, piece);
    }
}

// Not inlined, so that the head takes no second copy of the loop.
template <typename Operation, typename E>
[[gnu::noinline]] void RunElements(typename E::Storage* d, const typename E::Storage* a,
                                   const typename E::Storage* b, typename E::Compute s, uint64_t n) {
    ACLNN_CPU_INDEPENDENT
    for (uint64_t i = 0; i < n; ++i) {
        d[i] = E::Store(Operation::template Apply<E>(E::Load(d[i]), E::Load(a[i]), E::Load(b[i]), s));
    }
}

template <typename Operation, ElementType type>
void RunVectorLoop(void* dst, const void* src0, const void* src1, uint64_t scalar, uint64_t n) {
    using E = Element<type>;
    using Storage = typename E::Storage;
    auto* d = static_cast<Storage*>(dst);
    const auto* a = static_cast<const Storage*>(src0);
    const auto* b = static_cast<const Storage*>(src1);
    Storage stored;
    __builtin_memcpy(&stored, &scalar, sizeof(stored));
    const auto s = E::Load(stored);
    if constexpr (type == ElementType::kHalf && kConvertsHalves) {
        RunHalfLoop<Operation>(d, a, b, s, n);
    } else {
        const uint64_t head = HeadOf(d, n);
        if (head != 0) {
            RunElements<Operation, E>(d, a, b, s, head);
        }
        RunElements<Operation, E>(d + head, a + head, b + head, s, n - head);
    }
}

template <ElementType from, ElementType to, RoundMode mode>
void RunCastLoop(void* dst, const void* src, uint64_t n) {
    auto* d = static_cast<typename Element<to>::Storage*>(dst);
    const auto* a = static_cast<const typename Element<from>::Storage*>(src);
    if constexpr (kConvertsHalves && from == ElementType::kHalf && to == ElementType::kFloat) {
        WidenHalves(d, a, n);
    } else if constexpr (kConvertsHalves && from == ElementType::kFloat && to == ElementType::kHalf &&
                         (mode == RoundMode::CAST_NONE || mode == RoundMode::CAST_RINT)) {
        NarrowHalves(d, a, n);
    } else {
        ACLNN_CPU_INDEPENDENT
        for (uint64_t i = 0; i < n; ++i) {
            d[i] = Convert<from, to, mode>(a[i]);
        }
    }
}

template <typename Storage>
void RunFillLoop(void* dst, uint64_t scalar, uint64_t n) {
    auto* d = static_cast<Storage*>(dst);
    const auto value = static_cast<Storage>(scalar);
    const uint64_t head = HeadOf(d, n);
    for (uint64_t i = 0; i < head; ++i) {
        d[i] = value;
    }
    for (uint64_t i = head; i < n; ++i) {
        d[i] = value;
    }
}

template <typename Operation, uint32_t types, uint32_t type = 0>
constexpr void AddVector(VectorLoop* row) {
    if constexpr (type < kTypes) {
        constexpr auto kType = static_cast<ElementType>(type);
        if constexpr ((types & table::Bit(kType)) != 0) {
            row[type] = &RunVectorLoop<Operation, kType>;
        }
        AddVector<Operation, types, type + 1>(row);
    }
}

template <ElementType from, ElementType to, uint32_t modes, uint32_t mode = 0>
constexpr void AddCast(CastLoop* row) {
    if constexpr (mode < kRoundModes) {
        if constexpr (((modes >> mode) & 1u) != 0) {
            row[mode] = &RunCastLoop<from, to, static_cast<RoundMode>(mode)>;
        }
        AddCast<from, to, modes, mode + 1>(row);
    }
}

#include "aicore/families/compare_loops.inc.h"
#include "aicore/families/mixed_loops.inc.h"
template <ReduceOp op, ElementType type>
void RunPairLoop(void* dst, const void* src, uint64_t n) {
    using E = Element<type>;
    auto* d = static_cast<typename E::Storage*>(dst);
    const auto* a = static_cast<const typename E::Storage*>(src);
    ACLNN_CPU_INDEPENDENT
    for (uint64_t i = 0; i < n; ++i) {
        const auto even = E::Load(a[2 * i]);
        const auto odd = E::Load(a[2 * i + 1]);
        d[i] = E::Store(op == ReduceOp::kSum   ? even + odd
                        : op == ReduceOp::kMax ? MaxOf(even, odd)
                                               : MinOf(even, odd));
    }
}

template <ElementType type>
uint64_t RunFindLoop(const void* src, uint64_t bits, uint64_t n) {
    using Word = std::conditional_t<type == ElementType::kHalf, uint16_t, uint32_t>;
    constexpr auto kInfinity = static_cast<Word>(type == ElementType::kHalf ? 0x7C00u : 0x7F800000u);
    constexpr auto kMagnitude = static_cast<Word>(Word(~Word(0)) >> 1);
    const auto* a = static_cast<const Word*>(src);
    const auto wanted = static_cast<Word>(bits);
    const bool nan = (wanted & kMagnitude) > kInfinity;
    auto first = static_cast<uint32_t>(n);
    for (uint32_t i = 0; i < n; ++i) {
        const bool found = nan ? (a[i] & kMagnitude) > kInfinity : a[i] == wanted;
        const uint32_t here = found ? i : ~0u;
        first = here < first ? here : first;
    }
    return first;
}

template <ReduceOp op>
constexpr void AddPair(PairLoop* row) {
    row[static_cast<uint32_t>(ElementType::kHalf)] = &RunPairLoop<op, ElementType::kHalf>;
    row[static_cast<uint32_t>(ElementType::kFloat)] = &RunPairLoop<op, ElementType::kFloat>;
}

constexpr Loops MakeLoops(const char* name) {
    using namespace table;
    Loops loops{};
    loops.name = name;
#define ACLNN_CPU_ADD(Name, ...)                          \
    AddVector<Name##Operation, Name##Operation::Types()>( \
        loops.vector[static_cast<uint32_t>(Opcode::k##Name)]);
    ACLNN_CPU_VECTOR_INSTRUCTIONS(ACLNN_CPU_ADD, ACLNN_CPU_ADD, ACLNN_CPU_ADD)
    ACLNN_CPU_TWO_TYPE_INSTRUCTIONS(ACLNN_CPU_ADD, ACLNN_CPU_ADD)
    ACLNN_CPU_VARIANT_INSTRUCTIONS(ACLNN_CPU_ADD)
#undef ACLNN_CPU_ADD
#define ACLNN_CPU_ADD(Name, types) \
    AddVector<Name##Operation, types.Any()>(loops.vector[static_cast<uint32_t>(Opcode::k##Name)]);
    ACLNN_CPU_ATOMIC_OPERATIONS(ACLNN_CPU_ADD)
#undef ACLNN_CPU_ADD
#define ACLNN_CPU_ADD(from, to, modes)                        \
    AddCast<ElementType::from, ElementType::to, modes.Any()>( \
        loops.cast[static_cast<uint32_t>(ElementType::from)][static_cast<uint32_t>(ElementType::to)]);
    ACLNN_CPU_CAST_PAIRS(ACLNN_CPU_ADD)
#undef ACLNN_CPU_ADD
    loops.fill[0] = &RunFillLoop<uint8_t>;
    loops.fill[1] = &RunFillLoop<uint16_t>;
    loops.fill[2] = &RunFillLoop<uint32_t>;
    loops.fill[3] = &RunFillLoop<uint64_t>;
    AddComparesAndSelects(loops);
    AddMixed(loops);
    AddPair<ReduceOp::kSum>(loops.pair[static_cast<uint32_t>(ReduceOp::kSum)]);
    AddPair<ReduceOp::kMax>(loops.pair[static_cast<uint32_t>(ReduceOp::kMax)]);
    AddPair<ReduceOp::kMin>(loops.pair[static_cast<uint32_t>(ReduceOp::kMin)]);
    loops.find[static_cast<uint32_t>(ElementType::kHalf)] = &RunFindLoop<ElementType::kHalf>;
    loops.find[static_cast<uint32_t>(ElementType::kFloat)] = &RunFindLoop<ElementType::kFloat>;
    loops.math = ACLNN_CPU_MATH_LOOPS.rows;
    return loops;
}

}  // namespace

constinit const Loops ACLNN_CPU_LOOPS = MakeLoops(ACLNN_CPU_LOOPS_NAME);

}  // namespace aclnn_cpu::aicore
