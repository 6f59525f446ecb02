// What calls of the mathematics table refuse: chips, temporary buffers, overlap.
#include <algorithm>

#include "aicore/instruction_table.h"
#include "aicore/kernel_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

constexpr uint32_t kUbOnA2 = 196608 - 256;  // what GetCoreMemSize answers for UB

struct Buffers {
    LocalTensor<float> d, s;
    LocalTensor<uint8_t> tmp;
};

// `rest`: how many bytes of UB the kernel's buffers leave.
base::Status RunOn(uint32_t rest, const std::function<void(Buffers&)>& call,
                   std::string_view soc = "Ascend910B1", uint32_t ub = kUbOnA2) {
    return RunKernel(
        [&] {
            TPipe pipe;
            TBuf<> buffers[3];
            pipe.InitBuffer(buffers[0], 1024);
            pipe.InitBuffer(buffers[1], 1024);
            pipe.InitBuffer(buffers[2], ub - 2048 - rest);
            Buffers b{buffers[0].Get<float>(), buffers[1].Get<float>(), buffers[2].Get<uint8_t>()};
            call(b);
        },
        {.soc = soc});
}

TEST(MathTemporary, ComesFromWhatTPipeLeavesOfUb) {
    const auto tanh = [](Buffers& b) { Tanh(b.d, b.s, 256); };
    ExpectRuns(RunOn(256, tanh));
    ExpectFault(
        RunOn(224, tanh), 507035,
        {"TestOp: block 0: Tanh(dst VECCALC float at byte 0, src VECCALC float at byte 1024, count 256) at "
         "math_rules_test.cpp:",
         "Tanh needs a temporary buffer of 256 bytes, but the buffers of TPipe leave 224 of the 196352 bytes "
         "of "
         "UB on Ascend910B1",
         "make the buffers smaller, or pass a sharedTmpBuffer"});
    ExpectFault(RunOn(0, tanh), 507035, {"leave 0 of the 196352 bytes"});
    // A caller's buffer asks nothing of the rest, nor does a function or a count that needs none.
    ExpectRuns(RunOn(0, [](Buffers& b) { Tanh(b.d, b.s, b.tmp, 256); }));
    ExpectRuns(RunOn(0, [](Buffers& b) { Floor(b.d, b.s, 256); }));
    ExpectRuns(RunOn(0, [](Buffers& b) { Log(b.d, b.s, 256); }));
    ExpectRuns(RunOn(0, [](Buffers& b) { Tanh(b.d, b.s, 0); }));
    ExpectFault(RunKernel([] {
                    Tanh(LocalTensor<float>(TPosition::VECCALC, 0, 32),
                         LocalTensor<float>(TPosition::VECCALC, 32, 32), 8);
                }),
                507035, {"no TPipe is alive on this core"});
}

TEST(MathTemporary, OfTheCallerMustBeLargeEnough) {
    const auto with = [](uint32_t bytes, auto call) {
        return RunOn(4096, [&](Buffers& b) {
            b.tmp.SetSize(bytes);
            call(b);
        });
    };
    const auto power = [](Buffers& b) { Power(b.d, b.s, b.s, b.tmp, 64); };
    ExpectFault(with(1279, power), 507035,
                {"Power(dst VECCALC float at byte 0, src0 VECCALC float at byte 1024, src1 VECCALC float at "
                 "byte 1024, "
                 "tmp VECCALC uint8_t at byte 2048, count 64)",
                 "tmp has 1279 bytes, expected at least 1280", "give it what GetPowerMaxMinTmpSize answers"});
    ExpectRuns(with(1280, power));
    // The source may be overwritten, so less is needed.
    ExpectFault(with(767, [](Buffers& b) { Sin(b.d, b.s, b.tmp, 64); }), 507035, {"expected at least 768"});
    ExpectRuns(with(512, [](Buffers& b) { Sin<float, true>(b.d, b.s, b.tmp, 64); }));
    ExpectFault(with(511, [](Buffers& b) { Sin<float, true>(b.d, b.s, b.tmp, 64); }), 507035,
                {"tmp has 511 bytes, expected at least 512"});
    ExpectFault(RunOn(4096, [](Buffers& b) { Erf(b.d, b.s, b.tmp[16], 64); }), 507035,
                {"tmp starts at byte address 2064, expected a multiple of 32"});
    ExpectFault(RunOn(4096, [](Buffers& b) { Erf(b.d, b.s, LocalTensor<uint8_t>(), 64); }), 507035,
                {"tmp has 0 bytes, expected at least 768"});
}

// Numbers of the tiling sections of the reference: per element, at least, besides.
TEST(MathTemporary, FollowsTheDocumentedSizes) {
    using aicore::ElementType;
    using aicore::Opcode;
    struct Row {
        Opcode opcode;
        ElementType type;
        bool on_310p;
        uint64_t least, most_of_64, most_of_1000;
    };
    const Row rows[] = {
        {Opcode::kSigmoid, ElementType::kFloat, false, 256, 256, 4000},
        {Opcode::kSigmoid, ElementType::kHalf, false, 256, 256, 2000},
        {Opcode::kTanh, ElementType::kHalf, false, 1024, 1024, 8000},
        {Opcode::kSign, ElementType::kFloat, false, 768, 768, 12000},
        {Opcode::kLog2, ElementType::kHalf, false, 256, 256, 4000},
        {Opcode::kGelu, ElementType::kHalf, false, 768, 768, 12000},
        {Opcode::kGelu, ElementType::kFloat, false, 768, 768, 12000},
        {Opcode::kExpTaylor, ElementType::kHalf, false, 1024, 1024, 16000},
        {Opcode::kReGlu, ElementType::kFloat, false, 256, 256, 256},
        {Opcode::kReGlu, ElementType::kHalf, false, 1536, 1536, 12000},
        {Opcode::kClampMax, ElementType::kFloat, false, 64, 64, 1000},
        {Opcode::kClampMin, ElementType::kHalf, false, 128, 128, 1000},
        {Opcode::kRound, ElementType::kFloat, false, 0, 0, 0},
        {Opcode::kRound, ElementType::kFloat, true, 256, 256, 4000},
        {Opcode::kRound, ElementType::kHalf, true, 512, 512, 4000},
        {Opcode::kPower, ElementType::kHalf, false, 2048, 2048, 28256},
        {Opcode::kPower, ElementType::kInt32, false, 1536, 1536, 24000},
        {Opcode::kPowerTensorScalar, ElementType::kFloat, false, 1536, 1536, 20256},
        {Opcode::kPowerScalarTensor, ElementType::kInt32, true, 2048, 2048, 32000},
        {Opcode::kFmod, ElementType::kHalf, false, 2048, 2048, 16000},
    };
    for (const Row& row : rows) {
        const aicore::TemporaryRule rule =
            aicore::TemporaryRulesOf(row.opcode).Of(row.type, row.on_310p, false);
        const std::string_view name = aicore::InfoOf(row.opcode).name;
        EXPECT_EQ(rule.Least(), row.least) << name;
        EXPECT_EQ(rule.Most(64), row.most_of_64) << name;
        EXPECT_EQ(rule.Most(1000), row.most_of_1000) << name;
    }
    EXPECT_EQ(aicore::TemporaryRulesOf(Opcode::kCos).Of(ElementType::kFloat, false, true).Most(1000), 8000u);
    EXPECT_EQ(aicore::TemporaryRulesOf(Opcode::kCos).Of(ElementType::kHalf, false, true).Most(1000), 16000u);
}

TEST(MathTemporary, IsLostAsFarAsItIsUsed) {
    std::vector<uint8_t> after;
    ExpectRuns(RunOn(4096, [&](Buffers& b) {
        Fill(b.tmp, std::vector<uint8_t>(2048, 0x11).data(), 2048);
        Tanh(b.d, b.s, b.tmp, 256);
        after = Read(b.tmp, 2048);
    }));
    for (size_t i = 0; i < 2048; ++i) {
        EXPECT_EQ(after[i], i < 1024 ? 0xFF : 0x11) << i;
    }
}

TEST(Math, RefusesOverlapButOfTheSameTensor) {
    ExpectFault(RunOn(4096, [](Buffers& b) { Sigmoid(b.d[8], b.d, 64); }), 507035,
                {"dst covers bytes 32 to 288 and src bytes 0 to 256", "use another buffer for dst"});
    ExpectRuns(RunOn(4096, [](Buffers& b) { Sigmoid(b.d[64], b.d, 64); }));
    ExpectRuns(RunOn(4096, [](Buffers& b) { Sigmoid(b.d, b.d, 64); }));
    ExpectFault(RunOn(4096, [](Buffers& b) { Fmod(b.d, b.s, b.d[56], 64); }), 507035,
                {"dst covers bytes 0 to 256 and src1 bytes 224 to 480"});
    ExpectFault(RunOn(4096, [](Buffers& b) { Sigmoid(b.d, b.s, b.s.ReinterpretCast<uint8_t>()[224], 64); }),
                507035, {"tmp overlaps src, expected a buffer of its own"});
    ExpectRuns(RunOn(4096, [](Buffers& b) { Sigmoid(b.d, b.s, b.s.ReinterpretCast<uint8_t>()[256], 64); }));
}

TEST(Math, IsRefusedWhereTheChipLacksIt) {
    ExpectFault(RunOn(
                    4096, [](Buffers& b) { Sigmoid(b.d, b.s, 64); }, "ascend310b", 200000),
                507015, {"has no Sigmoid on float, or on any other type", "310B"});
    ExpectRuns(RunOn(
        4096, [](Buffers& b) { Floor(b.d, b.s, 64); }, "ascend310b", 200000));
    ExpectRuns(RunOn(
        4096, [](Buffers& b) { Sigmoid(b.d, b.s, 64); }, "ascend310p", 200000));
    ExpectFault(RunOn(
                    4096, [](Buffers& b) { Exp<float, 10>(b.d, b.s, 64); }, "ascend310p", 200000),
                507015, {"has no Exp (ExpTaylor) on float"});
    ExpectFault(
        RunOn(4096,
              [](Buffers& b) { Sin(b.d.ReinterpretCast<int32_t>(), b.s.ReinterpretCast<int32_t>(), 64); }),
        507035, {"has no Sin on int32_t, it takes half, float"});
    ExpectFault(RunOn(4096, [](Buffers& b) { Cos(b.d, b.s, 50000); }), 507035, {"dst ends at byte 200000"});
    ExpectFault(RunOn(4096, [](Buffers& b) { Cos(b.d[1], b.s, 8); }), 507035,
                {"dst starts at byte address 4"});
}

// A call of the basic Exp stays one: only an explicit number of terms makes the other.
TEST(Math, ExpWithATaylorLevelIsAnotherFunctionThanExp) {
    ExpectRuns(RunOn(0, [](Buffers& b) {
        Exp(b.d, b.s, 64);
        Exp<float>(b.d, b.s, 64);
        Exp<float, false>(b.d, b.s, uint64_t(64), uint8_t(1), {1, 1, 8, 8});
    }));
    ExpectFault(RunOn(0, [](Buffers& b) { Exp<float, 10>(b.d, b.s, 64); }), 507035,
                {"Exp needs a temporary buffer of 768"});
}

// Unguarded vector code of a mixed kernel does nothing there, and needs nothing.
TEST(Math, DoesNothingOnACubeCore) {
    const auto tanh = [] {
        const LocalTensor<float> t(TPosition::VECCALC, 0, 32);
        Tanh(t, t, 8);
    };
    ExpectRuns(RunKernel(tanh, {.type = KERNEL_TYPE_AIC_ONLY}));
    ExpectFault(RunKernel(tanh, {.type = KERNEL_TYPE_AIV_ONLY}), 507035, {"no TPipe is alive"});
}

// BL-42: the functions leave normal mode with a full mask.
TEST(Math, ResetsTheMask) {
    std::vector<float> result;
    ExpectRuns(RunOn(4096, [&](Buffers& b) {
        Fill(b.d, std::vector<float>(256, 0.0f).data(), 1024);
        SetMaskCount();
        SetVectorMask<float>(0, 4);
        Sigmoid(b.s, b.s, 8);
        Adds<float, false>(b.d, b.d, 1.0f, MASK_PLACEHOLDER, 1, {1, 1, 8, 8});
        result = Read(b.d, 256);
    }));
    EXPECT_EQ(std::count(result.begin(), result.end(), 1.0f), 64);
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
