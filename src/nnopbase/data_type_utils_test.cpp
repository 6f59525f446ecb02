#include "opdev/data_type_utils.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>

namespace op {
namespace {

const std::map<std::string, DataType> kShortNames = {
    {"u1", DataType::DT_UINT8},     {"i1", DataType::DT_INT8},       {"i2", DataType::DT_INT16},
    {"i4", DataType::DT_INT32},     {"i8", DataType::DT_INT64},      {"f2", DataType::DT_FLOAT16},
    {"f4", DataType::DT_FLOAT},     {"f8", DataType::DT_DOUBLE},     {"c2", DataType::DT_COMPLEX32},
    {"c4", DataType::DT_COMPLEX64}, {"c8", DataType::DT_COMPLEX128}, {"b1", DataType::DT_BOOL},
    {"bf", DataType::DT_BF16}};

// The published table: second types are f4 f2 i1 i4 u1 i2 i8 f8 b1 c2 c4 c8 bf, in this order.
const char* const kPublished[] = {
    "f4: f4 f4 f4 f4 f4 f4 f4 f8 f4 c4 c4 c8 f4", "f2: f4 f2 f2 f2 f2 f2 f2 f8 f2 c2 c4 c8 f4",
    "i1: f4 f2 i1 i4 i2 i2 i8 f8 i1 c2 c4 c8 bf", "i4: f4 f2 i4 i4 i4 i4 i8 f8 i4 c2 c4 c8 bf",
    "u1: f4 f2 i2 i4 u1 i2 i8 f8 u1 c2 c4 c8 bf", "i2: f4 f2 i2 i4 i2 i2 i8 f8 i2 c2 c4 c8 bf",
    "i8: f4 f2 i8 i8 i8 i8 i8 f8 i8 c2 c4 c8 bf", "f8: f8 f8 f8 f8 f8 f8 f8 f8 f8 c8 c8 c8 f8",
    "b1: f4 f2 i1 i4 u1 i2 i8 f8 b1 c2 c4 c8 bf", "c2: c4 c2 c2 c2 c2 c2 c2 c8 c2 c2 c4 c8 c4",
    "c4: c4 c4 c4 c4 c4 c4 c4 c8 c4 c4 c4 c8 c4", "c8: c8 c8 c8 c8 c8 c8 c8 c8 c8 c8 c8 c8 c8",
    "bf: f4 f4 bf bf bf bf bf f8 bf c4 c4 c8 bf",
};

using Pair = std::pair<DataType, DataType>;

// What the published rules say for every pair of numbers.
DataType Expected(int a, int b) {
    static const std::map<Pair, DataType> table = [] {
        std::map<Pair, DataType> result;
        std::istringstream second_types("f4 f2 i1 i4 u1 i2 i8 f8 b1 c2 c4 c8 bf");
        std::vector<std::string> columns;
        for (std::string name; second_types >> name;) {
            columns.push_back(name);
        }
        for (const char* row : kPublished) {
            std::istringstream words(std::string(row).substr(4));
            for (const std::string& column : columns) {
                std::string promoted;
                words >> promoted;
                result[{kShortNames.at(std::string(row, 2)), kShortNames.at(column)}] =
                    kShortNames.at(promoted);
            }
        }
        return result;
    }();
    if (a < 0 || b < 0 || a > 42 || b > 42) {
        return DataType::DT_UNDEFINED;
    }
    if (a == b) {
        return static_cast<DataType>(a);
    }
    if (a >= 34 || b >= 34) {
        return DataType::DT_FLOAT;
    }
    const bool wide_unsigned = a == 7 || a == 8 || a == 10;
    if (wide_unsigned && b == 17) {
        return DataType::DT_COMPLEX128;
    }
    if (wide_unsigned && b == 16) {
        return a == 10 ? DataType::DT_COMPLEX128 : DataType::DT_COMPLEX64;
    }
    const auto found = table.find({static_cast<DataType>(a), static_cast<DataType>(b)});
    return found == table.end() ? DataType::DT_UNDEFINED : found->second;
}

TEST(PromoteType, IsThePublishedTableForEveryPairOfNumbers) {
    for (int a = -2; a < 50; ++a) {
        for (int b = -2; b < 50; ++b) {
            EXPECT_EQ(PromoteType(static_cast<DataType>(a), static_cast<DataType>(b)), Expected(a, b))
                << a << ", " << b;
        }
    }
    EXPECT_EQ(PromoteType(static_cast<DataType>(300), DataType::DT_FLOAT), DataType::DT_UNDEFINED);
}

TEST(PromoteType, FloatAndBfloat16MixturesGiveFloat) {
    EXPECT_EQ(PromoteType(DataType::DT_FLOAT16, DataType::DT_BF16), DataType::DT_FLOAT);
    EXPECT_EQ(PromoteType(DataType::DT_INT64, DataType::DT_BF16), DataType::DT_BF16);
    EXPECT_EQ(PromoteType(DataType::DT_UINT16, DataType::DT_COMPLEX64), DataType::DT_COMPLEX64);
    EXPECT_EQ(PromoteType(DataType::DT_COMPLEX64, DataType::DT_UINT16), DataType::DT_UNDEFINED);
    EXPECT_EQ(PromoteType(DataType::DT_UINT32, DataType::DT_FLOAT), DataType::DT_UNDEFINED);
}

TEST(CanCast, RefusesOnlyWhatLosesAPart) {
    const auto is_one_of = [](int type, std::initializer_list<int> types) {
        return std::find(types.begin(), types.end(), type) != types.end();
    };
    for (int from = 0; from < 43; ++from) {
        for (int to = 0; to < 43; ++to) {
            const bool from_complex = is_one_of(from, {16, 17, 33});
            const bool to_complex = is_one_of(to, {16, 17, 33});
            const bool from_floating = is_one_of(from, {0, 1, 11, 27, 34, 35, 36, 37, 38, 39, 40, 41});
            const bool to_integral = is_one_of(to, {2, 3, 4, 6, 7, 8, 9, 10});
            const bool refused =
                (from_complex && !to_complex) || (from_floating && to_integral) || (from != 12 && to == 12);
            EXPECT_EQ(CanCast(static_cast<DataType>(from), static_cast<DataType>(to)), !refused)
                << from << ", " << to;
        }
    }
}

TEST(DataTypeNames, ReadBackWhatTheyPrint) {
    EXPECT_STREQ(ToString(DataType::DT_BF16).GetString(), "BFLOAT16");
    EXPECT_STREQ(ToString({DataType::DT_FLOAT, DataType::DT_INT8}).GetString(), "[FLOAT,INT8,]");
    EXPECT_STREQ(ToString(static_cast<DataType>(77)).GetString(), "UNKNOWN");
    for (int type = 0; type < 43; ++type) {
        if (type != 5 && type != 28) {
            EXPECT_EQ(ToDataType(ToString(static_cast<DataType>(type)).GetString()),
                      static_cast<DataType>(type))
                << type;
        }
    }
    EXPECT_EQ(ToDataType("DT_BF16"), DataType::DT_BF16);
    EXPECT_EQ(ToDataType("float16"), DataType::DT_FLOAT16);
    EXPECT_EQ(ToDataType("nonsense"), DataType::DT_UNDEFINED);
}

TEST(CalcShapeBytes, CountsBitsOfSmallTypes) {
    EXPECT_EQ(CalcShapeBytes(3, DataType::DT_INT32), 12);
    EXPECT_EQ(CalcShapeBytes(3, DataType::DT_INT4), 1);
    EXPECT_EQ(CalcShapeBytes(3, DataType::DT_INT4, true), 2);
    EXPECT_EQ(CalcShapeBytes(-1, DataType::DT_INT32), -1);
}

}  // namespace
}  // namespace op
