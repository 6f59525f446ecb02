// The table of chips.
#include "platform/soc.h"

namespace aclnn_cpu::platform {
namespace {

constexpr uint64_t kKiB = 1024;
constexpr uint64_t kMiB = 1024 * kKiB;
constexpr uint64_t kGiB = 1024 * kMiB;

// What the chips of a family share; a row replaces the rest.
constexpr Soc kAscend910{.name = {},
                         .short_name = "Ascend910",
                         .compute_unit = "ascend910",
                         .family = Family::kAscend910,
                         .npu_arch = 1001,
                         .core_type_list = "AICore",
                         .ai_cores = 0,
                         .cube_cores = 0,
                         .vector_cores = 0,
                         .mix_cores = 0,
                         .ub_bytes = 256 * kKiB,
                         .ub_kept_back_bytes = 0,
                         .l1_bytes = 1 * kMiB,
                         .l0a_bytes = 64 * kKiB,
                         .l0b_bytes = 64 * kKiB,
                         .l0c_bytes = 256 * kKiB,
                         .bt_bytes = 0,
                         .fb0_bytes = 0,
                         .l2_bytes = 32 * kMiB,
                         .memory_bytes = 0,
                         .lib_api_workspace_bytes = 2 * kMiB,
                         .cube_n = 16,
                         .vector_register_bytes = 0,
                         .frequency_mhz = 0,
                         .ddr_rate = 32,
                         .l2_rate = 110,
                         .aclnn_bfloat16 = false};

constexpr Soc kAscend910B{.name = {},
                          .short_name = "Ascend910B",
                          .compute_unit = "ascend910b",
                          .family = Family::kAscend910B,
                          .npu_arch = 2201,
                          .core_type_list = "CubeCore,VectorCore",
                          .ai_cores = 0,
                          .cube_cores = 0,
                          .vector_cores = 0,
                          .mix_cores = 0,
                          .ub_bytes = 192 * kKiB,
                          .ub_kept_back_bytes = 256,
                          .l1_bytes = 512 * kKiB,
                          .l0a_bytes = 64 * kKiB,
                          .l0b_bytes = 64 * kKiB,
                          .l0c_bytes = 128 * kKiB,
                          .bt_bytes = 1 * kKiB,
                          .fb0_bytes = 2 * kKiB,
                          .l2_bytes = 0,
                          .memory_bytes = 0,
                          .lib_api_workspace_bytes = 16 * kMiB,
                          .cube_n = 16,
                          .vector_register_bytes = 0,
                          .frequency_mhz = 0,
                          .ddr_rate = 32,
                          .l2_rate = 110,
                          .aclnn_bfloat16 = true};

constexpr Soc kAscend310P{.name = {},
                          .short_name = "Ascend310P",
                          .compute_unit = "ascend310p",
                          .family = Family::kAscend310P,
                          .npu_arch = 2002,
                          .core_type_list = "AICore,VectorCore",
                          .ai_cores = 0,
                          .cube_cores = 0,
                          .vector_cores = 0,
                          .mix_cores = 0,
                          .ub_bytes = 256 * kKiB,
                          .ub_kept_back_bytes = 0,
                          .l1_bytes = 1 * kMiB,
                          .l0a_bytes = 64 * kKiB,
                          .l0b_bytes = 64 * kKiB,
                          .l0c_bytes = 256 * kKiB,
                          .bt_bytes = 0,
                          .fb0_bytes = 0,
                          .l2_bytes = 16 * kMiB,
                          .memory_bytes = 24'000'000'000,
                          .lib_api_workspace_bytes = 2 * kMiB,
                          .cube_n = 16,
                          .vector_register_bytes = 0,
                          .frequency_mhz = 0,
                          .ddr_rate = 17,
                          .l2_rate = 114,
                          .aclnn_bfloat16 = false};

constexpr Soc kAscend310B{.name = {},
                          .short_name = "Ascend310B",
                          .compute_unit = "ascend310b",
                          .family = Family::kAscend310B,
                          .npu_arch = 3002,
                          .core_type_list = "AICore,VectorCore,CubeCore",
                          .ai_cores = 1,
                          .cube_cores = 1,
                          .vector_cores = 1,
                          .mix_cores = 0,
                          .ub_bytes = 248 * kKiB,
                          .ub_kept_back_bytes = 0,
                          .l1_bytes = 1 * kMiB,
                          .l0a_bytes = 64 * kKiB,
                          .l0b_bytes = 64 * kKiB,
                          .l0c_bytes = 128 * kKiB,
                          .bt_bytes = 1 * kKiB,
                          .fb0_bytes = 2 * kKiB,
                          .l2_bytes = 4 * kMiB,
                          .memory_bytes = 0,
                          .lib_api_workspace_bytes = 2 * kMiB,
                          .cube_n = 16,
                          .vector_register_bytes = 0,
                          .frequency_mhz = 1224,
                          .ddr_rate = 17,
                          .l2_rate = 256,
                          .aclnn_bfloat16 = false};

constexpr Soc kAscend950{.name = {},
                         .short_name = "Ascend950",
                         .compute_unit = "ascend950",
                         .family = Family::kAscend950,
                         .npu_arch = 3510,
                         .core_type_list = "CubeCore,VectorCore",
                         .ai_cores = 0,
                         .cube_cores = 0,
                         .vector_cores = 0,
                         .mix_cores = 0,
                         .ub_bytes = 248 * kKiB,
                         .ub_kept_back_bytes = 0,
                         .l1_bytes = 512 * kKiB,
                         .l0a_bytes = 64 * kKiB,
                         .l0b_bytes = 64 * kKiB,
                         .l0c_bytes = 256 * kKiB,
                         .bt_bytes = 4 * kKiB,
                         .fb0_bytes = 4 * kKiB,
                         .l2_bytes = 0,
                         .memory_bytes = 0,
                         .lib_api_workspace_bytes = 16 * kMiB,
                         .cube_n = 16,
                         .vector_register_bytes = 256,
                         .frequency_mhz = 0,
                         .ddr_rate = 0,
                         .l2_rate = 100,
                         .aclnn_bfloat16 = true};

constexpr Soc kKirinX90{.name = "KirinX90",
                        .short_name = "KirinX90",
                        .compute_unit = "kirinx90",
                        .family = Family::kKirinX90,
                        .npu_arch = 3003,
                        .core_type_list = "AICore,VectorCore",
                        .ai_cores = 1,
                        .cube_cores = 0,
                        .vector_cores = 1,
                        .mix_cores = 0,
                        .ub_bytes = 128 * kKiB,
                        .ub_kept_back_bytes = 0,
                        .l1_bytes = 1 * kMiB,
                        .l0a_bytes = 64 * kKiB,
                        .l0b_bytes = 64 * kKiB,
                        .l0c_bytes = 128 * kKiB,
                        .bt_bytes = 1 * kKiB,
                        .fb0_bytes = 2 * kKiB,
                        .l2_bytes = 0,
                        .memory_bytes = 0,
                        .lib_api_workspace_bytes = 2 * kMiB,
                        .cube_n = 8,
                        .vector_register_bytes = 0,
                        .frequency_mhz = 0,
                        .ddr_rate = 0,
                        .l2_rate = 0,
                        .aclnn_bfloat16 = false};

constexpr Soc A1(std::string_view name, uint32_t ai_cores, uint32_t mhz) {
    Soc soc = kAscend910;
    soc.name = name;
    soc.ai_cores = ai_cores;
    soc.frequency_mhz = mhz;
    return soc;
}

// One cube core and two vector cores per AI core.
constexpr Soc Split(Soc soc, std::string_view name, uint32_t ai_cores, uint64_t l2, uint32_t mhz,
                    uint64_t memory) {
    soc.name = name;
    soc.ai_cores = ai_cores;
    soc.cube_cores = ai_cores;
    soc.vector_cores = 2 * ai_cores;
    soc.l2_bytes = l2;
    soc.frequency_mhz = mhz;
    soc.memory_bytes = memory;
    return soc;
}

constexpr Soc A2(std::string_view name, uint32_t ai_cores, uint64_t l2, uint32_t mhz, uint64_t memory) {
    return Split(kAscend910B, name, ai_cores, l2, mhz, memory);
}

constexpr Soc A3(std::string_view name, uint32_t ai_cores, uint64_t l2, uint32_t mhz, uint64_t memory) {
    Soc soc = A2(name, ai_cores, l2, mhz, memory);
    soc.short_name = "Ascend910_93";
    soc.compute_unit = "ascend910_93";
    soc.family = Family::kAscend910_93;
    return soc;
}

constexpr Soc P310(std::string_view name, uint32_t ai_cores, uint32_t vector_cores, uint32_t mix_cores,
                   uint32_t mhz) {
    Soc soc = kAscend310P;
    soc.name = name;
    soc.ai_cores = ai_cores;
    soc.vector_cores = vector_cores;
    soc.mix_cores = mix_cores;
    soc.frequency_mhz = mhz;
    return soc;
}

constexpr Soc B310(std::string_view name, uint64_t memory) {
    Soc soc = kAscend310B;
    soc.name = name;
    soc.memory_bytes = memory;
    return soc;
}

constexpr Soc Ascend310B4() {
    Soc soc = B310("Ascend310B4", 0);
    soc.frequency_mhz = 500;
    soc.ddr_rate = 8;
    return soc;
}

constexpr Soc A5(std::string_view name, uint32_t ai_cores, uint64_t l2, uint32_t mhz, uint64_t memory,
                 uint32_t ddr_rate) {
    Soc soc = Split(kAscend950, name, ai_cores, l2, mhz, memory);
    soc.ddr_rate = ddr_rate;
    return soc;
}

constexpr Soc A350(std::string_view name, uint32_t ai_cores, uint64_t l2, uint32_t mhz, uint64_t memory,
                   uint32_t ddr_rate) {
    Soc soc = A5(name, ai_cores, l2, mhz, memory, ddr_rate);
    soc.short_name = "Ascend350";
    soc.compute_unit = "ascend350";
    soc.family = Family::kAscend350;
    soc.aclnn_bfloat16 = false;  // its place in the order of op::SocVersion
    return soc;
}

constexpr Soc Kirin9030() {
    Soc soc = kKirinX90;
    soc.name = "Kirin9030";
    soc.short_name = "Kirin9030";
    soc.compute_unit = "kirin9030";
    soc.family = Family::kKirin9030;
    soc.npu_arch = 3113;
    soc.l1_bytes = 512 * kKiB;
    soc.l0a_bytes = 32 * kKiB;
    soc.l0b_bytes = 32 * kKiB;
    soc.l0c_bytes = 64 * kKiB;
    return soc;
}

constexpr Soc Toy() {
    Soc soc = A2("AscendToy", 1, 1 * kMiB, 1000, 1 * kGiB);
    soc.family = Family::kToy;
    soc.ub_bytes = 8 * kKiB;
    soc.l1_bytes = 16 * kKiB;
    soc.l0a_bytes = 4 * kKiB;
    soc.l0b_bytes = 4 * kKiB;
    soc.l0c_bytes = 8 * kKiB;
    return soc;
}

constexpr Soc kSocs[] = {
    // name, AI cores, MHz
    A1("Ascend910A", 32, 1000),
    A1("Ascend910B", 30, 900),
    A1("Ascend910ProA", 32, 1100),
    A1("Ascend910ProB", 30, 1150),
    A1("Ascend910PremiumA", 32, 1220),
    // name, AI cores, L2, MHz, memory
    A2("Ascend910B1", 24, 192 * kMiB, 1850, 64 * kGiB),
    A2("Ascend910B2", 24, 192 * kMiB, 1800, 64 * kGiB),
    A2("Ascend910B2C", 24, 192 * kMiB, 1800, 0),
    A2("Ascend910B3", 20, 192 * kMiB, 1800, 64 * kGiB),
    A2("Ascend910B4", 20, 96 * kMiB, 1500, 32 * kGiB),
    A2("Ascend910B4-1", 20, 168 * kMiB, 1500, 32 * kGiB),
    A3("Ascend910_9391", 24, 192 * kMiB, 1850, 64 * kGiB),
    A3("Ascend910_9392", 24, 192 * kMiB, 1850, 64 * kGiB),
    A3("Ascend910_9381", 24, 192 * kMiB, 1800, 64 * kGiB),
    A3("Ascend910_9382", 24, 192 * kMiB, 1800, 64 * kGiB),
    A3("Ascend910_9372", 20, 192 * kMiB, 1800, 64 * kGiB),
    A3("Ascend910_9362", 20, 168 * kMiB, 1500, 64 * kGiB),
    A3("Ascend910_9363", 20, 168 * kMiB, 1500, 32 * kGiB),
    // name, AI cores, vector cores, cores for a mixed kernel, MHz
    P310("Ascend310P1", 10, 8, 18, 1060),
    P310("Ascend310P3", 8, 7, 15, 1060),
    P310("Ascend310P5", 8, 7, 18, 800),
    P310("Ascend310P7", 8, 7, 18, 550),
    B310("Ascend310B1", 32 * kGiB),
    B310("Ascend310B2", 0),
    B310("Ascend310B3", 0),
    Ascend310B4(),
    // name, AI cores, L2, MHz, memory, DDR rate
    A5("Ascend950PR_9599", 36, 128 * kMiB, 1800, 128 * kGiB, 31),
    A5("Ascend950PR_9589", 32, 128 * kMiB, 1650, 128 * kGiB, 31),
    A5("Ascend950PR_9579", 28, 128 * kMiB, 1650, 128 * kGiB, 31),
    A5("Ascend950PR_958b", 32, 112 * kMiB, 1650, 112 * kGiB, 27),
    A5("Ascend950PR_957b", 28, 112 * kMiB, 1650, 112 * kGiB, 27),
    A5("Ascend950PR_957bx", 28, 112 * kMiB, 1650, 112 * kGiB, 27),
    A5("Ascend950PR_957c", 28, 112 * kMiB, 1650, 84 * kGiB, 27),
    A5("Ascend950PR_957d", 28, 96 * kMiB, 1650, 96 * kGiB, 23),
    A5("Ascend950PR_950z", 4, 16 * kMiB, 1650, 24 * kGiB, 4),
    A5("Ascend950DT_9591", 36, 128 * kMiB, 1800, 144 * kGiB, 80),
    A5("Ascend950DT_95A1", 36, 128 * kMiB, 1800, 144 * kGiB, 80),
    A5("Ascend950DT_9592", 36, 128 * kMiB, 1800, 96 * kGiB, 80),
    A5("Ascend950DT_95A2", 36, 128 * kMiB, 1800, 96 * kGiB, 80),
    A5("Ascend950DT_9595", 36, 128 * kMiB, 1800, 96 * kGiB, 61),
    A5("Ascend950DT_9596", 36, 128 * kMiB, 1800, 64 * kGiB, 61),
    A5("Ascend950DT_9581", 32, 128 * kMiB, 1650, 144 * kGiB, 80),
    A5("Ascend950DT_9581x", 32, 128 * kMiB, 1650, 144 * kGiB, 80),
    A5("Ascend950DT_9582", 32, 128 * kMiB, 1650, 96 * kGiB, 80),
    A5("Ascend950DT_9582x", 32, 128 * kMiB, 1650, 96 * kGiB, 80),
    A5("Ascend950DT_9583", 32, 112 * kMiB, 1650, 126 * kGiB, 70),
    A5("Ascend950DT_9584", 32, 112 * kMiB, 1650, 84 * kGiB, 70),
    A5("Ascend950DT_9585", 32, 128 * kMiB, 1650, 96 * kGiB, 61),
    A5("Ascend950DT_9586", 32, 128 * kMiB, 1650, 64 * kGiB, 61),
    A5("Ascend950DT_9587", 32, 112 * kMiB, 1650, 84 * kGiB, 54),
    A5("Ascend950DT_9588", 32, 112 * kMiB, 1650, 56 * kGiB, 54),
    A5("Ascend950DT_9571", 28, 128 * kMiB, 1650, 144 * kGiB, 80),
    A5("Ascend950DT_9572", 28, 128 * kMiB, 1650, 96 * kGiB, 80),
    A5("Ascend950DT_9573", 28, 112 * kMiB, 1650, 135'291'569'824,
       70),  // as published: 126 GiB and 100,000 bytes
    A5("Ascend950DT_9574", 28, 112 * kMiB, 1650, 84 * kGiB, 70),
    A5("Ascend950DT_9575", 28, 128 * kMiB, 1650, 96 * kGiB, 61),
    A5("Ascend950DT_9576", 28, 128 * kMiB, 1650, 64 * kGiB, 61),
    A5("Ascend950DT_9577", 28, 112 * kMiB, 1650, 84 * kGiB, 54),
    A5("Ascend950DT_9578", 28, 112 * kMiB, 1650, 56 * kGiB, 54),
    A5("Ascend950DT_950x", 8, 32 * kMiB, 1650, 24 * kGiB, 19),
    A5("Ascend950DT_950y", 8, 32 * kMiB, 1650, 16 * kGiB, 14),
    A350("Ascend350_355e", 16, 64 * kMiB, 1650, 64 * kGiB, 31),
    A350("Ascend350_354f", 14, 56 * kMiB, 1650, 56 * kGiB, 27),
    kKirinX90,
    Kirin9030(),
    Toy(),
};

}  // namespace

std::span<const Soc> AllSocs() { return kSocs; }

}  // namespace aclnn_cpu::platform
