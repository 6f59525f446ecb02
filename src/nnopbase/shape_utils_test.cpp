#include "opdev/shape_utils.h"

#include <gtest/gtest.h>

namespace op {
namespace {

// Broadcasting by its definition, one dimension at a time from the end.
bool Reference(const std::vector<int64_t>& a, const std::vector<int64_t>& b, std::vector<int64_t>* out) {
    out->assign(std::max(a.size(), b.size()), 0);
    for (size_t i = 0; i < out->size(); ++i) {
        const int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
        const int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
        if (x != y && x != 1 && y != 1) {
            return false;
        }
        (*out)[out->size() - 1 - i] = x == 1 ? y : x;
    }
    return true;
}

Shape Make(const std::vector<int64_t>& sizes) {
    Shape shape;
    ToShape(sizes.data(), sizes.size(), shape);
    return shape;
}

TEST(BroadcastInferShape, AgreesWithItsDefinition) {
    std::vector<std::vector<int64_t>> shapes = {{}};
    for (size_t first = 0, rank = 0; rank < 3; ++rank) {
        const size_t last = shapes.size();
        for (size_t i = first; i < last; ++i) {
            for (const int64_t size : {0, 1, 2, 3}) {
                shapes.push_back(shapes[i]);
                shapes.back().push_back(size);
            }
        }
        first = last;
    }
    ASSERT_EQ(shapes.size(), 1u + 4 + 16 + 64);
    for (const auto& a : shapes) {
        for (const auto& b : shapes) {
            std::vector<int64_t> expected;
            const bool possible = Reference(a, b, &expected);
            Shape result{7, 7};
            EXPECT_EQ(BroadcastInferShape(Make(a), Make(b), result), possible);
            EXPECT_EQ(CheckBroadcastShape(Make(a), Make(b)), possible);
            EXPECT_TRUE(result == (possible ? Make(expected) : Shape({7, 7})))
                << ToString(result).GetString();
        }
    }
}

TEST(Shapes, PrintAndConvert) {
    EXPECT_STREQ(ToString(Shape({2, 3})).GetString(), "[2, 3]");
    EXPECT_STREQ(ToString(Shape()).GetString(), "[]");
    EXPECT_EQ(ToShapeVector(Shape({4, 0, 2})), (ShapeVector{4, 0, 2}));
    Strides strides;
    ToContiguousStrides(Shape({4, 3, 2}), strides);
    EXPECT_EQ(strides, (Strides{6, 2, 1}));
}

TEST(FVector, GrowsBeyondItsInlineRoom) {
    FVector<int64_t, 2> values;
    for (int64_t i = 0; i < 100; ++i) {
        values.push_back(values.empty() ? 1 : values.back() + i);
    }
    EXPECT_EQ(values.size(), 100u);
    EXPECT_EQ(values[99], 1 + 99 * 100 / 2);
    FVector<int64_t, 2> copy(values);
    copy.erase(copy.begin());
    copy.insert(copy.begin(), -5);
    EXPECT_EQ(copy[0], -5);
    EXPECT_EQ(copy[1], values[1]);
    EXPECT_EQ(copy.size(), values.size());
}

}  // namespace
}  // namespace op
