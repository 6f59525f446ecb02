#include "aicore/check/held.h"

#include <algorithm>
#include <cstring>

namespace aclnn_cpu::aicore::check {

bool Holds(const Transfer& transfer, const Piece& written, const uint8_t* at, uint64_t bytes) {
    uint64_t read = 0;
    uint64_t write = 0;
    uint64_t skipped = 0;  // of what is read, before what goes to `at`
    for (const Piece& piece : transfer.pieces) {
        if (piece.role != Role::kRead && piece.role != Role::kWrite) {
            return false;
        }
        if (&piece == &written) {
            skipped = write + static_cast<uint64_t>(at - written.at);
        }
        (piece.role == Role::kRead ? read : write) += piece.bytes;
    }
    if (read != write) {
        return false;
    }
    for (const Piece& piece : transfer.pieces) {
        if (piece.role != Role::kRead) {
            continue;
        }
        if (skipped >= piece.bytes) {
            skipped -= piece.bytes;
            continue;
        }
        const uint64_t part = std::min(bytes, piece.bytes - skipped);
        if (std::memcmp(at, piece.at + skipped, part) != 0) {
            return false;
        }
        at += part;
        bytes -= part;
        skipped = 0;
        if (bytes == 0) {
            return true;
        }
    }
    return false;
}

}  // namespace aclnn_cpu::aicore::check
