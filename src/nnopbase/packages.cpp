#include "nnopbase/packages.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "base/log.h"
#include "register/fork_locks.h"

namespace aclnn_cpu::nnopbase {
namespace {

using registry::LibraryKey;
using registry::OperatorLibrary;

// Identifies a loaded library, whatever names it was loaded by.
const void* LinkMapOf(LibraryKey library) {
    Dl_info info{};
    void* map = nullptr;
    return dladdr1(library, &info, &map, RTLD_DL_LINKMAP) != 0 ? map : nullptr;
}

const void* LinkMapOfHandle(void* handle) {
    link_map* map = nullptr;
    return dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? map : nullptr;
}

std::filesystem::path FileOf(LibraryKey address) {
    Dl_info info{};
    if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) {
        return {};
    }
    std::error_code error;
    return std::filesystem::weakly_canonical(info.dli_fname, error);
}

// Never closed: its kernels may be on streams until the process ends.
void* Open(const std::string& file) { return dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL); }

}  // namespace

Packages::Packages(std::string built_in) : built_in_(std::move(built_in)) {
    registry::KeepAcrossForks(mutex_);
}

Packages::Packages(std::vector<PackagePlace> places, std::string built_in)
    : built_in_(std::move(built_in)), is_listed_(true), places_(std::move(places)) {}

Packages& Packages::OfProcess() {
    static Packages& packages =
        *new Packages((FileOf(ACLNN_CPU_THIS_LIBRARY).parent_path() / "libopapi.so").string());
    return packages;
}

namespace {

// While the library is loaded, so that no fork meets it half made.
[[maybe_unused]] const Packages& g_packages = Packages::OfProcess();

}  // namespace

void Packages::List() {
    if (is_listed_.load(std::memory_order_acquire)) {
        return;
    }
    const std::lock_guard lock(mutex_);
    if (!is_listed_.load(std::memory_order_relaxed)) {
        places_ = ListPackages(std::getenv("ASCEND_CUSTOM_OPP_PATH"), std::getenv("ASCEND_OPP_PATH"));
        is_listed_.store(true, std::memory_order_release);
        if (const std::string warning = WarningOfUnnamed(places_); !warning.empty()) {
            base::Log(base::LogLevel::kWarning, warning);
        }
    }
}

bool Packages::IsBuiltIn(LibraryKey library) const {
    const std::filesystem::path file = FileOf(library);
    return file.filename().string().starts_with("libopapi") &&
           file.parent_path() == std::filesystem::path(built_in_).parent_path();
}

// Static initialisers of a package run here, so no lock is held; two threads may load the same, and one result
// is kept.
void Packages::Load() {
    List();
    if (is_loaded_.load(std::memory_order_acquire)) {
        return;
    }
    std::vector<Loaded> loaded(places_.size());
    for (size_t i = 0; i < places_.size(); ++i) {
        const std::string file = places_[i].path + "/" + kPackageLibrary;
        std::error_code error;
        if (!places_[i].IsPackage()) {
            loaded[i].problem = places_[i].why_not;
        } else if (!std::filesystem::exists(file, error)) {
            loaded[i].problem = fmt::format("has no {}", kPackageLibrary);
        } else if (void* handle = Open(file); handle != nullptr) {
            loaded[i].link_map = LinkMapOfHandle(handle);
        } else {
            const char* reason = dlerror();
            loaded[i].problem =
                fmt::format("cannot be loaded: {}", reason != nullptr ? reason : "no reason given");
        }
    }
    const std::lock_guard lock(mutex_);
    if (is_loaded_.load(std::memory_order_relaxed)) {
        return;
    }
    loaded_ = std::move(loaded);
    for (size_t i = 0; i < places_.size(); ++i) {
        if (places_[i].IsPackage() && !loaded_[i].problem.empty()) {
            base::Log(base::LogLevel::kWarning,
                      fmt::format("package {} (named by {}) is left out: it {}", places_[i].path,
                                  places_[i].named_by, loaded_[i].problem));
        }
    }
    is_loaded_.store(true, std::memory_order_release);
}

void Packages::LoadBuiltIn() {
    std::error_code error;
    if (std::filesystem::exists(built_in_, error)) {
        Open(built_in_);
    }
}

void Packages::Say(std::string_view op_type, size_t chosen, const std::vector<size_t>& others,
                   bool replaces_built_in) {
    {
        const std::lock_guard lock(mutex_);
        if (!said_.emplace(op_type).second) {
            return;
        }
    }
    const std::string taken =
        fmt::format("{} is taken from {} ({})", op_type, places_[chosen].path, places_[chosen].named_by);
    if (!others.empty()) {
        std::string behind;
        for (const size_t i : others) {
            behind +=
                fmt::format("{}{} ({})", behind.empty() ? "" : ", ", places_[i].path, places_[i].named_by);
        }
        base::Log(base::LogLevel::kWarning, fmt::format("{}, which comes before {}", taken, behind));
    } else {
        base::Log(base::LogLevel::kInfo,
                  taken + (replaces_built_in ? ", which comes before the built-in operator" : ""));
    }
}

// The first place that has the operator; null: none.
LibraryKey Packages::ChoosePackage(const std::vector<OperatorLibrary>& candidates, std::string_view op_type,
                                   bool replaces_built_in) {
    LibraryKey owner = nullptr;
    size_t chosen = 0;
    std::vector<size_t> others;
    for (size_t i = 0; i < places_.size(); ++i) {
        const auto holder =
            std::find_if(candidates.begin(), candidates.end(), [&](const OperatorLibrary& library) {
                return library.implements && loaded_[i].link_map != nullptr &&
                       LinkMapOf(library.key) == loaded_[i].link_map;
            });
        if (holder == candidates.end()) {
            continue;
        }
        if (owner == nullptr) {
            owner = holder->key;
            chosen = i;
        } else if (holder->key != owner) {
            others.push_back(i);
        }
    }
    if (owner != nullptr) {
        Say(op_type, chosen, others, replaces_built_in);
    }
    return owner;
}

LibraryKey Packages::OwnerOf(LibraryKey caller, std::string_view op_type) {
    List();
    const auto implements = [](const OperatorLibrary& library) { return library.implements; };
    std::vector<OperatorLibrary> candidates = registry::LibrariesWith(op_type);
    const bool is_own = std::any_of(
        candidates.begin(), candidates.end(),
        [&](const OperatorLibrary& library) { return library.implements && library.key == caller; });
    const bool any_package = std::any_of(places_.begin(), places_.end(),
                                         [](const PackagePlace& place) { return place.IsPackage(); });
    if (is_own && (!any_package || !IsBuiltIn(caller))) {
        return caller;
    }
    if (any_package) {
        Load();
        candidates = registry::LibrariesWith(op_type);
        if (const LibraryKey owner = ChoosePackage(candidates, op_type, is_own); owner != nullptr) {
            return owner;
        }
    }
    if (is_own) {
        return caller;
    }
    auto other = std::find_if(candidates.begin(), candidates.end(), implements);
    if (other == candidates.end()) {
        LoadBuiltIn();
        candidates = registry::LibrariesWith(op_type);
        other = std::find_if(candidates.begin(), candidates.end(), implements);
    }
    return other != candidates.end() ? other->key : caller;
}

std::string Packages::Searched(std::string_view op_type) {
    Load();
    const std::vector<OperatorLibrary> candidates = registry::LibrariesWith(op_type);
    std::string text = "the calling library";
    for (size_t i = 0; i < places_.size(); ++i) {
        const void* map = loaded_[i].link_map;
        const bool refused = map != nullptr &&
                             std::any_of(candidates.begin(), candidates.end(), [&](const OperatorLibrary& l) {
                                 return !l.accepted && LinkMapOf(l.key) == map;
                             });
        text += fmt::format(", {} ({})", places_[i].path,
                            map == nullptr ? loaded_[i].problem
                            : refused      ? "was built for another ABI"
                                           : "does not have it");
    }
    std::error_code error;
    const bool built_in = std::filesystem::exists(built_in_, error);
    return text + fmt::format(", {} ({})", built_in_, built_in ? "does not have it" : "no such file");
}

Implementation FindImplementation(const char* op_type, LibraryKey library) {
    struct Known {
        const char* op_type;
        LibraryKey library;
        Implementation found;
    };
    thread_local std::vector<Known> all_known;
    thread_local uint64_t known_revision = 0;
    const uint64_t revision = registry::RegistryRevision();
    if (known_revision != revision) {
        all_known.clear();
        known_revision = revision;
    }
    for (const Known& known : all_known) {
        if (known.op_type == op_type && known.library == library) {
            return known.found;
        }
    }
    const LibraryKey owner = Packages::OfProcess().OwnerOf(library, op_type);
    const Implementation found{owner, registry::FindImplementations(owner, op_type)};
    // Looking for it may have loaded packages.
    if (found.rows != nullptr && registry::RegistryRevision() == revision) {
        all_known.push_back({op_type, library, found});
    }
    return found;
}

}  // namespace aclnn_cpu::nnopbase
