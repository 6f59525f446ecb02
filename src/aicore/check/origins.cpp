#include "aicore/check/origins.h"

#include <fmt/format.h>

#include <algorithm>

#include "aicore/text.h"

namespace aclnn_cpu::aicore::check {

void Origins::Note(const Origin& origin) {
    if (count_ != 0) {
        Origin& last = origins_[(count_ - 1) % kKept];
        // The parts of one instruction are one.
        if (last.site.line == origin.site.line && last.site.file == origin.site.file &&
            last.spoilt == origin.spoilt && last.call == origin.call &&
            last.range.end == origin.range.begin) {
            last.range.end = origin.range.end;
            return;
        }
    }
    origins_[count_++ % kKept] = origin;
}

size_t Origins::Find(const Range& range, size_t count) const {
    const size_t oldest = count_ > kKept ? count_ - kKept : 0;
    for (size_t number = count; number > oldest; --number) {
        if (origins_[(number - 1) % kKept].range.Overlaps(range)) {
            return number;
        }
    }
    return 0;
}

std::string Origins::Tell(const Range& range) const {
    size_t number = Find(range, count_);
    if (number == 0) {
        return {};
    }
    const Origin* first = nullptr;
    for (; number != 0; number = first->spoilt ? 0 : Find({first->from, first->from + 1}, number - 1)) {
        first = &origins_[(number - 1) % kKept];
    }
    const std::string who = fmt::format(": {} at {}", first->call, Describe(first->site));
    return first->spoilt
               ? fmt::format("{} used bytes {} to {} as scratch", who, first->range.begin, first->range.end)
               : fmt::format("{} read bytes from {} on that nothing has written", who, first->from);
}

}  // namespace aclnn_cpu::aicore::check
