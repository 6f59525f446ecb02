// Notes which numbers of a call do not fit the chip's fields. Not for kernel authors.
#ifndef ACLNN_CPU_ASCENDC_CUTS_H
#define ACLNN_CPU_ASCENDC_CUTS_H

#include <cstdint>
#include <utility>

#include "ascendc/copy_params.h"
#include "ascendc/emulator.h"
#include "ascendc/field.h"
#include "ascendc/params.h"

namespace AscendC {

namespace aclnn_internal {

using aclnn_cpu::aicore::FieldCut;
using aclnn_cpu::aicore::FieldCuts;
using aclnn_cpu::aicore::Instruction;
using RepeatTimes = Given8;

// A field with its name. `between`: a distance between repeats or bursts.
template <typename Holder>
struct NamedField {
    const char* name;
    Holder field;
    bool between;
};
template <typename Holder>
constexpr NamedField<Holder> Named(const char* name, Holder field) {
    return {name, field, false};
}
template <typename Holder>
constexpr NamedField<Holder> Between(const char* name, Holder field) {
    return {name, field, true};
}

// Calls visit(name of the structure, its fields that have an effect ...).
template <typename Visit>
constexpr auto VisitFields(const UnaryRepeatParams& p, Visit visit) {
    return visit("UnaryRepeatParams", Named("dstBlkStride", p.dstBlkStride),
                 Named("srcBlkStride", p.srcBlkStride), Between("dstRepStride", p.dstRepStride),
                 Between("srcRepStride", p.srcRepStride));
}
template <typename Visit>
constexpr auto VisitFields(const BinaryRepeatParams& p, Visit visit) {
    return visit("BinaryRepeatParams", Named("dstBlkStride", p.dstBlkStride),
                 Named("src0BlkStride", p.src0BlkStride), Named("src1BlkStride", p.src1BlkStride),
                 Between("dstRepStride", p.dstRepStride), Between("src0RepStride", p.src0RepStride),
                 Between("src1RepStride", p.src1RepStride));
}
template <typename Visit>
constexpr auto VisitFields(const DataCopyParams& p, Visit visit) {
    return visit("DataCopyParams", Named("blockCount", p.blockCount), Named("blockLen", p.blockLen),
                 Between("srcStride", p.srcStride), Between("dstStride", p.dstStride));
}
template <typename Visit>
constexpr auto VisitFields(const DataCopyExtParams& p, Visit visit) {
    return visit("DataCopyExtParams", Named("blockCount", p.blockCount), Named("blockLen", p.blockLen),
                 Between("srcStride", p.srcStride), Between("dstStride", p.dstStride));
}
template <typename T, typename Visit>
constexpr auto VisitFields(const DataCopyPadExtParams<T>& p, Visit visit) {
    return visit("DataCopyPadExtParams", Named("leftPadding", p.leftPadding),
                 Named("rightPadding", p.rightPadding));
}
template <typename Visit>
constexpr auto VisitFields(const DataCopyPadParams& p, Visit visit) {
    return visit("DataCopyPadParams", Named("leftPadding", p.leftPadding),
                 Named("rightPadding", p.rightPadding));
}
template <typename Visit>
constexpr auto VisitFields(const CopyRepeatParams& p, Visit visit) {
    return visit("CopyRepeatParams", Named("dstStride", p.dstStride), Named("srcStride", p.srcStride),
                 Between("dstRepeatSize", p.dstRepeatSize), Between("srcRepeatSize", p.srcRepeatSize));
}
template <typename Visit>
constexpr auto VisitFields(const BrcbRepeatParams& p, Visit visit) {
    return visit("BrcbRepeatParams", Named("dstBlkStride", p.dstBlkStride),
                 Between("dstRepStride", p.dstRepStride));
}
template <typename Visit>
constexpr auto VisitFields(const GatherRepeatParams& p, Visit visit) {
    return visit("GatherRepeatParams", Named("dstBlkStride", p.dstBlkStride),
                 Between("dstRepStride", p.dstRepStride));
}
template <typename Visit>
constexpr auto VisitFields(const GatherMaskParams& p, Visit visit) {
    return visit("GatherMaskParams", Named("src0BlockStride", p.src0BlockStride),
                 Named("repeatTimes", p.repeatTimes), Between("src0RepeatStride", p.src0RepeatStride),
                 Between("src1RepeatStride", p.src1RepeatStride));
}
template <typename Visit>
constexpr auto VisitFields(const TransDataTo5HDParams& p, Visit visit) {
    return visit("TransDataTo5HDParams", Named("repeatTimes", p.repeatTimes),
                 Named("dstRepStride", p.dstRepStride), Named("srcRepStride", p.srcRepStride));
}
template <typename Visit>
constexpr auto VisitFields(const TransposeParamsExt& p, Visit visit) {
    return visit("TransposeParamsExt", Named("nSize", p.nSize), Named("cSize", p.cSize),
                 Named("hSize", p.hSize), Named("wSize", p.wSize));
}
template <typename Visit>
constexpr auto VisitFields(const MrgSort4Info& p, Visit visit) {
    return visit("MrgSort4Info", Named("validBit", p.validBit), Named("repeatTimes", p.repeatTimes));
}
template <typename Visit>
constexpr auto VisitFields(const Nd2NzParams& p, Visit visit) {
    return visit("Nd2NzParams", Named("ndNum", p.ndNum), Named("nValue", p.nValue), Named("dValue", p.dValue),
                 Named("srcNdMatrixStride", p.srcNdMatrixStride), Named("srcDValue", p.srcDValue),
                 Named("dstNzC0Stride", p.dstNzC0Stride), Named("dstNzNStride", p.dstNzNStride),
                 Named("dstNzMatrixStride", p.dstNzMatrixStride));
}
template <typename Visit>
constexpr auto VisitFields(const Nz2NdParamsFull& p, Visit visit) {
    return visit("Nz2NdParamsFull", Named("ndNum", p.ndNum), Named("nValue", p.nValue),
                 Named("dValue", p.dValue), Named("srcNdMatrixStride", p.srcNdMatrixStride),
                 Named("srcNStride", p.srcNStride), Named("dstDStride", p.dstDStride),
                 Named("dstNdMatrixStride", p.dstNdMatrixStride));
}
// A parameter of the call itself.
template <typename T, typename Visit>
constexpr auto VisitFields(const NamedField<aclnn_cpu::aicore::Given<T>>& parameter, Visit visit) {
    return visit(nullptr, parameter);
}

// Collects the cuts of one call; must live until its instruction is issued.
class CutNotes {
 public:
    // Costs a branch where all fit, and nothing where they are constants.
    template <typename Params>
    void Add(Instruction& instruction, const Params& params) {
        if (VisitFields(params, [](const char*, auto... named) { return (named.field.LostBits() | ...); }) !=
            0) [[unlikely]] {
            Note(instruction, params);
        }
    }

 private:
    // `params` by value: by reference, every caller would have to keep them in memory.
    template <typename Params>
    __attribute__((noinline, cold)) void Note(Instruction& instruction, Params params) {
        if (instruction.cuts == nullptr) {
            cuts_.any.name = cuts_.between.name = nullptr;
            instruction.cuts = &cuts_;
        }
        VisitFields(params, [this](const char* structure, auto... named) {
            (this->NoteField(structure, named), ...);
        });
    }
    template <template <typename> class Holder, typename T>
    void NoteField(const char* structure, const NamedField<Holder<T>>& named) {
        FieldCut& cut = named.between ? cuts_.between : cuts_.any;
        if (named.field.LostBits() != 0 && cut.name == nullptr) {
            cut = {structure, named.name, named.field.given(), uint8_t(8 * sizeof(T))};
        }
    }

    FieldCuts cuts_;
};

}  // namespace aclnn_internal

}  // namespace AscendC

#endif
