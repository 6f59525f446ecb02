// out = 1 / (1 + exp(-self)), by aclnnSigmoid.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_sigmoid.h"

int main() {
    const example::Session session;
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnSigmoidGetWorkspaceSize(self.get(), out.get(), workspaceSize, executor);
        },
        aclnnSigmoid);
    out.Print();
    return 0;
}
