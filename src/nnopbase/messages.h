// The words of every refusal in this layer: one function per kind, each naming what was given and what is
// expected.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/dtype.h"
#include "base/status.h"
#include "opdev/common_types.h"

namespace aclnn_cpu::nnopbase {

// "[2, 3]"
std::string ShapeText(std::span<const int64_t> sizes);
std::string ShapeText(const op::Shape& shape);
// "FLOAT, FLOAT16 or BFLOAT16"
std::string Alternatives(const op::DataType* types, size_t count);

// The aclnn function whose phase runs on this thread, or the fallback.
const char* CurrentApi(const char* fallback = "aclnn");

// ---- creation of objects (161002; 161001 for null)
base::Status NullDimensions(const char* function, const char* parameter, uint64_t rank);
base::Status TooManyDimensions(const char* function, const char* parameter, uint64_t rank);
base::Status NegativeSize(const char* function, const char* parameter, uint64_t dimension, int64_t size);
base::Status SizeOverflow(const char* function, const char* parameter, std::span<const int64_t> sizes,
                          size_t bytes);
base::Status UnknownType(const char* function, int32_t type);
base::Status NullArgument(const char* function, const char* parameter);
base::Status TooManyObjects(const char* function, size_t most);
base::Status NotAlive(const char* function, const char* parameter, const void* object, const char* kind);

// ---- memory rules (161002)
base::Status NegativeStride(std::string_view api, std::string_view tensor, uint64_t dimension,
                            int64_t stride);
base::Status LeavesStorage(std::string_view api, std::string_view tensor, const aclTensor& t, int64_t first,
                           int64_t last);
base::Status InsideAByte(std::string_view api, std::string_view tensor, const aclTensor& t);
base::Status OverlapsItself(std::string_view api, std::string_view tensor, const aclTensor& t);
base::Status PartlyOverlaps(std::string_view api, std::string_view output, std::string_view input);

// ---- executors
base::Status NoSuchExecutor(std::string_view api, const void* handle, int32_t code);
base::Status NoExecutorMade(std::string_view api);
base::Status ForeignExecutor(std::string_view api, std::string_view maker);
base::Status WorkspaceMissing(std::string_view api, uint64_t needed, uint64_t given);
base::Status WorkspaceTooSmall(std::string_view api, uint64_t needed, uint64_t given);
base::Status WorkspaceMisaligned(std::string_view api, const void* address, uint64_t alignment);
base::Status NullData(std::string_view api, std::string_view tensor, std::span<const int64_t> sizes);
base::Status LargerThanItsMemory(std::string_view api, std::string_view tensor, const void* address,
                                 uint64_t needed, uint64_t owned, std::string_view history);
base::Status NoDeviceMemory(std::string_view api, std::string_view tensor, const void* address,
                            uint64_t needed);
base::Status HostMemory(std::string_view api, std::string_view tensor, const void* address, uint64_t needed,
                        std::string_view history);
base::Status FreedMemory(std::string_view api, std::string_view tensor, const void* address, uint64_t needed,
                         const void* begin, uint64_t bytes, std::string_view history);

// ---- engines
base::Status NoImplementation(std::string_view api, std::string_view op_type, std::string_view searched);
base::Status EngineCannot(std::string_view api, std::string_view op_type, std::string_view engine,
                          std::string_view has);
base::Status ChipNotConfigured(std::string_view api, std::string_view op_type, std::string_view chip,
                               std::string_view configured);
base::Status KernelNotFound(std::string_view api, std::string_view op_type, std::string_view chip,
                            std::span<const base::DType> dtypes, uint64_t key, std::string_view available);
base::Status TilingStructMismatch(std::string_view api, std::string_view op_type, uint64_t host,
                                  uint64_t kernel);
base::Status TooManyBlocks(std::string_view api, std::string_view op_type, uint64_t blocks, uint64_t most);
base::Status MixedList(std::string_view api, std::string_view op_type, std::string_view name, uint64_t index,
                       base::DType dtype, base::DType first);
base::Status NotRecordable(std::string_view api, std::string_view op_type, std::string_view why);
base::Status AicpuLaunch(std::string_view op_type, std::string_view input_types);

}  // namespace aclnn_cpu::nnopbase
