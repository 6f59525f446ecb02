// A first phase in progress: the objects its executor made and the operators it recorded.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
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

    // Records that `to` becomes `from`, broadcast to its shape and converted to its type, under the name
    // `op_type`. 561000 when no stride walk can express it (shapes that do not broadcast; more than 8
    // dimensions that are not contiguous or differ in shape).
    base::Status AddCopy(const char* op_type, const aclTensor* from, const aclTensor* to);
    // Records a computation of l0op with one output. `kernel` walks the sizes of the output, or of the first input
    // with `walks_input` (a reduction); every other operand is broadcast to them. 561000 as for AddCopy.
    base::Status AddHost(const char* op_type, simd::NativeKernel kernel,
                         std::span<const aclTensor* const> inputs, const aclTensor* output, bool walks_input);
    // Records a kernel launch, prepared by an engine. What `before` records, given what the engine prepared, runs
    // before it.
    using BeforeKernel = std::function<base::Status(const PreparedKernel& kernel)>;
    base::Status AddKernel(const char* op_type, const void* library, const op::OpArgContext& args,
                           const BeforeKernel& before = nullptr);

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
        op::FVector<OperandList> lists{};
        bool walks_input = false;
        base::Status AddOperands(const char* api, const op::OpArgList& args, bool outputs);
    };

    Recording();
    ~Recording();
    friend struct ThreadRecordings;

    void Reset();
    void BuildPlan();
    void NameArguments(Program& program) const;
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
