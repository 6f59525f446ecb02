// gradInput = gradOutput sigma(beta self), by aclnnSoftplusBackward.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_softplus_backward.h"

int main() {
    const example::Session session;
    const example::Tensor gradOutput({1, 1, 1, 1, 2, 2, 2, 2});
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Scalar beta(1.5f);
    const example::Scalar threshold(4.0f);
    const example::Tensor gradInput(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnSoftplusBackwardGetWorkspaceSize(gradOutput.get(), self.get(), beta.get(),
                                                         threshold.get(), gradInput.get(), workspaceSize,
                                                         executor);
        },
        aclnnSoftplusBackward);
    gradInput.Print();
    return 0;
}
