// printf, DumpTensor and the log of kernels.
#include "aicore/print.h"

#include <fmt/format.h>

#include <cctype>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "aicore/core.h"
#include "aicore/text.h"
#include "ascendc/debug.h"
#include "base/log.h"

namespace aclnn_cpu::aicore {

namespace {

using Kind = PrintArgument::Kind;

// "%-08.3" and what follows, split up.
struct Conversion {
    std::string flags;  // with width and precision: "-08.3"
    bool wide = false;  // l, ll, z or j: 64 bits
    char letter = 0;    // 0: the format ends within the conversion
    size_t length = 0;  // from the percent sign on
};

class Formatter {
 public:
    Formatter(const PrintArgument* arguments, uint32_t count) : next_(arguments), end_(arguments + count) {}

    std::string Format(std::string_view format) {
        std::string text;
        while (!format.empty()) {
            const size_t plain = std::min(format.find('%'), format.size());
            text += format.substr(0, plain);
            format.remove_prefix(plain);
            if (!format.empty()) {
                const Conversion conversion = Parse(format);
                text += Convert(conversion, format.substr(0, conversion.length));
                format.remove_prefix(conversion.length);
            }
        }
        return text;
    }

 private:
    Conversion Parse(std::string_view format) {
        Conversion conversion;
        size_t at = 1;
        for (; at < format.size() && std::strchr("-+ #0123456789.*", format[at]) != nullptr; ++at) {
            if (format[at] != '*') {
                conversion.flags += format[at];
            } else if (next_ != end_) {
                conversion.flags += std::to_string((next_++)->integer);
            }
        }
        for (; at < format.size() && std::strchr("hlzjtL", format[at]) != nullptr; ++at) {
            conversion.wide |= format[at] != 'h';
        }
        if (at < format.size()) {
            conversion.letter = format[at++];
        }
        conversion.length = at;
        conversion.flags = Limited(conversion.flags);
        return conversion;
    }

    // Longer numbers in the flags are cut to four digits: nothing wider could be printed.
    static std::string Limited(const std::string& flags) {
        std::string limited;
        size_t digits = 0;
        for (const char c : flags) {
            const bool digit = c >= '0' && c <= '9';
            digits = digit && (digits != 0 || c != '0') ? digits + 1 : 0;
            if (digits <= 4) {
                limited += c;
            }
        }
        return limited;
    }

    std::string Convert(const Conversion& conversion, std::string_view source) {
        if (conversion.letter == '%') {
            return "%";
        }
        if (conversion.letter == 0 || std::strchr("diuxXocfFeEgGaAsp", conversion.letter) == nullptr ||
            next_ == end_) {
            return std::string(source);
        }
        const PrintArgument& argument = *next_++;
        switch (argument.kind) {
            case Kind::kFloat:
                return Printf(conversion, "", Suits(conversion, "fFeEgGaA") ? conversion.letter : 'f',
                              argument.number);
            case Kind::kText:
                return conversion.letter == 'p'
                           ? Printf(conversion, "", 'p', static_cast<const void*>(argument.text))
                           : Printf(conversion, "", 's', argument.text == nullptr ? "(null)" : argument.text);
            case Kind::kPointer:
                return Printf(conversion, "", 'p', argument.pointer);
            default:
                return ConvertInteger(conversion, argument);
        }
    }

    static std::string ConvertInteger(const Conversion& conversion, const PrintArgument& argument) {
        if (conversion.letter == 'c') {
            return Printf(conversion, "", 'c', static_cast<int>(argument.integer));
        }
        if (conversion.letter == 'p') {
            return Printf(conversion, "", 'p', reinterpret_cast<const void*>(argument.bits));
        }
        if (Suits(conversion, "di") || !Suits(conversion, "uxXo")) {
            return argument.kind == Kind::kSigned
                       ? Printf(conversion, "ll", 'd', static_cast<long long>(argument.integer))
                       : Printf(conversion, "ll", 'u', static_cast<unsigned long long>(argument.bits));
        }
        // As C passes it: narrower integers as 32 bits.
        const bool narrow = argument.bytes < 8 && !conversion.wide;
        const uint64_t bits = narrow ? argument.bits & 0xFFFFFFFFu : argument.bits;
        return Printf(conversion, "ll", conversion.letter, static_cast<unsigned long long>(bits));
    }

    static bool Suits(const Conversion& conversion, const char* letters) {
        return std::strchr(letters, conversion.letter) != nullptr;
    }

    template <typename T>
    static std::string Printf(const Conversion& conversion, const char* length, char letter, T value) {
        const std::string format = "%" + conversion.flags + length + letter;
        std::string text(
            static_cast<size_t>(std::max(std::snprintf(nullptr, 0, format.c_str(), value), 0)) + 1, '\0');
        std::snprintf(text.data(), text.size(), format.c_str(), value);
        text.pop_back();
        return text;
    }

    const PrintArgument* next_;
    const PrintArgument* end_;
};

std::string_view TextOf(const char* format) { return format == nullptr ? "(null)" : format; }

bool FitsOneCall(const char* call, uint64_t bytes) {
    if (bytes <= kMaxPrintBytes) {
        return true;
    }
    base::Log(base::LogLevel::kWarning,
              fmt::format("{}: {} bytes are not printed, expected at most {} per call", call, bytes,
                          kMaxPrintBytes));
    return false;
}

// ---- DumpTensor

std::string_view DumpTypeName(ElementType type, bool is_bool) {
    constexpr std::string_view kNames[] = {"int8",  "uint8",  "int16",   "uint16", "float16", "bfloat16",
                                           "int32", "uint32", "float32", "int64",  "uint64",  "double"};
    return is_bool ? "bool" : kNames[static_cast<uint32_t>(type)];
}

template <typename T>
T ReadAs(const uint8_t* element) {
    T value;
    std::memcpy(&value, element, sizeof(value));
    return value;
}

std::string ElementText(ElementType type, const uint8_t* element) {
    switch (type) {
        case ElementType::kInt8:
            return fmt::format("{}", int32_t(ReadAs<int8_t>(element)));
        case ElementType::kUint8:
            return fmt::format("{}", uint32_t(ReadAs<uint8_t>(element)));
        case ElementType::kInt16:
            return fmt::format("{}", ReadAs<int16_t>(element));
        case ElementType::kUint16:
            return fmt::format("{}", ReadAs<uint16_t>(element));
        case ElementType::kHalf:
            return fmt::format("{:f}", float(ReadAs<half>(element)));
        case ElementType::kBFloat16:
            return fmt::format("{:f}", float(ReadAs<bfloat16_t>(element)));
        case ElementType::kInt32:
            return fmt::format("{}", ReadAs<int32_t>(element));
        case ElementType::kUint32:
            return fmt::format("{}", ReadAs<uint32_t>(element));
        case ElementType::kFloat:
            return fmt::format("{:f}", ReadAs<float>(element));
        case ElementType::kInt64:
            return fmt::format("{}", ReadAs<int64_t>(element));
        case ElementType::kUint64:
            return fmt::format("{}", ReadAs<uint64_t>(element));
        default:
            return fmt::format("{:f}", ReadAs<double>(element));
    }
}

std::string RowText(const uint8_t* data, ElementType type, uint32_t elements) {
    std::string text = "[";
    for (uint32_t i = 0; i < elements; ++i) {
        text += (i == 0 ? "" : ", ") + ElementText(type, data + uint64_t(i) * SizeOf(type));
    }
    return text + "]\n";
}

std::string ShapeNote(const AscendC::ShapeInfo& shape, uint32_t elements) {
    const uint64_t places = GetShapeSize(shape);
    if (places == elements) {
        return "";
    }
    return fmt::format("shape is [{}], dumpSize is {}, {}.\n",
                       fmt::join(shape.shape, shape.shape + shape.shapeDim, ", "), elements,
                       places < elements ? "dumpSize is greater than shapeSize" : "data is not enough");
}

// Nested brackets, one innermost row a line.
std::string ShapedText(const uint8_t* data, ElementType type, uint32_t elements,
                       const AscendC::ShapeInfo& shape) {
    const uint64_t places = GetShapeSize(shape);
    std::string text;
    for (uint64_t i = 0; i < places; ++i) {
        uint64_t period = 1;
        std::string closing;
        for (int32_t dim = shape.shapeDim - 1; dim >= 0; --dim) {
            period *= shape.shape[dim];
            text += i % period == 0 ? "[" : "";
            closing += (i + 1) % period == 0 ? "]" : "";
        }
        text += i < elements ? ElementText(type, data + i * SizeOf(type)) : "-";
        text += closing;
        text += i + 1 == places ? "\n" : closing.empty() ? "," : ",\n";
    }
    return text;
}

// Where the elements are; a fault when they lie beyond their memory.
const uint8_t* FindElements(Core& core, const Operand& first, uint64_t bytes, const CallSite& site) {
    if (first.position == AscendC::TPosition::GM) {
        if (!MayBeGlobal(first.address, bytes)) {
            RaiseCall(core, FaultKind::kOutOfBounds, "DumpTensor", site,
                      fmt::format("{} bytes of {} are no memory of this machine", bytes, Describe(first)),
                      "call SetGlobalBuffer with the kernel's argument");
        }
        return reinterpret_cast<const uint8_t*>(first.address);
    }
    const MemoryKind kind = MemoryOf(first.position);
    if (kind == MemoryKind::kCount) {
        RaiseCall(core, FaultKind::kBadParameter, "DumpTensor", site,
                  fmt::format("the tensor is in {}", PositionName(first.position)),
                  "take it from a queue or a TBuf that InitBuffer has given memory");
    }
    const uint64_t limit = core.memories.Size(kind);
    if (first.address > limit || bytes > limit - first.address) {
        RaiseCall(core, FaultKind::kOutOfBounds, "DumpTensor", site,
                  fmt::format("{} bytes of {} end beyond byte {}", bytes, Describe(first), limit),
                  "dump no more elements than the tensor has");
    }
    return core.memories.At(kind, first.address);
}

}  // namespace

void LinePrinter::Print(std::string_view text) {
    const size_t end = text.rfind('\n');
    if (end == std::string_view::npos) {
        line_ += text;
        return;
    }
    line_ += text.substr(0, end + 1);
    Flush();
    line_ = text.substr(end + 1);
}

void LinePrinter::Flush() {
    if (!line_.empty()) {
        std::fwrite(line_.data(), 1, line_.size(), stdout);  // holds the stream's lock
        std::fflush(stdout);
        line_.clear();
    }
}

void Print(const char* format, const PrintArgument* arguments, uint32_t count) {
    const std::string text = Formatter(arguments, count).Format(TextOf(format));
    if (FitsOneCall("printf", text.size())) {
        ThisCore().printer.Print(text);
    }
}

void PrintLog(AscendC::LogLevel level, const char* format, const PrintArgument* arguments, uint32_t count) {
    base::Log(static_cast<base::LogLevel>(level),
              fmt::format("{}: block {}: {}", ThisCore().op_type, ThisCore().block,
                          Formatter(arguments, count).Format(TextOf(format))));
}

void DumpElements(const Operand& first, bool is_bool, uint32_t desc, uint32_t elements,
                  const AscendC::ShapeInfo& shape, CallSite site) {
    Core& core = ThisCore();
    const uint64_t bytes = uint64_t(elements) * SizeOf(first.type);
    uint64_t places = shape.shapeDim == 0 ? 0 : 1;  // at least a byte each in print
    for (uint32_t i = 0; i < shape.shapeDim && places <= kMaxPrintBytes; ++i) {
        places *= shape.shape[i];
    }
    if (!FitsOneCall("DumpTensor", std::max(bytes, places))) {
        return;
    }
    const uint8_t* data = FindElements(core, first, bytes, site);
    const bool global = first.position == AscendC::TPosition::GM;
    std::string text = fmt::format(
        "DumpTensor: desc={}, addr={:#x}, data_type={}, position={}, dump_size={}\n", desc, first.address,
        DumpTypeName(first.type, is_bool), global ? "GM" : MemoryName(MemoryOf(first.position)), elements);
    text += shape.shapeDim == 0 ? RowText(data, first.type, elements)
                                : ShapeNote(shape, elements) + ShapedText(data, first.type, elements, shape);
    core.printer.Print(text);
}

void TrapHit(CallSite site) {
    RaiseCall(ThisCore(), FaultKind::kAssertion, "Trap", site, "the kernel ended itself", "");
}

}  // namespace aclnn_cpu::aicore
