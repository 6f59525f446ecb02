// What an executor handle stands for: a plan made ready to run, with its workspace laid out.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "nnopbase/plan.h"
#include "runtime/launch.h"
#include "simd/native_call.h"

namespace aclnn_cpu::nnopbase {

// One native call or one launch on the emulated chip.
struct Step {
    const char* op_type;
    // Native: which operands' `data` are offsets into the workspace. Bit i: input i, bit 31: the output.
    simd::NativeKernel native = nullptr;
    uint32_t in_workspace = 0;
    simd::NativeCall call;
    // Emulated: the arguments in order; the tiling data is appended when it runs.
    struct Argument {
        uintptr_t value;
        bool in_workspace;
        uint64_t bytes;  // that are the argument's
    };
    std::shared_ptr<const AicoreLaunch> aicore;
    std::vector<Argument> arguments;
    // Arguments that reach the kernel as one: the address of a block of words (ascendc/list_tensor.h), whose last `count`
    // are the addresses.
    struct List {
        OperandList arguments;
        std::vector<uint64_t> block;
    };
    std::vector<List> lists;
};

// Memory of the caller that the program touches: checked when it runs.
struct UserRange {
    const unsigned char* first;
    uint64_t bytes;
    ArgumentName name;
    uint32_t rank;
    int64_t sizes[kMaxRank];
};

struct Program {
    const char* api = "";  // interned, as every text below
    base::Status problem;  // why it must not run, found too late for the first phase to say
    std::atomic<bool> repeatable{false};
    std::atomic<bool> ran{false};  // handed to a stream at least once
    bool folded = false;
    uint64_t workspace_bytes = 0;
    uint64_t estimated_nanoseconds = 0;
    uint32_t threads = 1;
    std::vector<Step> steps;
    std::vector<UserRange> user_ranges;
    std::vector<std::shared_ptr<unsigned char[]>> host_values;  // kept alive for the steps
    std::string description;  // with ACLNN_CPU_VERBOSE: the plan, the engine and why

    // Back to empty, keeping memory for the next use.
    void Clear();
    // Runs all steps on this thread. `workspace` is the caller's, of at least workspace_bytes.
    base::Status Run(unsigned char* workspace) const;
};

// Programs are recycled; the pointer gives its program back.
std::shared_ptr<Program> NewProgram();

// Makes `program` run `plan`: folded into one native call if it can be, else node by node. Chooses the layout
// of the workspace.
void Compile(const Plan& plan, Program* program);

}  // namespace aclnn_cpu::nnopbase
