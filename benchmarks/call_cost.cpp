// What a program pays for an aclnn call whose work is nothing: GELU backward on 8 floats, on the native engine, one
// thread, with a synchronise after every call.
//   new: both phases, described as the call before; unseen: both phases, described as no call before; repeat: the second
//   phase of a repeatable executor; move: the same, with an input that gets another address each time
//   call_cost_benchmark                   times beside an existing oneDNN primitive
//   call_cost_benchmark CONTENDER COUNT   only runs it that often, for a tool that counts instructions
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_gelu_backward.h"
#include "base/settings.h"
#include "benchmarks/harness.h"
#include "benchmarks/onednn_gelu.h"

namespace aclnn_cpu::benchmarks {
namespace {

constexpr int64_t kElements = 8;
constexpr int64_t kDescriptions = 512;  // more than anybody remembers

// A benchmark cannot go on after a failed call.
void Require(int32_t status, const char* call) {
    if (status != 0) {
        const char* message = aclGetRecentErrMsg();
        std::fprintf(stderr, "%s: %d %s\n", call, status, message != nullptr ? message : "");
        std::exit(1);
    }
}

class Caller {
 public:
    Caller() : dy_(kBytes), x_(kBytes), z_(kBytes) {
        Require(base::SetSetting("engine", "native").ok() && base::SetSetting("threads", "1").ok() ? 0 : 1,
                "settings");
        Require(aclInit(nullptr), "aclInit");
        Require(aclrtSetDevice(0), "aclrtSetDevice");
        Require(aclrtCreateStream(&stream_), "aclrtCreateStream");
        for (int64_t i = 0; i < kElements; ++i) {
            dy_.as<float>()[i] = 1;
            x_.as<float>()[i] = static_cast<float>(i) - 4;
            x_.as<float>()[kElements + i] = static_cast<float>(i) - 4;
        }
        for (int64_t i = 0; i < kDescriptions; ++i) {
            grad_outputs_.push_back(MakeTensor(dy_, kElements + i));
        }
        self_ = MakeTensor(x_, kElements);
        grad_input_ = MakeTensor(z_, kElements);
        repeated_ = FirstPhase(grad_outputs_.front());
        Require(aclSetAclOpExecutorRepeatable(repeated_), "aclSetAclOpExecutorRepeatable");
    }

    void CallWithNewExecutor() { Run(FirstPhase(grad_outputs_.front())); }
    void CallLikeNoOther() {
        next_ = (next_ + 1) % grad_outputs_.size();
        Run(FirstPhase(grad_outputs_[next_]));
    }
    void CallAgain() { Run(repeated_); }
    void MoveAndCallAgain() {
        odd_ = !odd_;
        Require(
            aclSetInputTensorAddr(repeated_, 1, self_, odd_ ? x_.as<float>() + kElements : x_.as<float>()),
            "aclSetInputTensorAddr");
        CallAgain();
    }

    const Buffer& dy() const { return dy_; }
    const Buffer& x() const { return x_; }
    const Buffer& z() const { return z_; }

    // gelu'(0) is one half.
    std::string Check() const {
        const float found = z_.as<float>()[4];
        return std::fabs(found - 0.5f) < 1e-6f ? ""
                                               : "element 4 is " + std::to_string(found) + ", expected 0.5";
    }

 private:
    static constexpr size_t kBytes = (kElements + kDescriptions) * sizeof(float);

    static aclTensor* MakeTensor(const Buffer& data, int64_t storage) {
        return aclCreateTensor(&kElements, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &storage, 1,
                               data.as<void>());
    }

    aclOpExecutor* FirstPhase(const aclTensor* grad_output) {
        uint64_t bytes = 0;
        aclOpExecutor* executor = nullptr;
        Require(aclnnGeluBackwardGetWorkspaceSize(grad_output, self_, grad_input_, &bytes, &executor),
                "phase 1");
        Require(bytes == 0 ? 0 : 1, "workspace");
        return executor;
    }

    void Run(aclOpExecutor* executor) {
        Require(aclnnGeluBackward(nullptr, 0, executor, stream_), "phase 2");
        Require(aclrtSynchronizeStream(stream_), "synchronize");
    }

    Buffer dy_, x_, z_;
    aclrtStream stream_ = nullptr;
    std::vector<aclTensor*> grad_outputs_;  // of one view over storages of different extents
    size_t next_ = 0;
    bool odd_ = false;
    aclTensor* self_ = nullptr;
    aclTensor* grad_input_ = nullptr;
    aclOpExecutor* repeated_ = nullptr;
};

std::vector<Contender> Contenders(Caller& caller) {
    const auto check = [&caller] { return caller.Check(); };
    std::vector<Contender> contenders = {
        {"new", [&caller] { caller.CallWithNewExecutor(); }, check},
        {"unseen", [&caller] { caller.CallLikeNoOther(); }, check},
        {"repeat", [&caller] { caller.CallAgain(); }, check},
        {"move", [&caller] { caller.MoveAndCallAgain(); }, check},
    };
    const OneDnnTensors tensors{base::DType::kFloat, kElements, caller.dy().as<void>(), caller.x().as<void>(),
                                caller.z().as<void>()};
    if (std::function<void()> run = OneDnnGeluBackward(tensors)) {
        contenders.push_back({"oneDNN", std::move(run), check});
    }
    return contenders;
}

int Count(const std::vector<Contender>& contenders, const std::string& name, long count) {
    for (const Contender& contender : contenders) {
        if (contender.name == name) {
            for (long i = 0; i < count; ++i) {
                contender.run();
            }
            return 0;
        }
    }
    std::fprintf(stderr, "there is no contender %s\n", name.c_str());
    return 1;
}

int Main(int argc, char** argv) {
    Caller caller;
    const std::vector<Contender> contenders = Contenders(caller);
    if (argc == 3) {
        return Count(contenders, argv[1], std::atol(argv[2]));
    }
    const std::vector<Timing> timings = Measure(contenders);
    std::printf("GELU backward on %lld floats with a synchronise, %s, one thread\n",
                static_cast<long long>(kElements), CpuName().c_str());
    for (size_t i = 0; i < contenders.size(); ++i) {
        std::printf("%-8s %7.0f ns, best %7.0f ns, spread %.0f%%\n", contenders[i].name.c_str(),
                    timings[i].median_seconds * 1e9, timings[i].best_seconds * 1e9, timings[i].spread * 100);
    }
    return 0;
}

}  // namespace
}  // namespace aclnn_cpu::benchmarks

int main(int argc, char** argv) { return aclnn_cpu::benchmarks::Main(argc, argv); }
