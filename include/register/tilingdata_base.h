// Tiling data declared field by field: BEGIN_TILING_DATA_DEF(C) ... END_TILING_DATA_DEF;
// REGISTER_TILING_DATA_CLASS(Op, C).
//
// Fields lie in order of declaration, each aligned to its element (nested structs to 8 bytes); the total is a
// multiple of 8.
#ifndef ACLNN_CPU_REGISTER_TILINGDATA_BASE_H
#define ACLNN_CPU_REGISTER_TILINGDATA_BASE_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "aclnn_cpu/abi.h"
#include "aclnn_cpu/export.h"

namespace optiling {

// One field, as the kernel's struct is generated from it.
struct FieldInfo {
    const char* type;  // "uint32_t", or the struct's name
    const char* name;
    size_t offset;
    size_t count;  // elements of an array, 0 for a single value
    bool is_struct;
};

class ACLNN_CPU_PUBLIC TilingDef {
 public:
    ~TilingDef();  // not virtual: the factory's pointers know the class they were made of
    TilingDef(const TilingDef&) = delete;
    TilingDef& operator=(const TilingDef&) = delete;

    size_t GetDataSize() const { return size_; }
    const char* GetTilingClassName() const { return class_name_; }
    const std::vector<FieldInfo>& GetFieldInfo() const { return fields_; }
    // Copies all bytes to `data`; does nothing but log when they do not fit `capacity`.
    void SaveToBuffer(void* data, size_t capacity) const;
    // From now on fields are read and written at `data`, GetDataSize() bytes that outlive the object.
    void SetDataPtr(void* data);

 protected:
    TilingDef();
    size_t AddField(const char* type, const char* name, size_t element_bytes, size_t count, bool is_array);
    size_t AddStruct(const char* type, const char* name, TilingDef* nested);
    // Ends the declaration; the bytes are the object's own, zero, unless `external` says that SetDataPtr will
    // follow.
    void Finish(const char* class_name, bool external);
    uint8_t* At(size_t offset) const { return data_ + offset; }

 private:
    const char* class_name_ = "";
    uint8_t* data_ = nullptr;
    size_t size_ = 0;
    std::vector<uint8_t> own_;
    std::vector<FieldInfo> fields_;
    std::vector<std::pair<TilingDef*, size_t>> nested_;
};

using TilingDataConstructor = std::shared_ptr<TilingDef> (*)();

class ACLNN_CPU_PUBLIC CTilingDataClassFactory {
 public:
    static CTilingDataClassFactory& GetInstance();
    // `op_type` is an operator, or operator_key for one tiling key of it. Returns 0.
    int RegisterTilingData(const char* op_type, TilingDataConstructor constructor,
                           const void* library = ACLNN_CPU_THIS_LIBRARY,
                           const char* abi_tag = ACLNN_CPU_ABI_TAG);
    // Null when nothing is registered.
    std::shared_ptr<TilingDef> CreateTilingDataInstance(const char* op_type);
};

}  // namespace optiling

#define BEGIN_TILING_DATA_DEF(class_name)             \
    class class_name : public ::optiling::TilingDef { \
     public:                                          \
        class_name() { Finish(#class_name, false); }  \
        explicit class_name(void* data) {             \
            Finish(#class_name, true);                \
            if (data != nullptr) {                    \
                SetDataPtr(data);                     \
            }                                         \
        }

// Each of the following ends in a function body, so that a semicolon may follow or not.
#define TILING_DATA_FIELD_DEF(data_type, field_name)                                                         \
 private:                                                                                                    \
    size_t field_name##_offset_ = AddField(#data_type, #field_name, sizeof(data_type), 1, false);            \
                                                                                                             \
 public:                                                                                                     \
    void set_##field_name(data_type value) { std::memcpy(At(field_name##_offset_), &value, sizeof(value)); } \
    data_type get_##field_name() const {                                                                     \
        data_type value;                                                                                     \
        std::memcpy(&value, At(field_name##_offset_), sizeof(value));                                        \
        return value;                                                                                        \
    }

#define TILING_DATA_FIELD_DEF_ARR(data_type, array_size, field_name)                                      \
 private:                                                                                                 \
    size_t field_name##_offset_ = AddField(#data_type, #field_name, sizeof(data_type), array_size, true); \
                                                                                                          \
 public:                                                                                                  \
    void set_##field_name(const data_type* values) {                                                      \
        std::memmove(At(field_name##_offset_), values, (array_size) * sizeof(data_type));                 \
    }                                                                                                     \
    data_type* get_##field_name() const { return reinterpret_cast<data_type*>(At(field_name##_offset_)); }

#define TILING_DATA_FIELD_DEF_STRUCT(struct_type, field_name)                        \
 public:                                                                             \
    struct_type field_name{nullptr};                                                 \
                                                                                     \
 private:                                                                            \
    size_t field_name##_offset_ = AddStruct(#struct_type, #field_name, &field_name); \
                                                                                     \
 public:                                                                             \
    size_t offset_of_##field_name() const { return field_name##_offset_; }

#define END_TILING_DATA_DEF \
    }                       \
    ;

#define REGISTER_TILING_DATA_CLASS(op_type, class_name)                               \
    __attribute__((unused)) static const int g_tiling_data_##op_type##_##class_name = \
        ::optiling::CTilingDataClassFactory::GetInstance().RegisterTilingData(        \
            #op_type,                                                                 \
            []() -> std::shared_ptr<::optiling::TilingDef> { return std::make_shared<class_name>(); });

#endif
