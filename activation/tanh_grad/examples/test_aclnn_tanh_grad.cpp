// gradInput = gradOutput (1 - output^2), where output is what the tanh gave, by aclnnTanhBackward.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_tanh_backward.h"

int main() {
    const example::Session session;
    const example::Tensor gradOutput({1, 1, 1, 1, 2, 2, 2, 2});
    const example::Tensor output({-0.75f, -0.5f, -0.25f, 0, 0.25f, 0.5f, 0.75f, 1});
    const example::Tensor gradInput(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnTanhBackwardGetWorkspaceSize(gradOutput.get(), output.get(), gradInput.get(),
                                                     workspaceSize, executor);
        },
        aclnnTanhBackward);
    gradInput.Print();
    return 0;
}
