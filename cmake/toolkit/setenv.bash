# The other place where scripts look for the toolkit's environment: source <toolkit>/bin/setenv.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/../set_env.sh"
