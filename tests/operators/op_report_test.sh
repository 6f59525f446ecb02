#!/usr/bin/env bash
# aclnn-op-report over operators of which one does not compile and others' examples crash, hang and print NaN.
# Usage: op_report_test.sh TOOLKIT WORK_FOLDER
set -euo pipefail
toolkit=$1
work=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
rm -rf "$work"
mkdir -p "$work"
cp -r "$here/tree" "$work/tree"
example() { mkdir -p "$work/tree/sample/$1/examples" && printf '%s\n' "$2" >"$work/tree/sample/$1/examples/test_aclnn_$1.cpp"; }
example scale '#include <cstdio>
#include "aclnn_scale.h"
int main() { std::printf("result is: -nan\n"); return aclnnScaleGetWorkspaceSize(nullptr, 1, nullptr, nullptr, nullptr) == 161001 ? 0 : 1; }'
example shift 'int main() { for (volatile int i = 0;; i = i + 1) {} }'
example negate '#include <cstdlib>
int main() { std::abort(); }'

cd "$work"
table=$("$toolkit/bin/aclnn-op-report" tree --work out --toolkit "$toolkit" --timeout 2 --jobs 2 --json table.json --html table.html 2>progress) ||
    { cat progress >&2; exit 1; }
expect() { grep -qE -- "$2" <<<"$1" || { printf 'op_report_test.sh: expected %s in:\n%s\n' "$2" "$1" >&2; exit 1; }; }
expect "$table" '^sample/broken +- +no +- +- +- +[0-9.]+ +.*broken.cpp:5:10: error: .*NoSuchFunction'
expect "$table" '^sample/negate +ascend910b +yes +no +- +- +[0-9.]+ +test_aclnn_negate.cpp: ended by SIGABRT'
expect "$table" '^sample/scale +ascend910b +yes +yes +no +[a-z]+ +[0-9.]+ +test_aclnn_scale.cpp prints NaN or infinity'
expect "$table" '^sample/shift +ascend910b +yes +no +- +- +[0-9.]+ +test_aclnn_shift.cpp: did not end within 2.0 s'
expect "$table" '^4 operators: 3 built, 1 ran, 0 finite'
expect "$(cat progress)" '^\[4/4\] sample/'
python3 -c 'import json; rows = json.load(open("table.json")); assert [row["built"] for row in rows] == [False, True, True, True], rows'
expect "$(cat table.html)" '<td class="no">no</td>'
echo "op_report_test.sh: passed"
