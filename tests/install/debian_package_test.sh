#!/usr/bin/env bash
# The Debian package: what it says, what it holds, and a program that runs where only the package and what it depends on are
# present. Usage: debian_package_test.sh SOURCE_FOLDER BUILD_FOLDER
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
example=$1/activation/gelu_grad/examples/test_aclnn_gelu_grad.cpp
home=/usr/local/Ascend/aclnn-cpu

skip() {
    echo "skipped: $*"
    exit 77
}
for program in cpack dpkg-shlibdeps file; do
    command -v "$program" >/dev/null || skip "$program is not installed"
done

cpack --config "$2/CPackConfig.cmake" -B "$work/cpack" >"$work/log" 2>&1 || fail "$(cat "$work/log")"
packages=("$work"/cpack/*.deb)
equal "number of packages" "${#packages[@]}" 1
deb=${packages[0]}

field() { dpkg-deb --field "$deb" "$1"; }
equal Package "$(field Package)" aclnn-cpu
equal Architecture "$(field Architecture)" "$(dpkg --print-architecture)"
root=$work/root
dpkg-deb --extract "$deb" "$root"
[ -f "$root$home/set_env.sh" ] || fail "the package has no $home/set_env.sh"
equal "what is not below $home" "$(cd "$root" && find . -type f -not -path ".$home/*")" ""

# Every library that ours need and do not bring comes from a package that ours depends on.
depends=$(field Depends | tr ',' '\n' | awk '{ print $1 }' | sort -u)
for library in $(objdump -p "$root$home"/lib64/*.so | awk '$1 == "NEEDED" { print $2 }' | sort -u); do
    [ -e "$root$home/lib64/$library" ] && continue
    file=$(ldconfig -p | awk -v name="$library" '$1 == name && /x86-64/ && !found++ { print $NF }')
    owner=$( (dpkg-query -S "$(realpath "$file")" "$file" 2>/dev/null || true) | head -n 1 | cut -d: -f1)
    [ -n "$owner" ] || fail "no package has $library ($file)"
    names=$(dpkg-query -W -f='${Package}\n${Provides}\n' "$owner" | tr ',' '\n' | awk '{ print $1 }')
    grep -qxFf <(printf '%s\n' "$names" | grep .) <<<"$depends" || fail "$library is of $owner, which the package does not depend on:
$depends"
done

# The program, compiled against the package.
g++ "$example" -I"$root$home/include" -L"$root$home/lib64" -lascendcl -lnnopbase -lopapi "-Wl,-rpath-link,$root$home/lib64" -o "$work/app"

# Puts a Debian package of this machine, and what it depends on, into the root folder.
declare -A present=()
add_package() {
    local name=${1%%:*} file next
    [ -z "${present[$name]:-}" ] || return 0
    present[$name]=1
    dpkg-query -L "$1" | while read -r file; do
        if [ -f "$file" ] || [ -L "$file" ]; then printf '%s\n' "${file#/}"; fi
    done | tar -C / -cf - --no-recursion -T - | tar -C "$root" -xf - --keep-directory-symlink
    for next in $(dpkg-query -W -f='${Pre-Depends},${Depends}\n' "$1" | tr ',' '\n' | awk '{ print $1 }'); do
        add_installed "$next"
    done
}
# Names may be virtual, and alternatives may not be installed: then another package of this machine provides them.
add_installed() {
    local name=${1%%:*} provider
    if dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'ok installed'; then
        add_package "$name"
        return
    fi
    for provider in $(dpkg-query -W -f='${Package} ${Provides}\n' | awk -v name="$name" '{ gsub(",", " "); for (i = 2; i <= NF; i++) if ($i == name) print $1 }'); do
        add_package "$provider"
    done
}
mkdir -p "$root"/usr/{bin,sbin,lib,lib64}
for folder in bin sbin lib lib64; do ln -s "usr/$folder" "$root/$folder"; done
for name in $depends bash coreutils; do add_installed "$name"; done
cp "$work/app" "$root/app"

enter=("$(PATH=$PATH:/usr/sbin:/sbin command -v chroot)")
[ "$(id -u)" -eq 0 ] || enter=(/usr/bin/unshare --map-root-user "${enter[@]}")
"${enter[@]}" "$root" /bin/bash -c true 2>"$work/log" || skip "no program can run with another root folder here: $(cat "$work/log")"
[ ! -e "$root/usr/bin/g++" ] && [ ! -e "$root/usr/include" ] || fail "the root folder is not bare"
for engine in native aicore; do
    printed=$(bare "ACLNN_CPU_ENGINE=$engine" "${enter[@]}" "$root" /bin/bash -euc "source $home/set_env.sh; /app" | tail -n 8)
    equal "the example in the root folder with engine $engine" "$printed" "$expected"
done
echo "runs with ${#present[@]} Debian packages and aclnn-cpu: ${!present[*]}"
