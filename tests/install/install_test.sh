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

# set_environment SHELL: twice, with strict settings, and with what was there before kept behind.
set_environment() {
    # shellcheck disable=SC2016
    local script='
        LD_LIBRARY_PATH=/before:$1/lib64:/behind CMAKE_PREFIX_PATH=/other
        source "$1/set_env.sh"; source "$1/set_env.sh"
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
}

environment() {
    set_environment bash
    # Nothing is searched in the working directory: no empty element.
    # shellcheck disable=SC2016
    equal "bash, without a LD_LIBRARY_PATH" "$(bare bash -euc 'source "$1/set_env.sh"; echo "$LD_LIBRARY_PATH"' sh "$home")" "$home/lib64"
    # shellcheck disable=SC2016
    equal "setenv.bash" "$(bare bash -euc 'cd /; source "$1/bin/setenv.bash"; echo "$ASCEND_HOME_PATH"' sh "$home")" "$home"
    # shellcheck disable=SC2016
    if bare sh -c '. "$1/set_env.sh"' sh "$home" 2>"$work/log" && [ ! -s "$work/log" ]; then
        echo "sh is a shell that can source set_env.sh"
    else
        equal sh "$(cat "$work/log")" "set_env.sh: this shell cannot tell where the script lies; source it in bash or zsh"
    fi
}

environment_zsh() {
    command -v zsh >/dev/null || { echo "skipped: zsh is not installed"; exit 77; }
    set_environment zsh
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
}

case $test in
    plain_program | foreign_cmake_project | environment | environment_zsh | tree) "$test" ;;
    *) fail "no test '$test'" ;;
esac
