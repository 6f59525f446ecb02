// Instructions that read one type and write another: a part of loops.inc.h, within its namespace.

#define ACLNN_CPU_MIXED(Name, from, to, chips, expression)                                  \
    struct Name##From##from##To##to {                                                       \
        static constexpr ElementType kFrom = ElementType::from;                             \
        static constexpr ElementType kTo = ElementType::to;                                 \
        template <typename E, typename D, typename A>                                       \
        static auto Apply([[maybe_unused]] D d, [[maybe_unused]] A a, [[maybe_unused]] A b, \
                          [[maybe_unused]] A s) {                                           \
            return expression;                                                              \
        }                                                                                   \
    };
ACLNN_CPU_MIXED_INSTRUCTIONS(ACLNN_CPU_MIXED, ACLNN_CPU_MIXED)
#undef ACLNN_CPU_MIXED

template <typename Operation, bool wide>
void RunMixedLoop(void* dst, const void* src0, const void* src1, uint64_t scalar, uint64_t n) {
    using From = Element<Operation::kFrom>;
    using To = Element<Operation::kTo>;
    auto* d = static_cast<typename To::Storage*>(dst);
    const auto* a = static_cast<const typename From::Storage*>(src0);
    // dst stands for a source that the instruction lacks, but holds no elements of its type.
    const auto* b = static_cast<const typename From::Storage*>(src1 == dst ? src0 : src1);
    typename From::Storage stored;
    __builtin_memcpy(&stored, &scalar, sizeof(stored));
    const auto s = From::Load(stored);
    ACLNN_CPU_INDEPENDENT
    for (uint64_t i = 0; i < n; ++i) {
        const auto result =
            Operation::template Apply<From>(To::Load(d[i]), From::Load(a[i]), From::Load(b[i]), s);
        if constexpr (wide) {
            d[i] = To::Store(result);
        } else {
            d[i] = Convert<Operation::kFrom, Operation::kTo, RoundMode::CAST_NONE>(From::Store(result));
        }
    }
}

constexpr void AddMixed(Loops& loops) {
    uint32_t row = 0;
#define ACLNN_CPU_WIDE(Name, from, to, ...) \
    loops.mixed[row++] = &RunMixedLoop<Name##From##from##To##to, true>;
#define ACLNN_CPU_NARROW(Name, from, to, ...) \
    loops.mixed[row++] = &RunMixedLoop<Name##From##from##To##to, false>;
    ACLNN_CPU_MIXED_INSTRUCTIONS(ACLNN_CPU_WIDE, ACLNN_CPU_NARROW)
#undef ACLNN_CPU_WIDE
#undef ACLNN_CPU_NARROW
}
