// gradInput = gradOutput (t + self sigma(self) (1 - t^2)), t = tanh(log(1 + exp(self))), by aclnnMishBackward.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_mish_backward.h"

int main() {
    const example::Session session;
    const example::Tensor gradOutput({1, 1, 1, 1, 2, 2, 2, 2});
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Tensor gradInput(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnMishBackwardGetWorkspaceSize(gradOutput.get(), self.get(), gradInput.get(),
                                                     workspaceSize, executor);
        },
        aclnnMishBackward);
    gradInput.Print();
    return 0;
}
