#!/bin/sh
# Runs the program under gdb and looks at what an author would see: debugger_test.sh PROGRAM KERNEL_SOURCE.
# 77: skipped, for there is no gdb or it may not trace.
program=$1
source=$2
command -v gdb >/dev/null || { echo "skipped: no gdb"; exit 77; }
unset ACLNN_CPU_BLOCK ACLNN_CPU_THREADS ACLNN_CPU_SCHEDULE ACLNN_CPU_CHECK
line=$(grep -n 'zQueue_.template EnQue<Z>(z);' "$source" | cut -d: -f1)
failures=0
# Where the library says which block a thread runs; read, not called, so that the other threads stand still.
here="'aclnn_cpu::aicore::block_index'"

# run TITLE COMMAND...: what gdb says to the commands.
run() {
    title=$1
    shift
    set -- "$@" "continue"
    for command in "$@"; do
        printf '%s\n' "$command"
    done >"$commands"
    output=$(timeout 30 gdb -nx -q -batch -iex "set debuginfod enabled off" -x "$commands" "$program" 2>&1)
    case $output in
        *"ptrace: Operation not permitted"*) echo "skipped: gdb may not trace here"; exit 77 ;;
    esac
}

# expect COUNT PATTERN: so many lines of the output match.
expect() {
    found=$(printf '%s\n' "$output" | grep -c -E -- "$2")
    if [ "$found" -ne "$1" ]; then
        printf '%s: %s lines match "%s", expected %s, in:\n%s\n' "$title" "$found" "$2" "$1" "$output"
        failures=$((failures + 1))
    fi
}

commands=$(mktemp)
trap 'rm -f "$commands"' EXIT

# Without any setting, every block comes by, in this process.
run "breakpoint in the kernel" "break gelu_grad.h:$line" "commands" "silent" \
    "printf \"stopped in block %d of process %d\\n\", (int)$here, \$_inferior" "continue" "end" "run"
for block in 0 1 2 3 4 5 6 7; do
    expect 1 "stopped in block $block of process 1"
done
expect 1 "1003 elements by 8 blocks, sum"
expect 0 "Detaching|Attaching|forked"

# Where it stands, in words of the source.
run "place" "break gelu_grad.h:$line" "run" "backtrace 3" "print n" "print count_" "delete" "continue"
expect 1 "^#0 .*KernelGeluGrad<.*>::Compute \(this=.*, n=128\) at .*gelu_grad.h:$line"
expect 1 "^#2 .*gelu_grad<0.*\(dy=0x.* tiling=0x"
expect 2 '= 128$'

# One block only: by a condition, which gdb takes once the library is loaded, and by a setting.
run "condition" "start" "break gelu_grad.h:$line if (int)$here == 5" "commands" "silent" \
    "printf \"stopped in block %d\\n\", (int)$here" "continue" "end"
expect 1 "stopped in block"
expect 1 "stopped in block 5"

run "setting" "set environment ACLNN_CPU_BLOCK 5" "break gelu_grad.h:$line" "commands" "silent" \
    "printf \"stopped in block %d\\n\", (int)$here" "continue" "end" "run"
expect 1 "stopped in block"
expect 1 "stopped in block 5"
expect 1 "only block 5 of 8 runs"

[ "$failures" -eq 0 ]
