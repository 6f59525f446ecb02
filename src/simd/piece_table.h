// A function on [0, 6.4375 width] as seven polynomials, made by scripts/fit_pieces.py. Eight pieces is what one register
// of AVX2 can look up, so that every instruction set computes the same bits.
#pragma once

namespace aclnn_cpu::simd {

// Piece k is a polynomial in the distance from its centre k * width, lowest coefficient first. The eighth is 0: what
// is put at its centre, 7 width, has the value 0 exactly.
template <int kDegreeIn>
struct PieceTable {
    static constexpr int kDegree = kDegreeIn;

    constexpr PieceTable(float width_in, const float (&pieces)[kDegree + 1][8])
        : width(width_in), coefficients{} {
        for (int power = 0; power <= kDegree; ++power) {
            for (int i = 0; i < 16; ++i) {
                coefficients[power][i] = pieces[power][i % 8];
            }
        }
    }

    // Up to here the table holds; the last piece reaches a little farther, so that a rounded index cannot miss it.
    constexpr float end() const { return 6.4375f * width; }
    constexpr float zero() const { return 7.0f * width; }

    float width;  // of few significant bits: multiples up to 7 and differences from them are exact
    alignas(64) float coefficients[kDegree + 1][16];  // twice over, to fill a register of AVX-512
};

}  // namespace aclnn_cpu::simd
