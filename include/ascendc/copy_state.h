// What copies to and from global memory do besides copying: atomic combination, the padding value; and
// filling global memory.
#ifndef ACLNN_CPU_ASCENDC_COPY_STATE_H
#define ACLNN_CPU_ASCENDC_COPY_STATE_H

#include <cstdint>

#include "ascendc/data_copy.h"
#include "ascendc/sync.h"
#include "ascendc/vector.h"

namespace AscendC {

namespace aclnn_internal {

inline void SetCopyState(Opcode opcode, aclnn_cpu::aicore::ElementType type, uint64_t value, CallSite site) {
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.operands = 0;
    instruction.operand[0].type = type;
    instruction.scalar = value;
    instruction.site = site;
    aclnn_cpu::aicore::Issue(instruction);
}

template <typename T>
void SetAtomic(Opcode opcode, CallSite site) {
    SetCopyState(opcode, aclnn_cpu::aicore::ElementTypeOf<T>(), 0, site);
}

constexpr aclnn_cpu::aicore::ElementType ElementTypeOf(AtomicDtype type) {
    using aclnn_cpu::aicore::ElementType;
    constexpr ElementType kTypes[] = {ElementType::kCount,   ElementType::kFloat, ElementType::kHalf,
                                      ElementType::kInt16,   ElementType::kInt32, ElementType::kInt8,
                                      ElementType::kBFloat16};
    return kTypes[static_cast<int>(type)];
}

}  // namespace aclnn_internal

// From now on copies to global memory combine with what is there, elements taken to be of type T whatever the
// tensors' type, until SetAtomicNone. A TPipe starts with none.
template <typename T>
inline void SetAtomicAdd(CallSite site = CallSite::Here()) {
    aclnn_internal::SetAtomic<T>(aclnn_internal::Opcode::kSetAtomicAdd, site);
}
template <typename T>
inline void SetAtomicMax(CallSite site = CallSite::Here()) {
    aclnn_internal::SetAtomic<T>(aclnn_internal::Opcode::kSetAtomicMax, site);
}
template <typename T>
inline void SetAtomicMin(CallSite site = CallSite::Here()) {
    aclnn_internal::SetAtomic<T>(aclnn_internal::Opcode::kSetAtomicMin, site);
}
// The type alone; the operation stays, and is a sum when none was set.
template <typename T>
inline void SetAtomicType(CallSite site = CallSite::Here()) {
    aclnn_internal::SetAtomic<T>(aclnn_internal::Opcode::kSetAtomicType, site);
}
inline void SetAtomicNone(CallSite site = CallSite::Here()) {
    aclnn_internal::SetCopyState(aclnn_internal::Opcode::kSetAtomicNone,
                                 aclnn_cpu::aicore::ElementType::kCount, 0, site);
}
inline void DisableDmaAtomic(CallSite site = CallSite::Here()) { SetAtomicNone(site); }

template <AtomicDtype type, AtomicOp op>
inline void SetStoreAtomicConfig(CallSite site = CallSite::Here()) {
    if constexpr (type == AtomicDtype::ATOMIC_NONE) {
        SetAtomicNone(site);
    } else {
        aclnn_internal::SetCopyState(aclnn_internal::Opcode::kSetAtomicAdd,
                                     aclnn_internal::ElementTypeOf(type), 0, site);
    }
}

// What DataCopyPad puts into the padding that it is asked for without isPad.
template <typename T, TPosition pos = TPosition::MAX>
inline void SetPadValue(T paddingValue, CallSite site = CallSite::Here()) {
    aclnn_internal::SetCopyState(aclnn_internal::Opcode::kSetPadValue, aclnn_cpu::aicore::ElementTypeOf<T>(),
                                 aclnn_internal::BitsOf(paddingValue), site);
}

// `size` elements of global memory become `value`, by way of the UB that no buffer holds.
template <typename T>
inline void Fill(GlobalTensor<T>& gmWorkspaceAddr, const uint64_t size, const T value,
                 CallSite site = CallSite::Here()) {
    constexpr uint64_t kMostBytes = 255 * 256;  // of one Duplicate on the chip
    aclnn_internal::Instruction whole;
    whole.opcode = aclnn_internal::Opcode::kInitGlobalMemory;
    whole.operands = 1;
    whole.operand[0] = gmWorkspaceAddr.AsOperand();
    whole.count = static_cast<uint32_t>(size);
    whole.site = site;
    aclnn_cpu::aicore::Issue(whole);

    const aclnn_cpu::aicore::Buffer unused = aclnn_cpu::aicore::UnusedMemory(TPosition::VECCALC);
    const uint64_t bytes = unused.bytes < kMostBytes ? unused.bytes : kMostBytes;
    const LocalTensor<T> values(TPosition::VECCALC, unused.address, static_cast<uint32_t>(bytes));
    const uint64_t most = bytes / sizeof(T);
    if (aclnn_cpu::aicore::RepeatsFill(aclnn_internal::BitsOf(value))) {
        // The copies of the call before may still read what is written here; with the same bits that is harmless.
        const TEventID read = aclnn_cpu::aicore::FetchEventId(HardEvent::MTE3_V, false, site);
        SetFlag<HardEvent::MTE3_V>(read, site);
        WaitFlag<HardEvent::MTE3_V>(read, site);
    }
    Duplicate(values, value, static_cast<int32_t>(size < most ? size : most), site);
    const TEventID filled = aclnn_cpu::aicore::FetchEventId(HardEvent::V_MTE3, false, site);
    SetFlag<HardEvent::V_MTE3>(filled, site);
    WaitFlag<HardEvent::V_MTE3>(filled, site);
    for (uint64_t done = 0; done < size; done += most) {
        const uint64_t part = size - done < most ? size - done : most;
        if (part * sizeof(T) % 32 == 0) {
            DataCopy(gmWorkspaceAddr[done], values, static_cast<uint32_t>(part), site);
        } else {
            DataCopyPad(gmWorkspaceAddr[done], values,
                        DataCopyExtParams(1, static_cast<uint32_t>(part * sizeof(T)), 0, 0, 0), site);
        }
    }
    PipeBarrier<PIPE_MTE3>(site);
}
template <typename T>
inline void InitGlobalMemory(GlobalTensor<T>& gmWorkspaceAddr, const uint64_t size, const T value,
                             CallSite site = CallSite::Here()) {
    Fill(gmWorkspaceAddr, size, value, site);
}

}  // namespace AscendC

#endif
