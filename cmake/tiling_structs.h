// Writes tiling structs that host code declares (BEGIN_TILING_DATA_DEF) as structs of a kernel. Part of the programs that builds of
// operators make; FieldInfo and the classes come from register/tilingdata_base.h.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace aclnn_cpu_tiling {

class StructWriter {
 public:
    // What REGISTER_TILING_DATA_CLASS names `op_type` is the struct of all keys; <op_type>_<key> is that of one.
    explicit StructWriter(std::string op_type) : op_type_(std::move(op_type)) {}

    // A struct that two files register is one struct, if it is the same in both.
    template <typename Struct>
    void Add(const std::string& op_type, const std::string& name) {
        const Struct data;
        Declared added;
        added.text = "struct alignas(8) " + name + " {\n";
        for (const auto& field : data.GetFieldInfo()) {
            if (field.is_struct) {
                added.members.push_back(field.type);
            }
            added.text +=
                std::string("    ") + (field.is_struct ? "alignas(8) " : "") + field.type + " " + field.name;
            added.text += field.count > 0 ? "[" + std::to_string(field.count) + "];\n" : ";\n";
        }
        added.text +=
            "};\nstatic_assert(sizeof(" + name + ") == " + std::to_string(data.GetDataSize()) + ");\n";
        const auto [known, is_new] = structs_.emplace(name, added);
        if (is_new) {
            order_.push_back(name);
        } else if (known->second.text != added.text) {
            std::fprintf(stderr, "two tiling structs are named %s\n", name.c_str());
            std::exit(1);
        }
        if (op_type == op_type_) {
            of_all_keys_ = name;
        } else if (op_type.rfind(op_type_ + "_", 0) != 0) {
            others_ += (others_.empty() ? "" : ", ") + op_type;
        }
    }

    std::string Header() {
        std::string header = "#include <cstdint>\n";
        for (const std::string& name : order_) {
            Write(name, &header);
        }
        if (of_all_keys_.empty() && !others_.empty()) {
            std::fprintf(stderr, "REGISTER_TILING_DATA_CLASS names %s, none of them %s\n", others_.c_str(),
                         op_type_.c_str());
            std::exit(1);
        }
        if (!of_all_keys_.empty()) {
            header += "using AclnnCpuRegisteredTiling = " + of_all_keys_ + ";\n";
        }
        return header;
    }

 private:
    struct Declared {
        std::string text;
        std::vector<std::string> members;  // structs among its fields
        bool written = false;
    };

    // A struct's members before it, in whatever order files register them.
    void Write(const std::string& name, std::string* header) {
        const auto found = structs_.find(name);
        if (found == structs_.end() || found->second.written) {
            return;
        }
        found->second.written = true;
        for (const std::string& member : found->second.members) {
            Write(member, header);
        }
        *header += found->second.text;
    }

    std::string op_type_;
    std::string of_all_keys_;
    std::string others_;  // operators named that are not this one and need not be
    std::map<std::string, Declared> structs_;
    std::vector<std::string> order_;
};

}  // namespace aclnn_cpu_tiling
