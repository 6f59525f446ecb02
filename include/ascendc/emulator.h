// What kernels call: the interface of the emulated core (libaicore). Not for kernel authors; the functions of
// namespace AscendC are thin layers over it.
//
// Every function acts on the core that runs the calling block. A misuse that the chip would fault or hang on
// raises a fault: the block ends by an exception that unwinds the kernel, and the launch reports it.
#ifndef ACLNN_CPU_ASCENDC_EMULATOR_H
#define ACLNN_CPU_ASCENDC_EMULATOR_H

#include <cstdint>

#include "ascendc/element_type.h"
#include "ascendc/enums.h"
#include "ascendc/instructions.h"
#include "ascendc/params.h"

#define ACLNN_CPU_AICORE_API __attribute__((visibility("default")))

namespace AscendC {
struct SliceInfo;
struct Nd2NzParams;
struct Nz2NdParamsFull;
}  // namespace AscendC

namespace aclnn_cpu::aicore {

// The line of the kernel that made a call; null file when unknown.
struct CallSite {
    const char* file = nullptr;
    int32_t line = 0;

    static constexpr CallSite Here(const char* file = __builtin_FILE(), int32_t line = __builtin_LINE()) {
        return CallSite{file, line};
    }
};

inline constexpr uint64_t kUnknownBytes = ~uint64_t(0);

struct Operand {
    uint64_t address = 0;  // local: byte in its memory; global: host address
    uint64_t bytes = 0;  // from address to the end of its tensor; kUnknownBytes where the kernel has not said
    AscendC::TPosition position = AscendC::TPosition::GM;
    ElementType type = ElementType::kCount;
    uint16_t block_stride = 1;  // in 32-byte blocks
    uint16_t repeat_stride = 8;
};

// Which elements a vector instruction works on.
enum class MaskSource : uint8_t {
    kElements,  // Instruction::count elements, contiguous
    kNumber,    // mask[0] leading elements of each repeat
    kBits,      // mask[0], mask[1]: one bit per element of a repeat
    kState,     // what SetVectorMask set before
};

// One loop around the bursts of a copy: `count` times, so many bytes further on either side.
struct CopyLoop {
    uint32_t count = 1;
    uint64_t src_step = 0;
    uint64_t dst_step = 0;
};

// Copies: bursts of `burst_bytes`, gaps in bytes from the end of one burst to the start of the next.
struct CopyShape {
    uint32_t bursts = 1;
    uint32_t burst_bytes = 0;
    uint64_t src_gap = 0;
    uint64_t dst_gap = 0;
    // A burst takes up whole 32-byte blocks of local memory, padding included; what a copy into local memory
    // puts behind its bytes follows from the fields below.
    bool whole_blocks = false;
    bool compact = false;  // whole blocks for all bursts together, which have no padding between them
    bool pad = false;      // padding is pad_value
    uint8_t left = 0;      // padding in elements
    uint8_t right = 0;
    uint8_t loop_count = 0;
    uint32_t last_bytes = 0;          // of each burst in the last step of the innermost loop; 0: burst_bytes
    uint64_t pad_value = 0;           // its bits in the element type
    const CopyLoop* loops = nullptr;  // outermost first
};

// Reductions: repeats and strides as the call gives them; the executor checks their ranges.
struct ReduceShape {
    int32_t repeats = 1;
    int32_t dst_rep_stride = 1;  // in units of what a repeat yields
    int32_t src_blk_stride = 1;  // in 32-byte blocks, as the next
    int32_t src_rep_stride = 8;
};

// Reductions of a matrix: `rows` rows of `columns` elements, each starting on a whole block.
struct PatternShape {
    uint32_t rows = 0;
    uint32_t columns = 0;
    bool along_columns = false;  // Pattern::Reduce::RA, else AR
    bool inner_pad = true;
};

// CreateVecIndex and ArithProgression; the first value is the instruction's scalar.
struct ProgressionShape {
    uint64_t difference = 0;  // its bits in the element type
};

struct GatherMaskShape {
    uint8_t pattern = 0;       // 1 to 7; 0: the bits of operand 2
    bool counter = false;      // reduceMode
    uint32_t mask = 0;         // elements of a repeat in counter mode
    uint64_t* kept = nullptr;  // where the number of kept elements goes
    AscendC::GatherMaskParams params;
};

// TransDataTo5HD. An operand in position GM is a host address, as GetPhyAddr gives it.
struct TransDataShape {
    Operand dst[16];
    Operand src[16];
    AscendC::TransDataTo5HDParams params;
};

// MrgSort: the lists are operands 1 to 4.
using MergeShape = AscendC::MrgSort4Info;

inline constexpr uint32_t kMaxOperands = 5;

struct Instruction {
    // Leaves the operands unset: clearing all takes longer than filling those that count.
    Instruction() {}

    Opcode opcode = Opcode::kCount;
    MaskSource mask_source = MaskSource::kElements;
    uint8_t operands = 2;  // how many of `operand` count; [0] is the destination
    uint8_t mode = 0;      // RoundMode, CMPMODE, SELMODE or ReduceOrder, as the family takes
    bool has_scalar = false;
    bool has_temporary = false;  // the last operand is a temporary buffer: what it holds is lost
    bool reuse_source = false;   // the call may overwrite its sources (isReuseSource)
    uint32_t repeat = 1;
    uint32_t count = 0;  // elements; of copies given as such, 0 for others
    uint64_t mask[2] = {0, 0};
    uint64_t scalar = 0;  // its bits, in the type of the destination unless the family says otherwise
    union {
        Operand operand[kMaxOperands];
    };
    const void* details = nullptr;  // what the family adds: a CopyShape for copies; lives until Issue returns
    const FieldCuts* cuts = nullptr;  // numbers given that the chip's fields do not hold; null: none
    CallSite site;

    template <typename Details>
    const Details& As() const {
        return *static_cast<const Details*>(details);
    }
};

// Executes one instruction.
ACLNN_CPU_AICORE_API void Issue(const Instruction& instruction);

// Copies whose parameters take more than a few steps to become a CopyShape: checks them and issues the copy.
ACLNN_CPU_AICORE_API void CopySlices(Opcode opcode, const Operand& dst, const Operand& src,
                                     const AscendC::SliceInfo* dst_slices,
                                     const AscendC::SliceInfo* src_slices, uint32_t dimensions,
                                     CallSite site);
ACLNN_CPU_AICORE_API void CopyNd2Nz(Opcode opcode, const Operand& dst, const Operand& src,
                                    const AscendC::Nd2NzParams& params, CallSite site);
ACLNN_CPU_AICORE_API void CopyNz2Nd(Opcode opcode, const Operand& dst, const Operand& src,
                                    const AscendC::Nz2NdParamsFull& params, CallSite site);
// Refuses what DataCopyEnhancedParams asks for besides copying.
[[noreturn]] ACLNN_CPU_AICORE_API void RefuseEnhancedCopy(Opcode opcode, const Operand& dst,
                                                          const Operand& src, CallSite site);

// How many bytes of temporary buffer a call needs: `least` to work at all, up to `most` to work in one go. 0:
// none.
struct TemporaryBytes {
    uint64_t least = 0;
    uint64_t most = 0;
};
// Executes an instruction that needs a temporary buffer, and appends it as the last operand: `given`, or
// where that is no tensor (a default Operand) what TPipe has left of UB. Faults when that is less than
// `least`. What the buffer held is lost.
ACLNN_CPU_AICORE_API void IssueWithTemporary(Instruction& instruction, TemporaryBytes bytes,
                                             const Operand& given);
// The same for the instructions of the mathematics table, whose rows say how much they need.
ACLNN_CPU_AICORE_API void IssueMath(Instruction& instruction, const Operand& given);

// The same for reductions of a matrix, whose temporary buffer follows from its shape.
ACLNN_CPU_AICORE_API void IssuePattern(Instruction& instruction, const Operand& given);

// What the caller of SetMask has in mind; for the checker.
enum class MaskMeaning : uint8_t {
    kAny,     // what the mode of the core makes of it
    kBits,    // made of a number of leading elements, for normal mode
    kNumber,  // made for counter mode
};
// Mask state, as SetVectorMask, SetMaskNorm and SetMaskCount leave it.
ACLNN_CPU_AICORE_API void SetMask(uint64_t high, uint64_t low, MaskMeaning meaning, CallSite site);
ACLNN_CPU_AICORE_API void SetMaskMode(AscendC::MaskMode mode, CallSite site);

// The factor of conversions from int32_t to half.
ACLNN_CPU_AICORE_API void SetDeqScale(float scale);

// What the last reductions left in the core's registers: the sum of ReduceSum's count form; the extreme value
// (low word) and its index (high word) of WholeReduceMax, WholeReduceMin, ReduceMax and ReduceMin. Faults on
// chips that cannot read them.
ACLNN_CPU_AICORE_API uint64_t ReducedSum(CallSite site);
ACLNN_CPU_AICORE_API uint64_t ReducedExtreme(bool with_index, CallSite site);

// Elements that the last GatherMask kept.
ACLNN_CPU_AICORE_API uint64_t GatheredElements();
// Records that the last MrgSort took from one of its lists.
ACLNN_CPU_AICORE_API uint16_t MergedRecords(uint32_t list);

// The TQue or TBuf that gets a buffer.
struct BufferOwner {
    const void* object = nullptr;
    bool again = false;  // InitBuffer was called for it before, perhaps for a TPipe that was reset since
};

// Local memory. Addresses are bytes from the start of the memory that the position names.
ACLNN_CPU_AICORE_API uint32_t AllocateBuffer(AscendC::TPosition position, uint32_t bytes, BufferOwner owner,
                                             CallSite site);
// What no buffer of the TPipe holds of the memory of a position: where functions made of several instructions
// put what they need in between.
struct Buffer;
ACLNN_CPU_AICORE_API Buffer UnusedMemory(AscendC::TPosition position);
// Whether the block's last call of this function had the same bits.
ACLNN_CPU_AICORE_API bool RepeatsFill(uint64_t bits);
ACLNN_CPU_AICORE_API void* LocalAddress(AscendC::TPosition position, uint64_t address);
// The host address of one element for the scalar unit; a fault when it lies outside the memory.
ACLNN_CPU_AICORE_API void* ScalarAccess(const Operand& element, bool write, CallSite site);
// The same for an element that the kernel may read and write from here on.
ACLNN_CPU_AICORE_API void* ScalarReference(const Operand& element, CallSite site);
// Announces a scalar access to global memory; the caller does it.
ACLNN_CPU_AICORE_API void GlobalScalarAccess(const Operand& element, bool write, CallSite site);

// TPipe: at most one per core is alive.
ACLNN_CPU_AICORE_API void OpenPipe(void* pipe);
ACLNN_CPU_AICORE_API void ClosePipe(void* pipe) noexcept;
ACLNN_CPU_AICORE_API void ResetPipe();
ACLNN_CPU_AICORE_API void* OpenedPipe(CallSite site);

// Queues. A queue is its number on the core; buffers are known by their addresses.
struct QueueShape {
    AscendC::TPosition src;
    AscendC::TPosition dst;
    int32_t depth;
    uint8_t buffers;
    uint32_t buffer_bytes;
};
struct Buffer {
    uint64_t address;
    uint32_t bytes;
};
ACLNN_CPU_AICORE_API int32_t CreateQueue(const QueueShape& shape, BufferOwner owner, CallSite site);
ACLNN_CPU_AICORE_API Buffer AllocateFromQueue(int32_t queue, bool in_place, CallSite site);
ACLNN_CPU_AICORE_API bool EnQueue(int32_t queue, uint64_t address, AscendC::TPosition src,
                                  AscendC::TPosition dst, CallSite site);
ACLNN_CPU_AICORE_API Buffer DeQueue(int32_t queue, bool in_place, AscendC::TPosition src,
                                    AscendC::TPosition dst, CallSite site);
ACLNN_CPU_AICORE_API void FreeToQueue(int32_t queue, uint64_t address, CallSite site);
ACLNN_CPU_AICORE_API uint32_t QueuedTensors(int32_t queue);
ACLNN_CPU_AICORE_API uint32_t IdleBuffers(int32_t queue);

// Synchronisation inside a core.
ACLNN_CPU_AICORE_API void SetFlag(AscendC::HardEvent event, int32_t id, CallSite site);
ACLNN_CPU_AICORE_API void WaitFlag(AscendC::HardEvent event, int32_t id, CallSite site);
ACLNN_CPU_AICORE_API void PipeBarrier(pipe_t pipe, CallSite site);
ACLNN_CPU_AICORE_API int8_t FetchEventId(AscendC::HardEvent event, bool reserve, CallSite site);
ACLNN_CPU_AICORE_API void ReleaseEventId(AscendC::HardEvent event, int32_t id);

// Between cores.
// The barrier of all cores of the caller's kind, or of both kinds.
ACLNN_CPU_AICORE_API void SyncAll(bool own_kind, CallSite site);
ACLNN_CPU_AICORE_API void SoftSyncAll(const Operand& workspace, const Operand& local, int32_t used_cores,
                                      bool vectors_only, CallSite site);
ACLNN_CPU_AICORE_API void SetCrossCoreFlag(uint8_t mode, pipe_t pipe, uint16_t id, CallSite site);
ACLNN_CPU_AICORE_API void WaitCrossCoreFlag(uint16_t id, CallSite site);
ACLNN_CPU_AICORE_API void InterBlockFlag(bool set, const Operand& workspace, const Operand& local,
                                         int32_t block, int32_t event, bool vectors_only, CallSite site);
// Returns when every core before this one in the order of the launch has finished or waits: to be called
// before a change of global memory whose result depends on the order among cores.
ACLNN_CPU_AICORE_API void AwaitTurn();
ACLNN_CPU_AICORE_API uint32_t BlockIndex();
ACLNN_CPU_AICORE_API uint32_t BlockCount();
ACLNN_CPU_AICORE_API uint32_t SubBlockIndex();
ACLNN_CPU_AICORE_API uint32_t SubBlockCount();
ACLNN_CPU_AICORE_API bool IsVectorCore();
ACLNN_CPU_AICORE_API bool IsCubeCore();
ACLNN_CPU_AICORE_API int64_t SystemCycle();
ACLNN_CPU_AICORE_API uint64_t TilingKey();

// A failed ASSERT.
[[noreturn]] ACLNN_CPU_AICORE_API void AssertionFailed(const char* condition, CallSite site);

}  // namespace aclnn_cpu::aicore

#endif
