#include "tests/support/tensors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "ascendc/float16.h"
#include "base/dtype.h"

namespace aclnn_cpu::test {
namespace {

constexpr size_t kGuardBytes = 256;

uint8_t PatternByte(size_t i) { return static_cast<uint8_t>(0xA5 ^ (i * 37)); }

template <typename T>
void Store(uint8_t* to, double value) {
    const T stored = static_cast<T>(value);
    std::memcpy(to, &stored, sizeof(T));
}

template <typename T>
double Fetch(const uint8_t* from) {
    T stored;
    std::memcpy(&stored, from, sizeof(T));
    return static_cast<double>(stored);
}

// double -> 16 bits in one rounding: through float rounded to odd, which has bits to spare.
float ToOddFloat(double value) {
    const float nearest = static_cast<float>(value);
    if (static_cast<double>(nearest) == value || !std::isfinite(nearest)) {
        return nearest;
    }
    uint32_t bits;
    std::memcpy(&bits, &nearest, sizeof(bits));
    if ((bits & 1) == 0) {  // the odd one of the two floats around the value
        return std::nextafter(nearest, value > nearest ? INFINITY : -INFINITY);
    }
    return nearest;
}

void StoreAs(aclDataType dtype, uint8_t* to, double value) {
    switch (dtype) {
        case ACL_FLOAT:
            return Store<float>(to, value);
        case ACL_DOUBLE:
            return Store<double>(to, value);
        case ACL_FLOAT16:
            return Store<half>(to, ToOddFloat(value));
        case ACL_BF16:
            return Store<bfloat16_t>(to, ToOddFloat(value));
        case ACL_INT8:
            return Store<int8_t>(to, value);
        case ACL_UINT8:
            return Store<uint8_t>(to, value);
        case ACL_INT16:
            return Store<int16_t>(to, value);
        case ACL_INT32:
            return Store<int32_t>(to, value);
        case ACL_INT64:
            return Store<int64_t>(to, value);
        case ACL_BOOL:
            return Store<uint8_t>(to, value != 0 ? 1 : 0);
        default:
            FAIL() << "tests hold no values of dtype " << static_cast<int>(dtype);
    }
}

double FetchAs(aclDataType dtype, const uint8_t* from) {
    switch (dtype) {
        case ACL_FLOAT:
            return Fetch<float>(from);
        case ACL_DOUBLE:
            return Fetch<double>(from);
        case ACL_FLOAT16:
            return Fetch<half>(from);
        case ACL_BF16:
            return Fetch<bfloat16_t>(from);
        case ACL_INT8:
            return Fetch<int8_t>(from);
        case ACL_UINT8:
            return Fetch<uint8_t>(from);
        case ACL_INT16:
            return Fetch<int16_t>(from);
        case ACL_INT32:
            return Fetch<int32_t>(from);
        case ACL_INT64:
            return Fetch<int64_t>(from);
        case ACL_BOOL:
            return Fetch<uint8_t>(from);
        default:
            ADD_FAILURE() << "tests hold no values of dtype " << static_cast<int>(dtype);
            return NAN;
    }
}

// The last element's index + 1, for a view that starts at `offset`.
int64_t StorageFor(const Layout& layout) {
    int64_t last = layout.offset;
    for (size_t i = 0; i < layout.shape.size(); ++i) {
        last += (layout.shape[i] > 0 ? layout.shape[i] - 1 : 0) * layout.strides[i];
    }
    return layout.Elements() == 0 ? layout.offset : last + 1;
}

}  // namespace

double RoundTo(double value, aclDataType dtype) {
    uint8_t bytes[8];
    StoreAs(dtype, bytes, value);
    return FetchAs(dtype, bytes);
}

size_t BytesOf(aclDataType dtype) { return base::ElementBytes(static_cast<base::DType>(dtype)); }

std::string NameOf(aclDataType dtype) {
    return std::string(base::DTypeName(static_cast<base::DType>(dtype)));
}

int64_t Layout::Elements() const {
    return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

int64_t Layout::StorageIndex(int64_t linear) const {
    int64_t index = offset;
    for (size_t i = shape.size(); i-- > 0;) {
        index += linear % shape[i] * strides[i];
        linear /= shape[i];
    }
    return index;
}

Layout Contiguous(std::vector<int64_t> shape) {
    Layout layout;
    layout.shape = std::move(shape);
    layout.strides.assign(layout.shape.size(), 1);
    for (size_t i = layout.shape.size(); i-- > 1;) {
        layout.strides[i - 1] = layout.strides[i] * std::max<int64_t>(layout.shape[i], 1);
    }
    layout.storage = StorageFor(layout);
    return layout;
}

Layout Transposed(std::vector<int64_t> shape) {
    Layout layout;
    layout.name = "transposed";
    layout.shape = std::move(shape);
    layout.strides.assign(layout.shape.size(), 1);
    for (size_t i = 1; i < layout.shape.size(); ++i) {
        layout.strides[i] = layout.strides[i - 1] * std::max<int64_t>(layout.shape[i - 1], 1);
    }
    layout.storage = StorageFor(layout);
    return layout;
}

Layout Sliced(std::vector<int64_t> shape) {
    Layout layout;
    layout.name = "sliced";
    layout.shape = std::move(shape);
    layout.strides.assign(layout.shape.size(), 2);
    for (size_t i = layout.shape.size(); i-- > 1;) {
        layout.strides[i - 1] = layout.strides[i] * std::max<int64_t>(layout.shape[i], 1) + 3;
    }
    layout.offset = 1;
    layout.storage = StorageFor(layout) + 2;
    return layout;
}

Layout Offset(std::vector<int64_t> shape, int64_t offset) {
    Layout layout = Contiguous(std::move(shape));
    layout.name = "offset";
    layout.offset = offset;
    layout.storage += offset;
    return layout;
}

Layout Expanded(std::vector<int64_t> shape) {
    Layout layout;
    layout.name = "expanded";
    layout.shape = std::move(shape);
    layout.strides.assign(layout.shape.size(), 0);
    int64_t stride = 1;
    for (size_t i = layout.shape.size(); i-- > 0;) {
        if (i % 2 == 1) {
            layout.strides[i] = stride;
            stride *= std::max<int64_t>(layout.shape[i], 1);
        }
    }
    layout.storage = StorageFor(layout);
    return layout;
}

Tensor::Tensor(aclDataType dtype, Layout layout) : dtype_(dtype), layout_(std::move(layout)) {
    Device::Stream();
    const size_t bytes = static_cast<size_t>(layout_.storage) * BytesOf(dtype) + 2 * kGuardBytes;
    EXPECT_EQ(aclrtMalloc(&block_, bytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    initial_.resize(bytes);
    for (size_t i = 0; i < bytes; ++i) {
        initial_[i] = PatternByte(i);
    }
    EXPECT_EQ(aclrtMemcpy(block_, bytes, initial_.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE), 0);
    data_ = static_cast<uint8_t*>(block_) + kGuardBytes;
    tensor_ = aclCreateTensor(layout_.shape.data(), layout_.shape.size(), dtype, layout_.strides.data(),
                              layout_.offset, ACL_FORMAT_ND, &layout_.storage, 1, data_);
    EXPECT_NE(tensor_, nullptr);
}

Tensor::~Tensor() {
    if (tensor_ != nullptr) {
        EXPECT_EQ(aclDestroyTensor(tensor_), 0);
    }
    EXPECT_EQ(aclrtFree(block_), 0);
}

aclTensor* Tensor::Release() { return std::exchange(tensor_, nullptr); }

void Tensor::Set(const std::vector<double>& values) {
    const int64_t count = layout_.Elements();
    ASSERT_EQ(static_cast<int64_t>(values.size()), count);
    initial_ = Download();
    for (int64_t i = 0; i < count; ++i) {
        StoreAs(dtype_,
                &initial_[kGuardBytes + static_cast<size_t>(layout_.StorageIndex(i)) * BytesOf(dtype_)],
                values[static_cast<size_t>(i)]);
    }
    ASSERT_EQ(
        aclrtMemcpy(block_, initial_.size(), initial_.data(), initial_.size(), ACL_MEMCPY_HOST_TO_DEVICE), 0);
}

std::vector<double> Tensor::Get() const {
    const std::vector<uint8_t> bytes = Download();
    std::vector<double> values(static_cast<size_t>(layout_.Elements()));
    for (size_t i = 0; i < values.size(); ++i) {
        const int64_t index = layout_.StorageIndex(static_cast<int64_t>(i));
        values[i] = FetchAs(dtype_, &bytes[kGuardBytes + static_cast<size_t>(index) * BytesOf(dtype_)]);
    }
    return values;
}

std::vector<uint64_t> Tensor::Bits() const {
    const std::vector<uint8_t> bytes = Download();
    std::vector<uint64_t> bits(static_cast<size_t>(layout_.Elements()));
    for (size_t i = 0; i < bits.size(); ++i) {
        const int64_t index = layout_.StorageIndex(static_cast<int64_t>(i));
        std::memcpy(&bits[i], &bytes[kGuardBytes + static_cast<size_t>(index) * BytesOf(dtype_)],
                    BytesOf(dtype_));
    }
    return bits;
}

bool Tensor::SurroundingsIntact() const {
    const std::vector<uint8_t> now = Download();
    std::vector<bool> inside(now.size(), false);
    for (int64_t i = 0; i < layout_.Elements(); ++i) {
        const size_t first = kGuardBytes + static_cast<size_t>(layout_.StorageIndex(i)) * BytesOf(dtype_);
        std::fill_n(inside.begin() + static_cast<std::ptrdiff_t>(first), BytesOf(dtype_), true);
    }
    for (size_t i = 0; i < now.size(); ++i) {
        if (!inside[i] && now[i] != initial_[i]) {
            return false;
        }
    }
    return true;
}

std::vector<uint8_t> Tensor::Download() const {
    std::vector<uint8_t> bytes(initial_.size());
    EXPECT_EQ(aclrtMemcpy(bytes.data(), bytes.size(), block_, bytes.size(), ACL_MEMCPY_DEVICE_TO_HOST), 0);
    return bytes;
}

aclrtStream Device::Stream() {
    static aclrtStream stream = [] {
        EXPECT_EQ(aclInit(nullptr), 0);
        EXPECT_EQ(aclrtSetDevice(0), 0);
        aclrtStream created = nullptr;
        EXPECT_EQ(aclrtCreateStream(&created), 0);
        return created;
    }();
    return stream;
}

}  // namespace aclnn_cpu::test
