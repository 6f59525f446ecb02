#!/usr/bin/env bash
# Operator folders that are unlike the usual ones, and builds of them that are disturbed. Usage: folders_test.sh TOOLKIT WORK_FOLDER
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cp -r "$here/unusual" "$work/unusual"
unusual=$work/unusual

# ---- built and run, in a path with blanks: types that no kernel has, structs of several files, words of C++, headers that the
# kernels of a repository share; one folder in the packages of two vendors, of a name that is none in C
mkdir -p "$work/a folder"
cp -r "$here/tree/sample/negate" "$work/a folder/3d neg-ate"
project "a project" "aclnn_add_operator($unusual/unpack)" \
    "aclnn_add_operator([[$work/a folder/3d neg-ate]] VENDOR one)" "aclnn_add_operator([[$work/a folder/3d neg-ate]] VENDOR two)" \
    "add_executable(app $here/unpack_program.cpp)" "target_link_libraries(app aclnn_custom_package)"
[ $status -eq 0 ] || fail "configure: $output"
left_out='\[aclnn-cpu warning\] unpack: on ascend910b, left out is the dtype column'
expect "$output" "$left_out \(COMPLEX64, COMPLEX64\): no kernel can have 'x' as COMPLEX64" 'a complex column'
expect "$output" "$left_out \(STRING, FLOAT16\): no kernel can have 'x' as STRING" 'a column of texts'
build="$work/a project/build"
ninja -C "$build" >"$work/build.log" 2>&1 || fail "build: $(cat "$work/build.log")"
for vendor in one two; do
    nm -D --defined-only "$build/opp/vendors/${vendor}_nn/op_api/lib/libcust_opapi.so" | grep -q ' aclnnNegate$' || fail "the package $vendor has no aclnnNegate"
done
output=$(ACLNN_CPU_SOC=ascend910b ACLNN_CPU_CHECK=strict "$build/app" 2>&1) || fail "the program failed: $output"
expect "$output" 'aclnnUnpack: no kernel of Unpack for Ascend910B1, tiling key 0, types \(COMPLEX64, COMPLEX64\); there are: ascend910b key 0 \(INT4, FLOAT16\)' \
    'a call of a type that was left out'

# ---- several operators of one folder, each with the C API that it declares
project twins "aclnn_add_operator($unusual/twins)"
[ $status -eq 0 ] || fail "configure: $output"
generated=$(cd "$work/twins/build" && find . -path '*/generated/aclnn*.cpp' | sed 's:^\./[^/]*/::' | sort | tr '\n' ' ')
[ "$generated" = "aclnn/generated/aclnn_first.cpp aclnn_inner/generated/aclnnInner_third.cpp " ] || fail "generated were $generated"
for name in first second third; do
    expect "$(cat "$work"/twins/build/aclnn_kernel_twins_*_${name}_ascend910b_0.cpp)" "#include \".*op_kernel/$name.cpp\"" "the kernel of $name"
done

# ---- an operator without a tensor
project tensorless "aclnn_add_operator($unusual/pause)"
[ $status -eq 0 ] || fail "configure: $output"
ninja -C "$work/tensorless/build" >"$work/build.log" 2>&1 || fail "build: $(cat "$work/build.log")"

# ---- an operator that leaves a package takes its header with it
headers() { (cd "$work/twins/build/opp/vendors/custom_nn/op_api/include" && find . -name '*.h' | sort | tr '\n' ' '); }
[ "$(headers)" = "./aclnn_first.h ./aclnn_ops_nn_custom.h ./aclnnop/aclnn_first.h " ] || fail "headers are $(headers)"
project twins "aclnn_add_operator($unusual/unpack)"
[ "$(headers)" = "./aclnn_ops_nn_custom.h ./aclnn_unpack.h ./aclnnop/aclnn_unpack.h " ] || fail "headers are then $(headers)"

# ---- refused, in words
project refused "aclnn_add_operator($unusual/twins)" "aclnn_add_operator($unusual/twins)"
expect "$output" "unusual/twins\): the package of vendor custom has this operator already, added in .*refused/CMakeLists.txt" 'a call repeated'
cp -r "$unusual/twins" "$work/copy"
project refused "aclnn_add_operator($unusual/twins)" "aclnn_add_operator($work/copy)"
expect "$output" "copy\): the package of vendor custom has an operator First already, of $unusual/twins" 'an operator of two folders'
for sign in '"' ';' ':' '$'; do
    project refused "aclnn_add_operator([==[$work/odd${sign}name]==])"
    expect "$output" "the path '.*name' has a '[$sign]', which no build of it can have; give the folder another name" "a path with $sign"
done
project refused "aclnn_add_operator($unusual/twins ACLNN_TYPE aclnnn)"
expect "$output" "twins: ACLNNTYPE is 'aclnnn', expected aclnn, aclnn_inner, aclnn_exclude or no_need_aclnn" 'a type that is none'

# variant NAME SED_COMMAND FILE: a copy of unpack with a change.
variant() {
    mkdir -p "$work/$1"
    cp -r "$unusual/unpack" "$unusual/common" "$work/$1"
    sed -i "$2" "$work/$1/unpack/$3"
    project refused 'set(ACLNN_CPU_CONFIGURE_SECONDS 1)' "aclnn_add_operator($work/$1/unpack)"
}
variant none 's/ge::DT_INT4/ge::DT_QINT8/' op_host/unpack_def.cpp
expect "$output" 'unpack: on ascend910b, no dtype column of the definition is left' 'columns of which none is left'
variant uneven 's/OPTYPE unpack/OPTYPE unpack packed/' op_host/CMakeLists.txt
expect "$output" 'unpack: .*/uneven/unpack/op_host/CMakeLists.txt: OPTYPE names 2 operators and ACLNNTYPE 1, expected one for each' 'types for some operators'
unusable='unpack: the definition cannot be used: .*/unpack/op_host/unpack_def.cpp'
variant crash 's/this->AICore/*static_cast<volatile int*>(nullptr) = 1; this->AICore/' op_host/unpack_def.cpp
expect "$output" "$unusable \(Segmentation fault\)" 'a definition that crashes'
variant throw 's/this->AICore/throw 1; this->AICore/' op_host/unpack_def.cpp
expect "$output" "$unusable \(1\) .*aclnn-opgen: Unpack: its definition threw an exception" 'a definition that throws'
variant loop 's/this->AICore/for (volatile int i = 0;; ) { i = i + 1; } this->AICore/' op_host/unpack_def.cpp
expect "$output" "$unusable \(not done after 1 seconds; ACLNN_CPU_CONFIGURE_SECONDS is the limit\)" 'a definition that does not end'
variant kernel_name 's/void unpack(GM_ADDR x, GM_ADDR y/void unpak(GM_ADDR x, GM_ADDR y/' op_kernel/unpack.cpp
expect "$output" 'unpack: op_kernel/unpack.cpp has no __global__ function unpack; it has: unpack_clear, unpak' 'a kernel of another name'
variant class_name 's/REGISTER_TILING_DATA_CLASS(Unpack,/REGISTER_TILING_DATA_CLASS(Unpak,/' op_host/unpack_tiling.h
expect "$output" 'unpack: .*unpack_tiling.h.*: the tiling structs cannot be written \(1\) REGISTER_TILING_DATA_CLASS names (UnpackPartOp, Unpak|Unpak, UnpackPartOp), none of them Unpack' \
    'tiling data registered for another operator'
variant formats 's/{ge::FORMAT_ND, /{/' op_host/unpack_def.cpp
expect "$output" "$unusable \\(1\\) .*aclnn-opgen: Unpack: on ascend910b, Format of 'x' has [0-9] entries, expected [0-9], one for each of DataType of 'x'" \
    'lists of different lengths'
variant arguments 's/GM_ADDR workspace, GM_ADDR tiling) {$/GM_ADDR workspace, GM_ADDR tiling, GM_ADDR more) {/' op_kernel/unpack.cpp
[ $status -eq 0 ] || fail "configure: $output"
output=$(ninja -C "$work/refused/build" 2>&1) && fail "a kernel with one argument too many was built"
expect "$output" 'error: static assertion failed: op_kernel/unpack.cpp: unpack takes other arguments than those its definition gives it: x, y, workspace, tiling' \
    'an argument too many'
project refused "aclnn_add_operator($unusual/unpack VENDR one UNITS)"
expect "$output" 'unpack\): unexpected VENDR, one, UNITS without a value; expected UNITS <unit>' 'words that mean nothing'
variant clash 's/UnpackPartOp, UnpackPart)/UnpackPartOp, UnpackPart) }\nnamespace other { class UnpackTilingData : public optiling::UnpackPart {}; REGISTER_TILING_DATA_CLASS(Other, UnpackTilingData)/' \
    op_host/unpack_tiling_part.h
expect "$output" 'unpack: .*unpack_tiling.*(does not compile|two tiling structs are named UnpackTilingData)' 'two structs of one name'

# ---- what a build trusts: a header of the toolkit that changes, a compiler that is killed
mkdir -p "$work/own toolkit"
cp -r "$toolkit/include" "$toolkit/share" "$toolkit/bin" "$work/own toolkit"
ln -s "$toolkit/lib64" "$work/own toolkit/lib64"
toolkit="$work/own toolkit"
project rebuilt "aclnn_add_operator($unusual/unpack)"
[ $status -eq 0 ] || fail "configure with another toolkit: $output"
library() { find "$work/rebuilt/build" -name libdefinition.so; }
before=$(stat -c %Y.%y "$(library)")
configure "$work/rebuilt"
[ "$before" = "$(stat -c %Y.%y "$(library)")" ] || fail "the definition was compiled again, though nothing had changed"
sleep 1
touch "$toolkit/include/register/op_def.h"
configure "$work/rebuilt"
[ "$before" != "$(stat -c %Y.%y "$(library)")" ] || fail "a header of the toolkit was touched, and the definition was not compiled again"

# A compiler that writes half of its output, and is killed together with CMake.
cat >"$work/compiler" <<'EOF'
#!/bin/bash
if [ -e "$(dirname "$0")/kill" ] && [[ "$*" == *definition.cpp* ]]; then
    g++ "$@" || exit
    while [ "$1" != -o ]; do shift; done
    truncate -s 1000 "$2"
    kill -KILL $PPID
fi
exec g++ "$@"
EOF
chmod +x "$work/compiler"
touch "$work/kill"
CXX=$work/compiler project killed "aclnn_add_operator($unusual/unpack)"
[ $status -ne 0 ] || fail "CMake was not killed"
rm "$work/kill"
CXX=$work/compiler configure "$work/killed"
[ $status -eq 0 ] || fail "after a compiler was killed: $output"
echo "folders_test.sh: passed"
