// Element types and formats as C enumerations: C_DT_* and C_FORMAT_*. graph/types.h names them DT_* and
// FORMAT_* for C++.
#ifndef ACLNN_CPU_GRAPH_C_TYPES_H
#define ACLNN_CPU_GRAPH_C_TYPES_H

// Rows: name, number, size. A size is in bytes; 1000 + n stands for n bits; -1 for no fixed size.
#define ACLNN_CPU_DATA_TYPES(ROW) \
    ROW(FLOAT, 0, 4)              \
    ROW(FLOAT16, 1, 2)            \
    ROW(INT8, 2, 1)               \
    ROW(INT32, 3, 4)              \
    ROW(UINT8, 4, 1)              \
    ROW(INT16, 6, 2)              \
    ROW(UINT16, 7, 2)             \
    ROW(UINT32, 8, 4)             \
    ROW(INT64, 9, 8)              \
    ROW(UINT64, 10, 8)            \
    ROW(DOUBLE, 11, 8)            \
    ROW(BOOL, 12, 1)              \
    ROW(STRING, 13, -1)           \
    ROW(DUAL_SUB_INT8, 14, 1)     \
    ROW(DUAL_SUB_UINT8, 15, 1)    \
    ROW(COMPLEX64, 16, 8)         \
    ROW(COMPLEX128, 17, 16)       \
    ROW(QINT8, 18, 1)             \
    ROW(QINT16, 19, 2)            \
    ROW(QINT32, 20, 4)            \
    ROW(QUINT8, 21, 1)            \
    ROW(QUINT16, 22, 2)           \
    ROW(RESOURCE, 23, 8)          \
    ROW(STRING_REF, 24, -1)       \
    ROW(DUAL, 25, 5)              \
    ROW(VARIANT, 26, 8)           \
    ROW(BF16, 27, 2)              \
    ROW(UNDEFINED, 28, -1)        \
    ROW(INT4, 29, 1004)           \
    ROW(UINT1, 30, 1001)          \
    ROW(INT2, 31, 1002)           \
    ROW(UINT2, 32, 1002)          \
    ROW(COMPLEX32, 33, 4)         \
    ROW(HIFLOAT8, 34, 1)          \
    ROW(FLOAT8_E5M2, 35, 1)       \
    ROW(FLOAT8_E4M3FN, 36, 1)     \
    ROW(FLOAT8_E8M0, 37, 1)       \
    ROW(FLOAT6_E3M2, 38, 1006)    \
    ROW(FLOAT6_E2M3, 39, 1006)    \
    ROW(FLOAT4_E2M1, 40, 1004)    \
    ROW(FLOAT4_E1M2, 41, 1004)    \
    ROW(HIFLOAT4, 42, 1004)

// Rows: name, number. END counts them; MAX is the largest number the field can hold.
#define ACLNN_CPU_FORMATS(ROW)               \
    ROW(NCHW, 0)                             \
    ROW(NHWC, 1)                             \
    ROW(ND, 2)                               \
    ROW(NC1HWC0, 3)                          \
    ROW(FRACTAL_Z, 4)                        \
    ROW(NC1C0HWPAD, 5)                       \
    ROW(NHWC1C0, 6)                          \
    ROW(FSR_NCHW, 7)                         \
    ROW(FRACTAL_DECONV, 8)                   \
    ROW(C1HWNC0, 9)                          \
    ROW(FRACTAL_DECONV_TRANSPOSE, 10)        \
    ROW(FRACTAL_DECONV_SP_STRIDE_TRANS, 11)  \
    ROW(NC1HWC0_C04, 12)                     \
    ROW(FRACTAL_Z_C04, 13)                   \
    ROW(CHWN, 14)                            \
    ROW(FRACTAL_DECONV_SP_STRIDE8_TRANS, 15) \
    ROW(HWCN, 16)                            \
    ROW(NC1KHKWHWC0, 17)                     \
    ROW(BN_WEIGHT, 18)                       \
    ROW(FILTER_HWCK, 19)                     \
    ROW(HASHTABLE_LOOKUP_LOOKUPS, 20)        \
    ROW(HASHTABLE_LOOKUP_KEYS, 21)           \
    ROW(HASHTABLE_LOOKUP_VALUE, 22)          \
    ROW(HASHTABLE_LOOKUP_OUTPUT, 23)         \
    ROW(HASHTABLE_LOOKUP_HITS, 24)           \
    ROW(C1HWNCoC0, 25)                       \
    ROW(MD, 26)                              \
    ROW(NDHWC, 27)                           \
    ROW(FRACTAL_ZZ, 28)                      \
    ROW(FRACTAL_NZ, 29)                      \
    ROW(NCDHW, 30)                           \
    ROW(DHWCN, 31)                           \
    ROW(NDC1HWC0, 32)                        \
    ROW(FRACTAL_Z_3D, 33)                    \
    ROW(CN, 34)                              \
    ROW(NC, 35)                              \
    ROW(DHWNC, 36)                           \
    ROW(FRACTAL_Z_3D_TRANSPOSE, 37)          \
    ROW(FRACTAL_ZN_LSTM, 38)                 \
    ROW(FRACTAL_Z_G, 39)                     \
    ROW(RESERVED, 40)                        \
    ROW(ALL, 41)                             \
    ROW(NULL, 42)                            \
    ROW(ND_RNN_BIAS, 43)                     \
    ROW(FRACTAL_ZN_RNN, 44)                  \
    ROW(NYUV, 45)                            \
    ROW(NYUV_A, 46)                          \
    ROW(NCL, 47)                             \
    ROW(FRACTAL_Z_WINO, 48)                  \
    ROW(C1HWC0, 49)                          \
    ROW(FRACTAL_NZ_C0_16, 50)                \
    ROW(FRACTAL_NZ_C0_32, 51)                \
    ROW(FRACTAL_NZ_C0_2, 52)                 \
    ROW(FRACTAL_NZ_C0_4, 53)                 \
    ROW(FRACTAL_NZ_C0_8, 54)                 \
    ROW(END, 55)                             \
    ROW(MAX, 255)

#define ACLNN_CPU_ROW(name, number, size) C_DT_##name = number,
typedef enum { ACLNN_CPU_DATA_TYPES(ACLNN_CPU_ROW) C_DT_MAX = 43 } C_DataType;
#undef ACLNN_CPU_ROW

#define ACLNN_CPU_ROW(name, number) C_FORMAT_##name = number,
typedef enum { ACLNN_CPU_FORMATS(ACLNN_CPU_ROW) } C_Format;
#undef ACLNN_CPU_ROW

#endif
