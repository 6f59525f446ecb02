// Shape inference of GeluGrad, the same for every chip: z has the shape that dy and x broadcast to, also where sizes
// are not known yet.
#include <gtest/gtest.h>

#include "register/host_functions.h"

namespace aclnn_cpu::test {
namespace {

using Shape = std::vector<int64_t>;

struct Case {
    const char* name;
    Shape dy, x, z;
    bool fits;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

registry::HostTensor Described(const Shape& sizes) {
    registry::HostTensor tensor;
    for (const int64_t size : sizes) {
        tensor.origin_shape.AppendDim(size);
    }
    tensor.storage_shape = tensor.origin_shape;
    tensor.dtype = ge::DT_FLOAT;
    return tensor;
}

Shape SizesOf(const gert::Shape& shape) {
    Shape sizes;
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        sizes.push_back(shape.GetDim(i));
    }
    return sizes;
}

class GeluGradInferShape : public testing::TestWithParam<Case> {};

TEST_P(GeluGradInferShape, Broadcasts) {
    const Case& c = GetParam();
    const registry::HostTensor inputs[] = {Described(c.dy), Described(c.x), Described(c.dy)};
    const registry::HostTensor outputs[1] = {};
    registry::OpRequest request;
    request.op_type = "GeluGrad";
    request.inputs = inputs;
    request.outputs = outputs;
    std::vector<gert::Shape> shapes;
    const base::Status status = registry::RunInferShape(request, &shapes);
    ASSERT_EQ(status.ok(), c.fits) << status.message();
    if (c.fits) {
        ASSERT_EQ(shapes.size(), 1u);
        EXPECT_EQ(SizesOf(shapes[0]), c.z);
    } else {
        EXPECT_EQ(status.code(), 561001);
        EXPECT_NE(status.message().find("GeluGrad"), std::string::npos) << status.message();
    }
}

INSTANTIATE_TEST_SUITE_P(All, GeluGradInferShape,
                         testing::Values(Case{"Same", {4, 3, 4}, {4, 3, 4}, {4, 3, 4}, true},
                                         Case{"DyBroadcast", {1, 5}, {2, 5}, {2, 5}, true},
                                         Case{"LowerRankX", {16, 5, 5}, {5, 5}, {16, 5, 5}, true},
                                         Case{"BothBroadcast", {4, 1}, {1, 3}, {4, 3}, true},
                                         Case{"Scalars", {}, {}, {}, true},
                                         Case{"ScalarAndVector", {}, {4}, {4}, true},
                                         Case{"Empty", {0, 3}, {1, 3}, {0, 3}, true},
                                         Case{"UnknownDim", {-1, 4}, {3, 4}, {3, 4}, true},
                                         Case{"UnknownAndOne", {-1, 4}, {1, 4}, {-1, 4}, true},
                                         Case{"UnknownRank", {-2}, {3, 4}, {-2}, true},
                                         Case{"DoNotFit", {2, 3}, {2, 4}, {}, false},
                                         Case{"EmptyDoesNotFit", {0}, {16}, {}, false}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace aclnn_cpu::test
