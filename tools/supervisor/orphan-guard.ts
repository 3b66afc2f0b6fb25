/** A third-party program that does not know Vodkeep, and the signal that stops it. */
export interface ThirdPartyProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly stopSignal: 'TERM' | 'INT';
}

/**
 * Reads the supervisor's pipe to its end, waits (at most 15 s) until the services that need the program have ended
 * (their pid files identify them), sends the program its stop signal and kills it 10 s later. `exec` keeps the pid: the
 * program *is* the process that the supervisor started. The watcher forks twice, so that the program never gets a child
 * that it did not start (Postgres would treat the child's death as a crash).
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
 * The command line that runs `program` under a guard. The program ends when the pipe on its stdin closes, also after
 * kill -9 of the supervisor.
 */
export function guarded(program: ThirdPartyProgram, runDir: string): { file: string; args: string[] } {
  return { file: '/bin/sh', args: ['-c', GUARD, 'guard', runDir, program.stopSignal, program.file, ...program.args] };
}
