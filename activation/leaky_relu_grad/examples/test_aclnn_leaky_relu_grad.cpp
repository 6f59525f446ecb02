// out = gradOutput where self > 0, negativeSlope gradOutput elsewhere, by aclnnLeakyReluBackward.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_leaky_relu_backward.h"

int main() {
    const example::Session session;
    const example::Tensor gradOutput({1, 1, 1, 1, 2, 2, 2, 2});
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Scalar negativeSlope(0.25f);
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnLeakyReluBackwardGetWorkspaceSize(gradOutput.get(), self.get(), negativeSlope.get(),
                                                          false, out.get(), workspaceSize, executor);
        },
        aclnnLeakyReluBackward);
    out.Print();
    return 0;
}
