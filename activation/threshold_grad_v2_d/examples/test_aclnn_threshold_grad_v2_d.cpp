// out = gradOutput where self > threshold, 0 elsewhere, by aclnnThresholdBackward.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_threshold_backward.h"

int main() {
    const example::Session session;
    const example::Tensor gradOutput({1, 1, 1, 1, 2, 2, 2, 2});
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Scalar threshold(0.5f);
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnThresholdBackwardGetWorkspaceSize(gradOutput.get(), self.get(), threshold.get(),
                                                          out.get(), workspaceSize, executor);
        },
        aclnnThresholdBackward);
    out.Print();
    return 0;
}
