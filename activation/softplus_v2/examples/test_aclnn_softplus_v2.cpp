// out = log(1 + exp(beta self)) / beta, by aclnnSoftplus.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_softplus.h"

int main() {
    const example::Session session;
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Scalar beta(1.5f);
    const example::Scalar threshold(4.0f);
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnSoftplusGetWorkspaceSize(self.get(), beta.get(), threshold.get(), out.get(),
                                                 workspaceSize, executor);
        },
        aclnnSoftplus);
    out.Print();
    return 0;
}
