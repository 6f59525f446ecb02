// The one file that Highway includes again for every instruction set. It is compiled once per operator
// (cmake/NativeKernel.cmake) with three definitions and turns the operator's functor into a NativeKernel:
//   ACLNN_SIMD_FUNCTOR_HEADER  the header that holds the functor, in quotes; included once for each target
//   ACLNN_SIMD_FUNCTOR         the functor:
//                                struct {
//                                    static constexpr int kInputs;
//                                    V operator()(Product product, D d, V input...) const;
//                                }
//                              and, where some inputs need steps that most do not,
//                                    bool HasRare(D d, V input...) const;
//                                    V Rare(Product product, D d, V input...) const;
//                              Rare gives what operator() does for every lane that HasRare does not look for.
//                              `product(d, a, b)` is a * b (gradual_product.h). Of an operator with attributes it has
//                                    static Functor From(const float* attributes);  NativeCall::attributes
//   ACLNN_SIMD_KERNEL          the name of the kernel in aclnn_cpu::simd
#include "simd/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise_kernel.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cmath>
#include <cstring>
#include <utility>

#include "simd/complementary_gradient.h"
#include "simd/elementwise.h"
#include "simd/exponential.h"
#include "simd/gradual_product.h"
#include "simd/native_call.h"
#include "simd/per_vector.h"
#include "simd/selection.h"
#include "simd/subnormal_flags.h"
#include "simd/targets.h"
#include "simd/vector_io.h"
#include "simd/vector_math.h"

HWY_BEFORE_NAMESPACE();
namespace aclnn_cpu::simd {
namespace HWY_NAMESPACE {
namespace {

#include ACLNN_SIMD_FUNCTOR_HEADER

using Functor = ACLNN_SIMD_FUNCTOR;
constexpr size_t kInputs = Functor::kInputs;
constexpr auto kEachInput = std::make_index_sequence<kInputs>();

// How many vectors go side by side: as many pairs as the registers hold beside the constants.
#if HWY_TARGET == HWY_AVX3
constexpr size_t kPairs = 2;
#else
constexpr size_t kPairs = 1;
#endif

// Only with a fused multiply-add does GradualProduct give the same bits.
#if HWY_NATIVE_FMA
constexpr bool kDetourFree = true;
#else
constexpr bool kDetourFree = false;
#endif

template <class F>
F Made([[maybe_unused]] const float* attributes) {
    if constexpr (requires { F::From(attributes); }) {
        return F::From(attributes);
    } else {
        return F();
    }
}

template <class Io>
struct Inputs {
    Functor functor;
    const typename Io::Element* at[kInputs];

    void Advance(size_t count) {
        for (auto& address : at) {
            address += count;
        }
    }
};

// In memory, so that only rare inputs leave the registers.
template <class Product, class F, class D, class V, class... VInputs>
HWY_NOINLINE void ComputeRare(F functor, D d, V& result, const VInputs&... inputs) {
    result = functor.Rare(Product(), d, inputs...);
}

template <class Product, class F, class D, class V, class... VInputs>
HWY_INLINE V Compute(F functor, D d, V first, VInputs... others) {
    if constexpr (requires { functor.HasRare(d, first, others...); }) {
        if (HWY_UNLIKELY(functor.HasRare(d, first, others...))) {
            V result;
            ComputeRare<Product>(functor, d, result, V(first), V(others)...);
            return result;
        }
    }
    return functor(Product(), d, first, others...);
}

template <class Io, class D, size_t... kInput>
HWY_INLINE void OneVector(D d, typename Io::Element* out, const Inputs<Io>& in,
                          std::index_sequence<kInput...>) {
    Io::Store(d, Compute<PlainProduct>(in.functor, d, Io::Load(d, in.at[kInput])...), out);
}

// Two pages ahead: the hardware's own prefetching stops at the end of each.
constexpr size_t kAheadBytes = 8192;
// Some blocks ahead.
constexpr size_t kSoonBytes = 1024;

// Asks for the lines that blocks farther on are made of: from memory to the second-level cache, where many may be on
// their way at a time, and from there to the first.
template <size_t kBlockBytes, class Element>
HWY_INLINE void FetchAhead(const Element* at) {
    constexpr size_t kLine = 64;
    constexpr int kRead = 0, kToSecondLevel = 2, kToFirstLevel = 3;
    const auto* bytes = reinterpret_cast<const uint8_t*>(at);
    for (size_t offset = 0; offset < kBlockBytes; offset += kLine) {
        __builtin_prefetch(bytes + kAheadBytes + offset, kRead, kToSecondLevel);
        __builtin_prefetch(bytes + kSoonBytes + offset, kRead, kToFirstLevel);
    }
}

// 2 * kPairs vectors of results.
template <class Io, class Product, bool kAhead, class D, size_t... kInput>
HWY_INLINE auto ComputeBlock(D d, const Inputs<Io>& in, std::index_sequence<kInput...>) {
    using Two = PairIo<Io>;
    if constexpr (kAhead) {
        (FetchAhead<2 * kPairs * hn::MaxLanes(d) * sizeof(typename Io::Element)>(in.at[kInput]), ...);
    }
    if constexpr (kPairs == 2) {
        const size_t step = 2 * hn::Lanes(d);
        return Compute<Product>(
            in.functor, PairTag<PairTag<D>>{{d}},
            Pair<Pair<hn::Vec<D>>>{Two::Load(d, in.at[kInput]), Two::Load(d, in.at[kInput] + step)}...);
    } else {
        return Compute<Product>(in.functor, PairTag<D>{d}, Two::Load(d, in.at[kInput])...);
    }
}

template <class Io, Storing kStoring, class D, class Block>
HWY_INLINE void StoreBlock(D d, const Block& block, typename Io::Element* out) {
    using Two = PairIo<Io>;
    if constexpr (kPairs == 2) {
        Two::template Store<kStoring>(d, block.a, out);
        Two::template Store<kStoring>(d, block.b, out + 2 * hn::Lanes(d));
    } else {
        Two::template Store<kStoring>(d, block, out);
    }
}

// Fewer elements than a vector has: through padded copies, so that the arithmetic is the same and no byte
// beside them is touched.
template <class Io, class D>
HWY_INLINE void Remainder(D d, typename Io::Element* out, const Inputs<Io>& in, size_t count) {
    using Element = typename Io::Element;
    HWY_ALIGN Element padded[kInputs][hn::MaxLanes(d)] = {};
    Inputs<Io> from{in.functor, {}};
    for (size_t k = 0; k < kInputs; ++k) {
        std::memcpy(padded[k], in.at[k], count * sizeof(Element));
        from.at[k] = padded[k];
    }
    HWY_ALIGN Element result[hn::MaxLanes(d)];
    OneVector<Io>(d, result, from, kEachInput);
    std::memcpy(out, result, count * sizeof(Element));
}

// What is left to do of one call.
template <class Io>
struct Progress {
    typename Io::Element* out;
    Inputs<Io> in;
    size_t left;

    void Advance(size_t count) {
        out += count;
        in.Advance(count);
        left -= count;
    }
};

// A block is read before it is written: the output may be one of the inputs. Blocks of 16-bit types are written one
// later: rounding and packing then overlap with the arithmetic of the next, where there would be little to overlap with.
template <class Io, class Product, Storing kStoring, bool kAhead, class D>
HWY_INLINE void BlocksDownTo(D d, Progress<Io>& progress, size_t rest) {
    Progress<Io> at = progress;  // whose address nobody has: it stays in registers
    const size_t block = 2 * kPairs * hn::Lanes(d);
    const size_t enough = rest + block;
    if constexpr (sizeof(typename Io::Element) == sizeof(float)) {
        for (; at.left >= enough; at.Advance(block)) {
            StoreBlock<Io, kStoring>(d, ComputeBlock<Io, Product, kAhead>(d, at.in, kEachInput), at.out);
        }
    } else if (at.left >= enough) {
        auto late = ComputeBlock<Io, Product, kAhead>(d, at.in, kEachInput);
        for (at.Advance(block); at.left >= enough; at.Advance(block)) {
            const auto next = ComputeBlock<Io, Product, kAhead>(d, at.in, kEachInput);
            StoreBlock<Io, kStoring>(d, late, at.out - block);
            late = next;
        }
        StoreBlock<Io, kStoring>(d, late, at.out - block);
    }
    progress = at;
}

// Rare enough for one way to move bytes.
template <class Io, class D>
HWY_NOINLINE void WithoutDetour(D d, Progress<Io>& at, size_t rest) {
    BlocksDownTo<Io, DetourFreeProduct, Storing::kCached, false>(d, at, rest);
}

// As many blocks as there are before the last `rest` elements, in stretches. A stretch that met subnormal numbers is
// followed by some that take longer for all but these; how many doubles each time. The bits are the same.
template <class Io, Storing kStoring, bool kAhead, class D>
HWY_INLINE void Stretches(D d, Progress<Io>& at, size_t rest) {
    if constexpr (!kDetourFree) {
        BlocksDownTo<Io, PlainProduct, kStoring, kAhead>(d, at, rest);
    } else {
        constexpr size_t kStretch = 4096, kMostSlow = 32;  // elements, stretches
        size_t slow = 1;
        while (at.left >= rest + 2 * kPairs * hn::Lanes(d)) {
            const SubnormalFlags<Io::kTroubles> flags;
            BlocksDownTo<Io, PlainProduct, kStoring, kAhead>(
                d, at, HWY_MAX(rest, at.left - HWY_MIN(at.left, kStretch)));
            if (HWY_LIKELY(!flags.Raised())) {
                slow = 1;
                continue;
            }
            const size_t elements = slow * kStretch;
            WithoutDetour(d, at, HWY_MAX(rest, at.left - HWY_MIN(at.left, elements)));
            slow = HWY_MIN(2 * slow, kMostSlow);
        }
    }
}

// The next `count` elements, too few for a block or in need of single steps.
template <class Io, class D>
HWY_NOINLINE void Few(D d, Progress<Io>& at, size_t count) {
    const size_t lanes = hn::Lanes(d);
    for (; count >= lanes; count -= lanes) {
        OneVector<Io>(d, at.out, at.in, kEachInput);
        at.Advance(lanes);
    }
    if (count != 0) {
        Remainder<Io>(d, at.out, at.in, count);
        at.Advance(count);
    }
}

// All but the last elements, with lines asked for before they are needed where that is wanted.
template <class Io, class D>
HWY_INLINE void MoveBytesAs(D d, Progress<Io>& at, Traffic traffic) {
    using Element = typename Io::Element;
    // What lies beyond the last element is not asked for: it may be the gap between two rows.
    constexpr size_t kBeyond = kAheadBytes / sizeof(Element);
    constexpr size_t kAlignment = hn::MaxLanes(d) * sizeof(float);
    const size_t beyond = reinterpret_cast<uintptr_t>(at.out) % kAlignment;
    // Whole elements never lead an address between two elements to the alignment that streaming needs.
    if (traffic == Traffic::kPastCaches && beyond % sizeof(Element) == 0) {
        const size_t head = (kAlignment - beyond) % kAlignment / sizeof(Element);
        Few(d, at, HWY_MIN(head, at.left));
        Stretches<Io, Storing::kPastCaches, true>(d, at, kBeyond);
        hwy::FlushStream();
    } else if (traffic != Traffic::kCached) {
        Stretches<Io, Storing::kCached, true>(d, at, kBeyond);
    }
}

template <class Io>
void Loop(void* output, const void* const* inputs, int64_t count, const float* attributes,
          [[maybe_unused]] Traffic traffic) {
    using Element = typename Io::Element;
    const hn::ScalableTag<float> d;
    Progress<Io> at{
        static_cast<Element*>(output), {Made<Functor>(attributes), {}}, static_cast<size_t>(count)};
    for (size_t k = 0; k < kInputs; ++k) {
        at.in.at[k] = static_cast<const Element*>(inputs[k]);
    }
    if constexpr (kCanStream) {
        MoveBytesAs<Io>(d, at, traffic);
    }
    Stretches<Io, Storing::kCached, false>(d, at, 0);
    Few(d, at, at.left);
}

}  // namespace

constexpr DenseLoops kLoops = {Loop<FloatIo>, Loop<HalfIo>, Loop<BFloat16Io>};

}  // namespace HWY_NAMESPACE
}  // namespace aclnn_cpu::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace aclnn_cpu::simd {

void ACLNN_SIMD_KERNEL(const NativeCall& call);

void ACLNN_SIMD_KERNEL(const NativeCall& call) {
    static constexpr const DenseLoops* kTable[kTargetCount] = ACLNN_SIMD_TARGET_TABLE(kLoops);
    RunElementwise(call, kTable);
}

}  // namespace aclnn_cpu::simd
#endif
