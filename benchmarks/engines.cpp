// GELU backward, dense, on all our engines: native, the aclnn call on it and on the emulated cores, the emulated kernel's
// passes as plain loops, beside a copy of the same bytes and oneDNN.
//   engines_benchmark [largest number of elements [smallest [type]]]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "base/dtype.h"
#include "base/parallel.h"
#include "base/settings.h"
#include "benchmarks/aclnn_gelu.h"
#include "benchmarks/elements.h"
#include "benchmarks/harness.h"
#include "benchmarks/onednn_gelu.h"
#include "benchmarks/plain_loops.h"
#include "platform/soc.h"
#include "simd/native_call.h"
#include "simd/targets.h"

namespace aclnn_cpu::simd {
void GeluGradNative(const NativeCall& call);
}

namespace aclnn_cpu::benchmarks {
namespace {

using base::DType;

// One size, type and thread count, with its tensors: z = dy * derivative(x).
struct Case {
    Case(DType dtype_in, int64_t count_in, uint32_t threads_in)
        : dtype(dtype_in),
          count(count_in),
          threads(threads_in),
          bytes(static_cast<size_t>(count) * base::ElementBytes(dtype)),
          dy(bytes),
          x(bytes),
          z(bytes) {
        for (int64_t i = 0; i < count; ++i) {
            SetElement(dy, dtype, i, 0.5f + static_cast<float>(i % 61) / 64);
            SetElement(x, dtype, i, static_cast<float>(i * 37 % 1021) / 128 - 4);
        }
        std::memset(z.as<char>(), 0, bytes);
    }

    float Get(const Buffer& buffer, int64_t i) const { return GetElement(buffer, dtype, i); }

    DType dtype;
    int64_t count;
    uint32_t threads;
    size_t bytes;  // of one tensor
    Buffer dy, x, z;
};

double DerivativeAt(double x) {
    const double k1 = 2 * std::sqrt(2 / M_PI), k3 = 0.044715 * k1;
    const double s = 1 / (1 + std::exp(-(k1 * x + k3 * x * x * x)));
    return s + x * (k1 + 3 * k3 * x * x) * s * (1 - s);
}

// Every place once where the data repeats, and the end.
std::string CheckGradient(const Case& with) {
    const double tolerance = with.dtype == DType::kFloat ? 4e-6 : with.dtype == DType::kFloat16 ? 2e-3 : 2e-2;
    for (int64_t i = 0; i < with.count; i += i < 61 * 1021 ? 1 : 4097) {
        const double expected = with.Get(with.dy, i) * DerivativeAt(with.Get(with.x, i));
        if (!(std::fabs(with.Get(with.z, i) - expected) <= tolerance)) {
            return "element " + std::to_string(i) + " is " + std::to_string(with.Get(with.z, i)) +
                   ", expected " + std::to_string(expected);
        }
    }
    return "";
}

// Two reads and a write of the same bytes with next to no arithmetic: the limit that memory sets.
Contender CopyContender(const Case& with) {
    const auto run = [&with] {
        const int64_t words = static_cast<int64_t>(with.bytes / sizeof(uint32_t));
        const int64_t per_part = (words + with.threads - 1) / with.threads;
        base::ParallelParts(with.threads, with.threads, [&with, words, per_part](uint32_t part) {
            const uint32_t* __restrict a = with.dy.as<uint32_t>();
            const uint32_t* __restrict b = with.x.as<uint32_t>();
            uint32_t* __restrict to = with.z.as<uint32_t>();
            const int64_t end = std::min(words, (part + 1) * per_part);
            for (int64_t i = part * per_part; i < end; ++i) {
                to[i] = a[i] ^ b[i];
            }
        });
    };
    const auto check = [&with]() -> std::string {
        const bool right = with.z.as<uint32_t>()[1] == (with.dy.as<uint32_t>()[1] ^ with.x.as<uint32_t>()[1]);
        return right ? "" : "element 1 is not the combination of the inputs";
    };
    return {"copy", run, check};
}

Contender NativeContender(const Case& with) {
    simd::NativeCall call{};
    call.rank = 1;
    call.sizes[0] = with.count;
    call.compute = with.dtype;
    call.input_count = 2;
    call.inputs[0] = {with.dy.as<void>(), with.dtype, {1}};
    call.inputs[1] = {with.x.as<void>(), with.dtype, {1}};
    call.output = {with.z.as<void>(), with.dtype, {1}};
    call.threads = with.threads;
    call.target = base::SimdTarget::kBest;
    return {"native", [call] { simd::GeluGradNative(call); }, [&with] { return CheckGradient(with); }};
}

Contender AclnnContender(const char* name, base::EngineChoice engine, const Case& with) {
    return {name,
            AclnnGeluBackward(engine, with.dtype, with.count, with.dy.as<void>(), with.x.as<void>(),
                              with.z.as<void>()),
            [&with] { return CheckGradient(with); }};
}

// The kernel's passes without an emulator, in the tiles that its tiling function makes for the emulated chip:
// eight buffers share UB.
Contender PlainContender(const Case& with) {
    const platform::Soc* soc = nullptr;
    if (!platform::CurrentSoc(&soc).ok()) {
        std::exit(1);
    }
    constexpr int64_t kBlockBytes = 32, kBuffers = 8;
    const auto ub = static_cast<int64_t>(soc->ub_bytes - soc->ub_kept_back_bytes);
    const int64_t tile = ub / kBlockBytes / kBuffers * kBlockBytes / static_cast<int64_t>(sizeof(float));
    const PlainLoops loops{with.dy.as<float>(),
                           with.x.as<float>(),
                           with.z.as<float>(),
                           with.count,
                           tile,
                           with.count <= tile ? 1 : soc->aiv_cores(),
                           with.threads};
    return {"plain", [loops] { loops.Run(); }, [&with] { return CheckGradient(with); }};
}

// The contenders of a row, the copy first.
std::vector<Contender> ContendersFor(const Case& with) {
    std::vector<Contender> contenders = {CopyContender(with), NativeContender(with),
                                         AclnnContender("aclnn", base::EngineChoice::kNative, with),
                                         AclnnContender("aicore", base::EngineChoice::kAicore, with)};
    if (with.dtype == DType::kFloat) {
        contenders.push_back(PlainContender(with));
    }
    const OneDnnTensors tensors{with.dtype,        with.count,        with.dy.as<void>(),
                                with.x.as<void>(), with.z.as<void>(), with.threads};
    if (std::function<void()> run = OneDnnGeluBackward(tensors)) {
        contenders.push_back({"oneDNN", std::move(run), [&with] { return CheckGradient(with); }});
    }
    return contenders;
}

const Timing* Find(const std::vector<Contender>& contenders, const std::vector<Timing>& timings,
                   const std::string& name) {
    for (size_t i = 0; i < contenders.size(); ++i) {
        if (contenders[i].name == name) {
            return &timings[i];
        }
    }
    return nullptr;
}

void PrintRows(const Case& with, const std::vector<Contender>& contenders,
               const std::vector<Timing>& timings) {
    const Timing* copy = Find(contenders, timings, "copy");
    const Timing* native = Find(contenders, timings, "native");
    const Timing* plain = Find(contenders, timings, "plain");
    for (size_t i = 0; i < contenders.size(); ++i) {
        const double seconds = timings[i].median_seconds;
        std::printf("%-9s %9lld %7u  %-7s %9.4f %9.4f %8.2f %7.0f%% %9.2f %9.2f",
                    std::string(base::DTypeName(with.dtype)).c_str(), static_cast<long long>(with.count),
                    with.threads, contenders[i].name.c_str(), seconds * 1e9 / static_cast<double>(with.count),
                    timings[i].best_seconds * 1e9 / static_cast<double>(with.count),
                    3 * static_cast<double>(with.bytes) / seconds * 1e-9, timings[i].spread * 100,
                    copy->median_seconds / seconds, native->median_seconds / seconds);
        if (plain != nullptr) {
            std::printf(" %9.2f\n", plain->median_seconds / seconds);
        } else {
            std::printf(" %9s\n", "-");
        }
    }
    std::fflush(stdout);
}

void RunCase(DType dtype, int64_t count, uint32_t threads) {
    if (!base::SetSetting("threads", std::to_string(threads)).ok()) {
        std::exit(1);
    }
    const Case with(dtype, count, threads);
    const std::vector<Contender> contenders = ContendersFor(with);
    PrintRows(with, contenders, Measure(contenders));
}

// What a program pays for a call whose work is nothing: a new executor each time, both phases, synchronise.
void RunSmallCall() {
    const Case with(DType::kFloat, 8, 1);
    const std::vector<Contender> contenders = {AclnnContender("aclnn", base::EngineChoice::kNative, with),
                                               AclnnContender("aicore", base::EngineChoice::kAicore, with)};
    const std::vector<Timing> timings = Measure(contenders);
    for (size_t i = 0; i < contenders.size(); ++i) {
        std::printf("two-phase call on 8 elements with synchronize, %s: %.0f ns (spread %.0f%%)\n",
                    i == 0 ? "native" : "aicore", timings[i].median_seconds * 1e9, timings[i].spread * 100);
    }
}

int Main(int argc, char** argv) {
    const int64_t largest = argc > 1 ? std::atoll(argv[1]) : int64_t{64} << 20;
    const int64_t smallest = argc > 2 ? std::atoll(argv[2]) : 0;
    const uint32_t all = base::CurrentSettings().threads;
    std::printf(
        "GELU backward (tanh form) on %s, instruction set %s, medians; GB/s count two reads and one write\n",
        CpuName().c_str(),
        std::string(simd::TargetName(simd::ResolveTarget(base::SimdTarget::kBest))).c_str());
    std::printf("%-9s %9s %7s  %-7s %9s %9s %8s %8s %9s %9s %9s\n", "type", "elements", "threads", "who",
                "ns/elem", "best", "GB/s", "spread", "of copy", "of native", "of plain");
    for (const DType dtype : {DType::kFloat, DType::kFloat16, DType::kBFloat16}) {
        if (argc > 3 && base::DTypeName(dtype) != argv[3]) {
            continue;
        }
        for (const int64_t count :
             {int64_t{4} << 10, int64_t{64} << 10, int64_t{1} << 20, int64_t{64} << 20}) {
            for (const uint32_t threads : {1u, all}) {
                if (count >= smallest && count <= largest && (threads == 1 || all > 1)) {
                    RunCase(dtype, count, threads);
                }
            }
        }
    }
    RunSmallCall();
    return 0;
}

}  // namespace
}  // namespace aclnn_cpu::benchmarks

int main(int argc, char** argv) { return aclnn_cpu::benchmarks::Main(argc, argv); }
