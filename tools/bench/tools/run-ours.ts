import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OutsideError } from '#libs/errors';
import { meter, type Groups } from '../measure/meter.js';
import { pssMb } from '../measure/process-tree.js';
import { startHouse, type House } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { storedByHouse } from './stored-files.js';
import type { RunFacts, RunPlan } from './tool-run.js';

/** What a service does at its start is over by then; starting is no part of the figures. */
const CALM_MS = 5000;
/** After ENDLIST: the last poll, the last segment, the end record. */
const END_MS = 4000;
/** As a quick operator: not more, since each add holds one of the few database connections. */
const ADDED_AT_ONCE = 2;
const ADD_LIMIT_MS = 30_000;

/**
 * The whole house on a folder of its own, journal and file storage on; channels added through its API, as an operator
 * would.
 */
export async function runOurs({ source, streams, seconds, dir, perProcess, nodeOptions }: RunPlan): Promise<RunFacts> {
  mkdirSync(dir, { recursive: true });
  const storageDir = join(dir, 'storage');
  const house = await startHouse({
    dataDir: dir,
    storageDir,
    storage: 'file',
    port: await freePort(),
    host: '127.0.0.1',
    recorders: Math.ceil(streams / perProcess),
    env: { VODKEEP_RECORDER_SLOTS: String(perProcess), ...(nodeOptions === '' ? {} : { NODE_OPTIONS: nodeOptions }) },
    ...(process.env['BENCH_SAY'] === undefined
      ? {}
      : {
          say: (line) => {
            process.stderr.write(`${line}\n`);
          },
        }),
  });
  try {
    await wait(CALM_MS);
    const recorders = groupsOf(house)['tool'] ?? [];
    const idle = { pssMb: pssMb(recorders), processes: recorders.length };
    const before = { ...groupsOf(house), source: [source.pid] };
    const clock = await source.start(streams, seconds);
    const metering = meter(clock.originAt, seconds, {
      groupsAt: () => ({ ...groupsOf(house), source: [source.pid] }),
      before,
    });
    await Promise.all([
      metering,
      addChannels(
        house.url,
        Array.from({ length: streams }, (_, i) => source.urlOf(i)),
      ),
    ]);
    await wait(END_MS);
    return { clock, logs: await source.log(), stored: storedByHouse(storageDir, clock), metered: await metering, idle };
  } finally {
    await house.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** `tool`: the recorders; the rest of the house by its names. */
function groupsOf(house: House): Groups {
  const groups: Record<string, number[]> = { tool: [] };
  for (const [name, pid] of Object.entries(house.pids()))
    if (pid !== null) (groups[name.startsWith('recorder') ? 'tool' : name] ??= []).push(pid);
  return groups;
}

async function addChannels(houseUrl: string, urls: readonly string[]): Promise<void> {
  const left = urls.map((url, i) => ({ url, name: `bench-${String(i)}` }));
  await Promise.all(
    Array.from({ length: ADDED_AT_ONCE }, async () => {
      for (let next = left.shift(); next; next = left.shift()) await addChannel(houseUrl, next);
    }),
  );
}

async function addChannel(
  houseUrl: string,
  { url, name }: { readonly url: string; readonly name: string },
): Promise<void> {
  const answer = await fetch(`${houseUrl}/api/v0/channels`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'hls', url, internalName: name, displayName: name }),
    signal: AbortSignal.timeout(ADD_LIMIT_MS),
  });
  if (!answer.ok)
    throw new OutsideError(
      'bench-channel',
      `${name} cannot be added: ${String(answer.status)} ${(await answer.text()).slice(0, 300)}`,
    );
}
