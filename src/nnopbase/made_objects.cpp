#include "nnopbase/made_objects.h"

#include <atomic>
#include <map>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "base/leaks.h"
#include "nnopbase/executor.h"
#include "nnopbase/program.h"
#include "register/fork_locks.h"
#include "runtime/leaks.h"

namespace aclnn_cpu::nnopbase {
namespace {

struct Made {
    const char* kind;
    base::Origin where;
};

struct MadeObjects {
    std::mutex mutex;
    std::unordered_map<const void*, Made> objects;
    std::atomic<bool> any{false};  // has anything been remembered, ever
};

// Never destroyed: programs destroy objects from their own static destructors.
MadeObjects& TheObjects() {
    static auto& objects = *new MadeObjects();
    return objects;
}

struct Words {
    std::string_view kind;
    const char* name;
    const char* giver;
};
constexpr Words kWords[] = {{"Tensor", "tensor", "aclDestroyTensor"},
                            {"TensorList", "tensor list", "aclDestroyTensorList"},
                            {"Scalar", "scalar", "aclDestroyScalar"},
                            {"ScalarList", "scalar list", "aclDestroyScalarList"},
                            {"IntArray", "array of integers", "aclDestroyIntArray"},
                            {"FloatArray", "array of floats", "aclDestroyFloatArray"},
                            {"BoolArray", "array of bools", "aclDestroyBoolArray"}};

void AddLeaks(std::vector<base::Leak>& leaks) {
    {
        MadeObjects& made = TheObjects();
        const std::lock_guard lock(made.mutex);
        for (const Words& words : kWords) {
            for (const auto& [object, one] : made.objects) {
                if (one.kind == words.kind) {
                    leaks.push_back({words.name, words.giver, 0, one.where});
                }
            }
        }
    }
    Executors().ForEach([&](const Program& program, const base::Origin& where) {
        leaks.push_back({fmt::format("executor of {}", program.api),
                         "its second phase or aclDestroyAclOpExecutor", 0, where});
    });
}

[[maybe_unused]] const bool g_ready = [] {
    registry::KeepAcrossForks(TheObjects().mutex);
    runtime::AddLeakSource(&AddLeaks);
    return true;
}();

}  // namespace

void RememberMade(const void* object, const char* kind) {
    base::Origin where = base::OriginIfChecked();
    if (where == nullptr) [[likely]] {
        return;
    }
    MadeObjects& made = TheObjects();
    made.any.store(true, std::memory_order_relaxed);
    const std::lock_guard lock(made.mutex);
    made.objects.insert_or_assign(object, Made{kind, std::move(where)});
}

void ForgetMade(const void* object) {
    MadeObjects& made = TheObjects();
    if (made.any.load(std::memory_order_relaxed)) [[unlikely]] {
        const std::lock_guard lock(made.mutex);
        made.objects.erase(object);
    }
}

}  // namespace aclnn_cpu::nnopbase
