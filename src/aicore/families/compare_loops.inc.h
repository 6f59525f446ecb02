// Comparing and selecting: a part of loops.inc.h, within its namespace.

// NE is false where either is NaN, as on the chip, and unlike C++.
template <AscendC::CMPMODE mode, typename C>
inline bool CompareOf(C a, C b) {
    using AscendC::CMPMODE;
    switch (mode) {
        case CMPMODE::LT:
            return a < b;
        case CMPMODE::GT:
            return a > b;
        case CMPMODE::EQ:
            return a == b;
        case CMPMODE::LE:
            return a <= b;
        case CMPMODE::GE:
            return a >= b;
        default:
            return bool(unsigned(a < b) | unsigned(a > b));
    }
}

// Eight bytes of 0 or 1 become the bits of one: the product brings byte i to bit 56 + i.
inline uint8_t PackEight(const uint8_t* flags) {
    uint64_t bytes;
    __builtin_memcpy(&bytes, flags, sizeof(bytes));
    return static_cast<uint8_t>((bytes * 0x0102040810204080u) >> 56);
}

template <ElementType type, AscendC::CMPMODE mode, uint32_t with>
void RunCompareLoop(uint8_t* dst, const void* src0, const void* src1, uint64_t n) {
    using E = Element<type>;
    const auto* a = static_cast<const typename E::Storage*>(src0);
    const auto* b = static_cast<const typename E::Storage*>(src1);
    const auto scalar = E::Load(with == kWithScalar ? *b : typename E::Storage());
    constexpr uint64_t kGroup = 64;
    alignas(64) uint8_t flags[kGroup];
    uint64_t i = 0;
    for (; i + kGroup <= n; i += kGroup) {
        for (uint64_t j = 0; j < kGroup; ++j) {
            flags[j] = CompareOf<mode>(E::Load(a[i + j]), with == kWithScalar ? scalar : E::Load(b[i + j]));
        }
        for (uint64_t j = 0; j < kGroup / 8; ++j) {
            dst[i / 8 + j] = PackEight(flags + 8 * j);
        }
    }
    for (; i < n; i += 8) {
        const uint64_t rest = n - i < 8 ? n - i : 8;
        for (uint64_t j = 0; j < 8; ++j) {
            flags[j] = j < rest &&
                       CompareOf<mode>(E::Load(a[i + j]), with == kWithScalar ? scalar : E::Load(b[i + j]));
        }
        dst[i / 8] = PackEight(flags);
    }
}

template <typename Storage, uint32_t with>
void RunSelectLoop(void* dst, const uint8_t* bits, const void* src0, const void* src1, uint64_t n) {
    auto* d = static_cast<Storage*>(dst);
    const auto* a = static_cast<const Storage*>(src0);
    const auto* b = static_cast<const Storage*>(src1);
    const Storage scalar = *b;
    constexpr uint8_t kBit[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    uint64_t i = 0;
    for (; i + 8 <= n; i += 8) {
        const uint8_t byte = bits[i / 8];
        ACLNN_CPU_INDEPENDENT
        for (uint64_t j = 0; j < 8; ++j) {
            const Storage other = with == kWithScalar ? scalar : b[i + j];
            d[i + j] = (byte & kBit[j]) != 0 ? a[i + j] : other;
        }
    }
    for (; i < n; ++i) {
        d[i] = (bits[i / 8] & kBit[i % 8]) != 0 ? a[i] : with == kWithScalar ? scalar : b[i];
    }
}

template <ElementType type, uint32_t mode = 0>
constexpr void AddCompare(CompareLoop (*row)[2]) {
    if constexpr (mode < kCompareModes) {
        constexpr auto kMode = static_cast<AscendC::CMPMODE>(mode);
        row[mode][kWithTensor] = &RunCompareLoop<type, kMode, kWithTensor>;
        row[mode][kWithScalar] = &RunCompareLoop<type, kMode, kWithScalar>;
        AddCompare<type, mode + 1>(row);
    }
}

template <uint32_t type = 0>
constexpr void AddCompares(Loops& loops) {
    if constexpr (type < kTypes) {
        constexpr auto kType = static_cast<ElementType>(type);
        if constexpr (((table::kCompare.Any() | table::kCompares.Any()) & table::Bit(kType)) != 0) {
            AddCompare<kType>(loops.compare[type]);
        }
        AddCompares<type + 1>(loops);
    }
}

template <typename Storage>
constexpr void AddSelect(SelectLoop* row) {
    row[kWithTensor] = &RunSelectLoop<Storage, kWithTensor>;
    row[kWithScalar] = &RunSelectLoop<Storage, kWithScalar>;
}

constexpr void AddComparesAndSelects(Loops& loops) {
    AddCompares(loops);
    AddSelect<uint8_t>(loops.select[0]);
    AddSelect<uint16_t>(loops.select[1]);
    AddSelect<uint32_t>(loops.select[2]);
    AddSelect<uint64_t>(loops.select[3]);
}
