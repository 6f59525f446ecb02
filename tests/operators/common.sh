# What the tests of operator folders share. Sourced with the toolkit and the work folder; leaves them in $toolkit and $work.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
toolkit=$1
work=$2
rm -rf "$work"
mkdir -p "$work"

fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# expect TEXT PATTERN WHAT
expect() { grep -qE -- "$2" <<<"$1" || fail "$3: expected '$2' in: $1"; }

# project NAME LINE...: configures a project that adds these operators; leaves what was said in $output and the status in $status.
project() {
    local folder=$work/$1
    mkdir -p "$folder"
    shift
    {
        printf 'cmake_minimum_required(VERSION 3.22)\nproject(operators LANGUAGES CXX)\nfind_package(aclnn-cpu REQUIRED)\n'
        printf '%s\n' "$@"
    } >"$folder/CMakeLists.txt"
    configure "$folder"
}

# configure FOLDER: the same for a project that is there.
configure() {
    status=0
    output=$(cmake -S "$1" -B "$1/build" -G Ninja "-DCMAKE_PREFIX_PATH=$toolkit" -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_CXX_COMPILER="${CXX:-g++}" 2>&1 | tr -s ' \n' ' ') || status=$?
}
