// out = self where self > threshold, value elsewhere, by aclnnThreshold.
#include <vector>

#include "../../common/examples/example.h"
#include "aclnnop/aclnn_threshold.h"

int main() {
    const example::Session session;
    const example::Tensor self({-4, -3, -1, -0.5f, 0, 0.5f, 1, 4});
    const example::Scalar threshold(0.5f);
    const example::Scalar value(-2.0f);
    const example::Tensor out(std::vector<float>(8, 0));
    session.Call(
        [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnThresholdGetWorkspaceSize(self.get(), threshold.get(), value.get(), out.get(),
                                                  workspaceSize, executor);
        },
        aclnnThreshold);
    out.Print();
    return 0;
}
