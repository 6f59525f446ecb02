#!/usr/bin/env bash
# Fails when one of our libraries exports a symbol that is not part of its interface: a third party's, or an internal one.
# Usage: check_exports.sh LIBRARY=PATTERN... where PATTERN is an extended regular expression over demangled names.
set -euo pipefail

bad=0
for pair in "$@"; do
    library=${pair%%=*}
    pattern=${pair#*=}
    symbols=$(nm -D --defined-only "$library" | awk '{print $NF}' | c++filt | sort -u)
    [ -n "$symbols" ] || { echo "$library exports nothing" >&2; bad=1; continue; }
    foreign=$(grep -vE "$pattern" <<<"$symbols" || true)
    if [ -n "$foreign" ]; then
        echo "$(basename "$library") exports what is not its own:" >&2
        head -n 10 <<<"$foreign" >&2
        bad=1
    else
        echo "$(basename "$library"): $(wc -l <<<"$symbols") symbols"
    fi
done
exit $bad
