/** A program that knows nothing of us, and how it is asked to stop. */
export interface Foreign {
  readonly file: string;
  readonly args: readonly string[];
  readonly stopSignal: 'TERM' | 'INT';
}

/**
 * Reads our pipe to its end, waits until the services that need the program are gone (their pid files name them; 15 s
 * at most), asks the program to stop and kills it 10 s later. `exec` keeps the pid: the program *is* the process we
 * started. The watcher is forked twice, so that the program never finds a child it did not start (Postgres would take
 * its death for a crash).
 */
const GUARD = `
run=$1; sig=$2; shift 2; me=$$
exec 3<&0
( (
  cat <&3 >/dev/null
  n=0
  while [ $n -lt 75 ]; do
    busy=
    for f in "$run"/api.pid "$run"/recorder-*.pid "$run"/converter.pid "$run"/exporter.pid; do
      [ -f "$f" ] || continue
      p=$(sed 's/.*"pid":\\([0-9]*\\).*/\\1/' "$f")
      kill -0 "$p" 2>/dev/null && busy=1
    done
    [ -z "$busy" ] && break
    n=$((n+1)); sleep 0.2
  done
  kill -"$sig" "$me" 2>/dev/null
  n=0
  while [ $n -lt 50 ] && kill -0 "$me" 2>/dev/null; do n=$((n+1)); sleep 0.2; done
  kill -KILL "$me" 2>/dev/null
) >/dev/null 2>&1 & )
exec "$@" </dev/null 3<&-
`;

/**
 * The command line that runs `foreign` under a guard: it ends when the pipe on its stdin closes, also after our kill
 * -9.
 */
export function guarded(foreign: Foreign, runDir: string): { file: string; args: string[] } {
  return { file: '/bin/sh', args: ['-c', GUARD, 'guard', runDir, foreign.stopSignal, foreign.file, ...foreign.args] };
}
