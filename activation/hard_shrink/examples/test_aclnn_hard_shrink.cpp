// out = self where self > lambd or self < -lambd, 0 elsewhere, by aclnnHardshrink.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_hardshrink.h"

int main() {
    const example::Session session;
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Scalar lambd(0.5f);
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnHardshrinkGetWorkspaceSize(self.get(), lambd.get(), out.get(), workspaceSize,
                                                   executor);
        },
        aclnnHardshrink);
    out.Print();
    return 0;
}
