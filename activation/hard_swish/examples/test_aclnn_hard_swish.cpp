// out = self times self + 3 cut to [0, 6], over 6, by aclnnHardswish.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_hardswish.h"

int main() {
    const example::Session session;
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnHardswishGetWorkspaceSize(self.get(), out.get(), workspaceSize, executor);
        },
        aclnnHardswish);
    out.Print();
    return 0;
}
