// What a tiling function reads (tensors, attributes, the chip) and decides (blocks, key, tiling data,
// workspace).
#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_TILING_CONTEXT_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_TILING_CONTEXT_H

#include <cstdint>
#include <limits>

#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/runtime_tensor.h"
#include "exe_graph/runtime/tiling_data.h"
#include "graph/error_codes.h"

namespace fe {
class PlatFormInfos;
}

namespace gert {

class TilingContext : public ExtendedKernelContext {
 public:
    // What the framework provides, and where the decisions are left. Pointers outlive the context.
    struct Slots {
        const Tensor* inputs = nullptr;
        const Tensor* outputs = nullptr;
        const void* compile_info = nullptr;
        fe::PlatFormInfos* platform = nullptr;
        int32_t deterministic = 0;
        int32_t deterministic_level = 0;
        TilingData* tiling_data = nullptr;
        TypedContinuousVector<size_t>* workspaces = nullptr;

        uint64_t tiling_key = 0;
        uint32_t block_dim = 0;
        uint32_t aicpu_block_dim = 0;
        uint32_t schedule_mode = 0;
        uint32_t local_memory_size = 0;
        int32_t tiling_cond = 0;
        bool need_atomic = false;
    };
    TilingContext(const ComputeNodeInfo* node, Slots* slots) : ExtendedKernelContext(node), slots_(slots) {}

    const StorageShape* GetInputShape(size_t index) const { return ShapeOf(GetInputTensor(index)); }
    const StorageShape* GetOptionalInputShape(size_t ir_index) const {
        return GetDynamicInputShape(ir_index, 0);
    }
    const StorageShape* GetRequiredInputShape(size_t ir_index) const {
        return GetDynamicInputShape(ir_index, 0);
    }
    const StorageShape* GetDynamicInputShape(size_t ir_index, size_t relative_index) const {
        return ShapeOf(GetDynamicInputTensor(ir_index, relative_index));
    }
    const StorageShape* GetOutputShape(size_t index) const {
        return ShapeOf(OutputAt(slots_->outputs, index));
    }
    const Tensor* GetInputTensor(size_t index) const { return InputAt(slots_->inputs, index); }
    const Tensor* GetOptionalInputTensor(size_t ir_index) const { return GetDynamicInputTensor(ir_index, 0); }
    const Tensor* GetRequiredInputTensor(size_t ir_index) const { return GetDynamicInputTensor(ir_index, 0); }
    const Tensor* GetDynamicInputTensor(size_t ir_index, size_t relative_index) const {
        return InputAt(slots_->inputs, InputIndex(ir_index, relative_index));
    }

    // Of inputs that are views: whether, and with which strides and offset in elements (null and -1 for
    // others).
    bool InputIsView(size_t index) const { return IsView(GetInputTensor(index)); }
    const Stride* GetInputStride(size_t index) const { return StrideOf(GetInputTensor(index)); }
    int64_t GetInputOffset(size_t index) const { return OffsetOf(GetInputTensor(index)); }
    bool OptionalInputIsView(size_t ir_index) const { return IsView(GetOptionalInputTensor(ir_index)); }
    const Stride* GetOptionalInputStride(size_t ir_index) const {
        return StrideOf(GetOptionalInputTensor(ir_index));
    }
    int64_t GetOptionalInputOffset(size_t ir_index) const {
        return OffsetOf(GetOptionalInputTensor(ir_index));
    }
    bool DynamicInputIsView(size_t ir_index, size_t relative_index) const {
        return IsView(GetDynamicInputTensor(ir_index, relative_index));
    }
    const Stride* GetDynamicInputStride(size_t ir_index, size_t relative_index) const {
        return StrideOf(GetDynamicInputTensor(ir_index, relative_index));
    }
    int64_t GetDynamicInputOffset(size_t ir_index, size_t relative_index) const {
        return OffsetOf(GetDynamicInputTensor(ir_index, relative_index));
    }
    bool OutputIsView(size_t index) const { return IsView(OutputAt(slots_->outputs, index)); }
    const Stride* GetOutputStride(size_t index) const { return StrideOf(OutputAt(slots_->outputs, index)); }
    int64_t GetOutputOffset(size_t index) const { return OffsetOf(OutputAt(slots_->outputs, index)); }

    const void* GetCompileInfo() const { return slots_->compile_info; }
    template <typename T>
    const T* GetCompileInfo() const {
        return static_cast<const T*>(slots_->compile_info);
    }
    fe::PlatFormInfos* GetPlatformInfo() const { return slots_->platform; }
    int32_t GetDeterministic() const { return slots_->deterministic; }
    int32_t GetDeterministicLevel() const { return slots_->deterministic_level; }

    ge::graphStatus SetTilingKey(uint64_t tiling_key) { return Set(slots_->tiling_key, tiling_key); }
    uint64_t GetTilingKey() const { return slots_->tiling_key; }
    ge::graphStatus SetBlockDim(uint32_t blocks) { return Set(slots_->block_dim, blocks); }
    uint32_t GetBlockDim() const { return slots_->block_dim; }
    ge::graphStatus SetSimdNumBlocks(uint32_t blocks) { return SetBlockDim(blocks); }
    uint32_t GetSimdNumBlocks() const { return GetBlockDim(); }
    ge::graphStatus SetAicpuBlockDim(uint32_t blocks) { return Set(slots_->aicpu_block_dim, blocks); }
    uint32_t GetAicpuBlockDim() const { return slots_->aicpu_block_dim; }
    ge::graphStatus SetAicpuNumBlocks(uint32_t blocks) { return SetAicpuBlockDim(blocks); }
    uint32_t GetAicpuNumBlocks() const { return GetAicpuBlockDim(); }
    ge::graphStatus SetScheduleMode(uint32_t mode) { return Set(slots_->schedule_mode, mode); }
    uint32_t GetScheduleMode() const { return slots_->schedule_mode; }
    ge::graphStatus SetTilingCond(int32_t cond) { return Set(slots_->tiling_cond, cond); }
    int32_t GetTilingCond() const { return slots_->tiling_cond; }
    ge::graphStatus SetNeedAtomic(bool atomic) { return Set(slots_->need_atomic, atomic); }
    bool NeedAtomic() const { return slots_->need_atomic; }
    ge::graphStatus SetLocalMemorySize(uint32_t bytes) { return Set(slots_->local_memory_size, bytes); }
    uint32_t GetLocalMemorySize() const { return slots_->local_memory_size; }
    ge::graphStatus SetDynUBufSize(uint32_t bytes) { return SetLocalMemorySize(bytes); }
    uint32_t GetDynUBufSize() const { return GetLocalMemorySize(); }

    // The tiling data as a T, its size set to sizeof(T); null when T is larger than the registered maximum.
    template <typename T>
    T* GetTilingData() {
        TilingData* data = GetRawTilingData();
        if (data == nullptr || data->GetCapacity() < sizeof(T)) {
            return nullptr;
        }
        data->SetDataSize(sizeof(T));
        return static_cast<T*>(data->GetData());
    }
    TilingData* GetRawTilingData() { return slots_->tiling_data; }

    // Sets how many workspaces there are and returns their sizes, to be filled in; null for more than the
    // framework takes.
    size_t* GetWorkspaceSizes(size_t count) {
        if (slots_->workspaces == nullptr || slots_->workspaces->SetSize(count) != ge::GRAPH_SUCCESS) {
            return nullptr;
        }
        return slots_->workspaces->MutableData();
    }
    size_t GetWorkspaceNum() const {
        return slots_->workspaces != nullptr ? slots_->workspaces->GetSize() : 0;
    }

 private:
    template <typename T>
    static ge::graphStatus Set(T& slot, T value) {
        slot = value;
        return ge::GRAPH_SUCCESS;
    }
    static const StorageShape* ShapeOf(const Tensor* tensor) {
        return tensor != nullptr ? &tensor->GetShape() : nullptr;
    }
    static bool IsView(const Tensor* tensor) { return StrideOf(tensor) != nullptr; }
    static const Stride* StrideOf(const Tensor* tensor) {
        return tensor != nullptr ? tensor->GetViewStride() : nullptr;
    }
    static int64_t OffsetOf(const Tensor* tensor) { return IsView(tensor) ? tensor->GetViewOffset() : -1; }

    Slots* slots_;
};

}  // namespace gert

#endif
