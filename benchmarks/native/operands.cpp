#include "benchmarks/native/operands.h"
#include "benchmarks/elements.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>

namespace aclnn_cpu::benchmarks {
namespace {

using base::DType;

constexpr size_t kGradOutputs = 61, kSelfs = 65521;

// The tensors start at different places of a page, as those of programs do: where all three coincide, loads wait for
// stores that they only seem to need.
constexpr size_t kOffsets[] = {0, 1344, 2752};

int64_t MemoryElements(const std::vector<int64_t>& sizes, const View& view) {
    int64_t last = 0;
    for (size_t k = 0; k < sizes.size(); ++k) {
        last += (sizes[k] - 1) * view.strides[k];
    }
    return last + 1;
}

size_t MemoryBytes(const Layout& layout, const View& view) {
    return static_cast<size_t>(MemoryElements(layout.sizes, view)) * base::ElementBytes(view.dtype);
}

// The first period element by element, the rest as copies of it.
void Fill(const Buffer& buffer, DType dtype, int64_t count, const std::vector<float>& values) {
    const auto period = static_cast<int64_t>(values.size());
    for (int64_t i = 0; i < std::min(count, period); ++i) {
        SetElement(buffer, dtype, i, values[static_cast<size_t>(i)]);
    }
    const size_t bytes = base::ElementBytes(dtype);
    for (int64_t done = period; done < count; done += period) {
        std::memcpy(buffer.as<char>() + static_cast<size_t>(done) * bytes, buffer.as<char>(),
                    static_cast<size_t>(std::min(period, count - done)) * bytes);
    }
}

// One unit in the last place of `value` in the type, as a share of it, and the smallest difference that the type has.
struct Precision {
    double relative, smallest;
};
Precision PrecisionOf(DType dtype) {
    switch (dtype) {
        case DType::kFloat16:
            return {0x1p-10, 0x1p-24};
        case DType::kBFloat16:
            return {0x1p-7, 0x1p-133};
        default:
            return {0x1p-23, 0x1p-149};
    }
}

simd::Operand OperandOf(const Buffer& buffer, const View& view) {
    simd::Operand operand{buffer.as<void>(), view.dtype, {}};
    std::copy(view.strides.begin(), view.strides.end(), operand.strides);
    return operand;
}

PeerTensor PeerTensorOf(const Buffer& buffer, const View& view) {
    PeerTensor tensor{buffer.as<void>(), static_cast<int32_t>(view.dtype), {}};
    std::copy(view.strides.begin(), view.strides.end(), tensor.strides);
    return tensor;
}

int64_t OffsetOf(const Layout& layout, const View& view, int64_t element) {
    int64_t offset = 0;
    for (size_t k = layout.sizes.size(); k-- > 0;) {
        offset += element % layout.sizes[k] * view.strides[k];
        element /= layout.sizes[k];
    }
    return offset;
}

bool Agrees(double found, long double expected, double allowed) {
    if (std::isnan(expected) || std::isinf(expected)) {
        return std::isnan(expected) ? std::isnan(found) : found == static_cast<double>(expected);
    }
    return std::fabs(static_cast<long double>(found) - expected) <= allowed;
}

}  // namespace

int64_t Layout::Elements() const {
    int64_t elements = 1;
    for (const int64_t size : sizes) {
        elements *= size;
    }
    return elements;
}

int64_t Layout::Bytes() const {
    size_t each = 0;
    for (const View* view : {&grad_output, &self, &grad_input}) {
        each += base::ElementBytes(view->dtype);
    }
    return Elements() * static_cast<int64_t>(each);
}

Layout Contiguous(DType dtype, int64_t elements) {
    const View view{dtype, {1}};
    return {"contiguous", {elements}, view, view, view, dtype};
}

const Values& NormalValues() {
    static const Values values = [] {
        Values made;
        for (size_t i = 0; i < kGradOutputs; ++i) {
            made.grad_output.push_back(0.5f + static_cast<float>(i) / 64);
        }
        std::mt19937 random(20);
        std::normal_distribution<float> normal;
        for (size_t i = 0; i < kSelfs; ++i) {
            made.self.push_back(normal(random));
        }
        return made;
    }();
    return values;
}

Operands::Operands(const Layout& layout, const Values& values)
    : layout_(layout),
      values_(values),
      grad_output_(MemoryBytes(layout, layout.grad_output), kOffsets[0]),
      self_(MemoryBytes(layout, layout.self), kOffsets[1]),
      grad_input_(MemoryBytes(layout, layout.grad_input), kOffsets[2]) {
    Fill(grad_output_, layout.grad_output.dtype, MemoryElements(layout.sizes, layout.grad_output),
         values.grad_output);
    Fill(self_, layout.self.dtype, MemoryElements(layout.sizes, layout.self), values.self);
    Spoil();
}

simd::NativeCall Operands::Call(const Activation& activation, uint32_t threads) const {
    simd::NativeCall call{};
    call.rank = static_cast<uint32_t>(layout_.sizes.size());
    std::copy(layout_.sizes.begin(), layout_.sizes.end(), call.sizes);
    call.compute = layout_.compute;
    call.input_count = 2;
    call.inputs[0] = OperandOf(grad_output_, layout_.grad_output);
    call.inputs[1] = OperandOf(self_, layout_.self);
    call.output = OperandOf(grad_input_, layout_.grad_input);
    call.threads = threads;
    call.target = base::SimdTarget::kBest;
    std::copy(activation.attributes.begin(), activation.attributes.end(), call.attributes);
    return call;
}

PeerWork Operands::Work(const std::string& activation, uint32_t threads) const {
    PeerWork work{activation.c_str(),
                  static_cast<uint32_t>(layout_.sizes.size()),
                  {},
                  PeerTensorOf(grad_output_, layout_.grad_output),
                  PeerTensorOf(self_, layout_.self),
                  PeerTensorOf(grad_input_, layout_.grad_input),
                  threads};
    std::copy(layout_.sizes.begin(), layout_.sizes.end(), work.sizes);
    return work;
}

void Operands::Spoil() const {
    std::memset(grad_input_.as<void>(), 0xA5, MemoryBytes(layout_, layout_.grad_input));
}

std::vector<long double> Operands::Derivatives(const Activation& activation) const {
    const int64_t count =
        std::min(MemoryElements(layout_.sizes, layout_.self), static_cast<int64_t>(values_.self.size()));
    std::vector<long double> derivatives;
    for (int64_t i = 0; i < count; ++i) {
        derivatives.push_back(activation.derivative(GetElement(self_, layout_.self.dtype, i)));
    }
    return derivatives;
}

std::string Operands::Check(const Activation& activation, Tolerance tolerance) const {
    const std::vector<long double> derivatives = Derivatives(activation);
    const Precision precision = PrecisionOf(layout_.grad_input.dtype);
    const int64_t elements = layout_.Elements();
    const int64_t step = elements <= (int64_t{1} << 20) ? 1 : 61;
    for (int64_t i = 0; i < elements; i += step) {
        const double dy =
            GetElement(grad_output_, layout_.grad_output.dtype, OffsetOf(layout_, layout_.grad_output, i));
        const auto place = static_cast<size_t>(OffsetOf(layout_, layout_.self, i));
        const long double derivative = derivatives[place % values_.self.size()];
        const long double expected = dy * derivative;
        const double found =
            GetElement(grad_input_, layout_.grad_input.dtype, OffsetOf(layout_, layout_.grad_input, i));
        const double size = std::fmax(std::fabs(static_cast<double>(expected)), tolerance.least_size);
        const double allowed = std::fabs(dy) * tolerance.of_derivative +
                               tolerance.rounding * std::fmax(size * precision.relative, precision.smallest);
        if (!Agrees(found, expected, allowed)) {
            char text[160];
            std::snprintf(text, sizeof(text), "%s, %s: element %lld of %lld is %.9g, expected %.9Lg",
                          activation.name.c_str(), layout_.name.c_str(), static_cast<long long>(i),
                          static_cast<long long>(elements), found, expected);
            return text;
        }
    }
    return "";
}

}  // namespace aclnn_cpu::benchmarks
