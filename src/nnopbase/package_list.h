// Where packages of operators lie, as the environment of the public toolkit names them.
#pragma once

#include <string>
#include <vector>

namespace aclnn_cpu::nnopbase {

// A folder that holds a package, or a place that should name some and does not.
struct PackagePlace {
    std::string path;  // the vendor's folder, the one above op_api; or a variable, or a file
    std::string
        named_by;         // what makes it a package: "ASCEND_CUSTOM_OPP_PATH", or the file with load_priority
    std::string why_not;  // why there is no package to look into; empty if there is one
    bool IsPackage() const { return why_not.empty(); }
};

// The library of a package, below its folder.
inline constexpr const char* kPackageLibrary = "op_api/lib/libcust_opapi.so";

// First the folders of `custom_opp_path` (ASCEND_CUSTOM_OPP_PATH, with colons between them), then
// <opp_path>/vendors/<name> in the order of load_priority in <opp_path>/vendors/config.ini (ASCEND_OPP_PATH).
// Each folder once, where it comes first, relative ones from the working folder of now on. Null or empty: not set.
// Folders need not exist.
std::vector<PackagePlace> ListPackages(const char* custom_opp_path, const char* opp_path);

// A warning for packages that lie in the vendors' folder while nothing names any package; empty: there are none, or some
// package is named.
std::string WarningOfUnnamed(const std::vector<PackagePlace>& places);

}  // namespace aclnn_cpu::nnopbase
