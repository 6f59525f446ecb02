// What an executor handle stands for: a plan made ready to run, with its workspace laid out.
#pragma once

#include <atomic>
#include <cstddef>
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
    // Which buffer of the caller each input, and last the output, lies in; kAbsent: in none.
    uint32_t user_buffers[simd::kMaxOperands + 1];
    // Emulated: the arguments in order; the tiling data is appended when it runs.
    struct Argument {
        uintptr_t value;
        bool in_workspace;
        uint64_t bytes;  // that are the argument's
        uint32_t user_buffer = kAbsent;
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
    const unsigned char* first;  // null when its buffer's address is
    uint64_t bytes;
    ArgumentName name;
    uint32_t buffer;         // that it lies in
    uint64_t offset;         // of `first` from the buffer's address
    uint64_t element_bytes;  // 0: elements share bytes
    bool written;
    uint32_t rank;
    int64_t sizes[kMaxRank];
    int64_t strides[kMaxRank];
};

// A buffer of the plan; of the caller's, it can be given another address.
struct UserBuffer {
    uintptr_t address;  // of the storage of its tensor
    uintptr_t planned;  // what it was in the first phase
};

// A tensor that the first phase was given, by itself or in a list.
struct CallArgument {
    const aclStorage* storage;  // tells the tensor among live ones; null: there was none in this place
    ArgumentName name;
    bool output;
    bool listed;
    uint32_t parameter;  // its place, or that of its list, among the tensors and lists of inputs or outputs
    uint32_t element;    // its place in its list, else 0
    uint32_t buffer;     // kAbsent when the program does not touch it
};

struct Program;

// A repeatable program and the copies of it that its queued runs made necessary: a run keeps the addresses that held
// when it was launched.
struct Versions {
    std::atomic<bool> locked{false};  // for moments only
    Program* current = nullptr;       // null: the program itself
    std::vector<std::shared_ptr<Program>> copies;
};

// What a program is, apart from who runs it.
struct ProgramData {
    const char* api = "";  // interned, as every text below
    base::Status problem;  // why it must not run, found too late for the first phase to say
    bool folded = false;
    uint64_t workspace_bytes = 0;
    uint64_t estimated_nanoseconds = 0;
    uint32_t threads = 1;
    std::vector<Step> steps;
    std::vector<UserRange> user_ranges;
    std::vector<UserBuffer> buffers;      // by the plan's numbers
    std::vector<CallArgument> arguments;  // inputs, then outputs, in the order of the call
    bool has_arguments = false;           // whether a first phase named its arguments
    bool index_decides = false;           // which argument gets another address; else the tensor does
    bool moved = false;                   // since the buffers were last found not to be in each other's way
    std::vector<std::shared_ptr<unsigned char[]>> host_values;  // kept alive for the steps
    std::string description;  // with ACLNN_CPU_VERBOSE: the plan, the engine and why

    // Runs all steps on this thread. `workspace` is the caller's, of at least workspace_bytes.
    base::Status Run(unsigned char* workspace) const;
    // Gives a buffer of the caller's another address.
    void Bind(uint32_t buffer, uintptr_t address);
};

struct Program : ProgramData {
    std::atomic<bool> repeatable{false};
    std::atomic<bool> ran{false};   // handed to a stream at least once
    std::atomic<bool> lent{false};  // handed out by Recall and not run yet
    Versions versions;              // of a repeatable program
    std::atomic<uint32_t> runs{0};  // of this version that are queued or running, when it is repeatable

    // Back to empty, keeping memory for the next use.
    void Clear();

    // Where the pointer to this program keeps its count of references.
    alignas(std::max_align_t) unsigned char count_place[64];
};

// Programs are recycled; the pointer gives its program back.
std::shared_ptr<Program> NewProgram();

// Makes `program` run `plan`: folded into one native call if it can be, else node by node. Chooses the layout
// of the workspace.
void Compile(const Plan& plan, Program* program);

}  // namespace aclnn_cpu::nnopbase
