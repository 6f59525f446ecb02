#include "register/registry.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <shared_mutex>

#include <fmt/format.h>

#include "base/abi.h"
#include "base/log.h"
#include "register/fork_locks.h"
#include "register/op_def_factory.h"
#include "register/op_def_query.h"
#include "register/tilingdata_base.h"

extern "C" int __cxa_atexit(void (*function)(void*), void* argument, void* library);

namespace aclnn_cpu::registry {
namespace {

struct OpRows {
    std::vector<std::unique_ptr<OpFunctions>> functions;  // one per registration object
    ops::OpDefFuncPtr definition = nullptr;
    const OperatorImplementations* implementations = nullptr;  // the last ones that were registered
    optiling::TilingDataConstructor tiling_data = nullptr;
};

struct Library {
    LibraryKey key;
    bool accepted;  // built with our ABI tag; what a refused library registers is kept apart and never found
    std::map<std::string, OpRows, std::less<>> ops;
};

using EntryKey = std::pair<LibraryKey, std::string>;
struct EntryLess {
    using is_transparent = void;
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const {
        return a.first != b.first ? std::less<LibraryKey>()(a.first, b.first)
                                  : std::string_view(a.second) < std::string_view(b.second);
    }
};

struct Tables {
    std::shared_mutex mutex;
    std::vector<std::unique_ptr<Library>> libraries;  // in order of first registration
    std::map<EntryKey, std::shared_ptr<const OpEntry>, EntryLess> found;
    // Those of unloaded libraries too: whoever found them may still look at them, not at what they point to.
    std::deque<OperatorImplementations> implementations;
    std::atomic<uint64_t> revision{0};  // changes under the mutex only
    Tables() { KeepAcrossForks(mutex); }
};

// Never destroyed: libraries unregister during exit.
Tables& AllTables() {
    static Tables& tables = *new Tables();
    return tables;
}

// While the library is loaded: the first use may be made with another lock held, which a fork takes after that of the list.
[[maybe_unused]] const bool kReadyToFork = (AllTables(), true);

void Invalidate(Tables& tables) {
    ++tables.revision;
    tables.found.clear();
}

void ReportWrongAbi(LibraryKey library, const char* abi_tag) {
    Dl_info info{};
    const bool known = dladdr(library, &info) != 0 && info.dli_fname != nullptr;
    base::PrintLine(fmt::format(
        "aclnn-cpu: {} was built for ABI '{}', expected '{}'; its operators are not available until "
        "it is rebuilt",
        known ? info.dli_fname : "an operator library", abi_tag, ACLNN_CPU_ABI_TAG));
}

Library& LibraryOf(Tables& tables, LibraryKey key, const char* abi_tag) {
    const bool accepted = std::string_view(abi_tag) == ACLNN_CPU_ABI_TAG;
    for (const std::unique_ptr<Library>& library : tables.libraries) {
        if (library->key == key && library->accepted == accepted) {
            return *library;
        }
    }
    if (!accepted) {
        ReportWrongAbi(key, abi_tag);
    }
    __cxa_atexit([](void* argument) { UnregisterLibrary(argument); }, const_cast<void*>(key),
                 const_cast<void*>(key));
    return *tables.libraries.emplace_back(std::make_unique<Library>(Library{key, accepted, {}}));
}

// Calls `change` with the rows of an operator, and forgets what was found before.
template <typename Change>
auto ChangeRows(LibraryKey library, const char* abi_tag, const char* op_type, Change change) {
    Tables& tables = AllTables();
    const std::unique_lock lock(tables.mutex);
    Invalidate(tables);
    return change(LibraryOf(tables, library, abi_tag).ops[op_type]);
}

// The rows of an operator that satisfy `wanted`: those of `library` first. The caller holds the lock.
template <typename Wanted>
const OpRows* FindRows(const Tables& tables, LibraryKey preferred, std::string_view op_type, Wanted wanted,
                       LibraryKey* owner = nullptr) {
    const OpRows* other = nullptr;
    for (const std::unique_ptr<Library>& library : tables.libraries) {
        const auto rows = library->ops.find(op_type);
        if (!library->accepted || rows == library->ops.end() || !wanted(rows->second)) {
            continue;
        }
        if (library->key != preferred && other != nullptr) {
            continue;
        }
        other = &rows->second;
        if (owner != nullptr) {
            *owner = library->key;
        }
        if (library->key == preferred) {
            break;
        }
    }
    return other;
}

template <typename T>
void Take(T& into, T from) {
    if (from != T{}) {
        into = from;
    }
}

void Merge(OpFunctions& into, const OpFunctions& from) {
    Take(into.infer_shape, from.infer_shape);
    Take(into.infer_shape_range, from.infer_shape_range);
    Take(into.infer_data_type, from.infer_data_type);
    into.output_types_same_as_first_input |= from.output_types_same_as_first_input;
    if (from.tiling != nullptr) {
        into.tiling = from.tiling;
        into.max_tiling_data_bytes = from.max_tiling_data_bytes;
    }
    if (from.tiling_parse != nullptr) {
        into.tiling_parse = from.tiling_parse;
        into.create_compile_info = from.create_compile_info;
        into.delete_compile_info = from.delete_compile_info;
    }
    into.value_inputs |= from.value_inputs;
    into.tiling_value_inputs |= from.tiling_value_inputs;
    into.host_inputs |= from.host_inputs;
    into.compute_shaped_outputs |= from.compute_shaped_outputs;
    into.nullable_outputs |= from.nullable_outputs;
    into.private_attrs.insert(into.private_attrs.end(), from.private_attrs.begin(), from.private_attrs.end());
}

// Runs the library's code, so no lock is held.
std::shared_ptr<const OpDefinition> MakeDefinition(const std::string& op_type, ops::OpDefFuncPtr creator) {
    try {
        return std::make_shared<const OpDefinition>(Describe(creator(op_type.c_str())));
    } catch (const std::exception& error) {
        base::Log(base::LogLevel::kError,
                  fmt::format("{}: its definition threw an exception: {}", op_type, error.what()));
    } catch (...) {
        base::Log(base::LogLevel::kError, fmt::format("{}: its definition threw an exception", op_type));
    }
    return nullptr;
}

void AddDefinition(OpEntry& entry, ops::OpDefFuncPtr creator) {
    entry.definition = MakeDefinition(entry.op_type, creator);
    if (entry.definition != nullptr) {
        OpFunctions from_definition;
        from_definition.infer_shape = entry.definition->infer_shape;
        from_definition.infer_data_type = entry.definition->infer_data_type;
        from_definition.tiling = entry.definition->tiling;
        OpFunctions registered = std::exchange(entry.functions, from_definition);
        Merge(entry.functions, registered);
    }
}

}  // namespace

std::shared_ptr<const OpEntry> FindOp(LibraryKey library, std::string_view op_type) {
    Tables& tables = AllTables();
    auto entry = std::make_shared<OpEntry>();
    ops::OpDefFuncPtr definition = nullptr;
    uint64_t revision = 0;
    {
        const std::shared_lock lock(tables.mutex);
        const auto known = tables.found.find(std::pair(library, op_type));
        if (known != tables.found.end()) {
            return known->second;
        }
        const OpRows* rows = FindRows(
            tables, library, op_type,
            [](const OpRows& r) { return !r.functions.empty() || r.definition != nullptr; }, &entry->library);
        if (rows == nullptr) {
            return nullptr;
        }
        entry->op_type = op_type;
        for (const std::unique_ptr<OpFunctions>& functions : rows->functions) {
            Merge(entry->functions, *functions);
        }
        definition = rows->definition;
        revision = tables.revision;
    }
    if (definition != nullptr) {
        AddDefinition(*entry, definition);
    }
    const std::unique_lock lock(tables.mutex);
    if (revision == tables.revision) {
        tables.found.emplace(EntryKey(library, op_type), entry);
    }
    return entry;
}

void UnregisterLibrary(LibraryKey key) {
    Tables& tables = AllTables();
    const std::unique_lock lock(tables.mutex);
    Invalidate(tables);
    std::erase_if(tables.libraries,
                  [&](const std::unique_ptr<Library>& library) { return library->key == key; });
}

void RegisterImplementations(LibraryKey library, const char* abi_tag, const OperatorImplementations& rows) {
    ChangeRows(library, abi_tag, rows.op_type,
               [&](OpRows& op) { op.implementations = &AllTables().implementations.emplace_back(rows); });
}

const OperatorImplementations* FindImplementations(LibraryKey library, std::string_view op_type) {
    Tables& tables = AllTables();
    const std::shared_lock lock(tables.mutex);
    const OpRows* rows =
        FindRows(tables, library, op_type, [](const OpRows& op) { return op.implementations != nullptr; });
    return rows != nullptr ? rows->implementations : nullptr;
}

std::vector<OperatorLibrary> LibrariesWith(std::string_view op_type) {
    Tables& tables = AllTables();
    std::vector<OperatorLibrary> found;
    const std::shared_lock lock(tables.mutex);
    for (const std::unique_ptr<Library>& library : tables.libraries) {
        if (const auto rows = library->ops.find(op_type); rows != library->ops.end()) {
            found.push_back({library->key, library->accepted,
                             library->accepted && rows->second.implementations != nullptr});
        }
    }
    return found;
}

std::vector<DefinedOperator> DefinedOperators() {
    Tables& tables = AllTables();
    const std::shared_lock lock(tables.mutex);
    std::vector<DefinedOperator> defined;
    for (const std::unique_ptr<Library>& library : tables.libraries) {
        for (const auto& [op_type, rows] : library->ops) {
            if (library->accepted && rows.definition != nullptr) {
                defined.push_back({library->key, op_type});
            }
        }
    }
    return defined;
}

uint64_t RegistryRevision() { return AllTables().revision.load(std::memory_order_acquire); }

}  // namespace aclnn_cpu::registry

// ---- the public registration classes

namespace gert {

using aclnn_cpu::registry::AllTables;
using aclnn_cpu::registry::OpFunctions;
using aclnn_cpu::registry::PositionMask;

namespace {

// Registrations usually happen while a library loads, but another thread may be looking operators up.
template <typename Change>
void Edit(OpFunctions& functions, Change change) {
    const std::unique_lock lock(AllTables().mutex);
    aclnn_cpu::registry::Invalidate(AllTables());
    change(functions);
}

PositionMask MaskOf(std::initializer_list<int32_t> positions) {
    PositionMask mask = 0;
    for (const int32_t position : positions) {
        mask |= position >= 0 && position < 64 ? PositionMask{1} << position : 0;
    }
    return mask;
}

void AddPrivateAttr(OpFunctions& functions, const char* name, aclnn_cpu::registry::AttrValue value) {
    Edit(functions, [&](OpFunctions& f) { f.private_attrs.emplace_back(name, std::move(value)); });
}

}  // namespace

OpImplRegisterV2::OpImplRegisterV2(const ge::char_t* op_type, const void* library, const char* abi_tag)
    : functions_(aclnn_cpu::registry::ChangeRows(library, abi_tag, op_type, [](auto& rows) {
          return rows.functions.emplace_back(std::make_unique<OpFunctions>()).get();
      })) {}

OpImplRegisterV2& OpImplRegisterV2::InferShape(InferShapeKernelFunc function) {
    Edit(*functions_, [&](OpFunctions& f) { f.infer_shape = function; });
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::InferShapeRange(InferShapeRangeKernelFunc function) {
    Edit(*functions_, [&](OpFunctions& f) { f.infer_shape_range = function; });
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::InferDataType(InferDataTypeKernelFunc function) {
    Edit(*functions_, [&](OpFunctions& f) { f.infer_data_type = function; });
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::InferOutDataTypeSameWithFirstInput() {
    Edit(*functions_, [](OpFunctions& f) { f.output_types_same_as_first_input = true; });
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::Tiling(TilingKernelFunc function, size_t max_tiling_data_size) {
    Edit(*functions_, [&](OpFunctions& f) {
        f.tiling = function;
        f.max_tiling_data_bytes = max_tiling_data_size;
    });
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::TilingParse(TilingParseFunc function, CompileInfoCreatorFunc create,
                                                CompileInfoDeleterFunc destroy) {
    Edit(*functions_, [&](OpFunctions& f) {
        f.tiling_parse = function;
        f.create_compile_info = create;
        f.delete_compile_info = destroy;
    });
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::InputsDataDependency(std::initializer_list<int32_t> inputs) {
    Edit(*functions_, [&](OpFunctions& f) { f.value_inputs |= MaskOf(inputs); });
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::TilingInputsDataDependency(std::initializer_list<int32_t> inputs) {
    Edit(*functions_, [&](OpFunctions& f) { f.tiling_value_inputs |= MaskOf(inputs); });
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::HostInputs(std::initializer_list<int32_t> inputs) {
    Edit(*functions_, [&](OpFunctions& f) { f.host_inputs |= MaskOf(inputs); });
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::OutputShapeDependOnCompute(std::initializer_list<int32_t> outputs) {
    Edit(*functions_, [&](OpFunctions& f) { f.compute_shaped_outputs |= MaskOf(outputs); });
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::NullableOutputs(std::initializer_list<int32_t> outputs) {
    Edit(*functions_, [&](OpFunctions& f) { f.nullable_outputs |= MaskOf(outputs); });
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::PrivateAttr(const ge::char_t* name) {
    return AddPrivateAttr(*functions_, name, {}), *this;
}
OpImplRegisterV2& OpImplRegisterV2::PrivateAttr(const ge::char_t* name, int64_t value) {
    return AddPrivateAttr(*functions_, name, value), *this;
}
OpImplRegisterV2& OpImplRegisterV2::PrivateAttr(const ge::char_t* name, const std::vector<int64_t>& value) {
    return AddPrivateAttr(*functions_, name, value), *this;
}
OpImplRegisterV2& OpImplRegisterV2::PrivateAttr(const ge::char_t* name, const ge::char_t* value) {
    return AddPrivateAttr(*functions_, name, std::string(value)), *this;
}
OpImplRegisterV2& OpImplRegisterV2::PrivateAttr(const ge::char_t* name, ge::float32_t value) {
    return AddPrivateAttr(*functions_, name, value), *this;
}
OpImplRegisterV2& OpImplRegisterV2::PrivateAttr(const ge::char_t* name, bool value) {
    return AddPrivateAttr(*functions_, name, value), *this;
}
OpImplRegisterV2& OpImplRegisterV2::PrivateAttr(const ge::char_t* name,
                                                const std::vector<ge::float32_t>& value) {
    return AddPrivateAttr(*functions_, name, value), *this;
}

}  // namespace gert

namespace ops {

int OpDefFactory::OpDefRegister(const char* name, OpDefFuncPtr creator, const void* library,
                                const char* abi_tag) {
    aclnn_cpu::registry::ChangeRows(library, abi_tag, name, [&](auto& rows) { rows.definition = creator; });
    return 0;
}

}  // namespace ops

namespace optiling {

CTilingDataClassFactory& CTilingDataClassFactory::GetInstance() {
    static CTilingDataClassFactory factory;
    return factory;
}

int CTilingDataClassFactory::RegisterTilingData(const char* op_type, TilingDataConstructor constructor,
                                                const void* library, const char* abi_tag) {
    aclnn_cpu::registry::ChangeRows(library, abi_tag, op_type,
                                    [&](auto& rows) { rows.tiling_data = constructor; });
    return 0;
}

std::shared_ptr<TilingDef> CTilingDataClassFactory::CreateTilingDataInstance(const char* op_type) {
    using aclnn_cpu::registry::AllTables;
    TilingDataConstructor constructor = nullptr;
    {
        const std::shared_lock lock(AllTables().mutex);
        const auto* rows = aclnn_cpu::registry::FindRows(
            AllTables(), nullptr, op_type, [](const auto& op) { return op.tiling_data != nullptr; });
        constructor = rows != nullptr ? rows->tiling_data : nullptr;
    }
    return constructor != nullptr ? constructor() : nullptr;
}

}  // namespace optiling
