// A first phase in progress: the objects its executor made and the operators it recorded.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/status.h"
#include "nnopbase/engines/engine.h"
#include "nnopbase/plan.h"
#include "nnopbase/program.h"
#include "opdev/op_executor.h"

namespace aclnn_cpu::nnopbase {

class Recording {
 public:
    // A recording of this thread, empty; give it back with Return. Throws std::bad_alloc.
    static Recording* Take(const char* function);
    static void Return(Recording* recording);

    aclOpExecutor* executor() { return &executor_; }
    const char* api() const { return api_; }

    // Objects live until the recording is returned.
    aclTensor* NewTensor();
    aclTensor* NewWorkspaceTensor(const op::Shape& shape, op::DataType dtype, op::Format format);
    aclTensor* NewHostTensor(const op::Shape& shape, op::DataType dtype, op::Format format);
    template <typename T>
    T* NewObject();

    // Records that `to` becomes `from`, broadcast to its shape and converted to its type, by operator
    // `op_type` of `library`. 561000 when no stride walk can express it (shapes that do not broadcast; more
    // than 8 dimensions that are not contiguous or differ in shape).
    base::Status AddCopy(const char* op_type, const void* library, const aclTensor* from,
                         const aclTensor* to);
    // Records a kernel launch, prepared by an engine.
    base::Status AddKernel(const char* op_type, const void* library, const op::OpArgContext& args);

    // Gives the storage of workspace tensor `x` the memory of `y`, so that no copy is needed. False, and
    // nothing done, when something recorded reads `y`'s memory after `x` is first written.
    bool Redirect(const aclTensor* x, const aclTensor* y);

    // Turns what is recorded into the program, once; later calls return the same. Throws when memory runs out,
    // and may then be called again.
    const std::shared_ptr<Program>& Finish();

    bool repeatable = false;

 private:
    struct Node {
        const char* op_type;
        NodeKind kind;
        op::FVector<const aclTensor*> inputs;
        op::FVector<const aclTensor*> outputs;
        PreparedKernel kernel;
    };

    Recording();
    ~Recording();
    friend struct ThreadRecordings;

    void Reset();
    void BuildPlan();
    uint32_t PlanTensorOf(const aclTensor* tensor);
    uint32_t PlanBufferOf(const aclTensor* tensor);
    static ArgumentName NameOf(const aclStorage* storage);

    aclOpExecutor executor_;
    const char* api_ = "";
    std::vector<aclTensor*>
        tensors_;  // the first tensors_used_ are in use, the rest wait for the next recording
    size_t tensors_used_ = 0;
    struct OtherObject {
        void* object;
        void (*destroy)(void*);
    };
    std::vector<OtherObject> others_;
    std::vector<Node> nodes_;
    Plan plan_;
    std::vector<const aclStorage*> plan_storages_;  // by buffer
    std::vector<const aclTensor*> plan_tensors_;    // by plan tensor
    std::shared_ptr<Program> program_;
};

}  // namespace aclnn_cpu::nnopbase
