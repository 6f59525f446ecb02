// Integers that remember what they were given: the chip's fields are narrow and drop the upper bits without a
// word, which the checker reports.
#ifndef ACLNN_CPU_ASCENDC_FIELD_H
#define ACLNN_CPU_ASCENDC_FIELD_H

#include <cstdint>
#include <type_traits>

namespace aclnn_cpu::aicore {

template <typename T>
class Field;
template <typename T>
class Given;

template <typename T>
struct KeepsGiven : std::false_type {};
template <typename T>
struct KeepsGiven<Field<T>> : std::true_type {};
template <typename T>
struct KeepsGiven<Given<T>> : std::true_type {};

// A parameter of type T, an unsigned integer, that takes any number. Converts to what a T makes of it.
template <typename T>
class Given {
 public:
    template <typename V, typename = std::enable_if_t<std::is_convertible_v<V, T>>>
    constexpr Given(V value) : given_(Widen(value)) {}

    constexpr operator T() const { return static_cast<T>(given_); }
    constexpr T Get() const { return static_cast<T>(given_); }
    constexpr int64_t given() const { return given_; }
    // What a T drops; 0: the number is as given.
    constexpr uint64_t LostBits() const {
        return static_cast<uint64_t>(given_) & ~uint64_t(static_cast<T>(-1));
    }

 private:
    template <typename V>
    static constexpr int64_t Widen(V value) {
        if constexpr (KeepsGiven<V>::value) {
            return value.given();
        } else if constexpr (std::is_arithmetic_v<V> || std::is_enum_v<V>) {
            return static_cast<int64_t>(value);
        } else {
            return static_cast<int64_t>(static_cast<T>(value));
        }
    }

    int64_t given_;
};

// A member of a parameter structure: works like a T. Not implicitly made of numbers, so that expressions of
// both, such as c ? field : 1, are numbers.
template <typename T>
class Field {
 public:
    constexpr Field() = default;
    constexpr explicit Field(Given<T> value) : given_(value.given()) {}
    constexpr Field& operator=(Given<T> value) {
        given_ = value.given();
        return *this;
    }

    constexpr operator T() const { return static_cast<T>(given_); }
    template <typename Enum, typename = std::enable_if_t<std::is_enum_v<Enum>>>
    constexpr explicit operator Enum() const {
        return static_cast<Enum>(Get());
    }
    constexpr T Get() const { return static_cast<T>(given_); }
    constexpr int64_t given() const { return given_; }
    constexpr uint64_t LostBits() const {
        return static_cast<uint64_t>(given_) & ~uint64_t(static_cast<T>(-1));
    }

    template <typename V>
    constexpr Field& operator+=(V value) {
        return *this = T(*this) + value;
    }
    template <typename V>
    constexpr Field& operator-=(V value) {
        return *this = T(*this) - value;
    }
    template <typename V>
    constexpr Field& operator*=(V value) {
        return *this = T(*this) * value;
    }
    template <typename V>
    constexpr Field& operator/=(V value) {
        return *this = T(*this) / value;
    }
    template <typename V>
    constexpr Field& operator%=(V value) {
        return *this = T(*this) % value;
    }
    template <typename V>
    constexpr Field& operator&=(V value) {
        return *this = T(*this) & value;
    }
    template <typename V>
    constexpr Field& operator|=(V value) {
        return *this = T(*this) | value;
    }
    template <typename V>
    constexpr Field& operator^=(V value) {
        return *this = T(*this) ^ value;
    }
    template <typename V>
    constexpr Field& operator<<=(V value) {
        return *this = T(*this) << value;
    }
    template <typename V>
    constexpr Field& operator>>=(V value) {
        return *this = T(*this) >> value;
    }
    constexpr Field& operator++() { return *this += 1; }
    constexpr Field& operator--() { return *this -= 1; }
    constexpr T operator++(int) {
        const T before = *this;
        ++*this;
        return before;
    }
    constexpr T operator--(int) {
        const T before = *this;
        --*this;
        return before;
    }

 private:
    int64_t given_ = 0;
};

// A number that a field of the chip cannot hold.
struct FieldCut {
    const char* structure;  // "DataCopyParams"; null: a parameter of the call itself
    const char* name;       // "srcStride"; null: no such number
    int64_t given;
    uint8_t bits;  // of the field: the chip takes the lowest so many
};

// The first numbers of a call that are cut. Small: every call has room for it on its stack, and compilers
// inline nothing that takes much.
struct FieldCuts {
    FieldCut any;
    FieldCut between;  // a distance between repeats or bursts: of no effect where there is only one
};

}  // namespace aclnn_cpu::aicore

namespace AscendC {

namespace aclnn_internal {

using Field8 = aclnn_cpu::aicore::Field<uint8_t>;
using Field16 = aclnn_cpu::aicore::Field<uint16_t>;
using Field32 = aclnn_cpu::aicore::Field<uint32_t>;
using Given8 = aclnn_cpu::aicore::Given<uint8_t>;
using Given16 = aclnn_cpu::aicore::Given<uint16_t>;
using Given32 = aclnn_cpu::aicore::Given<uint32_t>;

}  // namespace aclnn_internal

}  // namespace AscendC

#endif
