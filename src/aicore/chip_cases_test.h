// Which chip has which types of an instruction, for tests that go through them.
#pragma once

#include "aicore/instruction_table.h"
#include "aicore/kernel_test.h"

namespace aclnn_cpu::aicore_tests {

using aicore::ElementType;
using aicore::Opcode;

// One chip per column of the table, in their order.
inline constexpr std::string_view kChips[] = {"Ascend910B1",      "Ascend310B1", "Ascend310P1", "Ascend910A",
                                              "Ascend950PR_9599", "KirinX90",    "Kirin9030"};
static_assert(std::size(kChips) == aicore::kChipColumns);

template <typename T>
bool HasType(Opcode opcode, std::string_view soc) {
    return (aicore::InfoOf(opcode).types[aicore::ColumnOf(SocNamed(soc))] &
            aicore::table::Bit(aicore::ElementTypeOf<T>())) != 0;
}

template <typename T>
bool CountFormOnly(std::string_view soc) {
    return (aicore::table::kCountFormOnly[aicore::ColumnOf(SocNamed(soc))] &
            aicore::table::Bit(aicore::ElementTypeOf<T>())) != 0;
}

// Calls visit(T{}, chip) for each of the types that Ascend910B, and then that Ascend310B, has the instruction for.
template <typename... Types, typename Visit>
void ForTypes(Opcode opcode, Visit visit) {
    for (const std::string_view soc : {"Ascend910B1", "Ascend310B1"}) {
        ((HasType<Types>(opcode, soc) ? visit(Types(), soc) : void()), ...);
    }
}
// The same for all types whose elements are whole bytes.
template <typename Visit>
void ForAllTypes(Opcode opcode, Visit visit) {
    ForTypes<int8_t, uint8_t, int16_t, uint16_t, half, bfloat16_t, int32_t, uint32_t, float, int64_t,
             uint64_t, double>(opcode, visit);
}

}  // namespace aclnn_cpu::aicore_tests
