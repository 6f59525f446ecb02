// out = self / 2 (1 + tanh(sqrt(2/pi) (self + 0.044715 self^3))), by aclnnGelu.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_gelu.h"

int main() {
    const example::Session session;
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnGeluGetWorkspaceSize(self.get(), out.get(), workspaceSize, executor);
        },
        aclnnGelu);
    out.Print();
    return 0;
}
