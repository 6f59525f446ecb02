#!/usr/bin/env bash
# The tree that `cmake --install` writes. Usage: install_test.sh TEST SOURCE_FOLDER BUILD_FOLDER
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
test=$1
source_folder=$2
build=$3
example=$source_folder/activation/gelu_grad/examples/test_aclnn_gelu_grad.cpp

# Installed in one place and moved to another, whose name has a space.
cmake --install "$build" --prefix "$work/first" >"$work/log" || fail "$(cat "$work/log")"
home="$work/a toolkit"
mv "$work/first" "$home"

plain_program() {
    # shellcheck disable=SC2016
    bare bash -euc '
        source "$1/set_env.sh"
        g++ "$2" -I"$ASCEND_HOME_PATH/include" -L"$ASCEND_HOME_PATH/lib64" -lascendcl -lnnopbase -lopapi -o "$3"
        ' sh "$home" "$example" "$work/app"
    local printed
    for engine in native aicore; do
        # shellcheck disable=SC2016
        printed=$(bare ACLNN_CPU_ENGINE=$engine bash -euc 'source "$1/set_env.sh"; "$2"' sh "$home" "$work/app" | tail -n 8)
        equal "the example with engine $engine" "$printed" "$expected"
    done
}

foreign_cmake_project() {
    local cmake=(cmake -S "$here/foreign" -B "$work/foreign" -DEXAMPLE="$example")
    # shellcheck disable=SC2016
    bare bash -euc 'source "$1/set_env.sh"; shift; "$@"' sh "$home" "${cmake[@]}" >"$work/log" 2>&1 || fail "$(cat "$work/log")"
    bare cmake --build "$work/foreign" >"$work/log" 2>&1 || fail "$(cat "$work/log")"
    # From the build folder the program finds the libraries by itself.
    equal "the C++ program" "$(bare "$work/foreign/cpp_program" | tail -n 8)" "$expected"
    equal "the C program" "$(bare "$work/foreign/c_program")" "device 0 is Ascend910B1"
    rm -rf "$work/foreign"
    if bare "${cmake[@]}" -DCMAKE_PREFIX_PATH="$home" -DWANTED=9.0 >"$work/log" 2>&1; then
        fail "find_package accepted version 9.0"
    fi
    grep -q 'requested version "9.0"' "$work/log" || fail "$(cat "$work/log")"
}

# set_environment SHELL: twice, with strict settings, with what was there before kept behind, and by both scripts.
set_environment() {
    # shellcheck disable=SC2016
    local script='
        LD_LIBRARY_PATH=/before:$1/lib64:/behind CMAKE_PREFIX_PATH=/other
        . "$1/set_env.sh"; . "$1/bin/setenv.bash"
        printf "%s\n" "$ASCEND_HOME_PATH" "$ASCEND_TOOLKIT_HOME" "$ASCEND_OPP_PATH" "$LD_LIBRARY_PATH" "$PATH" "$CMAKE_PREFIX_PATH"
        [ -d "$ASCEND_OPP_PATH/vendors" ]
        env | grep "_aclnn_cpu" || true'
    local wanted="$home
$home
$home/opp
$home/lib64:/before:/behind
$home/bin:/usr/bin:/bin
$home:/other"
    equal "$1" "$(bare "$1" -euc "$script" sh "$home")" "$wanted"
    # From a folder by its relative name, in a script; and nothing is searched in the working directory: no empty element.
    # shellcheck disable=SC2016
    printf '%s\n' 'set -eu' 'cd "$1"' '. ./bin/setenv.bash' 'echo "$LD_LIBRARY_PATH"' 'cd bin' '. ../set_env.sh' 'echo "$LD_LIBRARY_PATH"' >"$work/script"
    equal "a script of $1" "$(bare "$1" "$work/script" "$home")" "$home/lib64
$home/lib64"
}

environment() {
    set_environment bash
    # shellcheck disable=SC2016
    equal "bash with source" "$(bare bash -euc 'cd /; source "$1/bin/setenv.bash"; echo "$ASCEND_HOME_PATH"' sh "$home")" "$home"
}

environment_zsh() {
    command -v zsh >/dev/null || { echo "skipped: zsh is not installed"; exit 77; }
    set_environment zsh
}

environment_dash() {
    command -v dash >/dev/null || { echo "skipped: dash is not installed"; exit 77; }
    set_environment dash
    # In a subshell the file is open in another process.
    local script
    for script in set_env.sh bin/setenv.bash; do
        # shellcheck disable=SC2016
        bare dash -c '( . "$1/$2" )' sh "$home" "$script" 2>"$work/log" && fail "a subshell of dash sourced $script: where did it find it?"
        equal "dash" "$(cat "$work/log")" "$(basename "$script"): this shell cannot tell where the script lies; source it in bash or zsh"
    done
}

tree() {
    local wanted="bin include lib64 opp set_env.sh share"
    equal "the tree" "$(cd "$home" && echo *)" "$wanted"
    for file in include/acl/acl.h include/aclnnop/aclnn_gelu_backward.h include/kernel_operator.h \
        share/doc/aclnn-cpu/LICENSE share/doc/aclnn-cpu/docs/architecture.md share/aclnn-cpu/build/kernel_variant.cpp.in; do
        [ -f "$home/$file" ] || fail "$file is missing"
    done
    # shellcheck disable=SC2016
    bare PYTHONDONTWRITEBYTECODE=1 bash -euc 'source "$1/set_env.sh"; aclnn-op --help' sh "$home" | grep -q 'usage: aclnn-op' || fail "aclnn-op does not start"
    # Every public header is there, and nothing else.
    equal "headers" "$(cd "$home/include" && find . -name '*.h' | sort)" \
        "$( (cd "$source_folder/include" && find . -name '*.h'; cd "$source_folder/activation" && find . -path '*/aclnnop/*.h' | sed 's:^\./[^/]*/:./:') | sort)"
    # The tree can be moved: no text names the folders it was made in, and libraries look beside themselves.
    local found
    found=$(grep -rIlF -e "$source_folder" -e "$build" "$work/first" "$home" 2>/dev/null || true)
    equal "files that name the source or build folder" "$found" ""
    for library in "$home"/lib64/*.so; do
        # shellcheck disable=SC2016
        equal "run path of $library" "$(objdump -p "$library" | awk '$1 == "RUNPATH" || $1 == "RPATH" { print $2 }')" '$ORIGIN'
    done
    # The build folder has the same tree.
    cmake --build "$build" --target toolkit >"$work/log" 2>&1 || fail "$(cat "$work/log")"
    equal "toolkit/ of the build folder" "$(diff -rq "$home" "$build/toolkit")" ""
    # Laid out twice at once, and again: nothing is ever missing, nothing is touched that has not changed, nothing lingers.
    touch "$build/toolkit/include/gone.h"
    echo stale >"$build/toolkit/share/doc/aclnn-cpu/LICENSE"
    touch "$work/before"
    sleep 0.1
    cmake -DBUILD_FOLDER="$build" -P "$source_folder/cmake/LayOutToolkit.cmake" >"$work/log1" 2>&1 &
    local one=$!
    cmake -DBUILD_FOLDER="$build" -P "$source_folder/cmake/LayOutToolkit.cmake" >"$work/log2" 2>&1 &
    local two=$!
    while kill -0 $one 2>/dev/null || kill -0 $two 2>/dev/null; do
        [ -f "$build/toolkit/include/kernel_operator.h" ] && [ -f "$build/toolkit/share/doc/aclnn-cpu/LICENSE" ] || fail "files were missing in between"
    done
    wait $one || fail "$(cat "$work/log1")"
    wait $two || fail "$(cat "$work/log2")"
    equal "toolkit/ laid out twice at once" "$(diff -rq "$home" "$build/toolkit")" ""
    equal "what was laid out again" "$(cd "$build/toolkit" && find . -type f -newer "$work/before")" "./share/doc/aclnn-cpu/LICENSE"
}

case $test in
    plain_program | foreign_cmake_project | environment | environment_zsh | environment_dash | tree) "$test" ;;
    *) fail "no test '$test'" ;;
esac
