# Points a shell at this toolkit. To be sourced, by bash, zsh, dash or another POSIX shell: . <toolkit>/set_env.sh
# Sets the variables that the public toolkit sets: ASCEND_HOME_PATH, ASCEND_TOOLKIT_HOME, ASCEND_OPP_PATH;
# puts lib64, bin and the tree itself first in LD_LIBRARY_PATH, PATH and CMAKE_PREFIX_PATH.

if [ -n "${BASH_VERSION:-}" ]; then
    _aclnn_cpu_home=${BASH_SOURCE[0]}
elif [ -n "${ZSH_VERSION:-}" ]; then
    eval '_aclnn_cpu_home=${(%):-%x}'
else
    # Other shells do not say; but while they read the file it is open.
    _aclnn_cpu_home=
    for _aclnn_cpu_open in /proc/"$$"/fd/*; do
        _aclnn_cpu_open=$(readlink "$_aclnn_cpu_open" || true)
        case "$_aclnn_cpu_open" in */set_env.sh) _aclnn_cpu_home=$_aclnn_cpu_open ;; esac
    done
    unset _aclnn_cpu_open
    if [ -z "$_aclnn_cpu_home" ]; then
        echo "set_env.sh: this shell cannot tell where the script lies; source it in bash or zsh" >&2
        return 1
    fi
fi
_aclnn_cpu_home=$(CDPATH="" cd -- "$(dirname -- "$_aclnn_cpu_home")" && pwd -P) || return 1

# _aclnn_cpu_first LIST FOLDER: prints the list with the folder first, and there only.
_aclnn_cpu_first() {
    _aclnn_cpu_rest=":$1:"
    while case "$_aclnn_cpu_rest" in *":$2:"*) true ;; *) false ;; esac do
        _aclnn_cpu_rest="${_aclnn_cpu_rest%%":$2:"*}:${_aclnn_cpu_rest#*":$2:"}"
    done
    _aclnn_cpu_rest=${_aclnn_cpu_rest#:}
    _aclnn_cpu_rest=${_aclnn_cpu_rest%:}
    printf '%s' "$2${_aclnn_cpu_rest:+:$_aclnn_cpu_rest}"
}

export ASCEND_HOME_PATH="$_aclnn_cpu_home"
export ASCEND_TOOLKIT_HOME="$_aclnn_cpu_home"
export ASCEND_OPP_PATH="$_aclnn_cpu_home/opp"
LD_LIBRARY_PATH=$(_aclnn_cpu_first "${LD_LIBRARY_PATH:-}" "$_aclnn_cpu_home/lib64")
PATH=$(_aclnn_cpu_first "${PATH:-}" "$_aclnn_cpu_home/bin")
CMAKE_PREFIX_PATH=$(_aclnn_cpu_first "${CMAKE_PREFIX_PATH:-}" "$_aclnn_cpu_home")
export LD_LIBRARY_PATH PATH CMAKE_PREFIX_PATH
unset _aclnn_cpu_home
unset -f _aclnn_cpu_first
