// What authors look into a running kernel with: printf, DumpTensor, assertions, Trap.
#ifndef ACLNN_CPU_ASCENDC_DEBUG_H
#define ACLNN_CPU_ASCENDC_DEBUG_H

#include <cstdint>
#include <type_traits>

#include "ascendc/emulator.h"
#include "ascendc/shape_info.h"
#include "ascendc/tensor.h"

namespace AscendC {

enum class LogLevel : uint8_t { KERNEL_DEBUG = 0, KERNEL_INFO = 1, KERNEL_WARN = 2, KERNEL_ERROR = 3 };

}  // namespace AscendC

namespace aclnn_cpu::aicore {

struct PrintArgument {
    enum class Kind : uint8_t { kSigned, kUnsigned, kFloat, kText, kPointer };
    Kind kind = Kind::kSigned;
    uint8_t bytes = 8;  // of the integer it was
    union {
        int64_t integer = 0;
        uint64_t bits;
        double number;
        const char* text;
        const void* pointer;
    };
};

// At most this much per call; the chip prints nothing of a longer one, and nor does the emulator.
inline constexpr uint32_t kMaxPrintBytes = 30 * 1024;

// Formats as C's printf does and prints to standard output. A line is never mixed with that of another block:
// what does not end one is kept until the block prints on or ends. Arguments are known by their types, so a
// conversion that does not suit its argument prints the value as it is; one without an argument prints
// itself.
ACLNN_CPU_AICORE_API void Print(const char* format, const PrintArgument* arguments, uint32_t count);
// A line of the log on standard error, formatted likewise.
ACLNN_CPU_AICORE_API void PrintLog(AscendC::LogLevel level, const char* format,
                                   const PrintArgument* arguments, uint32_t count);
// Prints `elements` elements from `first` on, in rows of `shape` if that has extents.
ACLNN_CPU_AICORE_API void DumpElements(const Operand& first, bool is_bool, uint32_t desc, uint32_t elements,
                                       const AscendC::ShapeInfo& shape, CallSite site);
// Ends the block.
[[noreturn]] ACLNN_CPU_AICORE_API void TrapHit(CallSite site);

template <typename T>
PrintArgument AsPrintArgument(const T& value) {
    using Kind = PrintArgument::Kind;
    PrintArgument argument;
    argument.bytes = sizeof(T);
    if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t> || std::is_floating_point_v<T>) {
        argument.kind = Kind::kFloat;
        argument.number = static_cast<double>(
            static_cast<std::conditional_t<std::is_same_v<T, double>, double, float>>(value));
    } else if constexpr (KeepsGiven<T>::value) {
        return AsPrintArgument(value.Get());
    } else if constexpr (std::is_enum_v<T>) {
        argument.integer = static_cast<int64_t>(value);
    } else if constexpr (std::is_integral_v<T>) {
        argument.kind = std::is_signed_v<T> ? Kind::kSigned : Kind::kUnsigned;
        argument.bits = static_cast<uint64_t>(value);
    } else if constexpr (std::is_convertible_v<const T&, const char*>) {
        argument.kind = Kind::kText;
        argument.text = value;
    } else {
        static_assert(std::is_pointer_v<T> || std::is_null_pointer_v<T>,
                      "printf takes numbers, strings and pointers");
        argument.kind = Kind::kPointer;
        argument.pointer = reinterpret_cast<const void*>(value);
    }
    return argument;
}

}  // namespace aclnn_cpu::aicore

namespace AscendC {

template <class... Args>
inline void printf(const char* fmt, Args&&... args) {
    const aclnn_cpu::aicore::PrintArgument arguments[] = {aclnn_cpu::aicore::AsPrintArgument(args)...,
                                                          aclnn_cpu::aicore::PrintArgument{}};
    aclnn_cpu::aicore::Print(fmt, arguments, sizeof...(args));
}
template <class... Args>
inline void PRINTF(const char* fmt, Args&&... args) {
    AscendC::printf(fmt, args...);
}

namespace aclnn_internal {

template <class... Args>
inline void KernelLog(LogLevel level, const char* fmt, Args&&... args) {
    const aclnn_cpu::aicore::PrintArgument arguments[] = {aclnn_cpu::aicore::AsPrintArgument(args)...,
                                                          aclnn_cpu::aicore::PrintArgument{}};
    aclnn_cpu::aicore::PrintLog(level, fmt, arguments, sizeof...(args));
}

template <typename T, typename Tensor>
inline void Dump(const Tensor& tensor, uint32_t desc, uint32_t elements, const ShapeInfo& shape,
                 CallSite site) {
    static_assert(!std::is_same_v<T, int4b_t>, "DumpTensor takes elements of whole bytes");
    aclnn_cpu::aicore::DumpElements(tensor.AsOperand(), std::is_same_v<T, bool>, desc, elements, shape, site);
}

}  // namespace aclnn_internal

// Prints the first `dumpSize` elements. `desc` is a number of the author's choice, such as the line. With a
// shape, in its rows: elements it has no place for are left out, places without an element show "-".
template <typename T>
inline void DumpTensor(const LocalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize,
                       CallSite site = CallSite::Here()) {
    aclnn_internal::Dump<T>(tensor, desc, dumpSize, tensor.shapeInfo_, site);
}
template <typename T>
inline void DumpTensor(const GlobalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize,
                       CallSite site = CallSite::Here()) {
    aclnn_internal::Dump<T>(tensor, desc, dumpSize, tensor.shapeInfo_, site);
}
template <typename T>
inline void DumpTensor(const LocalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize,
                       const ShapeInfo& shapeInfo, CallSite site = CallSite::Here()) {
    aclnn_internal::Dump<T>(tensor, desc, dumpSize, shapeInfo, site);
}
template <typename T>
inline void DumpTensor(const GlobalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize,
                       const ShapeInfo& shapeInfo, CallSite site = CallSite::Here()) {
    aclnn_internal::Dump<T>(tensor, desc, dumpSize, shapeInfo, site);
}
// The same from element `countOff` on.
template <typename T>
inline void DumpAccChkPoint(const LocalTensor<T>& tensor, uint32_t index, uint32_t countOff,
                            uint32_t dumpSize, CallSite site = CallSite::Here()) {
    DumpTensor(tensor[countOff], index, dumpSize, site);
}
template <typename T>
inline void DumpAccChkPoint(const GlobalTensor<T>& tensor, uint32_t index, uint32_t countOff,
                            uint32_t dumpSize, CallSite site = CallSite::Here()) {
    DumpTensor(tensor[countOff], index, dumpSize, site);
}

inline void Trap(CallSite site = CallSite::Here()) { aclnn_cpu::aicore::TrapHit(site); }

}  // namespace AscendC

#define KERNEL_LOG(level, ...) ::AscendC::aclnn_internal::KernelLog(::AscendC::LogLevel::level, __VA_ARGS__)

// Runs the statements, then ends the block as ASSERT does.
#define ASCENDC_ASSERT(condition, ...)                                              \
    do {                                                                            \
        if (!(condition)) {                                                         \
            __VA_ARGS__;                                                            \
            ::aclnn_cpu::aicore::AssertionFailed(#condition, {__FILE__, __LINE__}); \
        }                                                                           \
    } while (false)

#endif
