// Functions and lines of addresses in object files, as addr2line (of binutils) reads them from debug information.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/export.h"

namespace aclnn_cpu::base {

// A call in an object file: its path, and the address of a byte of the call as the file counts.
struct CodePlace {
    std::string object;  // empty: not known
    uintptr_t offset = 0;
    bool operator<(const CodePlace& other) const {
        return std::tie(object, offset) < std::tie(other.object, other.offset);
    }
};

// Asks once for each place and remembers the answer, and that there is none.
class ACLNN_CPU_API LineLookup {
 public:
    // "Fill (model.cpp:40)" of the frames of one place, inlined calls first; empty without debug information.
    using Lines = std::vector<std::string>;

    // `tool` takes the options of addr2line. It is killed after `limit`. Once it was missing or took too long it is
    // not tried again.
    LineLookup(std::string tool, std::chrono::milliseconds limit) : tool_(std::move(tool)), limit_(limit) {}

    // Of this process, and of its forks.
    static LineLookup& Shared();

    // One answer per place. Runs the tool once for each object that has places not asked for before (once per some
    // thousand of them), outside any lock; threads that ask for the same place at the same time may each run it.
    std::vector<Lines> Find(std::span<const CodePlace> places);

 private:
    using Offsets = std::vector<uintptr_t>;
    std::map<std::string, Offsets> Unknown(std::span<const CodePlace> places);
    void Ask(const std::string& object, const Offsets& offsets);

    const std::string tool_;
    const std::chrono::milliseconds limit_;
    std::mutex mutex_;  // held for moments
    std::map<CodePlace, Lines> known_;
    bool given_up_ = false;
};

}  // namespace aclnn_cpu::base
