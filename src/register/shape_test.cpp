#include "exe_graph/runtime/shape.h"

#include <gtest/gtest.h>

#include <limits>

#include "exe_graph/runtime/storage_shape.h"

namespace {

using gert::Shape;
using gert::StorageShape;

TEST(Shape, StartsAsAScalarOfOneElement) {
    const Shape shape;
    EXPECT_TRUE(shape.IsScalar());
    EXPECT_EQ(shape.GetDimNum(), 0u);
    EXPECT_EQ(shape.GetShapeSize(), 1);
}

TEST(Shape, CountsElementsAndReportsOverflow) {
    EXPECT_EQ(Shape({8, 3, 224, 224}).GetShapeSize(), 1204224);
    EXPECT_EQ(Shape({5, 0, 7}).GetShapeSize(), 0);
    EXPECT_EQ(Shape({int64_t{1} << 32, int64_t{1} << 31}).GetShapeSize(),
              std::numeric_limits<int64_t>::min());
    EXPECT_EQ(Shape({int64_t{1} << 31, int64_t{1} << 31}).GetShapeSize(), int64_t{1} << 62);
}

TEST(Shape, SetDimBeyondTheCountRaisesItToTheIndexOnly) {
    Shape shape;
    shape.SetDim(0, 7);  // stored, but the count stays 0
    EXPECT_EQ(shape.GetDimNum(), 0u);
    EXPECT_EQ(shape.GetDim(0), 7);
    shape.SetDim(2, 9);
    EXPECT_EQ(shape.GetDimNum(), 2u);
    EXPECT_EQ(shape.GetDim(2), 9);
    shape.SetDimNum(3);
    EXPECT_EQ(shape.GetShapeSize(), 0);  // 7 * 0 * 9
    shape.SetDim(1, 2);
    EXPECT_EQ(shape.GetDimNum(), 3u);
    EXPECT_EQ(shape.GetShapeSize(), 126);
}

TEST(Shape, IgnoresDimensionsBeyondTheMaximum) {
    Shape shape;
    for (int64_t i = 0; i < 30; ++i) {
        shape.AppendDim(i);
    }
    EXPECT_EQ(shape.GetDimNum(), 25u);
    EXPECT_EQ(shape.GetDim(24), 24);
    EXPECT_EQ(shape.GetDim(25), std::numeric_limits<int64_t>::min());
    shape.SetDim(25, 1);
    EXPECT_EQ(shape.GetDimNum(), 25u);
}

TEST(Shape, ComparesOnlyTheDimensionsInUse) {
    Shape a = {2, 5};
    Shape b = {2, 5, 9};
    EXPECT_NE(a, b);
    b.SetDimNum(2);
    EXPECT_EQ(a, b);
    a = b;
    a[1] = 6;
    EXPECT_NE(a, b);
}

TEST(StorageShape, KeepsOriginAndStorageApart) {
    StorageShape shape({2, 5}, {1, 1, 16, 16});
    EXPECT_EQ(shape.GetOriginShape(), Shape({2, 5}));
    EXPECT_EQ(shape.GetStorageShape(), Shape({1, 1, 16, 16}));
    shape.MutableStorageShape().SetDimNum(0);
    EXPECT_NE(shape, StorageShape({2, 5}, {1, 1, 16, 16}));
    EXPECT_EQ(shape, StorageShape({2, 5}, {}));
}

}  // namespace
