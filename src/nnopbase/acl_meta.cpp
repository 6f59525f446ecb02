// The C functions of aclnn/acl_meta.h for tensors, scalars, arrays and lists.
#include "aclnn/acl_meta.h"

#include <string>

#include "base/guard.h"
#include "nnopbase/made_objects.h"
#include "nnopbase/messages.h"
#include "nnopbase/objects.h"
#include "opdev/data_type_utils.h"
#include "opdev/format_utils.h"
#include "opdev/op_errno.h"

namespace aclnn_cpu::nnopbase {
namespace {

using base::Status;
using op::internal::ObjectKind;

constexpr const char* kKindNames[] = {"object",     "Tensor",   "TensorList", "Scalar",
                                      "ScalarList", "IntArray", "FloatArray", "BoolArray"};

template <typename T>
constexpr ObjectKind kKind = op::internal::KindOf<T*>();
template <typename T>
constexpr const char* kName = kKindNames[static_cast<size_t>(kKind<T>)];

template <typename Body>
aclnnStatus Call(const char* function, Body&& body) {
    return base::Guarded(function, ACLNN_ERR_INNER, ACLNN_ERR_INNER, body);
}

template <typename T>
Status CheckLive(const char* function, const char* parameter, const T* object) {
    if (object == nullptr) {
        return NullArgument(function, parameter);
    }
    return IsLiveObject(object, kKind<T>) ? Status::Ok() : NotAlive(function, parameter, object, kName<T>);
}

// Before its place can be another object's.
template <typename T>
bool DestroyMade(const T* object) {
    ForgetMade(object);
    return DestroyObject(object);
}

// A new object that `fill` accepts, or null with its reason remembered.
template <typename T, typename Fill>
T* Create(const char* function, Fill&& fill) {
    T* object = nullptr;
    const int32_t code = Call(function, [&] {
        object = CreateObject<T>();
        RememberMade(object, kName<T>);
        return fill(object);
    });
    if (code != 0 && object != nullptr) {
        DestroyMade(object);
        object = nullptr;
    }
    return object;
}

template <typename T>
aclnnStatus Destroy(const char* function, const char* parameter, const T* object) {
    return Call(function, [&] {
        return object == nullptr || DestroyMade(object) ? Status::Ok()
                                                        : NotAlive(function, parameter, object, kName<T>);
    });
}

template <typename Array, typename T>
Array* CreateArray(const char* function, const T* values, uint64_t count) {
    return Create<Array>(function, [&](Array* array) {
        if (values == nullptr && count > 0) {
            return NullArgument(function, "value");
        }
        ObjectAccess::SetArray(array, values, count);
        return Status::Ok();
    });
}

template <typename List, typename T>
List* CreateList(const char* function, const T* const* elements, uint64_t count) {
    return Create<List>(function, [&](List* list) {
        if (elements == nullptr && count > 0) {
            return NullArgument(function, "value");
        }
        for (uint64_t i = 0; i < count; ++i) {
            if (elements[i] != nullptr) {  // an absent optional
                const std::string name = "value[" + std::to_string(i) + "]";
                ACLNN_CPU_RETURN_IF_ERROR(CheckLive(function, name.c_str(), elements[i]));
            }
            ObjectAccess::Elements(list).push_back(const_cast<T*>(elements[i]));
        }
        return Status::Ok();
    });
}

// The list first: whoever destroys it owns the elements, once.
template <typename List>
aclnnStatus DestroyList(const char* function, const List* list) {
    return Call(function, [&] {
        if (list == nullptr) {
            return Status::Ok();
        }
        ACLNN_CPU_RETURN_IF_ERROR(CheckLive(function, "array", list));
        const auto elements = ObjectAccess::Elements(const_cast<List*>(list));
        if (!DestroyMade(list)) {
            return NotAlive(function, "array", list, kName<List>);
        }
        Status status;
        for (uint64_t i = 0; i < elements.size(); ++i) {
            if (elements[i] != nullptr && !DestroyMade(elements[i])) {
                const std::string name = "array[" + std::to_string(i) + "]";
                status = CheckLive(function, name.c_str(), elements[i]);
            }
        }
        return status;
    });
}

// Reads a property of a live object: 161001 for nulls, 161002 for what is not alive.
template <typename T, typename Out, typename Read>
aclnnStatus Get(const char* function, const char* parameter, const T* object, Out* out, Read&& read) {
    return Call(function, [&] {
        ACLNN_CPU_RETURN_IF_ERROR(CheckLive(function, parameter, object));
        if (out == nullptr) {
            return NullArgument(function, "the result pointer");
        }
        *out = read(*object);
        return Status::Ok();
    });
}

template <typename Sizes>
aclnnStatus GetSizes(const char* function, const aclTensor* tensor, int64_t** dims, uint64_t* count,
                     Sizes&& sizes) {
    return Call(function, [&] {
        ACLNN_CPU_RETURN_IF_ERROR(CheckLive(function, "tensor", tensor));
        if (dims == nullptr || count == nullptr) {
            return NullArgument(function, "a result pointer");
        }
        const op::ShapeVector values = sizes(*tensor);
        *dims = new int64_t[values.size() + 1];
        std::copy(values.begin(), values.end(), *dims);
        *count = values.size();
        return Status::Ok();
    });
}

op::ShapeVector SizesOf(const op::Shape& shape) {
    op::ShapeVector sizes;
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        sizes.push_back(shape[i]);
    }
    return sizes;
}

}  // namespace
}  // namespace aclnn_cpu::nnopbase

using namespace aclnn_cpu;
using namespace aclnn_cpu::nnopbase;

extern "C" {

aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum, aclDataType dataType,
                           const int64_t* stride, int64_t offset, aclFormat format,
                           const int64_t* storageDims, uint64_t storageDimsNum, void* tensorData) {
    return Create<aclTensor>("aclCreateTensor", [&](aclTensor* tensor) {
        return ObjectAccess::Describe(tensor,
                                      {viewDims, viewDimsNum, dataType, stride, offset, format, storageDims,
                                       storageDimsNum, tensorData},
                                      "aclCreateTensor");
    });
}

aclnnStatus aclInitTensor(aclTensor* tensor, const int64_t* viewDims, uint64_t viewDimsNum,
                          aclDataType dataType, const int64_t* stride, int64_t offset, aclFormat format,
                          const int64_t* storageDims, uint64_t storageDimsNum, void* tensorDataAddr) {
    return Call("aclInitTensor", [&] {
        ACLNN_CPU_RETURN_IF_ERROR(CheckLive("aclInitTensor", "tensor", tensor));
        return ObjectAccess::Describe(tensor,
                                      {viewDims, viewDimsNum, dataType, stride, offset, format, storageDims,
                                       storageDimsNum, tensorDataAddr},
                                      "aclInitTensor");
    });
}

aclScalar* aclCreateScalar(void* value, aclDataType dataType) {
    return Create<aclScalar>("aclCreateScalar", [&](aclScalar* scalar) {
        return value == nullptr ? NullArgument("aclCreateScalar", "value")
                                : ObjectAccess::SetScalar(scalar, value, op::ToOpDataType(dataType));
    });
}

aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size) {
    return CreateArray<aclIntArray>("aclCreateIntArray", value, size);
}
aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size) {
    return CreateArray<aclFloatArray>("aclCreateFloatArray", value, size);
}
aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size) {
    return CreateArray<aclBoolArray>("aclCreateBoolArray", value, size);
}
aclTensorList* aclCreateTensorList(const aclTensor* const* value, uint64_t size) {
    return CreateList<aclTensorList>("aclCreateTensorList", value, size);
}
aclScalarList* aclCreateScalarList(const aclScalar* const* value, uint64_t size) {
    return CreateList<aclScalarList>("aclCreateScalarList", value, size);
}

aclnnStatus aclDestroyTensor(const aclTensor* tensor) {
    return Destroy("aclDestroyTensor", "tensor", tensor);
}
aclnnStatus aclDestroyScalar(const aclScalar* scalar) {
    return Destroy("aclDestroyScalar", "scalar", scalar);
}
aclnnStatus aclDestroyIntArray(const aclIntArray* array) {
    return Destroy("aclDestroyIntArray", "array", array);
}
aclnnStatus aclDestroyFloatArray(const aclFloatArray* array) {
    return Destroy("aclDestroyFloatArray", "array", array);
}
aclnnStatus aclDestroyBoolArray(const aclBoolArray* array) {
    return Destroy("aclDestroyBoolArray", "array", array);
}
aclnnStatus aclDestroyTensorList(const aclTensorList* array) {
    return DestroyList("aclDestroyTensorList", array);
}
aclnnStatus aclDestroyScalarList(const aclScalarList* array) {
    return DestroyList("aclDestroyScalarList", array);
}

aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims, uint64_t* viewDimsNum) {
    return GetSizes("aclGetViewShape", tensor, viewDims, viewDimsNum,
                    [](const aclTensor& t) { return SizesOf(t.GetViewShape()); });
}
aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims, uint64_t* storageDimsNum) {
    return GetSizes("aclGetStorageShape", tensor, storageDims, storageDimsNum,
                    [](const aclTensor& t) { return SizesOf(t.GetStorageShape()); });
}
aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue, uint64_t* stridesNum) {
    return GetSizes("aclGetViewStrides", tensor, stridesValue, stridesNum,
                    [](const aclTensor& t) { return t.GetViewStrides(); });
}
aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset) {
    return Get("aclGetViewOffset", "tensor", tensor, offset,
               [](const aclTensor& t) { return t.GetViewOffset(); });
}
aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format) {
    return Get("aclGetFormat", "tensor", tensor, format,
               [](const aclTensor& t) { return op::ToAclFormat(t.GetStorageFormat()); });
}
aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType) {
    return Get("aclGetDataType", "tensor", tensor, dataType,
               [](const aclTensor& t) { return op::ToAclDataType(t.GetDataType()); });
}
aclnnStatus aclGetIntArraySize(const aclIntArray* array, uint64_t* size) {
    return Get("aclGetIntArraySize", "array", array, size, [](const aclIntArray& a) { return a.Size(); });
}
aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, uint64_t* size) {
    return Get("aclGetFloatArraySize", "array", array, size, [](const aclFloatArray& a) { return a.Size(); });
}
aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, uint64_t* size) {
    return Get("aclGetBoolArraySize", "array", array, size, [](const aclBoolArray& a) { return a.Size(); });
}
aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList, uint64_t* size) {
    return Get("aclGetTensorListSize", "tensorList", tensorList, size,
               [](const aclTensorList& l) { return l.Size(); });
}
aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList, uint64_t* size) {
    return Get("aclGetScalarListSize", "scalarList", scalarList, size,
               [](const aclScalarList& l) { return l.Size(); });
}

aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr) {
    return Call("aclSetRawTensorAddr", [&] {
        ACLNN_CPU_RETURN_IF_ERROR(CheckLive("aclSetRawTensorAddr", "tensor", tensor));
        tensor->SetStorageAddr(addr);
        return Status::Ok();
    });
}
aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr) {
    return Get("aclGetRawTensorAddr", "tensor", tensor, addr,
               [](const aclTensor& t) { return t.GetStorageAddr(); });
}

}  // extern "C"
