// out = self / 6 + 1/2, cut to [0, 1], by aclnnHardsigmoid.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_hardsigmoid.h"

int main() {
    const example::Session session;
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnHardsigmoidGetWorkspaceSize(self.get(), out.get(), workspaceSize, executor);
        },
        aclnnHardsigmoid);
    out.Print();
    return 0;
}
