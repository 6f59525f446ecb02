#include "nnopbase/recall.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/settings.h"
#include "nnopbase/executor.h"
#include "nnopbase/intern.h"
#include "nnopbase/objects.h"
#include "register/implementations.h"

namespace aclnn_cpu::nnopbase {
namespace {

using op::internal::ObjectKind;
using op::internal::PhaseArgument;
using op::internal::PhaseOne;

// A call in words that are equal when its program is, up to addresses. Not complete when there is too much of it, or
// something that cannot be compared.
class Key {
 public:
    explicit Key(const PhaseOne& phase) {
        const base::Settings& settings = base::CurrentSettings();
        complete_ = phase.may_be_recalled && !settings.verbose;
        Add(reinterpret_cast<uintptr_t>(Intern(phase.api())));
        Add(settings.revision);
        Add(registry::RegistryRevision());
        AddBytes(phase.values().data(), phase.values().size());
        for (const PhaseArgument* argument = phase.begin(); complete_ && argument != phase.end();
             ++argument) {
            Add(static_cast<uint64_t>(argument->kind) << 32 | uint64_t{argument->output} << 16 |
                argument->position);
            if (argument->object == nullptr) {
                Add(0);
            } else {
                AddObject(*argument, phase);
            }
        }
    }

    bool complete() const { return complete_; }
    std::span<const uint64_t> words() const { return {words_.data(), count_}; }
    uint64_t Hash() const {
        uint64_t hash = count_;
        for (const uint64_t word : words()) {
            hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
            hash ^= hash >> 32;
        }
        return hash;
    }

 private:
    static constexpr size_t kMostWords = 256;

    void Add(uint64_t word) {
        if (count_ == kMostWords) {
            complete_ = false;
        } else {
            words_[count_++] = word;
        }
    }
    void AddBytes(const void* bytes, size_t count) {
        Add(count);
        const size_t whole = (count + 7) / 8;
        if (whole > kMostWords - count_) {
            complete_ = false;
        } else if (whole != 0) {
            words_[count_ + whole - 1] = 0;
            std::memcpy(&words_[count_], bytes, count);
            count_ += whole;
        }
    }
    void AddShape(const op::Shape& shape) {
        Add(shape.GetDimNum());
        for (size_t i = 0; i < shape.GetDimNum(); ++i) {
            Add(static_cast<uint64_t>(shape[i]));
        }
    }

    void AddObject(const PhaseArgument& argument, const PhaseOne& phase) {
        switch (argument.kind) {
            case ObjectKind::kTensor:
                AddTensor(argument, phase);
                break;
            case ObjectKind::kScalar: {
                const auto* scalar = static_cast<const aclScalar*>(argument.object);
                Add(static_cast<uint64_t>(scalar->GetDataType()));
                AddBytes(scalar->GetData(), base::ElementBytes(ToDType(scalar->GetDataType())));
                break;
            }
            case ObjectKind::kIntArray:
                AddArray(*static_cast<const aclIntArray*>(argument.object));
                break;
            case ObjectKind::kFloatArray:
                AddArray(*static_cast<const aclFloatArray*>(argument.object));
                break;
            case ObjectKind::kBoolArray:
                AddArray(*static_cast<const aclBoolArray*>(argument.object));
                break;
            default:
                complete_ = false;
        }
    }
    template <typename T>
    void AddArray(const aclArray<T>& array) {
        AddBytes(array.GetData(), array.Size() * sizeof(T));
    }
    void AddTensor(const PhaseArgument& argument, const PhaseOne& phase) {
        const auto& tensor = *static_cast<const aclTensor*>(argument.object);
        const aclStorage& storage = *tensor.GetStorage();
        complete_ = complete_ && ObjectAccess::OwnsStorage(tensor) && storage.address != nullptr &&
                    !storage.from_workspace && storage.host == nullptr && storage.merged_into == nullptr;
        const PhaseArgument* first = std::find_if(phase.begin(), &argument, [&](const PhaseArgument& other) {
            return other.object == argument.object;
        });
        Add(static_cast<uint64_t>(first - phase.begin()));
        Add(static_cast<uint64_t>(tensor.GetDataType()));
        Add(static_cast<uint64_t>(tensor.GetViewFormat()) << 32 |
            static_cast<uint64_t>(tensor.GetStorageFormat()));
        Add(static_cast<uint64_t>(tensor.GetOriginalFormat()));
        Add(static_cast<uint64_t>(tensor.GetViewOffset()));
        Add(static_cast<uint64_t>(storage.offset));
        AddShape(tensor.GetViewShape());
        AddBytes(tensor.GetViewStrides().data(), tensor.GetViewStrides().size() * sizeof(int64_t));
        AddShape(tensor.GetStorageShape());
        AddShape(tensor.GetOriginalShape());
    }

    bool complete_;
    size_t count_ = 0;
    std::array<uint64_t, kMostWords> words_;
};

// Where a tensor of the call begins, from its storage's address, and how far it goes.
struct Extent {
    uint8_t argument;
    bool output;
    uint32_t buffer;  // of the program; kAbsent when it does not touch it
    int64_t offset;   // bytes
    uint64_t bytes;
};

struct Remembered {
    uint64_t hash = 0;
    std::vector<uint64_t> key;  // empty: seen once, not remembered yet
    ProgramData pristine;
    std::shared_ptr<Program> lent;  // the one that was handed out last
    std::vector<Extent> extents;
};

constexpr size_t kPlaces = 32;
struct ThreadMemory {
    std::array<std::unique_ptr<Remembered>, kPlaces> places;
    // What was asked for last and is not known: it is likely to be told next.
    const PhaseOne* asked_by = nullptr;
    uint64_t asked_hash = 0;

    std::unique_ptr<Remembered>& PlaceOf(uint64_t hash) { return places[hash % kPlaces]; }
};

ThreadMemory& OfThisThread() {
    thread_local ThreadMemory memory;
    return memory;
}

const aclTensor& TensorOf(const PhaseOne& phase, uint8_t argument) {
    return *static_cast<const aclTensor*>(phase.begin()[argument].object);
}
uintptr_t AddressOf(const aclTensor& tensor) { return reinterpret_cast<uintptr_t>(tensor.GetStorageAddr()); }

// Whether no output has a byte in common with another tensor.
bool AreApart(const PhaseOne& phase, const std::vector<Extent>& extents) {
    for (const Extent& output : extents) {
        if (!output.output) {
            continue;
        }
        const aclTensor& written = TensorOf(phase, output.argument);
        const uintptr_t begin = AddressOf(written) + static_cast<uintptr_t>(output.offset);
        for (const Extent& other : extents) {
            const aclTensor& tensor = TensorOf(phase, other.argument);
            const uintptr_t other_begin = AddressOf(tensor) + static_cast<uintptr_t>(other.offset);
            if (&other != &output && begin < other_begin + other.bytes &&
                other_begin < begin + output.bytes) {
                return false;
            }
        }
    }
    return true;
}

void Bind(const PhaseOne& phase, const std::vector<Extent>& extents, Program& program) {
    for (const Extent& extent : extents) {
        const aclTensor& tensor = TensorOf(phase, extent.argument);
        if (extent.buffer != kAbsent && program.buffers[extent.buffer].address != AddressOf(tensor)) {
            program.Bind(extent.buffer, AddressOf(tensor));
        }
    }
    size_t tensor = 0;
    for (const PhaseArgument& argument : phase) {
        if (argument.kind == ObjectKind::kTensor) {
            const auto* given = static_cast<const aclTensor*>(argument.object);
            program.arguments[tensor++].storage = given == nullptr ? nullptr : given->GetStorage();
        }
    }
    for (UserBuffer& buffer : program.buffers) {
        buffer.planned = buffer.address;
    }
}

Extent ExtentOf(const PhaseArgument& argument, const PhaseOne& phase, const Program& program) {
    const auto& tensor = *static_cast<const aclTensor*>(argument.object);
    int64_t last = 0;
    for (size_t i = 0; i < tensor.GetViewShape().GetDimNum(); ++i) {
        last += (tensor.GetViewShape()[i] - 1) * tensor.GetViewStrides()[i];
    }
    const base::DType dtype = ToDType(tensor.GetDataType());
    const auto known =
        std::find_if(program.arguments.begin(), program.arguments.end(),
                     [&](const CallArgument& other) { return other.storage == tensor.GetStorage(); });
    return {static_cast<uint8_t>(&argument - phase.begin()), argument.output,
            known == program.arguments.end() ? kAbsent : known->buffer,
            BytesOfElements(dtype, tensor.GetViewOffset() + tensor.GetStorageOffset()),
            static_cast<uint64_t>(BytesOfElements(dtype, last + 1, true))};
}

// Whether every buffer of the caller's that the program touches is that of an argument.
bool KnowsItsBuffers(const Program& program) {
    return std::all_of(program.user_ranges.begin(), program.user_ranges.end(), [&](const UserRange& range) {
        return std::any_of(program.arguments.begin(), program.arguments.end(),
                           [&](const CallArgument& argument) { return argument.buffer == range.buffer; });
    });
}

void Keep(const PhaseOne& phase, const Program& program) {
    ThreadMemory& memory = OfThisThread();
    if (std::exchange(memory.asked_by, nullptr) != &phase) {
        return;  // others were asked for meanwhile, or it cannot be compared
    }
    const uint64_t hash = memory.asked_hash;
    std::unique_ptr<Remembered>& place = memory.PlaceOf(hash);
    if (place == nullptr) {
        place = std::make_unique<Remembered>();
    }
    if (place->hash != hash) {  // what comes but once is not worth a copy
        place->hash = hash;
        place->key.clear();
        return;
    }
    const Key key(phase);  // anew: tensors may have been changed
    if (!key.complete() || key.Hash() != hash || !KnowsItsBuffers(program)) {
        return;
    }
    std::vector<Extent> extents;
    for (const PhaseArgument& argument : phase) {
        if (argument.kind == ObjectKind::kTensor && argument.object != nullptr) {
            extents.push_back(ExtentOf(argument, phase, program));
        }
    }
    if (!AreApart(phase, extents)) {
        return;
    }
    place->key.clear();  // should memory run out
    place->pristine = program;
    place->lent = nullptr;
    place->extents = std::move(extents);
    place->key.assign(key.words().begin(), key.words().end());
}

bool Answer(const PhaseOne& phase, uint64_t* workspace_size, aclOpExecutor** executor) {
    const Key key(phase);
    if (!key.complete()) {
        return false;
    }
    ThreadMemory& memory = OfThisThread();
    const uint64_t hash = key.Hash();
    memory.asked_by = &phase;
    memory.asked_hash = hash;
    Remembered* const known = memory.PlaceOf(hash).get();
    if (known == nullptr || known->hash != hash || !std::ranges::equal(known->key, key.words()) ||
        !AreApart(phase, known->extents)) {
        return false;
    }
    std::shared_ptr<Program>& program = known->lent;
    if (program == nullptr || program->lent.load(std::memory_order_acquire)) {
        program = NewProgram();
        static_cast<ProgramData&>(*program) = known->pristine;
    }
    program->ran.store(false, std::memory_order_relaxed);
    Bind(phase, known->extents, *program);
    program->lent.store(true, std::memory_order_relaxed);
    *executor = static_cast<aclOpExecutor*>(Executors().Add(program));
    *workspace_size = program->workspace_bytes;
    return true;
}

}  // namespace

bool Recall(const PhaseOne& phase, uint64_t* workspace_size, aclOpExecutor** executor) noexcept {
    if (!phase.may_be_recalled) {
        return false;
    }
    try {
        return Answer(phase, workspace_size, executor);
    } catch (const std::exception&) {  // out of memory: the phase will say so if it needs some
        return false;
    }
}

void Remember(const PhaseOne& phase, const Program& program) noexcept {
    if (!phase.may_be_recalled || phase.fault != 0 || !program.folded || program.steps.size() != 1 ||
        !program.problem.ok() || program.repeatable) {
        return;
    }
    try {
        Keep(phase, program);
    } catch (const std::exception&) {  // nothing is remembered
    }
}

}  // namespace aclnn_cpu::nnopbase
