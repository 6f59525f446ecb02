#include "runtime/leaks.h"

#include <array>
#include <atomic>

#include "runtime/process.h"

namespace aclnn_cpu::runtime {
namespace {

std::array<std::atomic<LeakSource>, 8> g_sources{};

void AddOwn(std::vector<base::Leak>& leaks) {
    const Process& process = ThisProcess();
    process.memory.ForEach([&](const Block& block, const base::Origin& made) {
        const bool device = block.kind == Block::Kind::kDevice;
        leaks.push_back({device ? "device memory" : "pinned host memory",
                         device ? "aclrtFree" : "aclrtFreeHost", block.usable, made});
    });
    process.streams.ForEach([&](const Stream& stream, const base::Origin& made) {
        if (!stream.description().is_default) {
            leaks.push_back({"stream", "aclrtDestroyStream", 0, made});
        }
    });
    process.events.ForEach([&](const Event&, const base::Origin& made) {
        leaks.push_back({"event", "aclrtDestroyEvent", 0, made});
    });
    process.contexts.ForEach([&](const Context& context, const base::Origin& made) {
        if (!context.is_default()) {
            leaks.push_back({"context", "aclrtDestroyContext", 0, made});
        }
    });
}

}  // namespace

void AddLeakSource(LeakSource source) {
    for (auto& slot : g_sources) {
        LeakSource empty = nullptr;
        if (slot.compare_exchange_strong(empty, source) || empty == source) {
            return;
        }
    }
}

std::string ReportLeaks() {
    std::vector<base::Leak> leaks;
    AddOwn(leaks);
    for (const auto& slot : g_sources) {
        if (const LeakSource source = slot.load(std::memory_order_acquire)) {
            source(leaks);
        }
    }
    return base::LeakReport(leaks);
}

}  // namespace aclnn_cpu::runtime
