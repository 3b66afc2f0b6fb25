# Runs an npm script: first set-up, then the program in the place of this shell (exec). So no process of set-up stays in
# memory, and npm's signals reach the program itself.
# Usage: exec sh tools/setup/run.sh NAME PROGRAM [ARGUMENT ...]
name=$1
program=$2
shift 2

# The own programs come first. The system folders come last: the PATH of a plain user may lack them.
root=$(pwd -P)
PATH=$root/node_modules/.bin:$root/.tools/venv/bin:$root/.tools/bin:$PATH
PATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH

# The kernel sends SIGTERM when the parent dies, so nothing runs on after `kill -9` of npm. Set-up itself reports a
# missing util-linux.
tied=
if command -v setpriv >/dev/null; then tied='setpriv --pdeathsig TERM'; fi

# The supervisor does little, and runs as long as Vodkeep: 4 MB less are worth more than speed.
flags=--enable-source-maps
if [ "$name" = start ]; then flags=--optimize-for-size; fi

$tied node tools/setup/run.mjs "$name" "$@" || exit
exec $tied node_modules/.bin/node $flags "$program" "$@"
