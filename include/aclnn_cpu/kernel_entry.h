// For generated files that compile a kernel into an entry (share/aclnn-cpu/build/kernel_variant.cpp.in). They define
// ACLNN_CPU_KERNEL_ENTRY, the entry's name, before they include it, and may define ACLNN_CPU_KERNEL_ARGUMENTS, what the
// compiler is to say of a kernel with other arguments.
#ifndef ACLNN_CPU_KERNEL_ENTRY_H
#define ACLNN_CPU_KERNEL_ENTRY_H

#include <cstddef>
#include <cstdint>
#include <utility>

#include "aclnn_cpu/kernel_facts.h"
#include "ascendc/emulator.h"
#include "ascendc/out_of_scope.h"

#ifndef ACLNN_CPU_KERNEL_ARGUMENTS
#define ACLNN_CPU_KERNEL_ARGUMENTS "the kernel takes other arguments than its definition gives it"
#endif

#define ACLNN_CPU_JOIN_NAMES(a, b) a##b
#define ACLNN_CPU_JOIN(a, b) ACLNN_CPU_JOIN_NAMES(a, b)
#define ACLNN_CPU_TEXT_OF(name) #name
#define ACLNN_CPU_TEXT(name) ACLNN_CPU_TEXT_OF(name)

// Code that the compiler keeps leaves its keys in a section of the entry's own; the linker then marks where the
// section begins and ends. It costs nothing where it stands.
#define ACLNN_CPU_KEY_SECTION ACLNN_CPU_JOIN(aclnn_keys_, ACLNN_CPU_KERNEL_ENTRY)
#define ACLNN_CPU_TYPE_SECTION ACLNN_CPU_JOIN(aclnn_types_, ACLNN_CPU_KERNEL_ENTRY)

namespace aclnn_cpu::kernel {

// Operands of an instruction have 32 bits.
#define ACLNN_CPU_HALVES(value) "i"(static_cast<int32_t>(value)), "i"(static_cast<int32_t>((value) >> 32))

template <uint64_t key>
inline bool KeyIs() {
    __asm__ volatile(
        ".pushsection " ACLNN_CPU_TEXT(ACLNN_CPU_KEY_SECTION) ",\"a\"\n.long %c0, %c1\n.popsection"
        :
        : ACLNN_CPU_HALVES(key));
    return aicore::TilingKey() == key;
}

template <uint64_t key, auto type>
inline void HasType() {
    __asm__ volatile(
        ".pushsection " ACLNN_CPU_TEXT(ACLNN_CPU_TYPE_SECTION) ",\"a\"\n.long %c0, %c1, %c2, 0\n.popsection"
        :
        : ACLNN_CPU_HALVES(key), "i"(static_cast<int32_t>(type)));
}

template <typename... Arguments, size_t... indices>
void Call(void (*kernel)(Arguments...), void* const* arguments, std::index_sequence<indices...>) {
    kernel(static_cast<Arguments>(arguments[indices])...);
}

// `arguments`: `count` addresses, one for each of the kernel's, in its order.
template <size_t count, typename... Arguments>
void Call(void (*kernel)(Arguments...), void* const* arguments) {
    static_assert(sizeof...(Arguments) == count, ACLNN_CPU_KERNEL_ARGUMENTS);
    Call(kernel, arguments, std::index_sequence_for<Arguments...>());
}

}  // namespace aclnn_cpu::kernel

extern "C" {
#define ACLNN_CPU_SECTION_BORDER(type, border, section) \
    extern const type ACLNN_CPU_JOIN(border, section)[] __attribute__((weak, visibility("hidden")))
ACLNN_CPU_SECTION_BORDER(uint64_t, __start_, ACLNN_CPU_KEY_SECTION);
ACLNN_CPU_SECTION_BORDER(uint64_t, __stop_, ACLNN_CPU_KEY_SECTION);
ACLNN_CPU_SECTION_BORDER(aclnn_cpu::kernel::TypeOfKey, __start_, ACLNN_CPU_TYPE_SECTION);
ACLNN_CPU_SECTION_BORDER(aclnn_cpu::kernel::TypeOfKey, __stop_, ACLNN_CPU_TYPE_SECTION);
__attribute__((visibility("hidden"))) void ACLNN_CPU_KERNEL_ENTRY(void* const* arguments,
                                                                  uint64_t tiling_key);
__attribute__((visibility("hidden")))
aclnn_cpu::kernel::Facts ACLNN_CPU_JOIN(ACLNN_CPU_KERNEL_ENTRY, _facts)();
}

#endif
