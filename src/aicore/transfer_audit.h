// For the tests of this layer: whether instructions do what they announce (Observer::OnTransfer). The audit watches
// a launch, and after each instruction:
//  - no byte of UB, of L1 or of the global tensor that it writes has changed but where that was announced;
//  - done again, with every byte of UB inverted that was not announced as read, it writes the same;
//  - done again, with one byte inverted that was, nothing changes but what was said to depend on that byte.
// What it finds fails the test that runs.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "aicore/core.h"
#include "aicore/observer.h"

namespace aclnn_cpu::aicore_tests {

class TransferAudit : public aicore::Observer {
 public:
    // Announcements to ignore, to see the audit fail; what it then finds goes to `found`, not to the test.
    struct Trial {
        std::function<bool(const aicore::Instruction&, const aicore::Piece&)> ignore;
        std::vector<std::string>* found;
    };

    TransferAudit();
    explicit TransferAudit(Trial trial);
    ~TransferAudit() override;

    void OnBlockBegin(const aicore::Core& core) override;
    void OnInstructionBegin(const aicore::Core& core, const aicore::Instruction& instruction) override;
    void OnTransfer(const aicore::Core& core, const aicore::Instruction& instruction,
                    const aicore::Transfer& transfer) override;
    void OnInstructionEnd(const aicore::Core& core, const aicore::Instruction& instruction) override;

 private:
    struct Watch;
    Watch& WatchOf(const aicore::Core& core);
    void Report(const aicore::Core& core, const aicore::Instruction& instruction, const std::string& what);
    void CheckWrites(const aicore::Core& core, const aicore::Instruction& instruction, Watch& watch);
    void CheckReads(aicore::Core& core, const aicore::Instruction& instruction, Watch& watch);
    void CheckDependence(aicore::Core& core, const aicore::Instruction& instruction, Watch& watch);

    std::mutex mutex_;
    std::map<const aicore::Core*, std::unique_ptr<Watch>> watches_;
    Trial trial_{};
};

}  // namespace aclnn_cpu::aicore_tests
