import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Vod } from '#libs/contracts';
import { OutsideError } from '#libs/errors';
import { cpuSeconds, machineBusySeconds, pssMb } from '../measure/process-tree.js';
import { slopePerMinute, type Sample } from '../measure/slope.js';
import { startHouse, type House } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { startSimProcess, type SimProcess } from '../../provider-sim/start-sim-process.js';
import { startReader, type Reader } from './start-reader.js';
import { storedMessages } from './stored-messages.js';

export interface ChatPlan { readonly perSecond: number; readonly seconds: number; readonly dir: string; readonly say: (line: string) => void }

/** CPU in seconds per 1,000 messages; what the recorder takes for the video of the same channel is taken off. Slopes from a quarter of the burst on. */
export interface ChatFigures {
  readonly sent: number;
  readonly lost: number;
  readonly doubled: number;
  readonly recorderCpu: number;
  readonly bareCpu: number;
  readonly bareLines: number;
  readonly pssMb: number;
  readonly slopeMbPerMin: number;
  readonly outsideCores: number;
}

const CHANNEL = 'salty_harbour';
const QUIET_MS = 10_000;
/** After the last line: a chunk's age, and its way to storage. */
const STORED_MS = 12_000;
const LIMIT_MS = 90_000;

/** A whole house records a simulated channel whose chat bursts; a bare reader counts the same lines beside it. */
export async function runChat(plan: ChatPlan): Promise<ChatFigures> {
  mkdirSync(plan.dir, { recursive: true });
  const storageDir = join(plan.dir, 'storage');
  const sim = await startSimProcess({ scenario: 'twitch' });
  const house = await startHouse({ dataDir: plan.dir, storageDir, storage: 'file', port: await freePort(), host: '127.0.0.1', recorders: 1, env: { VODKEEP_SITES: `${sim.url}/h/{host}` } });
  let reader: Reader | null = null;
  try {
    const vod = await recorded(house, sim);
    reader = await startReader(`${sim.url.replace(/^http/, 'ws')}/h/irc-ws.chat.twitch.tv/`, CHANNEL);
    const measured = await measureBurst(plan, { house, sim, reader });
    await wait(STORED_MS);
    const { stored, ids } = await storedMessages(storageDir, vod);
    const heard = (await sim.log()).chat[CHANNEL]?.lines.flatMap(({ id, command, heard: by }) => (id !== null && by > 0 && /^(PRIVMSG|USERNOTICE)$/.test(command) ? [id] : [])) ?? [];
    return { ...measured, sent: heard.length, lost: heard.filter((id) => !ids.has(id)).length, doubled: stored - ids.size, bareLines: await reader.lines() };
  } finally {
    await reader?.stop();
    await house.stop();
    await sim.stop();
    rmSync(plan.dir, { recursive: true, force: true });
  }
}

/** @returns the VOD, once its video is written and its chat is heard */
async function recorded(house: House, sim: SimProcess): Promise<string> {
  const body = JSON.stringify({ provider: 'twitch', url: `https://www.twitch.tv/${CHANNEL}`, live_chat: true });
  const answer = await fetch(`${house.url}/api/v0/channels`, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal: AbortSignal.timeout(LIMIT_MS) });
  if (!answer.ok) throw new OutsideError('bench-channel', `The channel cannot be added: ${String(answer.status)} ${(await answer.text()).slice(0, 300)}`);
  await sim.act(CHANNEL, { do: 'start' });
  const until = Date.now() + LIMIT_MS;
  while (Date.now() < until) {
    await wait(500);
    const { data } = await (await fetch(`${house.url}/api/v0/vod`)).json() as { readonly data: readonly Vod[] };
    const vod = data.find((v) => v.chat?.connection === 'joined' && v.state === 'capturing');
    if (vod) return vod.uuid;
  }
  throw new OutsideError('bench-chat', 'The channel is not recorded with its chat.');
}

interface Stage { readonly house: House; readonly sim: SimProcess; readonly reader: Reader }
type Measured = Omit<ChatFigures, 'sent' | 'lost' | 'doubled' | 'bareLines'>;

async function measureBurst({ perSecond, seconds, say }: ChatPlan, { house, sim, reader }: Stage): Promise<Measured> {
  const recorder = Object.entries(house.pids()).flatMap(([name, pid]) => (name.startsWith('recorder') && pid !== null ? [pid] : []));
  const quietFrom = cpuSeconds(recorder);
  await wait(QUIET_MS);
  const quietPerS = (cpuSeconds(recorder) - quietFrom) / (QUIET_MS / 1000);
  const from = { recorder: cpuSeconds(recorder), reader: cpuSeconds([reader.pid]), busy: machineBusySeconds(), known: knownSeconds(house, [sim.pid, reader.pid, process.pid]) };
  await sim.act(CHANNEL, { do: 'burst', perSecond, seconds });
  const samples: Sample[] = [];
  for (let s = 0; s <= seconds; s += 1) {
    samples.push({ at: Date.now(), value: pssMb(recorder) });
    await wait(1000);
  }
  const thousands = (perSecond * seconds) / 1000;
  const tookS = seconds + 1;
  const outside = machineBusySeconds() - from.busy - (knownSeconds(house, [sim.pid, reader.pid, process.pid]) - from.known);
  say(`  quiet recorder: ${quietPerS.toFixed(3)} cores; PSS MB each 10 s: ${samples.filter((_, i) => i % 10 === 0).map((sample) => sample.value.toFixed(0)).join(' ')}`);
  return {
    recorderCpu: (cpuSeconds(recorder) - from.recorder - quietPerS * tookS) / thousands, bareCpu: (cpuSeconds([reader.pid]) - from.reader) / thousands,
    pssMb: Math.max(...samples.map((sample) => sample.value)), slopeMbPerMin: slopePerMinute(samples.slice(Math.floor(samples.length / 4))), outsideCores: outside / tookS,
  };
}

const knownSeconds = (house: House, more: readonly number[]): number => cpuSeconds([...Object.values(house.pids()).filter((pid) => pid !== null), ...more]);
