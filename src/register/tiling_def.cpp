#include "register/tilingdata_base.h"

#include <fmt/format.h>

#include "base/log.h"

namespace optiling {
namespace {

constexpr size_t kStructAlignment = 8;

size_t AlignUp(size_t offset, size_t alignment) { return (offset + alignment - 1) / alignment * alignment; }

}  // namespace

TilingDef::TilingDef() = default;
TilingDef::~TilingDef() = default;

size_t TilingDef::AddField(const char* type, const char* name, size_t element_bytes, size_t count,
                           bool is_array) {
    const size_t offset = AlignUp(size_, element_bytes);
    fields_.push_back({type, name, offset, is_array ? count : 0, false});
    size_ = offset + element_bytes * count;
    return offset;
}

size_t TilingDef::AddStruct(const char* type, const char* name, TilingDef* nested) {
    const size_t offset = AlignUp(size_, kStructAlignment);
    fields_.push_back({type, name, offset, 0, true});
    nested_.emplace_back(nested, offset);
    size_ = offset + nested->GetDataSize();
    return offset;
}

void TilingDef::Finish(const char* class_name, bool external) {
    class_name_ = class_name;
    size_ = AlignUp(size_, kStructAlignment);
    if (!external) {
        own_.assign(size_, 0);
        SetDataPtr(own_.data());
    }
}

void TilingDef::SetDataPtr(void* data) {
    data_ = static_cast<uint8_t*>(data);
    for (const auto& [nested, offset] : nested_) {
        nested->SetDataPtr(data_ + offset);
    }
}

void TilingDef::SaveToBuffer(void* data, size_t capacity) const {
    if (data == nullptr || data_ == nullptr || capacity < size_) {
        aclnn_cpu::base::Log(aclnn_cpu::base::LogLevel::kError,
                             fmt::format("{}: {} bytes of tiling data do not fit a buffer of {}", class_name_,
                                         size_, data == nullptr ? 0 : capacity));
        return;
    }
    if (data != data_) {
        std::memcpy(data, data_, size_);
    }
}

}  // namespace optiling
