#include "register/tilingdata_base.h"

#include <gtest/gtest.h>

#include <cstring>

#include "securec.h"

namespace optiling {

BEGIN_TILING_DATA_DEF(TilingDefInner)
TILING_DATA_FIELD_DEF(uint8_t, small);
TILING_DATA_FIELD_DEF(uint32_t, count);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(TilingDefInnerOp, TilingDefInner)

BEGIN_TILING_DATA_DEF(TilingDefOuter)
TILING_DATA_FIELD_DEF(uint16_t, head);
TILING_DATA_FIELD_DEF_ARR(int64_t, 3, list);
TILING_DATA_FIELD_DEF(float, ratio)  // with or without a semicolon
TILING_DATA_FIELD_DEF_STRUCT(TilingDefInner, inner);
TILING_DATA_FIELD_DEF(uint8_t, tail);
END_TILING_DATA_DEF
REGISTER_TILING_DATA_CLASS(TilingDefOp, TilingDefOuter)
REGISTER_TILING_DATA_CLASS(TilingDefOp_7, TilingDefInner);

}  // namespace optiling

namespace {

// The layout of the same declarations as a plain struct, nested structs and the total at multiples of 8.
struct Inner {
    uint8_t small;
    uint32_t count;
};
struct alignas(8) Outer {
    uint16_t head;
    int64_t list[3];
    float ratio;
    alignas(8) Inner inner;
    uint8_t tail;
};

TEST(TilingDef, LaysFieldsOutLikeThePlainStruct) {
    optiling::TilingDefOuter data;
    ASSERT_EQ(data.GetDataSize(), sizeof(Outer));
    data.set_head(7);
    const int64_t list[3] = {-1, int64_t{1} << 40, 3};
    data.set_list(list);
    data.set_ratio(0.75f);
    data.inner.set_small(9);
    data.inner.set_count(123456);
    data.set_tail(255);
    EXPECT_EQ(data.get_head(), 7);
    EXPECT_EQ(data.get_list()[1], int64_t{1} << 40);
    EXPECT_EQ(data.inner.get_count(), 123456u);

    Outer bytes{};
    data.SaveToBuffer(&bytes, sizeof(bytes));
    EXPECT_EQ(bytes.head, 7);
    EXPECT_EQ(bytes.list[0], -1);
    EXPECT_EQ(bytes.list[2], 3);
    EXPECT_EQ(bytes.ratio, 0.75f);
    EXPECT_EQ(bytes.inner.small, 9);
    EXPECT_EQ(bytes.inner.count, 123456u);
    EXPECT_EQ(bytes.tail, 255);
}

TEST(TilingDef, WritesStraightIntoMemoryItIsGiven) {
    Outer bytes{};
    optiling::TilingDefOuter data(&bytes);
    data.set_tail(3);
    data.inner.set_count(5);
    EXPECT_EQ(bytes.tail, 3);
    EXPECT_EQ(bytes.inner.count, 5u);
}

TEST(TilingDef, DoesNotWritePastASmallBuffer) {
    optiling::TilingDefOuter data;
    data.set_head(1);
    char bytes[sizeof(Outer)];
    std::memset(bytes, 0x5A, sizeof(bytes));
    data.SaveToBuffer(bytes, sizeof(bytes) - 1);
    for (const char byte : bytes) {
        ASSERT_EQ(byte, 0x5A);
    }
}

TEST(TilingDef, ClassesAreMadeByOperatorAndKey) {
    auto& factory = optiling::CTilingDataClassFactory::GetInstance();
    const auto outer = factory.CreateTilingDataInstance("TilingDefOp");
    ASSERT_NE(outer, nullptr);
    EXPECT_STREQ(outer->GetTilingClassName(), "TilingDefOuter");
    ASSERT_EQ(outer->GetFieldInfo().size(), 5u);
    EXPECT_STREQ(outer->GetFieldInfo()[1].type, "int64_t");
    EXPECT_EQ(outer->GetFieldInfo()[1].count, 3u);
    EXPECT_EQ(outer->GetFieldInfo()[1].offset, 8u);
    EXPECT_TRUE(outer->GetFieldInfo()[3].is_struct);
    EXPECT_STREQ(factory.CreateTilingDataInstance("TilingDefOp_7")->GetTilingClassName(), "TilingDefInner");
    EXPECT_EQ(factory.CreateTilingDataInstance("TilingDefOp_8"), nullptr);
}

TEST(Securec, ChecksBoundsAndClears) {
    char to[4] = {1, 2, 3, 4};
    const char from[4] = {9, 8, 7, 6};
    EXPECT_EQ(memcpy_s(to, sizeof(to), from, 2), EOK);
    EXPECT_EQ(to[1], 8);
    EXPECT_EQ(to[2], 3);
    EXPECT_EQ(memcpy_s(to, sizeof(to), from, 5), ERANGE_AND_RESET);
    EXPECT_EQ(to[0], 0);
    EXPECT_EQ(memcpy_s(nullptr, 4, from, 1), EINVAL);
    EXPECT_EQ(memcpy_s(to, 0, from, 1), ERANGE);
    EXPECT_EQ(memcpy_s(to, sizeof(to), to + 1, 2), EOVERLAP_AND_RESET);
    EXPECT_EQ(memset_s(to, sizeof(to), 5, 3), EOK);
    EXPECT_EQ(to[2], 5);
    EXPECT_EQ(to[3], 0);
    EXPECT_EQ(strcpy_s(to, sizeof(to), "abc"), EOK);
    EXPECT_STREQ(to, "abc");
    EXPECT_EQ(strcpy_s(to, sizeof(to), "abcd"), ERANGE_AND_RESET);
}

}  // namespace
