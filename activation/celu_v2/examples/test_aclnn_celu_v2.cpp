// out = self where self > 0, alpha (exp(self / alpha) - 1) elsewhere, by aclnnCelu.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_celu.h"

int main() {
    const example::Session session;
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Scalar alpha(0.75f);
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnCeluGetWorkspaceSize(self.get(), alpha.get(), out.get(), workspaceSize, executor);
        },
        aclnnCelu);
    out.Print();
    return 0;
}
