// For variant_test.cpp: everything here has the same name in every variant, and another meaning.
#include "kernel_operator.h"

struct VariantTiling {
    uint32_t scale;
};

template <typename Tag>
struct VariantClass {
    // Does not mention its macros in its name: what a linker would merge.
    static uint32_t Number();
    virtual uint32_t Virtual() { return Number() + 1; }
    virtual ~VariantClass() = default;
};
template <typename Tag>
uint32_t VariantClass<Tag>::Number() {
    static uint32_t calls = 0;  // one per variant
    ++calls;
    return ORIG_DTYPE_X * 100 + __NPU_ARCH__ % 1000 * 1000 + calls;
}

inline uint32_t ElementBytes() { return sizeof(DTYPE_X) * 10 + sizeof(DTYPE_Z); }

template <uint32_t mode>
__global__ __aicore__ void variant_kernel(GM_ADDR x, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(VariantTiling);
#if ORIG_DTYPE_X == DT_FLOAT
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    if (TILING_KEY_IS(5)) {
        KERNEL_TASK_TYPE(5, KERNEL_TYPE_MIX_AIC_1_2);
    }
#endif
    GET_TILING_DATA_WITH_STRUCT(VariantTiling, data, tiling);
    auto* out = reinterpret_cast<uint32_t*>(z);
    out[0] = VariantClass<int>::Number() * data.scale;
    VariantClass<int> object;
    VariantClass<int>* pointer = &object;
    out[1] = pointer->Virtual();
    out[2] = ElementBytes();
    if constexpr (TILING_KEY_IS(3)) {
        out[3] = 300 + mode;
    } else {
        out[3] = mode;
    }
}
