#!/usr/bin/env bash
# Builds aclnn-cpu and runs what you ask for. Installs the Debian packages it needs when it may. `bash build.sh --help` lists all.
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
    cat <<'EOF'
usage: bash build.sh --run_example OP MODE [PKG] [--vendor_name=NAME] [--experimental] [--soc=UNIT] [--example_name=NAME]
                     [--op_path=FOLDER]
       bash build.sh -u [--ops=OP[,OP...]] [--asan | --tsan]
       bash build.sh --install=DIR | --package
       bash build.sh --benchmark [--quick] [--json=FILE] [--html=FILE] [--only=NAME[,NAME...]] [--largest=ELEMENTS]
                     [--onednn=DIR] [--torch=DIR]
       bash build.sh --gallery
       bash build.sh --check_format
       bash build.sh --help

--run_example   build what OP's example needs, compile the example as a user would, and run it
    OP          an operator folder: see "operators" below
    MODE        eager (the two-phase aclnn call)
    PKG         cust: link the operator from a custom package, opp/vendors/NAME_nn; without it, from the built-in library
    --vendor_name   name of the custom package (default: custom)
    --experimental  with --op_path, only operators below a folder named experimental; without it, only others
    --soc       the emulated chip: ascend910b (default) or ascend310b; with --op_path, any that the operator's definition
                names (default: ascend910b, else the first)
    --op_path   an operator folder of your own, or a tree that holds it, in the public layout; PKG is cust
    --example_name  run only examples/test_aclnn_NAME.cpp
-u              build and run the tests; --ops= only those of these operators
--asan, --tsan  with address and undefined-behaviour sanitizers, or with the thread sanitizer
--install=DIR   build the toolkit and install it into DIR; then `source DIR/set_env.sh`
--package       build the toolkit's Debian package
--benchmark     build the benchmarks and measure the native engine: docs/benchmarks.md
    --quick     few rounds, nothing large: to see that it works
    --json, --html  write what was measured, and a page of it
    --only      parts (limits, contiguous, layouts, values, scaling, memory, latency, call_cost), activations and types
    --largest   the most elements of a tensor
    --onednn, --torch  folders (include/, lib/) of a oneDNN and a PyTorch other than the system's
--gallery       measure the activations, and draw build/gallery/activations.html: docs/activations.md
EOF
    printf 'operators: %s\n' "$(operators)"
}

operators() { (cd activation && printf '%s ' */op_kernel/*.cpp | sed 's:/op_kernel/[^ ]*::g'); }

# is_operator NAME: a folder right below activation/, by its plain name.
is_operator() {
    case "$1" in *[!A-Za-z0-9_]* | '') return 1 ;; esac
    [ -f "activation/$1/op_kernel/$1.cpp" ]
}

fail() {
    printf 'build.sh: %s\n' "$*" >&2
    exit 1
}

# from_caller PATH: a path as the caller means it, who may be in another folder.
from_caller() {
    case "$1" in
        /*) printf '%s' "$1" ;;
        *) printf '%s' "$caller/$1" ;;
    esac
}

# alone FILE: until the script ends or `together`, no other build.sh does what it does under this name.
alone() {
    exec 9>"$1"
    flock -n 9 && return
    echo "build.sh: waiting for another build.sh in $(dirname "$1")" >&2
    flock 9
}
together() { exec 9>&-; }

# logged FILE COMMAND...: says nothing unless the command fails; what it said stays in the file.
logged() {
    local log=$1 status=0
    shift
    "$@" >"$log" 2>&1 9>&- || status=$?
    [ $status -ne 0 ] || return 0
    cat "$log" >&2
    fail "failed: $1, as said above and in $log"
}

# need PACKAGE...: installs what is missing, or names it.
need() {
    local missing=()
    local package
    for package in "$@"; do
        dpkg-query -W -f='${Status}\n' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        sudo -n true 2>/dev/null || fail "missing packages: run 'apt-get install ${missing[*]}' as root, then this again"
        as_root=(sudo -n)
    fi
    echo "build.sh: installing ${missing[*]}"
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

build_packages=(g++ cmake ninja-build binutils libhwy-dev libboost-context-dev libfmt-dev libspdlog-dev
                libcli11-dev nlohmann-json3-dev)
test_packages=(libgtest-dev libgmock-dev libmpfr-dev python3)

# configure PRESET [CMAKE_ARGUMENT...]: leaves the build folder in $build, and no other build.sh in there.
configure() {
    local preset=$1
    shift
    build=build/$preset
    mkdir -p "$build"
    alone "$build/build.sh.lock"
    logged "$PWD/$build/configure.log" cmake --preset "$preset" "$@"
}

# On a terminal ninja shows its progress; elsewhere only what went wrong.
compile() {
    local quiet=(--quiet)
    [ ! -t 1 ] || quiet=()
    echo "build.sh: building in $build (a first build takes some minutes)" >&2
    cmake --build "$build" --target "$@" -- "${quiet[@]}" 9>&-
}

# operator_folder OP TREE EXPERIMENTAL: prints the folder OP, or that folder of the tree.
operator_folder() {
    [ -d "$2" ] || fail "--op_path is '$2', expected a folder"
    local tree found=()
    tree=$(cd "$2" && pwd -P)
    if [ -d "$tree/op_host" ]; then
        [ "$(basename "$tree")" = "$1" ] || fail "--op_path is the operator $(basename "$tree"), expected $1"
        printf '%s' "$tree"
        return
    fi
    local folder
    while IFS= read -r folder; do
        folder=$tree/${folder#./}
        case "$folder/" in
            */experimental/*) [ "$3" = no ] || found+=("${folder%/op_host}") ;;
            *) [ "$3" = yes ] || found+=("${folder%/op_host}") ;;
        esac
    done < <(cd "$tree" && find . -path "*/$1/op_host" -type d -not -path '*/tests/*')
    local which=below
    [ "$3" = yes ] || which=outside
    [ ${#found[@]} -gt 0 ] || fail "no operator folder $1 $which experimental/ in $tree (--experimental selects those below it)"
    [ ${#found[@]} -eq 1 ] || fail "several operators $1 in $tree, name one with --op_path: ${found[*]}"
    printf '%s' "${found[0]}"
}

# examples_of FOLDER UNIT NAME: the examples of an operator for a chip, one a line.
examples_of() {
    local places=("$1/examples")
    case "$2" in
        ascend950 | ascend350) places+=("$1/examples/arch35") ;;
        ascend910b) places+=("$1/examples/arch22") ;;
        ascend310p) places+=("$1/examples/arch20") ;;
    esac
    find "${places[@]}" -maxdepth 1 -name "test_aclnn_*$3.cpp" 2>/dev/null | sort
}

# run_foreign_example FOLDER VENDOR UNIT EXAMPLE_NAME: builds an operator folder against the toolkit of this build, as its author
# would with an installed one.
run_foreign_example() {
    local folder=$1 vendor=$2 unit=$3 name=$4
    need "${build_packages[@]}"
    configure release -DACLNN_CPU_TESTS=OFF
    compile toolkit
    together
    local toolkit=$PWD/$build/toolkit project
    project=$PWD/$build/operators/$(basename "$folder")_$vendor${unit:+_$unit}
    mkdir -p "$project"
    alone "$project/build.sh.lock"
    cat >"$project/CMakeLists.txt.new" <<EOF
cmake_minimum_required(VERSION 3.22)
project(operators LANGUAGES CXX)
find_package(aclnn-cpu REQUIRED)
aclnn_add_operator([==[$folder]==] VENDOR $vendor${unit:+ UNITS $unit})
EOF
    cmp -s "$project/CMakeLists.txt.new" "$project/CMakeLists.txt" || cp "$project/CMakeLists.txt.new" "$project/CMakeLists.txt"
    logged "$project/configure.log" cmake -S "$project" -B "$project/build" -G Ninja "-DCMAKE_PREFIX_PATH=$toolkit"
    grep -F '[aclnn-cpu warning]' "$project/configure.log" >&2 || true
    local quiet=(--quiet)
    [ ! -t 1 ] || quiet=()
    echo "build.sh: building $folder" >&2
    cmake --build "$project/build" -- "${quiet[@]}" 9>&-
    local home=$project/build/opp/vendors/${vendor}_nn
    [ -n "$unit" ] || unit=$(sed -n 's/^compute_units=\([^,]*\).*/\1/p' "$home/version.info")
    local examples example
    mapfile -t examples < <(examples_of "$folder" "$unit" "$name")
    [ ${#examples[@]} -gt 0 ] || fail "no example test_aclnn_${name:-*}.cpp for $unit in $folder/examples"
    for example in "${examples[@]}"; do
        local program
        program=$project/$(basename "$example" .cpp)
        "${CXX:-g++}" "$example" -I "$home/op_api/include" -I "$toolkit/include" -I "$toolkit/include/aclnnop" \
            -L "$home/op_api/lib" -L "$toolkit/lib64" -lcust_opapi -lopapi_math -lascendcl -lnnopbase -o "$program" \
            -Xlinker -rpath -Xlinker "$home/op_api/lib"
        LD_LIBRARY_PATH=$toolkit/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} ACLNN_CPU_SOC=${ACLNN_CPU_SOC:-$unit} "$program"
    done
}

run_example() {
    local op= mode= package= vendor=custom soc= name= op_path= experimental=no
    while [ $# -gt 0 ]; do
        case "$1" in
            --vendor_name=*) vendor=${1#*=} ;;
            --soc=*) soc=${1#*=} ;;
            --example_name=*) name=${1#*=} ;;
            --op_path=*) [ -n "${1#*=}" ] || fail "--op_path= needs a folder"
                op_path=$(from_caller "${1#*=}") ;;
            --experimental) experimental=yes ;;
            -*) fail "unknown option '$1'; options of --run_example: --vendor_name= --soc= --example_name= --op_path= --experimental" ;;
            *) if [ -z "$op" ]; then op=$1; elif [ -z "$mode" ]; then mode=$1; elif [ -z "$package" ]; then package=$1
               else fail "unexpected argument '$1'"; fi ;;
        esac
        shift
    done
    [ -n "$op" ] || fail "--run_example needs an operator: one of $(operators)"
    [ -n "$op_path" ] || is_operator "$op" ||
        fail "no operator '$op'; there are: $(operators)(--op_path= names a folder of your own)"
    [ "$mode" = eager ] || fail "mode is '${mode:-missing}', expected eager (graph mode needs the graph engine, which is not part of aclnn-cpu)"
    case "$package" in '' | cust) ;; *) fail "package is '$package', expected cust or nothing" ;; esac
    case "$vendor" in *[!A-Za-z0-9_]* | '') fail "vendor name '$vendor' may hold letters, digits and _ only" ;; esac
    if [ -n "$op_path" ]; then
        [ "$package" = cust ] || fail "package is '${package:-missing}', expected cust with --op_path"
        case "$soc" in *[!a-z0-9_]*) fail "soc is '$soc', expected a compute unit as in ascend910b" ;; esac
        local folder
        folder=$(operator_folder "$op" "$op_path" "$experimental") || exit 1
        run_foreign_example "$folder" "$vendor" "$soc" "$name"
        return
    fi
    soc=${soc:-ascend910b}
    case "$soc" in ascend910b | ascend310b) ;; *) fail "soc is '$soc', expected ascend910b or ascend310b" ;; esac
    local examples=("activation/$op/examples/test_aclnn_"*"$name".cpp)
    [ -f "${examples[0]}" ] || fail "no example '$name' of $op; there are: $(cd "activation/$op/examples" && echo test_aclnn_*.cpp)"

    need "${build_packages[@]}"
    local link=(-lopapi_nn)
    local paths=(-I include -I "activation/$op")
    if [ "$package" = cust ]; then
        configure release -DACLNN_CPU_TESTS=OFF "-DACLNN_CPU_VENDOR=$vendor" "-DACLNN_CPU_CUSTOM_OPS=$op"
        compile cust_opapi ascendcl nnopbase_shared opapi_math
        local home=$PWD/$build/opp/vendors/${vendor}_nn/op_api
        link=(-lcust_opapi)
        paths=(-I "$home/include" -I include -L "$home/lib" "-Wl,-rpath=$home/lib")
    else
        configure release -DACLNN_CPU_TESTS=OFF
        compile runtime_libraries
    fi
    local lib=$PWD/$build/lib
    local example
    for example in "${examples[@]}"; do
        local program=$build/bin/$(basename "$example" .cpp)
        mkdir -p "$build/bin"
        "${CXX:-g++}" "$example" "${paths[@]}" -L "$lib" "${link[@]}" -lopapi_math -lascendcl -lnnopbase "-Wl,-rpath=$lib" -o "$program"
        ACLNN_CPU_SOC=${ACLNN_CPU_SOC:-$soc} "$program"
    done
}

# Sums the case counts of GoogleTest's reports and of the plain CTest entries.
print_count() {
    local reports=$1 log=$2
    awk -v ctest="$(grep -cE '^ *[0-9]+/[0-9]+ Test +#' "$log" || true)" \
        -v broken="$(grep -cE '^ *[0-9]+/[0-9]+ Test +#.*(\*\*\*|Not Run)' "$log" || true)" '
        function attribute(name,   m) { return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) + 0 : 0 }
        /<testsuites / { programs++; tests += attribute("tests"); failed += attribute("failures") + attribute("errors"); if (attribute("failures") + attribute("errors") > 0) failing++ }
        /result="skipped"/ { skipped++ }
        END { plain = ctest - programs; bad = broken - failing; if (bad < 0) bad = 0
              printf "%d passed, %d failed, %d skipped\n", tests + plain - failed - skipped - bad, failed + bad, skipped }' "$reports"/*.xml
}

run_tests() {
    local preset=release filter=()
    local ops=
    while [ $# -gt 0 ]; do
        case "$1" in
            --ops=*) ops=${1#*=}; [ -n "$ops" ] || fail "--ops= names no operator; there are: $(operators)" ;;
            --asan) preset=asan ;;
            --tsan) preset=tsan ;;
            *) fail "unknown option '$1'; options of -u: --ops= --asan --tsan" ;;
        esac
        shift
    done
    local op
    for op in ${ops//,/ }; do
        is_operator "$op" || fail "no operator '$op'; there are: $(operators)"
    done
    [ -z "$ops" ] || filter=(-L "^(${ops//,/|})\$")
    need "${build_packages[@]}" "${test_packages[@]}"
    configure "$preset" -DACLNN_CPU_TESTS=ON -DACLNN_CPU_VENDOR=custom -DACLNN_CPU_CUSTOM_OPS=gelu_grad
    compile all
    local reports=$PWD/$build/reports
    rm -rf "$reports"
    mkdir -p "$reports"
    local status=0
    (cd "$build" && GTEST_OUTPUT="xml:$reports/" ctest -j "$(nproc)" --output-on-failure "${filter[@]}") | tee "$reports/log" || status=1
    grep -h -A1 'SKIPPED' "$build"/Testing/Temporary/LastTest.log || true
    print_count "$reports" "$reports/log"
    return $status
}

run_benchmark() {
    local options=() json= page= onednn= torch=
    while [ $# -gt 0 ]; do
        case "$1" in
            --json=?*) json=$(from_caller "${1#*=}") ;;
            --html=?*) page=$(from_caller "${1#*=}") ;;
            --onednn=?*) onednn=$(from_caller "${1#*=}") ;;
            --torch=?*) torch=$(from_caller "${1#*=}") ;;
            --quick | --only=* | --largest=*) options+=("$1") ;;
            *) fail "unknown option '$1'; options of --benchmark: --quick --json= --html= --only= --largest= --onednn= --torch=" ;;
        esac
        shift
    done
    local folder
    for folder in "$onednn" "$torch"; do
        [ -z "$folder" ] || [ -d "$folder/include" ] || fail "'$folder' has no include/, expected a folder with include/ and lib/"
    done
    need "${build_packages[@]}" python3
    [ -n "$onednn" ] || need libdnnl-dev
    configure release -DACLNN_CPU_BENCHMARKS=ON -DACLNN_CPU_TESTS=OFF \
        "-DACLNN_CPU_ONEDNN=${onednn:+$(realpath "$onednn")}" "-DACLNN_CPU_TORCH=${torch:+$(realpath "$torch")}"
    compile benchmarks
    [ -n "$json" ] || json=$build/benchmark.json
    "$build/bin/native_benchmark" "${options[@]}" "--json=$json"
    python3 benchmarks/report_targets.py "$json"
    [ -z "$page" ] || python3 benchmarks/report.py "$json" "$page"
}

case "${1:-}" in
    --run_example) shift; run_example "$@" ;;
    -u) shift; run_tests "$@" ;;
    --install=*)
        [ -n "${1#*=}" ] && [ $# -eq 1 ] || fail "--install= needs a folder, and nothing else"
        prefix=$(from_caller "${1#*=}")
        need "${build_packages[@]}"
        configure release -DACLNN_CPU_TESTS=OFF
        compile toolkit
        logged "$PWD/$build/install.log" cmake --install "$build" --prefix "$prefix"
        echo "build.sh: installed; source '$prefix/set_env.sh' to use it"
        ;;
    --package)
        [ $# -eq 1 ] || fail "--package takes nothing else"
        need "${build_packages[@]}" dpkg-dev file
        configure release -DACLNN_CPU_TESTS=OFF
        compile toolkit
        rm -f "$build"/*.deb
        logged "$PWD/$build/package.log" cpack --config "$build/CPackConfig.cmake"
        echo "build.sh: made $(ls "$build"/*.deb)"
        ;;
    --benchmark) shift; run_benchmark "$@" ;;
    --gallery)
        [ $# -eq 1 ] || fail "--gallery takes nothing else"
        need "${build_packages[@]}" libgtest-dev libmpfr-dev nlohmann-json3-dev python3
        configure release -DACLNN_CPU_TESTS=OFF -DACLNN_CPU_GALLERY=ON
        compile activation_measure
        mkdir -p build/gallery
        "$build/bin/activation_measure" > build/gallery/measured.json
        python3 activation/gallery/draw.py build/gallery/measured.json --page build/gallery/activations.html
        ;;
    --check_format)
        need clang-format
        git ls-files '*.h' '*.cpp' '*.c' | xargs clang-format --dry-run --Werror
        ;;
    -h | --help) usage ;;
    '') usage >&2; exit 1 ;;
    *) usage >&2; fail "unknown option '$1'" ;;
esac
