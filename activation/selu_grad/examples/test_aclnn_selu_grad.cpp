// gradInput = gradOutput times the derivative of SELU, from its result: scale, or result + scale alpha where it is negative, by aclnnSeluBackward.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_selu_backward.h"

int main() {
    const example::Session session;
    const example::Tensor gradOutput({1, 1, 1, 1, 2, 2, 2, 2});
    const example::Tensor result({-0.75f, -0.5f, -0.25f, 0, 0.25f, 0.5f, 0.75f, 1});
    const example::Tensor gradInput(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnSeluBackwardGetWorkspaceSize(gradOutput.get(), result.get(), gradInput.get(),
                                                     workspaceSize, executor);
        },
        aclnnSeluBackward);
    gradInput.Print();
    return 0;
}
