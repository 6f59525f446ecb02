// gradInput = gradOutput output (1 - output), where output is what the sigmoid gave, by aclnnSigmoidBackward.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_sigmoid_backward.h"

int main() {
    const example::Session session;
    const example::Tensor gradOutput({1, 1, 1, 1, 2, 2, 2, 2});
    const example::Tensor output({-0.75f, -0.5f, -0.25f, 0, 0.25f, 0.5f, 0.75f, 1});
    const example::Tensor gradInput(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnSigmoidBackwardGetWorkspaceSize(gradOutput.get(), output.get(), gradInput.get(),
                                                        workspaceSize, executor);
        },
        aclnnSigmoidBackward);
    gradInput.Print();
    return 0;
}
