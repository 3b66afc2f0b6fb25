import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';
import { meter, type Groups } from '../measure/meter.js';
import { pssMb } from '../measure/process-tree.js';
import { startInstallation, type Installation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { storedByInstallation } from './stored-files.js';
import type { RunInfo, RunPlan } from './tool-run.js';

/** Time until the services have finished their start, which is not part of the figures. */
const SETTLE_MS = 5000;
/** Time after ENDLIST: the last poll, the last segment, the end record. */
const END_DELAY_MS = 4000;
/** Like a fast operator. Not more, because each request to add a channel holds one of the few database connections. */
const PARALLEL_ADDS = 2;
const ADD_TIMEOUT_MS = 30_000;

/**
 * Runs the complete installation on its own folder, with journal and file storage. Adds channels through its API, as an
 * operator would.
 */
export async function runOurs({
  source,
  streams,
  seconds,
  dir,
  perProcess,
  nodeOptions,
  loads,
}: RunPlan): Promise<RunInfo> {
  mkdirSync(dir, { recursive: true });
  const storageDir = join(dir, 'storage');
  const installation = await startInstallation({
    dataDir: dir,
    storageDir,
    storage: 'file',
    port: await freePort(),
    host: '127.0.0.1',
    recorders: Math.ceil(streams / perProcess),
    env: {
      ...source.env,
      VODKEEP_RECORDER_SLOTS: String(perProcess),
      ...(nodeOptions === '' ? {} : { NODE_OPTIONS: nodeOptions }),
    },
    ...(process.env['BENCH_SAY'] === undefined ? {} : { say: sayOnStderr }),
  });
  try {
    await wait(SETTLE_MS);
    const recorders = groupsOf(installation)['tool'] ?? [];
    const idle = { pssMb: pssMb(recorders), processes: recorders.length };
    const before = { ...groupsOf(installation), source: [source.pid, ...loads] };
    const clock = await source.start(streams, seconds);
    const metering = meter(clock.originAt, seconds, {
      groupsAt: () => ({ ...groupsOf(installation), source: [source.pid, ...loads] }),
      before,
    });
    await Promise.all([
      metering,
      addChannels(
        installation.url,
        Array.from({ length: streams }, (_, i) => source.urlOf(i)),
      ),
    ]);
    await wait(END_DELAY_MS);
    return {
      clock,
      logs: await source.log(),
      stored: storedByInstallation(storageDir, clock),
      metered: await metering,
      idle,
    };
  } finally {
    await installation.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

const sayOnStderr = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** `tool` contains the recorders; the other services have groups by their names. */
function groupsOf(installation: Installation): Groups {
  const groups: Record<string, number[]> = { tool: [] };
  for (const [name, pid] of Object.entries(installation.pids()))
    if (pid !== null) (groups[name.startsWith('recorder') ? 'tool' : name] ??= []).push(pid);
  return groups;
}

async function addChannels(installationUrl: string, urls: readonly string[]): Promise<void> {
  const left = urls.map((url, i) => ({ url, name: `bench-${String(i)}` }));
  await Promise.all(
    Array.from({ length: PARALLEL_ADDS }, async () => {
      for (let next = left.shift(); next; next = left.shift()) await addChannel(installationUrl, next);
    }),
  );
}

async function addChannel(
  installationUrl: string,
  { url, name }: { readonly url: string; readonly name: string },
): Promise<void> {
  const answer = await fetch(`${installationUrl}/api/v0/channels`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'hls', url, internalName: name, displayName: name }),
    signal: AbortSignal.timeout(ADD_TIMEOUT_MS),
  });
  if (!answer.ok)
    throw new OutsideError(
      untranslated(
        'bench-channel',
        `${name} cannot be added: ${String(answer.status)} ${(await answer.text()).slice(0, 300)}`,
      ),
    );
}
