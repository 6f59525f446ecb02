#!/usr/bin/env bash
# build.sh with a cmake that only says what it was asked. Usage: build_script_test.sh SOURCE_FOLDER WORK_FOLDER
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
mkdir -p "$work/repository/activation/some/op_host" "$work/programs" "$work/else where/operators/scale/op_host"
cp "$1/build.sh" "$work/repository"
log=$work/log
cat >"$work/programs/cmake" <<EOF
#!/bin/bash
echo "\$PPID \$*" >>'$log'
echo "cmake says: \$*"
[ ! -e '$work/fails' ] || exit 1
sleep 0.3
echo "\$PPID end" >>'$log'
EOF
printf '#!/bin/bash\necho install ok installed\n' >"$work/programs/dpkg-query"
chmod +x "$work/programs"/*
export PATH=$work/programs:$PATH
cd "$work/else where"
build() { bash ../repository/build.sh "$@"; }

# Paths are the caller's.
output=$(build --install=out 2>&1) || fail "install: $output"
expect "$(cat "$log")" " --install build/release --prefix $work/else where/out\$" 'a folder to install to'
expect "$output" "source '$work/else where/out/set_env.sh' to use it" 'what to source'
output=$(build --run_example scale eager cust --op_path=operators 2>&1) && fail "an example that is not there ran: $output"
expect "$(cat "$work/repository/build/release/operators/scale_custom/CMakeLists.txt")" \
    "aclnn_add_operator\(\[==\[$work/else where/operators/scale\]==\] VENDOR custom\)" 'a relative --op_path'
output=$(build --run_example scale eager cust --op_path=nowhere 2>&1) && fail 'a folder that is not there was taken'
expect "$output" "--op_path is '$work/else where/nowhere', expected a folder" 'a folder that is not there'

# Two at once: one after the other.
: >"$log"
build --install=one >"$work/first" 2>&1 &
first=$!
build --install=two >"$work/second" 2>&1 &
second=$!
wait $first || fail "the first of two: $(cat "$work/first")"
wait $second || fail "the second of two: $(cat "$work/second")"
[ "$(cut -d ' ' -f 1 "$log" | uniq | wc -l)" -eq 2 ] || fail "two build.sh ran into one another: $(cat "$log")"
expect "$(cat "$work/first" "$work/second")" 'build.sh: waiting for another build.sh in build/release' 'the one that waits'

# What a step said that failed is printed, and stays; so does what it had said when somebody ended it.
touch "$work/fails"
output=$(build --install=out 2>&1) && fail "a build whose configuration fails: $output"
said="$work/repository/build/release/configure.log"
expect "$output" 'cmake says: --preset release' 'the failed step'
expect "$output" "build.sh: failed: cmake, as said above and in $said" 'where it can be read'
expect "$(cat "$said")" 'cmake says: --preset release' 'the log of a failed step'
rm "$work/fails" "$said"
sed -i 's/sleep 0.3/exec sleep 3/' "$work/programs/cmake"
build --install=out >"$work/ended" 2>&1 &
ended=$!
for _ in $(seq 50); do [ -s "$said" ] && break || sleep 0.1; done
kill -TERM $ended
wait $ended && fail "build.sh ended well though it was ended"
expect "$(cat "$said")" 'cmake says: --preset release' 'the log of a step that was ended'
echo "build_script_test.sh: passed"
