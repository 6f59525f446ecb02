#include "l0op/transdata/blocked.h"

#include <array>
#include <string_view>

#include "l0op/copy_operator.h"
#include "level0/zero_op.h"
#include "opdev/format_utils.h"

namespace aclnn_cpu::l0op {
namespace {

constexpr CopyOperator kTransData("TransData");
constexpr int64_t kRowBlock = 16;  // rows of a FRACTAL_NZ block

int64_t Blocks(int64_t size, int64_t block) { return (size + block - 1) / block; }

// Names of the dimensions of a plain format, outermost first; empty for one that is not plain.
std::string_view LettersOf(op::Format format) {
    switch (format) {
        case op::Format::FORMAT_NCHW:
            return "NCHW";
        case op::Format::FORMAT_NHWC:
            return "NHWC";
        case op::Format::FORMAT_NCDHW:
            return "NCDHW";
        case op::Format::FORMAT_NDHWC:
            return "NDHWC";
        default:
            return "";
    }
}

// One dimension of the plain tensor: its size, how it moves there, and how it moves in the blocked tensor: by `inner`
// within a block of `block` elements, by `outer` from block to block. A dimension that is not cut has one block.
struct Dim {
    int64_t size, plain, block, inner, outer;
};
struct Mapping {
    op::FVector<Dim> dims;
    op::Shape blocked;  // its shape
    bool filled = true;
};

// NC1HWC0 and NDC1HWC0: the channels are cut.
bool MapChannels(std::string_view letters, std::string_view order, const op::Shape& shape,
                 const op::Strides& strides, int64_t block, Mapping* mapping) {
    if (letters.empty() || letters.size() != shape.GetDimNum() || letters.size() + 1 != order.size()) {
        return false;
    }
    const auto size_of = [&](char letter) { return shape[letters.find(letter)]; };
    // From the inside out: C0 has stride 1.
    int64_t step = block;
    std::array<int64_t, 128> steps{};
    for (size_t i = order.size() - 1; i-- > 0;) {
        steps[static_cast<size_t>(order[i])] = step;
        step *= order[i] == 'C' ? Blocks(size_of('C'), block) : size_of(order[i]);
    }
    for (const char letter : order.substr(0, order.size() - 1)) {
        mapping->blocked.AppendDim(letter == 'C' ? Blocks(size_of('C'), block) : size_of(letter));
    }
    mapping->blocked.AppendDim(block);
    mapping->filled = size_of('C') % block == 0;
    for (size_t i = 0; i < letters.size(); ++i) {
        const int64_t outer = steps[static_cast<size_t>(letters[i])];
        mapping->dims.push_back(letters[i] == 'C' ? Dim{shape[i], strides[i], block, 1, outer}
                                                  : Dim{shape[i], strides[i], shape[i], outer, 0});
    }
    return true;
}

// FRACTAL_NZ of [..., M, N]: [..., N / block, M / 16, 16, block].
bool MapFractal(const op::Shape& shape, const op::Strides& strides, int64_t block, Mapping* mapping) {
    const size_t rank = shape.GetDimNum();
    if (rank < 2) {
        return false;
    }
    const int64_t rows = shape[rank - 2], columns = shape[rank - 1];
    const int64_t row_blocks = Blocks(rows, kRowBlock), column_blocks = Blocks(columns, block);
    int64_t step = column_blocks * row_blocks * kRowBlock * block;
    op::FVector<Dim> batch;
    for (size_t i = rank - 2; i-- > 0;) {
        batch.push_back({shape[i], strides[i], shape[i], step, 0});
        step *= shape[i];
    }
    for (size_t i = 0; i + 2 < rank; ++i) {
        mapping->blocked.AppendDim(shape[i]);
        mapping->dims.push_back(batch[batch.size() - 1 - i]);
    }
    for (const int64_t size : {column_blocks, row_blocks, kRowBlock, block}) {
        mapping->blocked.AppendDim(size);
    }
    mapping->dims.push_back({rows, strides[rank - 2], kRowBlock, block, kRowBlock * block});
    mapping->dims.push_back({columns, strides[rank - 1], block, 1, row_blocks * kRowBlock * block});
    mapping->filled = rows % kRowBlock == 0 && columns % block == 0;
    return true;
}

bool Map(op::Format plain, op::Format blocked, const op::Shape& shape, const op::Strides& strides,
         int64_t block, Mapping* mapping) {
    switch (blocked) {
        case op::Format::FORMAT_NC1HWC0:
            return MapChannels(LettersOf(plain), "NCHWc", shape, strides, block, mapping);
        case op::Format::FORMAT_NDC1HWC0:
            return MapChannels(LettersOf(plain), "NDCHWc", shape, strides, block, mapping);
        case op::Format::FORMAT_FRACTAL_NZ:
            return MapFractal(shape, strides, block, mapping);
        default:
            return false;
    }
}

// Copies all full blocks at once, and the rest of every cut dimension by itself: up to four copies.
class BlockCopy {
 public:
    BlockCopy(const Mapping& mapping, const aclTensor* plain, const aclTensor* blocked, bool to_blocks,
              aclOpExecutor* executor)
        : mapping_(mapping), plain_(plain), blocked_(blocked), to_blocks_(to_blocks), executor_(executor) {}

    bool Run(size_t dim = 0) {
        if (dim == mapping_.dims.size()) {
            return CopyPart();
        }
        const Dim& d = mapping_.dims[dim];
        const int64_t full = d.block == 0 ? 0 : d.size / d.block;
        const int64_t rest = d.size - full * d.block;
        return (full == 0 ||
                With(dim, {full, d.block * d.plain, d.outer}, {d.block, d.plain, d.inner}, 0, 0)) &&
               (rest == 0 ||
                With(dim, {1, 0, 0}, {rest, d.plain, d.inner}, full * d.block * d.plain, full * d.outer));
    }

 private:
    struct Walk {
        int64_t size, plain, blocked;
    };

    bool With(size_t dim, Walk outer, Walk inner, int64_t plain_offset, int64_t blocked_offset) {
        for (const Walk& walk : {outer, inner}) {
            walks_.push_back(walk);
        }
        plain_offset_ += plain_offset;
        blocked_offset_ += blocked_offset;
        const bool copied = Run(dim + 1);
        plain_offset_ -= plain_offset;
        blocked_offset_ -= blocked_offset;
        walks_.resize(walks_.size() - 2);
        return copied;
    }

    bool CopyPart() {
        op::Shape shape;
        op::Strides plain_strides, blocked_strides;
        for (const Walk& walk : walks_) {
            if (walk.size != 1) {
                shape.AppendDim(walk.size);
                plain_strides.push_back(walk.plain);
                blocked_strides.push_back(walk.blocked);
            }
        }
        const aclTensor* plain = executor_->CreateView(
            plain_, shape, plain_->GetStorageShape(), plain_strides, plain_->GetViewOffset() + plain_offset_);
        aclTensor* blocked =
            executor_->CreateView(blocked_, shape, blocked_->GetStorageShape(), blocked_strides,
                                  blocked_->GetViewOffset() + blocked_offset_);
        if (blocked != nullptr) {
            blocked->SetStorageFormat(op::Format::FORMAT_ND);  // its strides say where the elements are
        }
        return plain != nullptr && blocked != nullptr &&
               Record(kTransData, to_blocks_ ? plain : blocked, to_blocks_ ? blocked : plain, executor_) !=
                   nullptr;
    }

    const Mapping& mapping_;
    const aclTensor* plain_;
    const aclTensor* blocked_;
    bool to_blocks_;
    aclOpExecutor* executor_;
    op::FVector<Walk, 16> walks_;
    int64_t plain_offset_ = 0;
    int64_t blocked_offset_ = 0;
};

}  // namespace

const aclTensor* ToBlocks(const aclTensor* x, op::Format format, int64_t block, aclOpExecutor* executor) {
    Mapping mapping;
    if (!Map(op::GetPrimaryFormat(x->GetStorageFormat()), format, x->GetViewShape(), x->GetViewStrides(),
             block, &mapping)) {
        return nullptr;
    }
    const aclTensor* blocks = executor->AllocTensor(mapping.blocked, x->GetDataType(), format);
    if (blocks != nullptr && !mapping.filled) {
        blocks = ::l0op::ZerosLike(blocks, executor);
    }
    if (blocks == nullptr || !BlockCopy(mapping, x, blocks, true, executor).Run()) {
        return nullptr;
    }
    aclTensor* result = executor->CreateView(blocks, x->GetViewShape(), 0);
    if (result != nullptr) {
        result->SetViewFormat(x->GetViewFormat());
        result->SetOriginalFormat(x->GetViewFormat());
    }
    return result;
}

const aclTensor* FromBlocks(const aclTensor* x, op::Format format, int64_t block, aclOpExecutor* executor) {
    Mapping mapping;
    aclTensor* result = executor->AllocTensor(x->GetOriginalShape(), x->GetDataType(), format);
    const bool fits = result != nullptr &&
                      Map(format, op::GetPrimaryFormat(x->GetStorageFormat()), result->GetViewShape(),
                          result->GetViewStrides(), block, &mapping) &&
                      mapping.blocked == x->GetStorageShape();
    return fits && BlockCopy(mapping, result, x, false, executor).Run() ? result : nullptr;
}

}  // namespace aclnn_cpu::l0op
