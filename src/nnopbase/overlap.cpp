#include "nnopbase/overlap.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace aclnn_cpu::nnopbase {
namespace {

// Sums of products of 64-bit numbers.
__extension__ typedef __int128 Wide;

// coefficient * x with 0 <= x <= bound
struct Term {
    int64_t coefficient;  // 1 or more
    int64_t bound;        // 1 or more
};

// Two views of up to 25 dimensions, and a byte position within an element of each.
struct Terms {
    std::array<Term, 52> terms;
    size_t count = 0;
    // Drops what cannot vary.
    void Add(int64_t coefficient, int64_t bound) {
        if (coefficient > 0 && bound > 0) {
            terms[count++] = {coefficient, bound};
        }
    }
};

// Whether the bounded sum of terms can equal `target`. Depth first, largest coefficient first, cutting what
// lies out of the reach or the divisor of the remaining terms. `budget` bounds the work; running out of it
// counts as a solution.
class SumSolver {
 public:
    explicit SumSolver(Terms& terms) : terms_(terms) {
        std::sort(terms_.terms.begin(), terms_.terms.begin() + static_cast<ptrdiff_t>(terms_.count),
                  [](const Term& a, const Term& b) { return a.coefficient > b.coefficient; });
        reach_[terms_.count] = 0;
        divisor_[terms_.count] = 0;
        for (size_t i = terms_.count; i-- > 0;) {
            const Term& term = terms_.terms[i];
            reach_[i] = reach_[i + 1] + static_cast<Wide>(term.coefficient) * term.bound;
            divisor_[i] = std::gcd(divisor_[i + 1], term.coefficient);
        }
    }

    bool Reaches(Wide target) { return Search(0, target); }

 private:
    bool Search(size_t from, Wide target) {
        if (target < 0 || target > reach_[from]) {
            return false;
        }
        if (target == 0) {
            return true;
        }
        if (from == terms_.count || target % divisor_[from] != 0) {
            return false;
        }
        if (budget_-- == 0) {
            return true;
        }
        const Term& term = terms_.terms[from];
        // The other terms must be able to make up the rest.
        const Wide rest = target - reach_[from + 1];
        const int64_t lowest =
            rest <= 0 ? 0 : static_cast<int64_t>((rest + term.coefficient - 1) / term.coefficient);
        const int64_t highest = static_cast<int64_t>(std::min<Wide>(term.bound, target / term.coefficient));
        for (int64_t x = highest; x >= lowest; --x) {
            if (Search(from + 1, target - static_cast<Wide>(term.coefficient) * x)) {
                return true;
            }
            if (budget_ <= 0) {
                return true;
            }
        }
        return false;
    }

    Terms& terms_;
    std::array<Wide, 53> reach_;
    std::array<int64_t, 53> divisor_;
    int64_t budget_ = 100'000;
};

uint64_t LastElement(const MemoryView& view) {
    uint64_t last = 0;
    for (size_t i = 0; i < view.sizes.size(); ++i) {
        last += static_cast<uint64_t>((view.sizes[i] - 1) * view.strides[i]);
    }
    return last;
}

// Dimensions of size 1 aside, are sizes and strides the same?
bool SameLayout(const MemoryView& a, const MemoryView& b) {
    size_t i = 0;
    size_t j = 0;
    for (;;) {
        while (i < a.sizes.size() && a.sizes[i] == 1) {
            ++i;
        }
        while (j < b.sizes.size() && b.sizes[j] == 1) {
            ++j;
        }
        if (i == a.sizes.size() || j == b.sizes.size()) {
            return i == a.sizes.size() && j == b.sizes.size();
        }
        if (a.sizes[i] != b.sizes[j] || a.strides[i] != b.strides[j]) {
            return false;
        }
        ++i, ++j;
    }
}

}  // namespace

uint64_t ExtentBytes(const MemoryView& view) { return (LastElement(view) + 1) * view.element_bytes; }

bool OverlapsItself(const MemoryView& view) {
    // Sorted by stride, each dimension must step over all that the smaller ones reach; most views do, and
    // then it is proved.
    std::array<std::pair<int64_t, int64_t>, 25> by_stride;  // stride, steps
    size_t count = 0;
    for (size_t i = 0; i < view.sizes.size(); ++i) {
        if (view.sizes[i] > 1) {
            by_stride[count++] = {view.strides[i], view.sizes[i] - 1};
        }
    }
    std::sort(by_stride.begin(), by_stride.begin() + static_cast<ptrdiff_t>(count));
    int64_t reach = 0;
    bool nested = true;
    for (size_t i = 0; i < count; ++i) {
        if (by_stride[i].first == 0) {
            return true;
        }
        nested = nested && by_stride[i].first > reach;
        reach += by_stride[i].first * by_stride[i].second;
    }
    if (nested) {
        return false;
    }
    // Two elements coincide when some difference of indices, not all zero, sums to 0. Take dimension `first`
    // as one whose difference is 1 or more; every other difference d of bound n is written as d = y - n with
    // 0 <= y <= 2n.
    for (size_t first = 0; first < count; ++first) {
        Terms terms;
        Wide target = -static_cast<Wide>(by_stride[first].first);
        for (size_t i = 0; i < count; ++i) {
            const auto [stride, steps] = by_stride[i];
            if (i == first) {
                terms.Add(stride, steps - 1);
            } else {
                terms.Add(stride, 2 * steps);
                target += static_cast<Wide>(stride) * steps;
            }
        }
        if (SumSolver(terms).Reaches(target)) {
            return true;
        }
    }
    return false;
}

Overlap Compare(const MemoryView& a, const MemoryView& b) {
    if (a.address + ExtentBytes(a) <= b.address || b.address + ExtentBytes(b) <= a.address) {
        return Overlap::kNone;
    }
    if (a.address == b.address && a.element_bytes == b.element_bytes && SameLayout(a, b)) {
        return Overlap::kExact;
    }
    // address_a + sum(a) + byte_a = address_b + sum(b) + byte_b, with b's indices counted down from their
    // ends.
    const auto bytes_a = static_cast<int64_t>(a.element_bytes);
    const auto bytes_b = static_cast<int64_t>(b.element_bytes);
    Terms terms;
    for (size_t i = 0; i < a.sizes.size(); ++i) {
        terms.Add(a.strides[i] * bytes_a, a.sizes[i] - 1);
    }
    for (size_t i = 0; i < b.sizes.size(); ++i) {
        terms.Add(b.strides[i] * bytes_b, b.sizes[i] - 1);
    }
    terms.Add(1, bytes_a - 1);
    terms.Add(1, bytes_b - 1);
    const Wide end_of_b = static_cast<Wide>(b.address) + ExtentBytes(b) - 1;
    return SumSolver(terms).Reaches(end_of_b - static_cast<Wide>(a.address)) ? Overlap::kPartial
                                                                             : Overlap::kNone;
}

}  // namespace aclnn_cpu::nnopbase
