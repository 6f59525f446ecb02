// TransDataTo5HD and Transpose.
#include "aicore/value_cases_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

template <typename T>
std::vector<T> Bytes(size_t n, uint64_t seed) {
    std::vector<T> values(n);
    std::mt19937_64 random(seed);
    for (T& value : values) {
        value = FromBits<T>(static_cast<uint32_t>(random()));
    }
    return values;
}

template <typename T>
struct Pair {
    LocalTensor<T> dst, src;
    LocalTensor<uint8_t> tmp;
};

constexpr size_t kBytes = 32768;

// Runs the call with a destination of 0x5A bytes and returns it.
template <typename T>
std::vector<T> RunPair(const std::vector<T>& src, const std::function<void(const Pair<T>&)>& call,
                       std::string_view soc = "Ascend910B1") {
    std::vector<T> result;
    const std::vector<uint8_t> old(kBytes, 0x5A);
    ExpectRuns(RunGolden(
        [&] {
            TPipe pipe;
            TBuf<> buffers[3];
            for (auto& buffer : buffers) {
                pipe.InitBuffer(buffer, kBytes);
            }
            const Pair<T> t{buffers[0].Get<T>(), buffers[1].Get<T>(), buffers[2].Get<uint8_t>()};
            Fill(t.dst, old.data(), kBytes);
            Fill(t.src, src.data(), src.size() * sizeof(T));
            call(t);
            result = Read(t.dst, kBytes / sizeof(T));
        },
        {.soc = soc}));
    return result;
}

template <typename T>
void ExpectEqual(const std::vector<T>& actual, const std::vector<T>& expected, const std::string& what) {
    ASSERT_EQ(actual.size(), expected.size());
    for (size_t i = 0; i < actual.size(); ++i) {
        ASSERT_EQ(std::memcmp(&actual[i], &expected[i], sizeof(T)), 0) << what << " element " << i;
    }
}

// How far apart, in blocks, the entries of the lists lie.
struct Layout {
    size_t dst, src;
};

template <typename T>
std::vector<T> ReferenceTransData(const std::vector<T>& src, const Layout& l, const TransDataTo5HDParams& p) {
    constexpr size_t kPerBlock = 32 / sizeof(T);
    std::vector<T> dst(kBytes / sizeof(T));
    std::memset(static_cast<void*>(dst.data()), 0x5A, kBytes);
    for (size_t r = 0; r < p.repeatTimes; ++r) {
        const size_t turn =
            p.repeatTimes == 1 ? 1 : r;  // the strides count from the start if there is one repeat
        const auto from = [&](size_t block, size_t element) {
            return src[(block * l.src + turn * p.srcRepStride) * kPerBlock + element];
        };
        const auto to = [&](size_t block, size_t element) -> T& {
            return dst[(block * l.dst + turn * p.dstRepStride) * kPerBlock + element];
        };
        for (size_t j = 0; j < 16; ++j) {
            for (size_t i = 0; i < 16; ++i) {
                if (sizeof(T) == 4) {
                    if (i < 8) {
                        to(j, i) = from(j % 2 == 0 ? i : i + 8, j / 2);
                    }
                } else {
                    to(j, i + (sizeof(T) == 1 && p.dstHighHalf ? 16 : 0)) =
                        from(i, j + (sizeof(T) == 1 && p.srcHighHalf ? 16 : 0));
                }
            }
        }
    }
    return dst;
}

template <typename T>
void CheckTransData(std::string_view soc) {
    constexpr size_t kPerBlock = 32 / sizeof(T);
    const std::vector<T> src = Bytes<T>(kBytes / sizeof(T), 61);
    const TransDataTo5HDParams cases[] = {{false, false, 1, 0, 0}, {false, false, 1, 2, 3},
                                          {true, false, 4, 16, 1}, {false, true, 4, 1, 16},
                                          {true, true, 2, 0, 5},   {false, false, 0, 1, 1}};
    for (const TransDataTo5HDParams& p : cases) {
        for (const Layout& l : {Layout{1, 1}, Layout{1, 9}, Layout{3, 1}}) {
            const std::vector<T> expected = ReferenceTransData(src, l, p);
            ExpectEqual(RunPair<T>(
                            src,
                            [&](const auto& t) {
                                LocalTensor<T> dst_list[16];
                                LocalTensor<T> src_list[16];
                                for (uint32_t i = 0; i < 16; ++i) {
                                    dst_list[i] = t.dst[uint32_t(i * l.dst * kPerBlock)];
                                    src_list[i] = t.src[uint32_t(i * l.src * kPerBlock)];
                                }
                                TransDataTo5HD<T>(dst_list, src_list, p);
                            },
                            soc),
                        expected, "tensors");
            ExpectEqual(RunPair<T>(
                            src,
                            [&](const auto& t) {
                                uint64_t dst_list[16];
                                uint64_t src_list[16];
                                for (uint32_t i = 0; i < 16; ++i) {
                                    dst_list[i] = t.dst[uint32_t(i * l.dst * kPerBlock)].GetPhyAddr();
                                    src_list[i] = t.src[uint32_t(i * l.src * kPerBlock)].GetPhyAddr();
                                }
                                TransDataTo5HD<T>(dst_list, src_list, p);
                            },
                            soc),
                        expected, "addresses");
        }
    }
}

TEST(TransDataTo5HD, TransposesBlocksOfEveryWidth) {
    ForTypes<int8_t, uint8_t, int16_t, uint16_t, half, int32_t, uint32_t, float>(
        Opcode::kTransDataTo5HD,
        [](auto element, std::string_view soc) { CheckTransData<decltype(element)>(soc); });
}

TEST(TransDataTo5HD, ReadsARepeatBeforeItWritesAndTakesAddressesFromUb) {
    const std::vector<half> src = Bytes<half>(kBytes / 2, 62);
    const auto result = RunPair<half>(src, [&](const auto& t) {
        Fill(t.dst, src.data(), kBytes);
        const auto list = t.tmp.template ReinterpretCast<uint64_t>();
        for (uint32_t i = 0; i < 16; ++i) {
            list.SetValue(i, t.dst[i * 16].GetPhyAddr());
        }
        TransDataTo5HD<half>(list, list, TransDataTo5HDParams());
    });
    for (size_t i = 0; i < 16; ++i) {
        for (size_t j = 0; j < 16; ++j) {
            EXPECT_EQ(result[i * 16 + j].bits(), src[j * 16 + i].bits());
        }
    }
}

TEST(TransDataTo5HD, RefusesAddressesOutsideUb) {
    const auto run = [](std::string_view soc,
                        const std::function<void(uint64_t(&dst)[16], uint64_t(&src)[16])>& change,
                        uint16_t stride = 0) {
        return RunKernel(
            [&] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 4096);
                const auto t = buffer.Get<float>();
                uint64_t dst[16];
                uint64_t src[16];
                for (uint32_t i = 0; i < 16; ++i) {
                    dst[i] = t[i * 8].GetPhyAddr();
                    src[i] = t[i * 8 + 256].GetPhyAddr();
                }
                change(dst, src);
                TransDataTo5HD<float>(dst, src, {false, false, 3, 16, stride});
            },
            {.soc = soc});
    };
    ExpectRuns(run("Ascend910B1", [](auto&, auto&) {}));
    ExpectFault(run("Ascend910B1", [](auto&, auto& src) { src[3] += 4; }), 507035,
                {"srcList[3] starts at byte address 1124, expected a multiple of 32",
                 "TransDataTo5HD(dst GM float at"});
    ExpectFault(run("Ascend910B1", [](auto& dst, auto&) { dst[15] -= 512; }), 507035,
                {"dstList[15] leads from byte -32 to"});
    ExpectFault(run(
                    "Ascend910B1", [](auto&, auto&) {}, 4000),
                507035, {"srcList[0] leads from byte 1024 to byte 257056 of UB, expected at most 196608"});
    ExpectFault(run("Ascend910A", [](auto&, auto&) {}), 507015, {"has no TransDataTo5HD on float"});
    ExpectFault(RunKernel([] {
                    TPipe pipe;
                    const LocalTensor<half> lists[16];
                    TransDataTo5HD<half>(lists, lists, TransDataTo5HDParams());
                }),
                507035, {"srcList[0] is in no position"});
}

template <typename T>
void CheckSquares(std::string_view soc) {
    const std::vector<T> src = Bytes<T>(256, 63);
    std::vector<T> expected(kBytes / 2, FromBits<T>(0x5A5A));
    for (size_t i = 0; i < 256; ++i) {
        expected[i % 16 * 16 + i / 16] = src[i];
    }
    ExpectEqual(RunPair<T>(
                    src, [](const auto& t) { Transpose(t.dst, t.src); }, soc),
                expected, "square");
    ExpectEqual(RunPair<T>(
                    src, [](const auto& t) { Transpose(t.dst, t.src, t.tmp, TransposeParamsExt()); }, soc),
                expected, "default parameters");
    ExpectEqual(RunPair<T>(
                    src,
                    [&](const auto& t) {
                        Fill(t.dst, src.data(), 512);
                        Transpose(t.dst, t.dst);
                    },
                    soc),
                expected, "in place");
}

TEST(Transpose, TurnsSquaresInPlaceToo) {
    ForTypes<int16_t, uint16_t, half>(
        Opcode::kTranspose, [](auto element, std::string_view soc) { CheckSquares<decltype(element)>(soc); });
}

template <typename T>
void CheckImages() {
    const size_t n = 2, c = 5, h = 4, w = 8;
    const std::vector<T> src = Bytes<T>(n * c * h * w, 64);
    std::vector<T> last(kBytes / sizeof(T));
    std::memset(static_cast<void*>(last.data()), 0x5A, kBytes);
    std::vector<T> first = last;
    for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < c; ++j) {
            for (size_t k = 0; k < h * w; ++k) {
                last[(i * h * w + k) * c + j] = src[(i * c + j) * h * w + k];
                first[(i * c + j) * h * w + k] = src[(i * h * w + k) * c + j];
            }
        }
    }
    ExpectEqual(
        RunPair<T>(src,
                   [&](const auto& t) {
                       Transpose(t.dst, t.src, t.tmp, {n, c, h, w, TransposeType::TRANSPOSE_NCHW2NHWC});
                   }),
        last, "to channels last");
    ExpectEqual(
        RunPair<T>(src,
                   [&](const auto& t) {
                       Transpose(t.dst, t.src, t.tmp, {n, c, h, w, TransposeType::TRANSPOSE_NHWC2NCHW});
                   }),
        first, "to channels first");
}

TEST(Transpose, MovesChannels) {
    ForTypes<int8_t, uint8_t, int16_t, uint16_t, half, int32_t, uint32_t, float>(
        Opcode::kTransposeImages, [](auto element, std::string_view) { CheckImages<decltype(element)>(); });
}

TEST(Transpose, ChecksImagesAndTheirBuffer) {
    const auto run = [](std::string_view soc, const TransposeParamsExt& params, uint32_t tmp_bytes,
                        bool in_place = false) {
        return RunKernel(
            [=] {
                TPipe pipe;
                TBuf<> buffer;
                TBuf<> tmp;
                pipe.InitBuffer(buffer, 8192);
                pipe.InitBuffer(tmp, tmp_bytes);
                const auto t = buffer.Get<float>();
                Transpose(t, in_place ? t : t[1024], tmp.Get<uint8_t>(), params);
            },
            {.soc = soc});
    };
    constexpr auto kLast = TransposeType::TRANSPOSE_NCHW2NHWC;
    ExpectRuns(run("Ascend910B1", {1, 3, 4, 4, kLast}, 5 * 512));
    ExpectFault(run("Ascend910B1", {1, 3, 4, 4, kLast}, 4 * 512), 507035,
                {"Transpose(dst ", "sharedTmpBuffer has 2048 bytes, expected at least 2560"});
    ExpectFault(run("Ascend910B1", {1, 3, 4, 4, TransposeType::TRANSPOSE_NHWC2NCHW}, 6 * 512), 507035,
                {"expected at least 3584"});
    ExpectFault(run("Ascend910B1", {1, 3, 3, 3, kLast}, 4096), 507035,
                {"hSize * wSize is 9 elements of 4 bytes"});
    ExpectFault(run("Ascend910B1", {1, 4096, 2, 4, kLast}, 4096), 507035,
                {"cSize is 4096 and hSize * wSize 8"});
    ExpectFault(run("Ascend910B1", {1, 3, 4, 4, kLast}, 4096, true), 507035, {"dst and src overlap"});
    ExpectFault(run("Ascend910B1", {1, 3, 4, 4, TransposeType::TRANSPOSE_ND2ND_ONLY}, 4096), 507035,
                {"transposeType is 7, expected"});
    ExpectFault(run("Ascend310B1", {1, 3, 4, 4, kLast}, 4096), 507015,
                {"Ascend310B1 has no Transpose (TransposeImages) on float"});
    ExpectRuns(run("Ascend910B1", {0, 3, 4, 4, kLast}, 32));
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
