#!/usr/bin/env bash
# Builds the operators of tree/ with a toolkit and runs them. Usage: operators_test.sh TOOLKIT WORK_FOLDER
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cp -r "$here/tree" "$work/tree"
sample=$work/tree/sample

project package "aclnn_add_operator($sample/scale UNITS ascend910b ascend950 VENDOR tests)" \
    "aclnn_add_operator($sample/shift VENDOR tests)" "aclnn_add_operator($sample/negate VENDOR tests)" \
    "add_executable(app $here/program.cpp)" "target_link_libraries(app aclnn_tests_package)"
[ $status -eq 0 ] || fail "configure: $output"
build=$work/package/build
ninja -C "$build" >"$work/build.log" 2>&1 || fail "build: $(cat "$work/build.log")"
home=$build/opp/vendors/tests_nn
[ "$(cat "$home/version.info")" = "compute_units=ascend910b,ascend950" ] || fail "version.info: $(cat "$home/version.info")"

# Both functions of each, and nothing else.
exported=$(nm -D --defined-only "$home/op_api/lib/libcust_opapi.so" | awk '{print $3}' | sort | tr '\n' ' ')
expected="aclnnNegate aclnnNegateGetWorkspaceSize aclnnScale aclnnScaleGetWorkspaceSize aclnnShift aclnnShiftGetWorkspaceSize "
[ "$exported" = "$expected" ] || fail "the library exports: $exported"

ACLNN_CPU_SOC=ascend910b "$build/app" all || fail "the program that CMake linked failed"
g++ "$here/program.cpp" -I "$home/op_api/include" -I "$toolkit/include" -L "$home/op_api/lib" -L "$toolkit/lib64" -lcust_opapi \
    -lopapi_math -lascendcl -lnnopbase -o "$work/program" "-Wl,-rpath=$home/op_api/lib"
export LD_LIBRARY_PATH=$toolkit/lib64
ACLNN_CPU_SOC=ascend910b "$work/program" all || fail "the program failed on ascend910b"
ACLNN_CPU_SOC=ascend950 "$work/program" scale || fail "the program failed on ascend950"

# Nothing is built twice; a header of one kernel concerns that kernel alone.
again=$(ninja -C "$build")
expect "$again" 'no work to do' 'a second build'
sleep 1
touch "$sample/scale/op_kernel/scale.h"
again=$(ninja -C "$build" -v)
expect "$again" 'aclnn_kernel_scale[^ ]*_ascend910b_0' "a kernel's header was touched"
others=$(grep -oE -- '-o [^ ]*(shift|negate|host)[^ ]*' <<<"$again" || true)
[ -z "$others" ] || fail "a kernel's header was touched, and this was built: $others"

# Tiling functions of one chip are chosen by the chip.
project other "aclnn_add_operator($sample/shift UNITS ascend950)"
[ $status -eq 0 ] || fail "configure: $output"
expect "$(cat "$work/other/build/build.ninja")" 'op_host/arch35/shift_tiling.cpp' 'tiling for ascend950'
! grep -q 'arch22/shift_tiling.cpp' "$work/other/build/build.ninja" || fail "tiling for ascend910b in a build for ascend950"

# Errors point at the author's file, or say what was found and what to do.
project broken "aclnn_add_operator($sample/broken)"
[ $status -eq 0 ] || fail "configure: $output"
expect "$(ninja -C "$work/broken/build" 2>&1 || true)" 'sample/broken/op_kernel/broken.cpp:5:10: error: .*NoSuchFunction' 'an error in a kernel'
project unit "aclnn_add_operator($sample/scale UNITS ascend310p)"
expect "$output" 'scale: not written for ascend310p; its definition names ascend910b, ascend950' 'a chip without kernels'
project both "aclnn_add_operator($sample/shift UNITS ascend910b ascend950)"
expect "$output" 'shift: ascend910b, ascend950 have tiling functions of their own; build for one of them at a time' 'two tilings'
project missing "aclnn_add_operator($sample)"
expect "$output" "sample\): expected an operator folder, which has op_host/<op>_def.cpp" 'a folder that is no operator'
echo "operators_test.sh: passed"
