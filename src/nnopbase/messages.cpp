#include "nnopbase/messages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "opdev/data_type_utils.h"
#include "opdev/op_errno.h"
#include "opdev/shape_utils.h"

namespace aclnn_cpu::nnopbase {

using base::Status;

namespace {

Status Invalid(std::string message) { return Status(ACLNN_ERR_PARAM_INVALID, std::move(message)); }

std::string DtypeList(std::span<const base::DType> dtypes) {
    std::string text;
    for (const base::DType dtype : dtypes) {
        const auto type = static_cast<op::DataType>(static_cast<int32_t>(dtype));
        text += text.empty() ? "" : ", ";
        text += dtype == base::DType::kUndefined ? "absent" : op::ToString(type).GetString();
    }
    return text;
}

}  // namespace

std::string ShapeText(std::span<const int64_t> sizes) { return fmt::format("[{}]", fmt::join(sizes, ", ")); }
std::string ShapeText(const op::Shape& shape) {
    std::string text = "[";
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        text += fmt::format("{}{}", i == 0 ? "" : ", ", shape.GetDim(i));
    }
    return text + "]";
}

std::string Alternatives(const op::DataType* types, size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i) {
        text += i == 0 ? "" : i + 1 == count ? " or " : ", ";
        text += op::ToString(types[i]).GetString();
    }
    return count == 0 ? "none" : text;
}

Status NullDimensions(const char* function, const char* parameter, uint64_t rank) {
    return Invalid(fmt::format("{}: {} is null, expected {} sizes", function, parameter, rank));
}
Status TooManyDimensions(const char* function, const char* parameter, uint64_t rank) {
    return Invalid(fmt::format("{}: {} has {} dimensions, expected at most {}", function, parameter, rank,
                               op::MAX_DIM_NUM));
}
Status NegativeSize(const char* function, const char* parameter, uint64_t dimension, int64_t size) {
    return Invalid(fmt::format("{}: {}[{}] is {}, expected 0 or more", function, parameter, dimension, size));
}
Status SizeOverflow(const char* function, const char* parameter, std::span<const int64_t> sizes,
                    size_t bytes) {
    return Invalid(fmt::format("{}: {} is {} of {} bytes each, expected a total below 2^63 bytes", function,
                               parameter, ShapeText(sizes), bytes));
}
Status UnknownType(const char* function, int32_t type) {
    return Invalid(
        fmt::format("{}: dataType is {}, expected a type of fixed size (aclDataType)", function, type));
}
Status NullArgument(const char* function, const char* parameter) {
    return Status(ACLNN_ERR_PARAM_NULLPTR, fmt::format("{}: {} is null", function, parameter));
}
Status TooManyObjects(const char* function, size_t most) {
    return Status(
        ACLNN_ERR_INNER,
        fmt::format("{}: it takes more than {} tensors, lists, scalars and arrays, which is the most that "
                    "aclnn-cpu can check",
                    function, most));
}
Status NotAlive(const char* function, const char* parameter, const void* object, const char* kind) {
    return Invalid(fmt::format("{}: {} ({}) is no live {}: it was destroyed, or never made by aclCreate{}",
                               function, parameter, object, kind, kind));
}

Status NegativeStride(std::string_view api, std::string_view tensor, uint64_t dimension, int64_t stride) {
    return Invalid(fmt::format("{}: {} has stride {} in dimension {}, expected 0 or more", api, tensor,
                               stride, dimension));
}
Status LeavesStorage(std::string_view api, std::string_view tensor, const aclTensor& t, int64_t first,
                     int64_t last) {
    return Invalid(fmt::format(
        "{}: the view of {} (shape {}, strides {}, offset {}) covers elements {} to {}, expected them "
        "inside its storage {} of {} elements",
        api, tensor, ShapeText(t.GetViewShape()), op::ToString(t.GetViewStrides()).GetString(),
        t.GetViewOffset(), first, last, ShapeText(t.GetStorageShape()), t.GetStorageShape().GetShapeSize()));
}
Status InsideAByte(std::string_view api, std::string_view tensor, const aclTensor& t) {
    return Invalid(
        fmt::format("{}: {} starts at element {} of {}, which is inside a byte, expected an offset in whole "
                    "bytes",
                    api, tensor, t.GetViewOffset(), op::ToString(t.GetDataType()).GetString()));
}
Status OverlapsItself(std::string_view api, std::string_view tensor, const aclTensor& t) {
    return Invalid(
        fmt::format("{}: output {} overlaps itself: with shape {} and strides {} several elements share one "
                    "address, expected one address per element",
                    api, tensor, ShapeText(t.GetViewShape()), op::ToString(t.GetViewStrides()).GetString()));
}
Status PartlyOverlaps(std::string_view api, std::string_view output, std::string_view input) {
    return Invalid(fmt::format(
        "{}: output {} partly overlaps {}, expected separate memory, or the same address, type size, "
        "shape and strides",
        api, output, input));
}

namespace {

std::string InBrackets(std::string_view text) {
    return text.empty() ? std::string() : fmt::format(" ({})", text);
}

}  // namespace

Status NoSuchExecutor(std::string_view api, const void* handle, int32_t code) {
    return Status(
        code,
        fmt::format("{}: executor {} is not live: it has run already, was destroyed, or never came from a "
                    "GetWorkspaceSize call; call the first phase again",
                    api, handle));
}
Status NoExecutorMade(std::string_view api) {
    return Status(ACLNN_ERR_INNER,
                  fmt::format("{}: its first phase could not make an executor (out of memory, or a million "
                              "live executors); destroy or run executors that are not needed, and call the "
                              "first phase again",
                              api));
}
Status ForeignExecutor(std::string_view api, std::string_view maker) {
    return Invalid(fmt::format(
        "{}: executor was made by {}GetWorkspaceSize, expected one of {}GetWorkspaceSize", api, maker, api));
}
Status WorkspaceMissing(std::string_view api, uint64_t needed, uint64_t given) {
    return Status(ACLNN_ERR_PARAM_NULLPTR,
                  fmt::format("{}: workspace is null (size given {}), needed {} bytes", api, given, needed));
}
Status WorkspaceTooSmall(std::string_view api, uint64_t needed, uint64_t given) {
    return Invalid(fmt::format("{}: workspace has {} bytes, needed {} bytes", api, given, needed));
}
Status WorkspaceMisaligned(std::string_view api, const void* address, uint64_t alignment) {
    return Invalid(fmt::format(
        "{}: workspace at {} is misaligned, expected a multiple of {} bytes (aclrtMalloc gives one)", api,
        address, alignment));
}
Status NullData(std::string_view api, std::string_view tensor, std::span<const int64_t> sizes) {
    return Invalid(fmt::format("{}: the data of {} is null, expected memory for shape {}", api, tensor,
                               ShapeText(sizes)));
}
Status LargerThanItsMemory(std::string_view api, std::string_view tensor, const void* address,
                           uint64_t needed, uint64_t owned, std::string_view history) {
    return Invalid(
        fmt::format("{}: {} at {} needs {} bytes, but its allocation owns {} bytes from there on{}; allocate "
                    "(elements of its storage) x (bytes of its type), or describe a smaller tensor",
                    api, tensor, address, needed, owned, InBrackets(history)));
}
Status NoDeviceMemory(std::string_view api, std::string_view tensor, const void* address, uint64_t needed) {
    return Invalid(
        fmt::format("{}: {} at {} needs {} bytes of device memory, but no allocation holds that address; "
                    "allocate with aclrtMalloc and fill it with aclrtMemcpy",
                    api, tensor, address, needed));
}
Status HostMemory(std::string_view api, std::string_view tensor, const void* address, uint64_t needed,
                  std::string_view history) {
    return Invalid(
        fmt::format("{}: {} at {} needs {} bytes of device memory, but lies in pinned host "
                    "memory{}; allocate with aclrtMalloc and fill it with aclrtMemcpy",
                    api, tensor, address, needed, InBrackets(history)));
}
Status FreedMemory(std::string_view api, std::string_view tensor, const void* address, uint64_t needed,
                   const void* begin, uint64_t bytes, std::string_view history) {
    return Invalid(
        fmt::format("{}: {} at {} needs {} bytes, but lies in the block of {} bytes at {} that was "
                    "freed{}; free it after the last call that uses it",
                    api, tensor, address, needed, bytes, begin, InBrackets(history)));
}

Status NoImplementation(std::string_view api, std::string_view op_type, std::string_view searched) {
    return Status(ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
                  fmt::format("{}: no implementation of {}; searched {}; set ASCEND_CUSTOM_OPP_PATH to the "
                              "folder of the package that has it, the one above op_api",
                              api, op_type, searched));
}
Status EngineCannot(std::string_view api, std::string_view op_type, std::string_view engine,
                    std::string_view has) {
    return Status(
        ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
        fmt::format("{}: ACLNN_CPU_ENGINE={} was asked for, but {} has {} only", api, engine, op_type, has));
}
Status ChipNotConfigured(std::string_view api, std::string_view op_type, std::string_view chip,
                         std::string_view configured) {
    return Status(
        ACLNN_ERR_INNER_NULLPTR,
        fmt::format("{}: {} does not run on {}, its definition names {} (AddConfig); choose one with "
                    "ACLNN_CPU_SOC, or the native engine with ACLNN_CPU_ENGINE",
                    api, op_type, chip, configured.empty() ? "no chip" : configured));
}
Status KernelNotFound(std::string_view api, std::string_view op_type, std::string_view chip,
                      std::span<const base::DType> dtypes, uint64_t key, std::string_view available) {
    return Status(ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
                  fmt::format("{}: no kernel of {} for {}, tiling key {}, types ({}); there are: {}", api,
                              op_type, chip, key, DtypeList(dtypes), available.empty() ? "none" : available));
}
Status TilingStructMismatch(std::string_view api, std::string_view op_type, uint64_t host, uint64_t kernel) {
    return Status(
        ACLNN_ERR_INNER_TILING_ERROR,
        fmt::format(
            "{}: the tiling function of {} wrote {} bytes, but its kernel reads a structure of {} bytes: "
            "build both with the same tiling header",
            api, op_type, host, kernel));
}
Status TooManyBlocks(std::string_view api, std::string_view op_type, uint64_t blocks, uint64_t most) {
    return Status(ACLNN_ERR_INNER_TILING_ERROR,
                  fmt::format("{}: {}: tiling failed: the block dim is {}, expected at most {} (SetBlockDim)",
                              api, op_type, blocks, most));
}
Status MixedList(std::string_view api, std::string_view op_type, std::string_view name, uint64_t index,
                 base::DType dtype, base::DType first) {
    return Status(
        ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
        fmt::format("{}: {} takes lists of tensors of one type, but {}[{}] is {} and {}[0] is {}", api,
                    op_type, name, index, base::DTypeName(dtype), name, base::DTypeName(first)));
}
Status NotRecordable(std::string_view api, std::string_view op_type, std::string_view why) {
    return Status(ACLNN_ERR_INNER, fmt::format("{}: {} cannot be recorded: {}", api, op_type, why));
}
Status AicpuLaunch(std::string_view op_type, std::string_view input_types) {
    return Status(
        ACL_ERROR_FEATURE_UNSUPPORTED,
        fmt::format(
            "{} of {} asks for an AI CPU kernel, which aclnn-cpu does not run; call it with types that "
            "its AI Core kernel takes",
            op_type, input_types.empty() ? "no tensors" : input_types));
}

}  // namespace aclnn_cpu::nnopbase
