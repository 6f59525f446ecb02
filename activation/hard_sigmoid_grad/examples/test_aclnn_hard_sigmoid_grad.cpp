// out = gradOutput / 6 where -3 < self < 3, 0 elsewhere, by aclnnHardsigmoidBackward.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_hardsigmoid_backward.h"

int main() {
    const example::Session session;
    const example::Tensor gradOutput({1, 1, 1, 1, 2, 2, 2, 2});
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnHardsigmoidBackwardGetWorkspaceSize(gradOutput.get(), self.get(), out.get(),
                                                            workspaceSize, executor);
        },
        aclnnHardsigmoidBackward);
    out.Print();
    return 0;
}
