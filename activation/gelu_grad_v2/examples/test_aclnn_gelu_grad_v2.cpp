// gradInput = gradOutput times the derivative of GELU at self: (1 + erf(self / sqrt(2))) / 2 + self phi(self) when approximate is "none", that of the tanh form when it is "tanh", by aclnnGeluBackwardV2.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"

int main() {
    const example::Session session;
    const example::Tensor gradOutput({1, 1, 1, 1, 2, 2, 2, 2});
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    char approximate[] = "none";
    const example::Tensor gradInput(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnGeluBackwardV2GetWorkspaceSize(gradOutput.get(), self.get(), approximate,
                                                       gradInput.get(), workspaceSize, executor);
        },
        aclnnGeluBackwardV2);
    gradInput.Print();
    return 0;
}
