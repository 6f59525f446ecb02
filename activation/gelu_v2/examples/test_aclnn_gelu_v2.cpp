// y = x / 2 (1 + erf(x / sqrt(2))) when approximate is 0, x / 2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) when it is 1, by aclnnGeluV2.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_gelu_v2.h"

int main() {
    const example::Session session;
    const example::Tensor x({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Tensor y(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnGeluV2GetWorkspaceSize(x.get(), 0, y.get(), workspaceSize, executor);
        },
        aclnnGeluV2);
    y.Print();
    return 0;
}
