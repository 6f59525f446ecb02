#!/usr/bin/env bash
# Compiles every public header alone: C++17, and C11 for acl/, aclnn/ and aclnnop/; with each compiler that is installed.
# Usage: check_public_headers.sh [ROOT]
set -euo pipefail
cd "${1:-.}"

# A header that stands for a part we do not have is nothing but an error that says so.
headers=$( (cd include && grep -rL --include='*.h' '^#error "out of scope of aclnn-cpu' .); (cd activation && find . -path '*/aclnnop/*.h' | sed 's:.*/aclnnop/:aclnnop/:') )
headers=$(sed 's:^\./::' <<<"$headers" | sort)
c_headers=$(grep -E '^(acl|aclnn|aclnnop)/' <<<"$headers")
paths="-isystem include $(printf -- '-I %s ' activation/*/)"

check() { # COMPILER STANDARD LANGUAGE, headers on standard input
    xargs -P "$(nproc)" -I{} sh -c \
        'printf "#include <%s>\n" "$5" | $1 -std=$2 -x $3 $4 -fsyntax-only - || { echo "$1 -std=$2: $5 does not compile alone" >&2; exit 255; }' \
        sh "$1" "$2" "$3" "$paths" {}
}

count=0
for pair in g++:gcc clang++:clang; do
    cxx=${pair%:*}
    cc=${pair#*:}
    command -v "$cxx" >/dev/null && command -v "$cc" >/dev/null || { echo "not checked with $cxx: not installed"; continue; }
    check "$cxx" c++17 c++ <<<"$headers"
    check "$cc" c11 c <<<"$c_headers"
    count=$((count + 1))
done
[ $count -gt 0 ] || { echo "no compiler found" >&2; exit 1; }
echo "$(wc -l <<<"$headers") headers compile alone, $(wc -l <<<"$c_headers") of them as C too"
