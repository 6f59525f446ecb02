# The other place where scripts look for the toolkit's environment: source <toolkit>/bin/setenv.bash, in the shells of set_env.sh.
if [ -n "${BASH_VERSION:-}" ]; then
    _aclnn_cpu_script=${BASH_SOURCE[0]}
elif [ -n "${ZSH_VERSION:-}" ]; then
    eval '_aclnn_cpu_script=${(%):-%x}'
else
    _aclnn_cpu_script=
    for _aclnn_cpu_open in /proc/"$$"/fd/*; do
        _aclnn_cpu_open=$(readlink "$_aclnn_cpu_open" || true)
        case "$_aclnn_cpu_open" in */setenv.bash) _aclnn_cpu_script=$_aclnn_cpu_open ;; esac
    done
    unset _aclnn_cpu_open
    if [ -z "$_aclnn_cpu_script" ]; then
        echo "setenv.bash: this shell cannot tell where the script lies; source it in bash or zsh" >&2
        return 1
    fi
fi
_aclnn_cpu_script=$(dirname -- "$_aclnn_cpu_script")/../set_env.sh
. "$_aclnn_cpu_script"
unset _aclnn_cpu_script
