// out = gradOutput where min <= self <= max, 0 elsewhere, by aclnnHardtanhBackward.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_hardtanh_backward.h"

int main() {
    const example::Session session;
    const example::Tensor gradOutput({1, 1, 1, 1, 2, 2, 2, 2});
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Scalar min(-1.0f);
    const example::Scalar max(2.0f);
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnHardtanhBackwardGetWorkspaceSize(gradOutput.get(), self.get(), min.get(), max.get(),
                                                         out.get(), workspaceSize, executor);
        },
        aclnnHardtanhBackward);
    out.Print();
    return 0;
}
