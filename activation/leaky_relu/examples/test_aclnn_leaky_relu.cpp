// out = self where self > 0, negativeSlope self elsewhere, by aclnnLeakyRelu.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_leaky_relu.h"

int main() {
    const example::Session session;
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Scalar negativeSlope(0.25f);
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnLeakyReluGetWorkspaceSize(self.get(), negativeSlope.get(), out.get(), workspaceSize,
                                                  executor);
        },
        aclnnLeakyRelu);
    out.Print();
    return 0;
}
