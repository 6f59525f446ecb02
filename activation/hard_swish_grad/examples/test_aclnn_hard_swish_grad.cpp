// out = gradOutput times 0 where self < -3, 1 where self > 3, self / 3 + 1/2 between and at them, by aclnnHardswishBackward.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_hardswish_backward.h"

int main() {
    const example::Session session;
    const example::Tensor gradOutput({1, 1, 1, 1, 2, 2, 2, 2});
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnHardswishBackwardGetWorkspaceSize(gradOutput.get(), self.get(), out.get(),
                                                          workspaceSize, executor);
        },
        aclnnHardswishBackward);
    out.Print();
    return 0;
}
