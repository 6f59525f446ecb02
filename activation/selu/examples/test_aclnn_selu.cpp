// out = scale self where self > 0, scale alpha (exp(self) - 1) elsewhere, by aclnnSelu.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_selu.h"

int main() {
    const example::Session session;
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnSeluGetWorkspaceSize(self.get(), out.get(), workspaceSize, executor);
        },
        aclnnSelu);
    out.Print();
    return 0;
}
