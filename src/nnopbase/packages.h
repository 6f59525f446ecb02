// Operators that the program does not link: packages named by the environment, loaded when the first operator
// is launched that may come from one, and kept until the process ends.
//
// Who launches an operator runs its own. A built-in library (libopapi*) lets packages come first, as the public
// toolkit does; so does a library that has no implementation of the operator. Among packages the order of
// ListPackages decides; then come libraries that are loaded anyway, then built-in operators.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/export.h"
#include "nnopbase/package_list.h"
#include "register/registry.h"

namespace aclnn_cpu::nnopbase {

class Packages {
 public:
    // `built_in` is the path of the library with the built-in operators; it need not exist.
    ACLNN_CPU_API Packages(std::vector<PackagePlace> places, std::string built_in);

    // Those that the process's environment names when they are first needed. Never destroyed.
    static Packages& OfProcess();

    // The library whose rows of `op_type` are to be used when `caller` launches it; `caller` itself when nobody
    // implements the operator. Logs, once: packages that cannot be used (warning), an operator that several
    // packages have (warning), one that is taken from a package (info).
    ACLNN_CPU_API registry::LibraryKey OwnerOf(registry::LibraryKey caller, std::string_view op_type);

    // For a message about an operator that nobody implements: "the calling library, ASCEND_CUSTOM_OPP_PATH (not
    // set), /opt/x_nn (does not have it), ...".
    ACLNN_CPU_API std::string Searched(std::string_view op_type);

 private:
    // What became of a place: a loaded library, or why there is none.
    struct Loaded {
        const void* link_map = nullptr;
        std::string problem;
    };

    explicit Packages(std::string built_in);
    void List();
    void Load();
    void LoadBuiltIn();
    bool IsBuiltIn(registry::LibraryKey library) const;
    registry::LibraryKey ChoosePackage(const std::vector<registry::OperatorLibrary>& candidates,
                                       std::string_view op_type, bool replaces_built_in);
    void Say(std::string_view op_type, size_t chosen, const std::vector<size_t>& others,
             bool replaces_built_in);

    const std::string built_in_;
    std::mutex mutex_;                    // for making what follows
    std::atomic<bool> is_listed_{false};  // places_ is complete and does not change any more
    std::vector<PackagePlace> places_;
    std::atomic<bool> is_loaded_{false};       // as is loaded_
    std::vector<Loaded> loaded_;               // by place
    std::set<std::string, std::less<>> said_;  // operators whose choice was logged
};

// What an operator launched by `library` runs, and whose host functions go with it.
struct Implementation {
    registry::LibraryKey owner;                     // `library` itself if nobody implements the operator
    const registry::OperatorImplementations* rows;  // null: nobody does
};

// As the packages of the process decide; remembered by each thread until something is registered or unregistered.
// `op_type` must stay where it is as long as `library` is loaded.
Implementation FindImplementation(const char* op_type, registry::LibraryKey library);

}  // namespace aclnn_cpu::nnopbase
