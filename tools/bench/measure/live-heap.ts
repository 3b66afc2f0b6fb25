import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';

/** NODE_OPTIONS of the process whose heap is measured. */
export const liveHeapOptions = (dir: string): string => `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${dir}`;

const CHECK_INTERVAL_MS = 500;
const SNAPSHOT_TIMEOUT_MS = 60_000;
const MB = 2 ** 20;

/**
 * Memory that a process retains after a full garbage collection: the sum of all sizes in a heap snapshot. Resident
 * memory would show V8's policy instead, which keeps garbage while there is room. The snapshot stops the process for
 * about a second.
 * @param dir its diagnostic folder ({@link liveHeapOptions}), which must contain nothing else
 * @returns MB of 2^20
 */
export async function liveHeapMb(pid: number, dir: string): Promise<number> {
  process.kill(pid, 'SIGUSR2');
  const file = await waitForSnapshot(dir);
  const mb = snapshotBytes(readFileSync(file, 'utf8')) / MB;
  rmSync(file);
  return mb;
}

async function waitForSnapshot(dir: string): Promise<string> {
  const until = Date.now() + SNAPSHOT_TIMEOUT_MS;
  for (let before = -1; Date.now() < until;) {
    await wait(CHECK_INTERVAL_MS);
    const [name] = readdirSync(dir);
    if (name === undefined) continue;
    const { size } = statSync(join(dir, name));
    if (size > 0 && size === before) return join(dir, name);
    before = size;
  }
  throw new OutsideError(untranslated('bench-heap', 'No heap snapshot was written.'));
}

interface Snapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[] } };
  readonly nodes: readonly number[];
}

/** Total bytes of a heap snapshot (V8's format: `nodes` is one list with a fixed count of numbers per node). */
export function snapshotBytes(snapshot: string): number {
  const {
    snapshot: {
      meta: { node_fields: fields },
    },
    nodes,
  } = JSON.parse(snapshot) as Snapshot;
  const at = fields.indexOf('self_size');
  let bytes = 0;
  for (let node = at; node < nodes.length; node += fields.length) bytes += nodes[node] ?? 0;
  return bytes;
}
