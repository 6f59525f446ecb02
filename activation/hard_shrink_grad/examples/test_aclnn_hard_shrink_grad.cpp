// gradInput = gradOutput where self > lambd or self < -lambd, 0 elsewhere, by aclnnHardshrinkBackward.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_hardshrink_backward.h"

int main() {
    const example::Session session;
    const example::Tensor gradOutput({1, 1, 1, 1, 2, 2, 2, 2});
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Scalar lambd(0.5f);
    const example::Tensor gradInput(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnHardshrinkBackwardGetWorkspaceSize(gradOutput.get(), self.get(), lambd.get(),
                                                           gradInput.get(), workspaceSize, executor);
        },
        aclnnHardshrinkBackward);
    gradInput.Print();
    return 0;
}
