#include "aicore/transfer_audit.h"

#include <functional>
#include <string>
#include <vector>

#include "aicore/kernel_test.h"

namespace aclnn_cpu::aicore_tests {

using aicore::Instruction;
using aicore::Piece;
using aicore::Role;

namespace {

using AscendC::LocalTensor;
using AscendC::TPosition;

// What an audit finds in a kernel if it does not hear of the pieces of one operand in one role.
std::vector<std::string> FindWithout(aicore::Opcode opcode, Role role, int8_t operand,
                                     const std::function<void()>& kernel) {
    std::vector<std::string> found;
    TransferAudit audit({[=](const Instruction& instruction, const Piece& piece) {
                             return instruction.opcode == opcode && piece.role == role &&
                                    piece.operand == operand;
                         },
                         &found});
    aicore::Observer* const before = aicore::SetObserver(&audit);
    ExpectRuns(RunKernel(kernel));
    aicore::SetObserver(before);
    return found;
}

template <typename T>
LocalTensor<T> At(uint64_t address, uint32_t elements) {
    return LocalTensor<T>(TPosition::VECCALC, static_cast<uint32_t>(address), elements);
}

void FillWith(const LocalTensor<float>& tensor, uint32_t elements) {
    for (uint32_t i = 0; i < elements; ++i) {
        tensor.SetValue(i, static_cast<float>(i + 1));
    }
}

}  // namespace

TEST(TransferAudit, FindsWritesAndReadsThatAreNotAnnounced) {
    const auto add = [] {
        const auto a = At<float>(0, 64);
        const auto b = At<float>(256, 64);
        FillWith(a, 64);
        FillWith(b, 64);
        AscendC::Add(At<float>(512, 64), a, b, 64);
    };
    using aicore::Opcode;
    EXPECT_EQ(FindWithout(Opcode::kSub, Role::kWrite, 0, add), std::vector<std::string>{});
    EXPECT_NE(FindWithout(Opcode::kAdd, Role::kWrite, 0, add), std::vector<std::string>{});
    EXPECT_NE(FindWithout(Opcode::kAdd, Role::kRead, 1, add), std::vector<std::string>{});
    EXPECT_NE(FindWithout(Opcode::kAdd, Role::kRead, 2, add), std::vector<std::string>{});
}

TEST(TransferAudit, NamesTheInstructionAndTheByte) {
    const auto spread = [] {
        FillWith(At<float>(0, 8), 8);
        AscendC::Brcb(At<float>(512, 64), At<float>(0, 8), 1, {1, 8});
    };
    const std::vector<std::string> found = FindWithout(aicore::Opcode::kBrcb, Role::kWrite, 0, spread);
    ASSERT_FALSE(found.empty());
    EXPECT_NE(found[0].find("Brcb(dst VECCALC float at byte 512"), std::string::npos) << found[0];
    EXPECT_NE(found[0].find("changed byte 512 of UB unannounced"), std::string::npos) << found[0];
}

TEST(TransferAudit, FindsWhatDecidesAndIsNotAnnounced) {
    const auto gather = [] {
        FillWith(At<float>(0, 64), 64);
        const auto offsets = At<uint32_t>(256, 64);
        for (uint32_t i = 0; i < 64; ++i) {
            offsets.SetValue(i, 4 * (63 - i));
        }
        AscendC::Gather(At<float>(512, 64), At<float>(0, 64), offsets, 0, 64);
    };
    EXPECT_EQ(FindWithout(aicore::Opcode::kAdd, Role::kDecide, 2, gather), std::vector<std::string>{});
    EXPECT_NE(FindWithout(aicore::Opcode::kGather, Role::kRead, 1, gather), std::vector<std::string>{});
}

}  // namespace aclnn_cpu::aicore_tests
