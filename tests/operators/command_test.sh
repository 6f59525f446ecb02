#!/usr/bin/env bash
# aclnn-op with the real toolkit, over the operators of tree/. Usage: command_test.sh TOOLKIT WORK_FOLDER
set -euo pipefail
toolkit=$1
work=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
rm -rf "$work"
mkdir -p "$work"
cp -r "$here/tree" "$work/tree"
sample=$work/tree/sample

fail() {
    printf 'command_test.sh: %s\n' "$*" >&2
    exit 1
}

results='result[0] is: 1.500000
result[1] is: 3.000000
result[2] is: -6.000000
result[3] is: 12.000000'
output=$(ACLNN_CPU_CHECK=strict "$toolkit/bin/aclnn-op" run "$sample/scale" --work "$work/run") || fail "run: $output"
[ "$output" = "$results" ] || fail "run printed: $output"

"$toolkit/bin/aclnn-op" report "$work/tree" --work "$work/report" --json "$work/report.json" >"$work/table" || fail "report failed"
row() { grep -qE -- "$1" "$work/table" || fail "expected '$1' in: $(cat "$work/table")"; }
row '^broken +ascend910b +no .*broken.cpp:5:10: error: '
row '^scale +ascend910b +yes +yes +yes +yes '
row '^negate +ascend910b +yes +- .*example: none for ascend910b'
row '^4 operators: 3 built, 1 example ran, 1 finite, 1 checker clean'

# A fault that only the checker sees: the copy in reads 32 bytes too many.
sed -i 's/DataCopyPad(tile, from, params/DataCopyPad(tile, from, AscendC::DataCopyExtParams{1, params.blockLen + 32, 0, 0, 0}/' "$sample/scale/op_kernel/scale.h"
"$toolkit/bin/aclnn-op" report "$sample/scale" --work "$work/report" >"$work/table" || fail "report failed"
row '^scale +ascend910b +yes +yes +yes +no .*checker: Scale: block 0: DataCopyPad\(.* at scale.h:[0-9]+: reads [0-9]+ bytes of src, 32 bytes beyond'
echo "command_test.sh: passed"
