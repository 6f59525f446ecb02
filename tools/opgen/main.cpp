// aclnn-opgen: reads the definitions that an operator's library registers and writes what a build needs of them.
#include <dlfcn.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "base/status.h"
#include "operator_model.h"
#include "register/op_def_query.h"
#include "writers.h"

namespace aclnn_cpu::opgen {
namespace {

using base::Status;

constexpr int32_t kFailed = 561000;

struct Arguments {
    std::string library;
    std::string op_type;
    std::string output;
    std::string aclnn = "none";
    ModelOptions model;
};

// Leaves a file alone that says the same already, so that nothing is rebuilt.
Status Write(const std::filesystem::path& path, const std::string& text) {
    if (std::ifstream existing(path, std::ios::binary); existing) {
        std::ostringstream content;
        content << existing.rdbuf();
        if (content.str() == text) {
            return Status::Ok();
        }
    }
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    return file ? Status::Ok() : Status(kFailed, fmt::format("cannot write {}", path.string()));
}

Status WriteOperator(const registry::DefinedOperator& defined, const AscendC::TilingKeyTable* keys,
                     const Arguments& arguments) {
    const auto definition = registry::FindDefinition(defined.library, defined.op_type);
    if (definition == nullptr) {
        return Status(kFailed, fmt::format("{}: its definition threw an exception", defined.op_type));
    }
    OperatorModel model;
    ACLNN_CPU_RETURN_IF_ERROR(MakeModel(definition, keys, arguments.model, &model));
    std::vector<OutputFile> files = AclnnFiles(model);
    files.push_back(CmakeFile(model));
    files.push_back(JsonFile(model));
    for (const OutputFile& file : files) {
        ACLNN_CPU_RETURN_IF_ERROR(Write(std::filesystem::path(arguments.output) / file.name, file.text));
    }
    return Status::Ok();
}

Status Run(const Arguments& arguments) {
    void* library = dlopen(arguments.library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        return Status(kFailed, fmt::format("cannot load the definitions: {}", dlerror()));
    }
    using KeysFunction = const AscendC::TilingKeyTable* (*)();
    const auto keys_function = reinterpret_cast<KeysFunction>(dlsym(library, "aclnn_cpu_tiling_keys"));
    const AscendC::TilingKeyTable* keys = keys_function != nullptr ? keys_function() : nullptr;
    std::error_code error;
    std::filesystem::create_directories(arguments.output, error);
    if (error) {
        return Status(kFailed, fmt::format("cannot make {}: {}", arguments.output, error.message()));
    }
    std::string known;
    bool written = false;
    for (const registry::DefinedOperator& defined : registry::DefinedOperators()) {
        known += (known.empty() ? "" : ", ") + defined.op_type;
        if (arguments.op_type.empty() || arguments.op_type == defined.op_type) {
            ACLNN_CPU_RETURN_IF_ERROR(WriteOperator(defined, keys, arguments));
            written = true;
        }
    }
    return written ? Status::Ok()
                   : Status(kFailed,
                            fmt::format("{} defines {}, expected {}", arguments.library,
                                        known.empty() ? "no operator" : known,
                                        arguments.op_type.empty() ? "one with OP_ADD" : arguments.op_type));
}

int Main(int argc, char** argv) {
    Arguments arguments;
    CLI::App app("Writes what a build needs of an operator: <op>.cmake, <op>.json and its aclnn functions.",
                 "aclnn-opgen");
    app.add_option("--def", arguments.library, "Library that registers the definition with OP_ADD")
        ->required();
    app.add_option("--op", arguments.op_type, "Operator type; all that the library registers unless given");
    app.add_option("--kernel-stem", arguments.model.kernel_stem,
                   "Kernel file, without .cpp, where the definition names none: the operator's folder")
        ->required();
    app.add_option(
        "--kernel-dir", arguments.model.kernel_folder,
        "Folder of the kernel files: chips with files of their own use <stem>_apt.cpp if it is there");
    app.add_option("--aclnn", arguments.aclnn, "C API to generate: aclnn, aclnn_inner or none")
        ->check(CLI::IsMember({"aclnn", "aclnn_inner", "none"}));
    app.add_option("--output", arguments.output, "Folder to write to")->required();
    CLI11_PARSE(app, argc, argv);
    arguments.model.aclnn_prefix = arguments.aclnn == "aclnn"         ? "aclnn"
                                   : arguments.aclnn == "aclnn_inner" ? "aclnnInner"
                                                                      : "";
    const Status status = Run(arguments);
    if (!status.ok()) {
        std::fprintf(stderr, "aclnn-opgen: %s\n", status.message().c_str());
    }
    return status.ok() ? 0 : 1;
}

}  // namespace
}  // namespace aclnn_cpu::opgen

int main(int argc, char** argv) {
    try {
        return aclnn_cpu::opgen::Main(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "aclnn-opgen: %s\n", error.what());
        return 1;
    }
}
