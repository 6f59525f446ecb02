// ge::AscendString: the string class of the operator interfaces.
#ifndef ACLNN_CPU_GRAPH_ASCEND_STRING_H
#define ACLNN_CPU_GRAPH_ASCEND_STRING_H

#include <cstddef>
#include <functional>
#include <string>

#include "graph/types.h"

namespace ge {

class AscendString {
 public:
    AscendString() = default;
    AscendString(const char_t* name) : text_(name != nullptr ? name : "") {}
    AscendString(const char_t* name, size_t length)
        : text_(name != nullptr ? std::string(name, length) : std::string()) {}

    const char_t* GetString() const { return text_.c_str(); }
    size_t GetLength() const { return text_.size(); }
    size_t Find(const AscendString& other) const { return text_.find(other.text_); }
    size_t Hash() const { return std::hash<std::string>()(text_); }

    bool operator<(const AscendString& other) const { return text_ < other.text_; }
    bool operator>(const AscendString& other) const { return text_ > other.text_; }
    bool operator<=(const AscendString& other) const { return text_ <= other.text_; }
    bool operator>=(const AscendString& other) const { return text_ >= other.text_; }
    bool operator==(const AscendString& other) const { return text_ == other.text_; }
    bool operator!=(const AscendString& other) const { return text_ != other.text_; }
    bool operator==(const char_t* other) const { return other != nullptr && text_ == other; }
    bool operator!=(const char_t* other) const { return !(*this == other); }

 private:
    std::string text_;
};

}  // namespace ge

template <>
struct std::hash<ge::AscendString> {
    size_t operator()(const ge::AscendString& text) const { return text.Hash(); }
};

#endif
