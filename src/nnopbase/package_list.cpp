#include "nnopbase/package_list.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

namespace aclnn_cpu::nnopbase {
namespace {

constexpr const char* kNotSet = "not set";

std::string_view Trim(std::string_view text) {
    constexpr std::string_view kSpaces = " \t\r\n";
    const size_t first = text.find_first_not_of(kSpaces);
    return first == text.npos ? std::string_view()
                              : text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

// The parts of a list that are not empty.
std::vector<std::string> Split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const size_t end = std::min(text.find(separator), text.size());
        if (const std::string_view part = Trim(text.substr(0, end)); !part.empty()) {
            parts.emplace_back(part);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

std::string WithoutLastSlash(std::string path) {
    while (path.size() > 1 && path.back() == '/') {
        path.pop_back();
    }
    return path;
}

// The path as it is now: a later change of the working folder does not move a package.
std::string FromRoot(const std::string& path) {
    std::error_code error;
    const std::filesystem::path here = std::filesystem::current_path(error);
    return error || path.starts_with('/') ? path : (here / path).lexically_normal().string();
}

// What the first line with "priority" says behind its "=". Nothing: there is no such line.
std::optional<std::string> LoadPriority(std::ifstream& config) {
    for (std::string line; std::getline(config, line);) {
        const std::string_view text = Trim(line);
        const size_t equals = text.find('=');
        if (!text.starts_with('#') && equals != text.npos &&
            text.substr(0, equals).find("priority") != text.npos) {
            return std::string(text.substr(equals + 1));
        }
    }
    return std::nullopt;
}

constexpr char kUnlisted[] = "not in load_priority";

class Lister {
 public:
    void AddFolder(const std::string& folder, const std::string& named_by) {
        const std::string path = WithoutLastSlash(FromRoot(folder));
        const bool known = std::any_of(places_.begin(), places_.end(),
                                       [&](const PackagePlace& place) { return place.path == path; });
        if (!known) {
            places_.push_back({path, named_by, ""});
        }
    }

    void AddNothing(std::string path, std::string why_not) {
        places_.push_back({std::move(path), "", std::move(why_not)});
    }

    // Packages that were put there and are not found for want of a line in the configuration.
    void AddUnlisted(const std::string& vendors) {
        std::vector<std::string> found;
        std::error_code error;
        for (std::filesystem::directory_iterator entry(vendors, error), end; !error && entry != end;
             entry.increment(error)) {
            if (std::filesystem::exists(entry->path() / kPackageLibrary, error)) {
                found.push_back(entry->path().string());
            }
        }
        std::sort(found.begin(), found.end());
        for (const std::string& path : found) {
            const auto same = [&](const PackagePlace& place) { return place.path == path; };
            if (std::none_of(places_.begin(), places_.end(), same)) {
                AddNothing(path, kUnlisted);
            }
        }
    }

    std::vector<PackagePlace> Take() { return std::move(places_); }

 private:
    std::vector<PackagePlace> places_;
};

void AddVendors(Lister& lister, const std::string& vendors) {
    const std::string file = vendors + "/config.ini";
    std::ifstream config(file);
    if (!config) {
        lister.AddNothing(file, "no such file");
    } else if (const std::optional<std::string> names = LoadPriority(config); !names) {
        lister.AddNothing(file, "has no load_priority");
    } else {
        for (const std::string& name : Split(*names, ',')) {
            lister.AddFolder(vendors + "/" + name, file);
        }
    }
    lister.AddUnlisted(vendors);
}

bool IsSet(const char* value) { return value != nullptr && *value != '\0'; }

}  // namespace

std::vector<PackagePlace> ListPackages(const char* custom_opp_path, const char* opp_path) {
    Lister lister;
    if (IsSet(custom_opp_path)) {
        for (const std::string& folder : Split(custom_opp_path, ':')) {
            lister.AddFolder(folder, "ASCEND_CUSTOM_OPP_PATH");
        }
    } else {
        lister.AddNothing("ASCEND_CUSTOM_OPP_PATH", kNotSet);
    }
    if (IsSet(opp_path)) {
        AddVendors(lister, WithoutLastSlash(FromRoot(opp_path)) + "/vendors");
    } else {
        lister.AddNothing("ASCEND_OPP_PATH", kNotSet);
    }
    return lister.Take();
}

std::string WarningOfUnnamed(const std::vector<PackagePlace>& places) {
    std::string unnamed;
    for (const PackagePlace& place : places) {
        if (place.IsPackage()) {
            return "";
        }
        if (place.why_not == kUnlisted) {
            unnamed += (unnamed.empty() ? "" : ", ") + place.path;
        }
    }
    if (unnamed.empty()) {
        return "";
    }
    const std::filesystem::path vendors =
        std::filesystem::path(unnamed.substr(0, unnamed.find(", "))).parent_path();
    return "not used: " + unnamed + "; name them in load_priority of " + (vendors / "config.ini").string() +
           " or in ASCEND_CUSTOM_OPP_PATH";
}

}  // namespace aclnn_cpu::nnopbase
