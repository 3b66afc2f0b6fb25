import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Gigabytes of runs that were killed: folders `<tool>-<pid>` whose process is gone. */
export function sweepLeftOvers(workDir: string): void {
  if (!existsSync(workDir)) return;
  for (const name of readdirSync(workDir)) {
    const pid = /-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(workDir, name), { recursive: true, force: true });
  }
}
