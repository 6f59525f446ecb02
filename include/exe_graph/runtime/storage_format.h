// gert::StorageFormat: the format the user gave (origin) and the format in memory (storage).
#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_STORAGE_FORMAT_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_STORAGE_FORMAT_H

#include "graph/types.h"

namespace gert {

struct StorageFormat {
 public:
    StorageFormat() = default;
    StorageFormat(ge::Format origin_format, ge::Format storage_format)
        : origin_format_(origin_format), storage_format_(storage_format) {}

    ge::Format GetOriginFormat() const { return origin_format_; }
    ge::Format GetStorageFormat() const { return storage_format_; }
    void SetOriginFormat(ge::Format format) { origin_format_ = format; }
    void SetStorageFormat(ge::Format format) { storage_format_ = format; }

    bool operator==(const StorageFormat& other) const {
        return origin_format_ == other.origin_format_ && storage_format_ == other.storage_format_;
    }
    bool operator!=(const StorageFormat& other) const { return !(*this == other); }

 private:
    ge::Format origin_format_ = ge::FORMAT_ND;
    ge::Format storage_format_ = ge::FORMAT_ND;
};

}  // namespace gert

#endif
