// Masks that outlive their purpose. The mask and its mode are state of the core: an instruction that was written
// with another state in mind works on other elements, without a word.
#pragma once

#include <string>
#include <string_view>

#include "aicore/core.h"
#include "ascendc/emulator.h"

namespace aclnn_cpu::aicore::check {

// Whether the instruction is of a family that works by mask, mode and repeat.
bool IsMasked(const Instruction& instruction);

// Of one core. What it finds is a hint, not a fault: what the kernel meant is a guess. Kernels that set counter
// mode and the mask for it, and go back to normal mode and its mask, are met with silence.
class MaskWatch {
 public:
    void Begin() { *this = MaskWatch(); }
    // After the core's mask has changed.
    void OnMask(const Core& core, MaskMeaning meaning, const CallSite& site);
    void OnMaskMode(const Core& core, const CallSite& site);
    void OnPipeReset(const Core& core);
    void InstructionBegin(const Core& core, const Instruction& instruction);
    void InstructionEnd(const Core& core, const Instruction& instruction);
    void KernelEnd(const Core& core);

    // The first instruction that met a state left behind, and the call that left it; or empty.
    const std::string& hint() const { return hint_; }

 private:
    struct Call {
        std::string_view name;
        CallSite site;
    };
    static std::string Describe(const Call& call);

    void MeetCounter(const Core& core, const Instruction& instruction, uint64_t elements);
    void MeetNormal(const Core& core, const Instruction& instruction);
    void Hint(const Core& core, const Instruction& instruction, std::string_view what,
              std::string_view remedy);

    MaskMeaning meaning_ = MaskMeaning::kAny;  // of the mask as it is
    Call mask_by_;                             // who set it
    bool counting_ = false;                    // SetMaskCount was called, and no SetMaskNorm since
    Call count_by_;
    Call normal_by_;  // what ended counter mode
    bool was_counter_ = false;
    // The last instruction that counter mode ruled, and how many elements it worked on.
    Call last_;
    uint64_t last_elements_ = 0;
    std::string hint_;
};

}  // namespace aclnn_cpu::aicore::check
