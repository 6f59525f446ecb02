// out = scale self where self > 0, scale alpha (exp(inputScale self) - 1) elsewhere, by aclnnElu.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_elu.h"

int main() {
    const example::Session session;
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Scalar alpha(0.75f);
    const example::Scalar scale(1.25f);
    const example::Scalar inputScale(2.0f);
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnEluGetWorkspaceSize(self.get(), alpha.get(), scale.get(), inputScale.get(), out.get(),
                                            workspaceSize, executor);
        },
        aclnnElu);
    out.Print();
    return 0;
}
