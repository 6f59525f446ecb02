// A vector whose first N elements need no allocation.
#ifndef ACLNN_CPU_OPDEV_FAST_VECTOR_H
#define ACLNN_CPU_OPDEV_FAST_VECTOR_H

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <type_traits>

namespace op {

// For trivially copyable elements, which is what host code keeps in it: numbers and pointers. Grows like
// std::vector; iterators are pointers and are invalidated by growth.
template <typename T, size_t N = 8>
class FVector {
    static_assert(std::is_trivially_copyable_v<T>, "FVector holds numbers and pointers");

 public:
    using value_type = T;
    using iterator = T*;
    using const_iterator = const T*;

    FVector() = default;
    explicit FVector(size_t count, const T& value = T()) { resize(count, value); }
    FVector(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
    template <typename It, typename = std::enable_if_t<!std::is_integral_v<It>>>
    FVector(It first, It last) {
        assign(first, last);
    }
    FVector(const FVector& other) { assign(other.begin(), other.end()); }
    FVector& operator=(const FVector& other) {
        if (this != &other) {
            assign(other.begin(), other.end());
        }
        return *this;
    }
    ~FVector() {
        if (data_ != inline_) {
            delete[] data_;
        }
    }

    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    size_t capacity() const { return capacity_; }
    T* data() { return data_; }
    const T* data() const { return data_; }
    T* begin() { return data_; }
    T* end() { return data_ + size_; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }
    T& operator[](size_t index) { return data_[index]; }
    const T& operator[](size_t index) const { return data_[index]; }
    T& front() { return data_[0]; }
    const T& front() const { return data_[0]; }
    T& back() { return data_[size_ - 1]; }
    const T& back() const { return data_[size_ - 1]; }

    void clear() { size_ = 0; }
    void push_back(const T& value) {
        const T copy = value;  // `value` may lie in the memory that growing releases
        reserve(size_ + 1);
        data_[size_++] = copy;
    }
    template <typename... Args>
    T& emplace_back(Args&&... args) {
        push_back(T(static_cast<Args&&>(args)...));
        return back();
    }
    void pop_back() { --size_; }
    void resize(size_t count, const T& value = T()) {
        reserve(count);
        for (size_t i = size_; i < count; ++i) {
            data_[i] = value;
        }
        size_ = count;
    }
    void reserve(size_t count) {
        if (count <= capacity_) {
            return;
        }
        const size_t wanted = std::max(count, capacity_ * 2);
        T* grown = new T[wanted];
        std::copy(begin(), end(), grown);
        if (data_ != inline_) {
            delete[] data_;
        }
        data_ = grown;
        capacity_ = wanted;
    }
    void assign(size_t count, const T& value) {
        clear();
        resize(count, value);
    }
    template <typename It, typename = std::enable_if_t<!std::is_integral_v<It>>>
    void assign(It first, It last) {
        size_ = 0;
        for (; first != last; ++first) {
            push_back(*first);
        }
    }
    iterator insert(const_iterator position, const T& value) {
        const size_t index = static_cast<size_t>(position - data_);
        push_back(value);
        std::rotate(data_ + index, data_ + size_ - 1, data_ + size_);
        return data_ + index;
    }
    iterator erase(const_iterator position) {
        const size_t index = static_cast<size_t>(position - data_);
        std::copy(data_ + index + 1, data_ + size_, data_ + index);
        --size_;
        return data_ + index;
    }

    friend bool operator==(const FVector& a, const FVector& b) {
        return a.size_ == b.size_ && std::equal(a.begin(), a.end(), b.begin());
    }
    friend bool operator!=(const FVector& a, const FVector& b) { return !(a == b); }

 private:
    size_t size_ = 0;
    size_t capacity_ = N;
    T* data_ = inline_;
    T inline_[N];
};

}  // namespace op

#endif
