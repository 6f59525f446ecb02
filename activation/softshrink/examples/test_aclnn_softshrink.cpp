// out = self - lambd where self > lambd, self + lambd where self < -lambd, 0 between, by aclnnSoftshrink.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_softshrink.h"

int main() {
    const example::Session session;
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Scalar lambd(0.5f);
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnSoftshrinkGetWorkspaceSize(self.get(), lambd.get(), out.get(), workspaceSize,
                                                   executor);
        },
        aclnnSoftshrink);
    out.Print();
    return 0;
}
