// gradInput = gradOutput where self > lambda or self < -lambda, 0 elsewhere, by aclnnSoftshrinkBackward.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_softshrink_backward.h"

int main() {
    const example::Session session;
    const example::Tensor gradOutput({1, 1, 1, 1, 2, 2, 2, 2});
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Scalar lambda(0.5f);
    const example::Tensor gradInput(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnSoftshrinkBackwardGetWorkspaceSize(gradOutput.get(), self.get(), lambda.get(),
                                                           gradInput.get(), workspaceSize, executor);
        },
        aclnnSoftshrinkBackward);
    gradInput.Print();
    return 0;
}
