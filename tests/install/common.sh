# What the tests of the installed toolkit share. Sourced; sets `work`, a folder that goes with the test.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What the example of GeluGrad prints last, whoever runs it.
expected='result[0] is: 0.500000
result[1] is: 1.082964
result[2] is: 1.086099
result[3] is: 1.011584
result[4] is: 1.000335
result[5] is: 1.000002
result[6] is: 1.000000
result[7] is: 1.000000'

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# equal WHAT FOUND EXPECTED
equal() {
    [ "$2" = "$3" ] || fail "$1: found
$2
expected
$3"
}

# bare COMMAND...: with nothing in the environment but a path to the system's programs.
bare() { env -i PATH=/usr/bin:/bin HOME="$work" "$@"; }
