// Faults of a kernel's use of global memory by one core.
#include "aicore/check/fault_cases.h"
#include "aicore/device_memory.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

// What the host has told of a launch: one tensor, inside one allocation.
struct Host : aicore::DeviceMemory {
    explicit Host(uint64_t bytes) : tensor(bytes), memory(8192) {}

    std::optional<aicore::DeviceBlock> Find(const void* address) const override {
        const auto* at = static_cast<const uint8_t*>(address);
        if (at >= memory.data() && at < memory.data() + memory.size()) {
            return aicore::DeviceBlock{memory.data(), memory.size(), freed, 1};
        }
        return std::nullopt;
    }
    std::string History(const aicore::DeviceBlock&) const override {
        return "freed by aclrtFree at main.cpp:7";
    }

    template <typename T>
    T* At(uint64_t byte) {
        return reinterpret_cast<T*>(memory.data() + 4096 + byte);
    }

    base::Status Run(const Kernel& kernel) {
        const void* argument = &kernel;
        void* arguments[] = {const_cast<void*>(argument)};
        const KernelEntry entry = [](void* const* passed, uint64_t) {
            (*static_cast<const Kernel*>(passed[0]))();
        };
        const aicore::GlobalRange ranges[] = {{"x", At<uint8_t>(0), tensor}};
        KernelLaunch launch{"TestOp", entry, arguments, 0, 1, &SocNamed("Ascend910B1"), 1};
        launch.ranges = ranges;
        launch.device_memory = this;
        return Launch(launch);
    }

    uint64_t tensor;  // its bytes
    bool freed = false;
    std::vector<uint8_t> memory;
};

// With the launch's ranges known.
void ExpectFoundWithHost(int line, Mode mode, uint64_t bytes, const std::function<void(Host&, bool)>& twins,
                         std::string_view report) {
    const CheckSetting setting(mode);
    Host host(bytes);
    EXPECT_EQ(Report(line, host.Run([&] { twins(host, false); })), report);
    EXPECT_EQ(Report(line, host.Run([&] { twins(host, true); })), "");
}

struct Buffer {
    Buffer() {
        pipe.InitBuffer(owner, 4096);
        tensor = owner.Get<float>();
        Duplicate(tensor, 1.0f, 1024);
        PipeBarrier<PIPE_ALL>();
    }
    TPipe pipe;
    TBuf<> owner;
    LocalTensor<float> tensor;
};

TEST(CheckGlobalMemory, SeesAReadBeyondSetGlobalBuffer) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Buffer buffer;
        float values[64] = {};
        GlobalTensor<float> x;
        x.SetGlobalBuffer(values, 32);
        DataCopy(buffer.tensor, x[16], mended ? 16 : 32);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy(dst VECCALC float at byte 0, src GM float at 0x*, 1 x 128 "
        "bytes, gaps 0 and 0 bytes) at +6: reads 128 bytes of src, 64 bytes beyond the end of what "
        "SetGlobalBuffer was given, which has 64 bytes from here on; copy the tail with DataCopyPad and "
        "its exact number of bytes, or correct the offset");
}

TEST(CheckGlobalMemory, SeesAWriteBeyondSetGlobalBuffer) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Buffer buffer;
        float values[64] = {};
        GlobalTensor<float> z;
        z.SetGlobalBuffer(values, 30);
        DataCopyPad(z, buffer.tensor, DataCopyExtParams{1, mended ? 120u : 124u, 0, 0, 0});
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopyPad(dst GM float at 0x*, src VECCALC float at byte 0, 1 x 124 "
        "bytes, gaps 0 and 0 bytes) at +6: writes 124 bytes of dst, 4 bytes beyond the end of what "
        "SetGlobalBuffer was given, which has 120 bytes from here on; copy the tail with DataCopyPad and "
        "its exact number of bytes, or correct the offset");
}

TEST(CheckGlobalMemory, SeesAScalarBeyondSetGlobalBuffer) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        float values[64] = {};
        GlobalTensor<float> x;
        x.SetGlobalBuffer(values, 32);
        (void)x.GetValue(mended ? 31 : 32);
    };
    ExpectFound(line, kernel,
                "507035 TestOp: block 0: GetValue(GM float at 0x*) at +5: the element lies beyond the end of "
                "what SetGlobalBuffer was given; correct the index or the size");
}

TEST(CheckGlobalMemory, SeesAWriteBeyondTheArgument) {
    const int line = __LINE__;
    const auto kernel = [](Host& host, bool mended) {
        Buffer buffer;
        GlobalTensor<float> x;
        x.SetGlobalBuffer(host.At<float>(0));
        DataCopy(x[16], buffer.tensor, mended ? 16 : 24);
    };
    for (const Mode mode : {Mode::kOn, Mode::kStrict}) {
        ExpectFoundWithHost(
            line, mode, 128, kernel,
            "507035 TestOp: block 0: DataCopy(dst GM float at 0x*, src VECCALC float at byte 0, 1 x 96 "
            "bytes, gaps 0 and 0 bytes) at +5: writes 96 bytes of x from byte 64, 32 bytes beyond the end of "
            "x, which has 128 bytes; correct the offset or the number of bytes");
    }
}

// The bytes are device memory, so only the letter forbids it.
TEST(CheckGlobalMemory, SeesAReadBeyondTheArgument) {
    const int line = __LINE__;
    const auto kernel = [](Host& host, bool mended) {
        Buffer buffer;
        GlobalTensor<float> x;
        x.SetGlobalBuffer(host.At<float>(0));
        DataCopy(buffer.tensor, x[16], mended ? 16 : 24);
    };
    ExpectFoundWithHost(
        line, Mode::kStrict, 128, kernel,
        "507035 TestOp: block 0: DataCopy(dst VECCALC float at byte 0, src GM float at 0x*, 1 x 96 "
        "bytes, gaps 0 and 0 bytes) at +5: reads 96 bytes of x from byte 64, 32 bytes beyond the end of "
        "x, which has 128 bytes; correct the offset or the number of bytes");
    Host host(128);
    const CheckSetting setting(Mode::kOn);
    EXPECT_EQ(Report(line, host.Run([&] { kernel(host, false); })), "");
}

TEST(CheckGlobalMemory, SeesAReadBeyondTheAllocation) {
    const int line = __LINE__;
    const auto kernel = [](Host& host, bool mended) {
        Buffer buffer;
        GlobalTensor<float> x;
        x.SetGlobalBuffer(host.At<float>(4096 - 64));
        DataCopy(buffer.tensor, x, mended ? 16 : 24);
    };
    ExpectFoundWithHost(
        line, Mode::kOn, 4096, kernel,
        "507035 TestOp: block 0: DataCopy(dst VECCALC float at byte 0, src GM float at 0x*, 1 x 96 "
        "bytes, gaps 0 and 0 bytes) at +5: reads 96 bytes of x from byte 4032, 32 bytes beyond the end "
        "of x, which has 4096 bytes; correct the offset or the number of bytes");
}

TEST(CheckGlobalMemory, SeesAScalarReadOfForeignMemory) {
    const int line = __LINE__;
    const auto kernel = [](Host& host, bool mended) {
        float foreign = 0.0f;
        GlobalTensor<float> x;
        x.SetGlobalBuffer(mended ? host.At<float>(0) : &foreign);
        (void)x.GetValue(0);
    };
    for (const Mode mode : {Mode::kOn, Mode::kStrict}) {
        ExpectFoundWithHost(
            line, mode, 128, kernel,
            "507035 TestOp: block 0: GetValue(GM float at 0x*) at +5: reads 4 bytes from 0x*, which belong "
            "to no argument of the kernel and are no device memory; correct the offset or the number of "
            "bytes");
    }
}

// Would end the process without the checker.
TEST(CheckGlobalMemory, SeesAnAddressThatIsNoMemory) {
    const int line = __LINE__;
    const auto kernel = [](Host& host, bool mended) {
        Buffer buffer;
        GlobalTensor<float> x;
        x.SetGlobalBuffer(mended ? host.At<float>(0) : reinterpret_cast<float*>(uint64_t(0x123456789000)));
        DataCopy(buffer.tensor, x, 8);
    };
    for (const Mode mode : {Mode::kOn, Mode::kStrict}) {
        ExpectFoundWithHost(
            line, mode, 128, kernel,
            "507035 TestOp: block 0: DataCopy(dst VECCALC float at byte 0, src GM float at 0x*, 1 x 32 "
            "bytes, gaps 0 and 0 bytes) at +5: reads 32 bytes from 0x*, which belong to no argument of the "
            "kernel and are no device memory; correct the offset or the number of bytes");
    }
}

TEST(CheckGlobalMemory, SeesMemoryThatWasFreed) {
    const int line = __LINE__;
    const auto kernel = [](Host& host, bool mended) {
        Buffer buffer;
        host.freed = !mended;
        GlobalTensor<float> x;
        x.SetGlobalBuffer(reinterpret_cast<float*>(host.memory.data()));
        DataCopy(buffer.tensor, x, 8);
    };
    ExpectFoundWithHost(
        line, Mode::kOn, 128, kernel,
        "507035 TestOp: block 0: DataCopy(dst VECCALC float at byte 0, src GM float at 0x*, 1 x 32 "
        "bytes, gaps 0 and 0 bytes) at +6: reads 32 bytes from 0x*, in memory that was freed: freed by "
        "aclrtFree at main.cpp:7; free memory once the kernels that use it have run");
}

// ---- tails

template <typename T>
Kernel CopyOf(uint32_t n, uint32_t count, std::vector<T>& out) {
    return [=, &out] {
        TPipe pipe;
        TBuf<> owner;
        pipe.InitBuffer(owner, 512);
        const LocalTensor<T> tensor = owner.Get<T>();
        std::vector<T> values(n + 32, T(1.0f));
        GlobalTensor<T> x;
        GlobalTensor<T> z;
        x.SetGlobalBuffer(values.data(), n);
        z.SetGlobalBuffer(out.data(), n);
        DataCopy(tensor, x, count);
        PipeBarrier<PIPE_ALL>();
        DataCopy(z, tensor, count);
    };
}

template <typename T>
Kernel PaddedCopyOf(uint32_t n, std::vector<T>& out) {
    return [=, &out] {
        TPipe pipe;
        TBuf<> owner;
        pipe.InitBuffer(owner, 512);
        const LocalTensor<T> tensor = owner.Get<T>();
        std::vector<T> values(n, T(1.0f));
        GlobalTensor<T> x;
        GlobalTensor<T> z;
        x.SetGlobalBuffer(values.data(), n);
        z.SetGlobalBuffer(out.data(), n);
        const DataCopyExtParams burst{1, static_cast<uint32_t>(n * sizeof(T)), 0, 0, 0};
        DataCopyPad(tensor, x, burst, DataCopyPadExtParams<T>{false, 0, 0, T(0)});
        PipeBarrier<PIPE_ALL>();
        DataCopyPad(z, tensor, burst);
    };
}

struct Tail {
    uint32_t n;
    uint32_t moved_floats;
    uint32_t moved_halves;
    uint32_t overrun;  // bytes of floats, rounded up
};
constexpr Tail kTails[] = {{1, 0, 0, 28},       {7, 0, 0, 4},       {9, 8, 0, 28},
                           {63, 56, 48, 4},     {65, 64, 64, 28},   {100, 96, 96, 16},
                           {123, 120, 112, 20}, {126, 120, 112, 8}, {127, 120, 112, 4}};

template <typename T>
uint32_t Moved(const std::vector<T>& out) {
    return static_cast<uint32_t>(std::count(out.begin(), out.end(), T(1.0f)));
}

TEST(CheckTails, AreDroppedByDataCopy) {
    for (const Tail& tail : kTails) {
        std::vector<float> floats(tail.n + 32);
        EXPECT_EQ(Report(0, Mode::kOn, CopyOf<float>(tail.n, tail.n, floats)), "");
        EXPECT_EQ(Moved(floats), tail.moved_floats);
        std::vector<half> halves(tail.n + 32);
        EXPECT_EQ(Report(0, Mode::kOn, CopyOf<half>(tail.n, tail.n, halves)), "");
        EXPECT_EQ(Moved(halves), tail.moved_halves);
    }
}

TEST(CheckTails, ThatAreRoundedUpReadTooMuch) {
    for (const Tail& tail : kTails) {
        std::vector<float> floats(tail.n + 32);
        const uint32_t rounded = (tail.n + 7) / 8 * 8;
        const std::string report = Report(0, Mode::kStrict, CopyOf<float>(tail.n, rounded, floats));
        const std::string expected = "reads " + std::to_string(rounded * 4) + " bytes of src, " +
                                     std::to_string(tail.overrun) + " bytes beyond the end of ";
        EXPECT_NE(report.find(expected), std::string::npos) << report;
    }
}

TEST(CheckTails, AreCopiedByDataCopyPad) {
    for (const Tail& tail : kTails) {
        std::vector<float> floats(tail.n + 32);
        EXPECT_EQ(Report(0, Mode::kStrict, PaddedCopyOf<float>(tail.n, floats)), "");
        EXPECT_EQ(Moved(floats), tail.n);
        std::vector<half> halves(tail.n + 32);
        EXPECT_EQ(Report(0, Mode::kStrict, PaddedCopyOf<half>(tail.n, halves)), "");
        EXPECT_EQ(Moved(halves), tail.n);
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
