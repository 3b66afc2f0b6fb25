import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Vod, decodeChat, objectKeys, parseChatChunkName } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { openStorage } from '#libs/storage';
import { startSimProcess, type SimProcess } from '../../provider-sim/start-sim-process.js';
import { startInstallation, type Installation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { liveHeapMb, liveHeapOptions } from '../measure/live-heap.js';
import { cpuSeconds, machineBusySeconds, pssMb } from '../measure/process-tree.js';

export interface ChatPlan {
  readonly perSecond: number;
  readonly seconds: number;
  readonly dir: string;
  readonly say: (line: string) => void;
}

/**
 * CPU in seconds per 1,000 messages, without the CPU that the recorder uses for the video of the same channel. CPU is
 * measured between the warm-up and the first heap snapshot. The slope is that of the heap after a full collection.
 */
export interface ChatFigures {
  readonly sent: number;
  readonly lost: number;
  readonly doubled: number;
  readonly recorderCpu: number;
  readonly bareCpu: number;
  readonly bareLines: number;
  readonly pssMb: number;
  readonly liveHeapMb: number;
  readonly slopeMbPerMin: number;
  readonly outsideCores: number;
}

const CHANNEL = 'salty_harbour';
/** Time for which the recorder is measured before the burst. */
const QUIET_MS = 10_000;
/**
 * During the warm-up, caches fill (seen messages, stored images); any later growth comes from messages. The heap is
 * observed for the same time.
 */
export const WARM_S = 60;
/** Time after the last line: the age limit of a chunk, and its upload to storage. */
const STORE_DELAY_MS = 12_000;
/** Time for a heap snapshot. */
const HEAP_SNAPSHOT_S = 10;
const RECORDING_TIMEOUT_MS = 90_000;

/**
 * A complete installation records a simulated channel with bursts of chat; a bare reader counts the same lines in
 * parallel.
 */
export async function runChat(plan: ChatPlan): Promise<ChatFigures> {
  mkdirSync(heapDir(plan.dir), { recursive: true });
  const storageDir = join(plan.dir, 'storage');
  const sim = await startSimProcess({ scenario: 'twitch' });
  const installation = await startInstallation({
    dataDir: plan.dir,
    storageDir,
    storage: 'file',
    port: await freePort(),
    host: '127.0.0.1',
    recorders: 1,
    env: { VODKEEP_SITES: `${sim.url}/h/{host}`, NODE_OPTIONS: liveHeapOptions(heapDir(plan.dir)) },
  });
  let reader: Reader | null = null;
  try {
    const vod = await recordChannel(installation, sim);
    reader = await startReader(`${sim.url.replace(/^http/, 'ws')}/h/irc-ws.chat.twitch.tv/`, CHANNEL);
    const measured = await measureBurst(plan, { installation, sim, reader });
    await wait(STORE_DELAY_MS);
    const { stored, numbers } = await storedMessages(storageDir, vod);
    const sent = plan.perSecond * (2 * WARM_S + plan.seconds);
    const missing = Array.from({ length: sent }, (_, n) => n).filter((n) => !numbers.has(n)).length;
    return { ...measured, sent, lost: missing, doubled: stored - numbers.size, bareLines: await reader.lines() };
  } finally {
    await reader?.stop();
    await installation.stop();
    await sim.stop();
    rmSync(plan.dir, { recursive: true, force: true });
  }
}

/** @returns the VOD, once its video is written and its chat is received */
async function recordChannel(installation: Installation, sim: SimProcess): Promise<string> {
  const body = JSON.stringify({ provider: 'twitch', url: `https://www.twitch.tv/${CHANNEL}`, live_chat: true });
  const answer = await fetch(`${installation.url}/api/v0/channels`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(RECORDING_TIMEOUT_MS),
  });
  if (!answer.ok)
    throw new OutsideError(
      untranslated(
        'bench-channel',
        `The channel cannot be added: ${String(answer.status)} ${(await answer.text()).slice(0, 300)}`,
      ),
    );
  await sim.act(CHANNEL, { do: 'start' });
  const until = Date.now() + RECORDING_TIMEOUT_MS;
  while (Date.now() < until) {
    await wait(500);
    const { data } = (await (await fetch(`${installation.url}/api/v0/vod`)).json()) as {
      readonly data: readonly Vod[];
    };
    const vod = data.find((v) => v.chat?.connection === 'joined' && v.state === 'capturing');
    if (vod) return vod.uuid;
  }
  throw new OutsideError(untranslated('bench-chat', 'The channel is not recorded with its chat.'));
}

interface BenchSetup {
  readonly installation: Installation;
  readonly sim: SimProcess;
  readonly reader: Reader;
}
type Measured = Omit<ChatFigures, 'sent' | 'lost' | 'doubled' | 'bareLines'>;

async function measureBurst(
  { perSecond, seconds, dir, say }: ChatPlan,
  { installation, sim, reader }: BenchSetup,
): Promise<Measured> {
  const recorder = recorderOf(installation);
  const known = (): number => knownSeconds(installation, [sim.pid, reader.pid, process.pid]);
  const quietFrom = cpuSeconds([recorder]);
  await wait(QUIET_MS);
  const quietPerS = (cpuSeconds([recorder]) - quietFrom) / (QUIET_MS / 1000);
  await sim.act(CHANNEL, { do: 'burst', perSecond, seconds: 2 * WARM_S + seconds });
  await wait(WARM_S * 1000);
  const pss = pssMb([recorder]);
  const from = {
    recorder: cpuSeconds([recorder]),
    reader: cpuSeconds([reader.pid]),
    busy: machineBusySeconds(),
    known: known(),
    at: Date.now(),
  };
  await wait(seconds * 1000);
  const took = {
    recorder: cpuSeconds([recorder]) - from.recorder,
    reader: cpuSeconds([reader.pid]) - from.reader,
    outside: machineBusySeconds() - from.busy - (known() - from.known),
    s: (Date.now() - from.at) / 1000,
  };
  const pssLater = pssMb([recorder]);
  const heap = await liveHeapMb(recorder, heapDir(dir));
  const heapAt = Date.now();
  await wait((WARM_S - HEAP_SNAPSHOT_S) * 1000);
  const heapLater = await liveHeapMb(recorder, heapDir(dir));
  say(
    `  quiet recorder ${quietPerS.toFixed(3)} cores; PSS ${pss.toFixed(0)}, then ${pssLater.toFixed(0)} MB; live heap ${heap.toFixed(1)}, then ${heapLater.toFixed(1)} MB`,
  );
  const thousands = (perSecond * took.s) / 1000;
  return {
    recorderCpu: (took.recorder - quietPerS * took.s) / thousands,
    bareCpu: took.reader / thousands,
    pssMb: Math.max(pss, pssLater),
    liveHeapMb: heapLater,
    slopeMbPerMin: ((heapLater - heap) / (Date.now() - heapAt)) * 60_000,
    outsideCores: took.outside / took.s,
  };
}

function recorderOf(installation: Installation): number {
  const pid = installation.pids()['recorder-0'];
  if (pid === null || pid === undefined)
    throw new OutsideError(untranslated('bench-chat', 'The recorder does not run.'));
  return pid;
}

const heapDir = (dir: string): string => join(dir, 'heap');
const knownSeconds = (installation: Installation, more: readonly number[]): number =>
  cpuSeconds([...Object.values(installation.pids()).filter((pid) => pid !== null), ...more]);

/** A bare reader in a separate process that has joined the room. */
interface Reader {
  readonly pid: number;
  lines(): Promise<number>;
  stop(): Promise<void>;
}

async function startReader(url: string, room: string): Promise<Reader> {
  const child = fork(join(import.meta.dirname, 'bare-reader.js'), [url, room], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const died = once(child, 'exit').then(([code]) => {
    throw new OutsideError(untranslated('bench-reader', `The bare reader ended with ${String(code)}.`));
  });
  died.catch(() => undefined);
  const answer = async (): Promise<unknown> => (await Promise.race([once(child, 'message'), died]))[0] as unknown;
  await answer();
  return {
    pid: child.pid ?? 0,
    lines: async () => {
      const answered = answer();
      child.send('count');
      return ((await answered) as { readonly lines: number }).lines;
    },
    stop: async () => {
      child.disconnect();
      await died.catch(() => undefined);
    },
  };
}

/**
 * Stored chat of a VOD: the number of messages of a burst, and their numbers. The simulator ends each message with its
 * number, from 0.
 */
async function storedMessages(
  rootDir: string,
  vodUuid: string,
): Promise<{ readonly stored: number; readonly numbers: ReadonlySet<number> }> {
  const storage = await openStorage({ kind: 'file', rootDir, sync: 'off' });
  try {
    const numbers: number[] = [];
    for await (const { key } of storage.list(objectKeys.parts(vodUuid))) {
      if (parseChatChunkName(key) === null || !key.includes('/c/')) continue;
      for (const record of decodeChat((await storage.read(key)).toString('utf8')).records)
        if (record.t === 'message') numbers.push(Number(/(\d+)$/.exec(record.text)?.[1]));
    }
    return { stored: numbers.length, numbers: new Set(numbers) };
  } finally {
    await storage.close();
  }
}
