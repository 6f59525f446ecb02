// out = self sigma(beta self), sigma(t) = 1 / (1 + exp(-t)), by aclnnSwish.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_swish.h"

int main() {
    const example::Session session;
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Scalar betaOptional(1.5f);
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnSwishGetWorkspaceSize(self.get(), betaOptional.get(), out.get(), workspaceSize,
                                              executor);
        },
        aclnnSwish);
    out.Print();
    return 0;
}
