// Atomic copies: what they compute against scalar references, and that sums repeat exactly whatever runs
// them.
#include <algorithm>
#include <chrono>
#include <functional>
#include <numeric>
#include <thread>

#include "aicore/chip_cases_test.h"
#include "aicore/core.h"
#include "aicore/kernel_test.h"
#include "aicore/text.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

enum class Operation { kAdd, kMax, kMin, kType };

template <typename T>
void Set(Operation operation) {
    switch (operation) {
        case Operation::kAdd:
            return SetAtomicAdd<T>();
        case Operation::kMax:
            return SetAtomicMax<T>();
        case Operation::kMin:
            return SetAtomicMin<T>();
        case Operation::kType:
            return SetAtomicType<T>();  // alone: a sum
    }
}

bool Sums(Operation operation) { return operation == Operation::kAdd || operation == Operation::kType; }

// One element, independently of the loops: floats widened, rounded once; integers wrap; NaN wins.
template <typename T>
T Combined(Operation operation, T gm, T ub) {
    if constexpr (std::is_integral_v<T>) {
        const int64_t a = gm;
        const int64_t b = ub;
        return static_cast<T>(Sums(operation)                ? a + b
                              : operation == Operation::kMax ? std::max(a, b)
                                                             : std::min(a, b));
    } else {
        const double a = float(gm);
        const double b = float(ub);
        if (std::isnan(a) || std::isnan(b)) {
            return T(NAN);
        }
        if (Sums(operation)) {
            return T(static_cast<float>(a + b));
        }
        const bool a_larger = a > b || (a == b && !std::signbit(a));
        return (operation == Operation::kMax) == a_larger ? gm : ub;
    }
}

template <typename T>
std::vector<T> Values(size_t n, uint32_t seed) {
    std::vector<T> values(n);
    uint32_t state = seed * 2654435761u + 1;
    const float special[] = {0.0f, -0.0f, INFINITY, NAN, 65504.0f, 3.0e38f, 1.0e-7f, -1.5f};
    for (size_t i = 0; i < n; ++i) {
        state = state * 1664525u + 1013904223u;
        if constexpr (std::is_integral_v<T>) {
            values[i] = static_cast<T>(state >> 3);
        } else {
            values[i] = state % 5 == 0 ? T(special[state / 5 % std::size(special)])
                                       : T(static_cast<float>(static_cast<int32_t>(state)) * 1.0e-5f);
        }
    }
    return values;
}

template <typename T>
bool SameValue(T a, T b) {
    if constexpr (!std::is_integral_v<T>) {
        if (std::isnan(float(a)) && std::isnan(float(b))) {
            return true;
        }
    }
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// Copies `n` values of UB, by DataCopyPad in rows of `row`, over global memory that starts at a byte address
// `shift` past an element's.
template <typename T>
void CheckCopy(Operation operation, size_t rows, size_t row, size_t shift,
               std::string_view soc = "Ascend910B1") {
    const std::vector<T> before = Values<T>(rows * row + 16, 3);
    const std::vector<T> added = Values<T>(rows * ((row + 31) / 32 * 32), 4);
    std::vector<uint8_t> bytes(before.size() * sizeof(T) + shift);
    std::memcpy(bytes.data() + shift, before.data(), before.size() * sizeof(T));
    ExpectRuns(RunGolden(
        [&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 32 * 1024);
            const LocalTensor<T> local = buffer.Get<T>();
            Fill(local, added.data(), added.size() * sizeof(T));
            GlobalTensor<T> global;
            global.SetGlobalBuffer(reinterpret_cast<T*>(bytes.data() + shift));
            Set<T>(operation);
            DataCopyPad(global, local,
                        DataCopyExtParams{static_cast<uint16_t>(rows), static_cast<uint32_t>(row * sizeof(T)),
                                          0, 0, 0});
            SetAtomicNone();
            DataCopyPad(global[static_cast<uint32_t>(rows * row + 8)], local,
                        DataCopyExtParams{1, sizeof(T), 0, 0, 0});
        },
        {.soc = soc}));
    const size_t pitch = (row * sizeof(T) + 31) / 32 * 32 / sizeof(T);
    for (size_t i = 0; i < before.size(); ++i) {
        T found;
        std::memcpy(&found, bytes.data() + shift + i * sizeof(T), sizeof(T));
        const T expected = i < rows * row ? Combined(operation, before[i], added[i / row * pitch + i % row])
                           : i == rows * row + 8 ? added[0]
                                                 : before[i];
        ASSERT_TRUE(SameValue(found, expected)) << "element " << i << " of row length " << row << ": "
                                                << double(found) << ", expected " << double(expected);
    }
}

template <typename T>
void CheckType() {
    for (const Operation operation : {Operation::kAdd, Operation::kMax, Operation::kMin}) {
        for (const size_t row : {1, 3, 8, 17, 64, 255}) {
            CheckCopy<T>(operation, 1, row, 0);
            CheckCopy<T>(operation, 5, row, 0);
            CheckCopy<T>(operation, 2, row, 1);
        }
        CheckCopy<T>(operation, 1, 4001, 3);
    }
    for (const std::string_view soc : {"Ascend910B1", "Ascend310B1"}) {
        if (HasType<T>(Opcode::kSetAtomicType, soc)) {
            CheckCopy<T>(Operation::kType, 2, 17, 0, soc);
            CheckCopy<T>(Operation::kAdd, 2, 17, 0, soc);
        }
    }
}

TEST(AtomicCopy, CombinesEveryTypeWithTailsAndAtAnyAddress) {
    CheckType<int8_t>();
    CheckType<int16_t>();
    CheckType<int32_t>();
    CheckType<half>();
    CheckType<bfloat16_t>();
    CheckType<float>();
}

// One kernel with a float tensor in UB (1, 2, 3, ...) and one in global memory (all 100).
std::vector<float> RunOnHundreds(const std::function<void(GlobalTensor<float>, LocalTensor<float>)>& body) {
    std::vector<float> values(64, 100.0f);
    ExpectRuns(RunGolden([&] {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 1024);
        const LocalTensor<float> local = buffer.Get<float>();
        for (uint32_t i = 0; i < 64; ++i) {
            local.SetValue(i, float(i + 1));
        }
        GlobalTensor<float> global;
        global.SetGlobalBuffer(values.data(), values.size());
        body(global, local);
    }));
    return values;
}

TEST(AtomicCopy, AppliesToEveryFormUntilNone) {
    const std::vector<float> values = RunOnHundreds([](auto global, auto local) {
        SetAtomicAdd<float>();
        DataCopy(global, local, 8);
        DataCopy(global[8], local, DataCopyParams{2, 1, 1, 1});
        const SliceInfo to[] = {{0, 7, 0, 1, 8}};
        DataCopy(global[32], local, to, to, 1);
        DataCopyPad(global[40], local, DataCopyParams{1, 8, 0, 0});
        SetAtomicNone();
        DataCopy(global[48], local, 8);
        SetAtomicMax<float>();
        DisableDmaAtomic();
        DataCopy(global[56], local, 8);
    });
    const std::vector<std::pair<size_t, float>> expected = {
        {0, 101.0f},  {7, 108.0f},  {8, 101.0f},  {15, 108.0f}, {16, 100.0f}, {24, 117.0f}, {31, 124.0f},
        {32, 101.0f}, {39, 108.0f}, {40, 101.0f}, {41, 102.0f}, {42, 100.0f}, {48, 1.0f},   {56, 1.0f}};
    for (const auto& [index, value] : expected) {
        EXPECT_EQ(values[index], value) << index;
    }
}

TEST(AtomicCopy, ComesFromL1) {
    const std::vector<float> values = RunOnHundreds([](auto global, auto local) {
        TBuf<TPosition::A1> buffer;
        GetTPipePtr()->InitBuffer(buffer, 256);
        DataCopy(buffer.template Get<float>(), local, 8);
        SetAtomicMin<float>();
        DataCopy(global, buffer.template Get<float>(), 8);
    });
    EXPECT_EQ(values[0], 1.0f);
    EXPECT_EQ(values[8], 100.0f);
}

TEST(AtomicCopy, DoesNotTouchCopiesIntoAndInsideLocalMemory) {
    RunOnHundreds([](auto global, auto local) {
        SetAtomicAdd<float>();
        DataCopy(local, global, 8);
        EXPECT_EQ(local.GetValue(0), 100.0f);
        DataCopy(local[8], local, 8);
        EXPECT_EQ(local.GetValue(8), 100.0f);
        global.SetValue(0, 7.0f);  // the scalar unit stores
        EXPECT_EQ(global.GetValue(0), 7.0f);
    });
}

TEST(AtomicCopy, TakesTheTypeThatIsSetWhateverTheTensors) {
    const std::vector<float> values = RunOnHundreds([](auto global, auto local) {
        SetAtomicType<float>();  // alone: a sum
        GlobalTensor<uint8_t> bytes;
        bytes.SetGlobalBuffer(reinterpret_cast<uint8_t*>(global.GetPhyAddr(0)), 256);
        DataCopy(bytes, local.template ReinterpretCast<uint8_t>(), 32);
        SetAtomicMax<half>();
        SetAtomicType<float>();  // the operation stays
        DataCopy(global[8], local[56], 8);
        SetStoreAtomicConfig<AtomicDtype::ATOMIC_F32, AtomicOp::ATOMIC_SUM>();
        DataCopy(global[16], local, 8);
        SetStoreAtomicConfig<AtomicDtype::ATOMIC_NONE, AtomicOp::ATOMIC_SUM>();
        DataCopy(global[24], local, 8);
    });
    EXPECT_EQ(values[3], 104.0f);
    EXPECT_EQ(values[8], 100.0f);
    EXPECT_EQ(values[19], 104.0f);
    EXPECT_EQ(values[27], 4.0f);
}

TEST(AtomicCopy, StateEndsWithTheBlock) {
    std::vector<float> values(64, 100.0f);
    ExpectRuns(RunKernel(
        [&] {
            // No TPipe, which would reset the state as well.
            const LocalTensor<float> local(TPosition::VECCALC, 0, 1024);
            GlobalTensor<float> global;
            global.SetGlobalBuffer(values.data(), values.size());
            Duplicate(local, 5.0f, 16);
            DataCopy(global[16 * static_cast<uint32_t>(GetBlockIdx())], local, 16);
            DataCopyPad(local, global, DataCopyExtParams{1, 4, 0, 0, 0}, {false, 1, 0, 0.0f});
            EXPECT_TRUE(std::isnan(local.GetValue(0)));
            SetAtomicAdd<float>();  // left on
            SetPadValue(2.0f);
        },
        {.blocks = 4}));
    EXPECT_EQ(values, std::vector<float>(64, 5.0f));
}

TEST(AtomicCopy, StateEndsWithANewPipe) {
    std::vector<float> values(64, 100.0f);
    ExpectRuns(RunKernel(
        [&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 1024);
            Duplicate(buffer.Get<float>(), 5.0f, 16);
            GlobalTensor<float> global;
            global.SetGlobalBuffer(values.data(), values.size());
            DataCopy(global[16 * static_cast<uint32_t>(GetBlockIdx())], buffer.Get<float>(), 8);
            SetAtomicAdd<float>();
            pipe.Destroy();
            TPipe second;
            second.InitBuffer(buffer, 1024);
            DataCopy(global[16 * static_cast<uint32_t>(GetBlockIdx()) + 8], buffer.Get<float>(), 8);
        },
        {.blocks = 4}));
    EXPECT_EQ(values, std::vector<float>(64, 5.0f));
}

TEST(AtomicCopy, TypesAreThoseOfTheChip) {
    const auto run = [](const std::function<void()>& body, std::string_view soc) {
        return RunKernel(body, {.soc = soc});
    };
    ExpectRuns(run([] { SetAtomicAdd<bfloat16_t>(); }, "ascend910b"));
    ExpectFault(
        run([] { SetAtomicAdd<bfloat16_t>(); }, "ascend310b"), 507015,
        {"SetAtomicAdd<bfloat16_t>()", "has no SetAtomicAdd on bfloat16_t", "int16_t, half, int32_t, float"});
    ExpectRuns(run([] { SetAtomicAdd<int32_t>(); }, "ascend310b"));
    ExpectFault(run([] { SetAtomicAdd<int32_t>(); }, "ascend310p"), 507015,
                {"has no SetAtomicAdd on int32_t"});
    ExpectFault(run([] { SetAtomicAdd<uint32_t>(); }, "ascend910b"), 507035,
                {"has no SetAtomicAdd on uint32_t"});
    ExpectFault(run([] { SetAtomicMax<float>(); }, "ascend310b"), 507015, {"has no SetAtomicMax on float"});
    ExpectRuns(run([] { SetAtomicMin<int8_t>(); }, "ascend910b"));
}

TEST(AtomicCopy, RefusesPartsOfElementsAndNamesTheOperation) {
    float value = 0;
    const base::Status status = RunKernel([&] {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 1024);
        GlobalTensor<half> global;
        global.SetGlobalBuffer(reinterpret_cast<half*>(&value));
        SetAtomicAdd<float>();
        DataCopyPad(global, buffer.Get<half>(), DataCopyExtParams{1, 6, 0, 0, 0});
    });
    ExpectFault(status, 507035,
                {"DataCopyPad(dst GM half at", ", atomic Add float)", "a burst is 6 bytes", "SetAtomicNone"});
}

// Every block adds its own values to one row; the order of a float sum shows in its last bits.
std::vector<float> SumOverBlocks(uint32_t blocks, uint32_t threads) {
    std::vector<float> sums(100, 0.1f);
    ExpectRuns(RunKernel(
        [&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 1024);
            const LocalTensor<float> local = buffer.Get<float>();
            const auto block = static_cast<float>(GetBlockIdx());
            GlobalTensor<float> global;
            global.SetGlobalBuffer(sums.data(), sums.size());
            if (threads > 1 && GetBlockIdx() % 8 == 0) {  // so that others come here first
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
            SetAtomicAdd<float>();
            for (uint32_t turn = 0; turn < 3; ++turn) {
                Duplicate(local, 1.0f / (3.0f + block) + float(turn) * 1.0e4f, 100);
                DataCopyPad(global, local, DataCopyExtParams{1, 400, 0, 0, 0});
            }
        },
        {.blocks = blocks, .threads = threads}));
    return sums;
}

float SumInOrder(const std::vector<uint32_t>& blocks) {
    float sum = 0.1f;
    for (const uint32_t block : blocks) {
        for (uint32_t turn = 0; turn < 3; ++turn) {
            sum += 1.0f / (3.0f + float(block)) + float(turn) * 1.0e4f;
        }
    }
    return sum;
}

TEST(AtomicCopy, FloatSumsRepeatExactlyOnAnyNumberOfWorkers) {
    for (const uint32_t blocks : {1u, 2u, 7u, 50u, 200u}) {
        std::vector<uint32_t> order(blocks);
        std::iota(order.begin(), order.end(), 0u);
        const std::vector<float> expected(100, SumInOrder(order));
        for (const uint32_t threads : {1u, 2u, 8u}) {
            for (int run = 0; run < 3; ++run) {
                ASSERT_EQ(SumOverBlocks(blocks, threads), expected) << blocks << " blocks, " << threads;
            }
        }
    }
}

TEST(AtomicCopy, ShuffledOrdersChangeTheSumAndRepeat) {
    std::vector<uint32_t> order(50);
    std::iota(order.begin(), order.end(), 0u);
    const std::vector<float> plain(100, SumInOrder(order));
    uint32_t changed = 0;
    for (const char* seed : {"random:1", "random:2", "random:3"}) {
        ASSERT_TRUE(base::SetSetting("schedule", seed).ok());
        const std::vector<float> alone = SumOverBlocks(50, 1);
        EXPECT_EQ(SumOverBlocks(50, 2), alone) << seed;
        EXPECT_EQ(SumOverBlocks(50, 8), alone) << seed;
        changed += alone != plain ? 1 : 0;
    }
    ASSERT_TRUE(base::SetSetting("schedule", "").ok());
    EXPECT_NE(changed, 0u);
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
