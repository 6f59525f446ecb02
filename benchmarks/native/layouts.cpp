#include "benchmarks/native/layouts.h"

namespace aclnn_cpu::benchmarks {

std::vector<Layout> Layouts(int64_t side, base::DType dtype) {
    const int64_t wide = 2 * side;
    const View dense{dtype, {side, 1}};
    const View slice{dtype, {wide, 1}};
    const View transposed{dtype, {1, side}};
    std::vector<Layout> layouts = {
        {"contiguous", {side, side}, dense, dense, dense, dtype},
        {"slice of a wider tensor", {side, side}, slice, slice, dense, dtype},
        {"gradOutput expanded over rows", {side, side}, {dtype, {0, 1}}, dense, dense, dtype},
        {"gradOutput expanded over columns", {side, side}, {dtype, {1, 0}}, dense, dense, dtype},
        {"self transposed", {side, side}, dense, transposed, dense, dtype},
        {"all transposed", {side, side}, transposed, transposed, transposed, dtype},
        {"strided output", {side, side}, dense, dense, slice, dtype},
        {"every second element", {side, side}, {dtype, {wide, 2}}, {dtype, {wide, 2}}, dense, dtype},
    };
    if (dtype == base::DType::kFloat) {
        const View half{base::DType::kFloat16, {side, 1}};
        layouts.push_back({"FLOAT gradOutput, FLOAT16 self", {side, side}, dense, half, dense, dtype});
    }
    return layouts;
}

}  // namespace aclnn_cpu::benchmarks
