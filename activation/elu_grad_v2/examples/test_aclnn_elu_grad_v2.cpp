// gradInput = gradOutput scale where x > 0, by aclnnEluBackward.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_elu_backward.h"

int main() {
    const example::Session session;
    const example::Tensor gradOutput({1, 1, 1, 1, 2, 2, 2, 2});
    const example::Scalar alpha(0.75f);
    const example::Scalar scale(1.25f);
    const example::Scalar inputScale(2.0f);
    const example::Tensor selfOrResult({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Tensor gradInput(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnEluBackwardGetWorkspaceSize(gradOutput.get(), alpha.get(), scale.get(),
                                                    inputScale.get(), false, selfOrResult.get(),
                                                    gradInput.get(), workspaceSize, executor);
        },
        aclnnEluBackward);
    gradInput.Print();
    return 0;
}
