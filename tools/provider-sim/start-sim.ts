import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { UserError } from '#libs/errors';
import { LiveChannel } from './channel/live-channel.js';
import { Rendition } from './channel/rendition.js';
import { createSimServer } from './http/sim-server.js';
import { repositoryRoot } from './media/cached-folder.js';
import { cutSource } from './media/cut-source.js';
import type { Action, ChannelSpec, Scenario } from './scenario.js';
import type { ChannelLog, LoggedRequest, SimLog } from './sim-log.js';
import { runTimeline } from './timeline.js';

/** Requests kept per channel; the oldest go first. */
const KEPT_REQUESTS = 20_000;

export interface SimOptions {
  readonly scenario: Scenario;
  /** 0 or none: any free one. */
  readonly port?: number;
  readonly host?: string;
  /** Cache of encoded media; `.cache/sim` of the repository when not given. */
  readonly mediaDir?: string;
}

/** A running simulator. */
export interface Sim {
  readonly port: number;
  readonly url: string;
  readonly channels: readonly { readonly name: string; readonly url: string }[];
  act(channel: string, action: Action): void;
  log(): SimLog;
  stop(): Promise<void>;
}

async function openChannel(spec: ChannelSpec, mediaDir: string): Promise<LiveChannel> {
  const renditions: Rendition[] = [];
  for (const { name, media } of spec.renditions) renditions.push(new Rendition(name, await cutSource(mediaDir, media, { container: spec.container, segmentS: spec.segmentS })));
  return new LiveChannel(spec, renditions);
}

interface Parts { readonly scenario: Scenario; readonly channels: ReadonlyMap<string, LiveChannel>; readonly requests: ReadonlyMap<string, LoggedRequest[]>; readonly base: string }

function logOf({ scenario, channels, requests, base }: Parts): SimLog {
  const logs = [...channels].map(([name, channel]): [string, ChannelLog] => {
    channel.countReach();
    const [best] = channel.renditions;
    const { fps = 30, seconds = 0 } = best?.media.spec ?? {};
    const segments = channel.offered.map(({ position: _p, shiftS: _s, discontinuity: _d, gap: _g, startsAt: _a, offsets: _o, ...offered }) => offered);
    return [name, { name, url: addressOf(base, name), fps, sourceFrames: fps * seconds, state: channel.state, segments, events: channel.events, requests: requests.get(name) ?? [] }];
  });
  return { scenario: scenario.name, now: Date.now(), channels: Object.fromEntries(logs) };
}

const addressOf = (base: string, channel: string): string => `${base}/live/${encodeURIComponent(channel)}/index.m3u8`;

/** Starts the stand-in: encodes its media when the cache has none, listens, and begins the scenario's clock. */
export async function startSim({ scenario, port = 0, host = '127.0.0.1', mediaDir }: SimOptions): Promise<Sim> {
  const media = mediaDir ?? path.join(await repositoryRoot(), '.cache/sim');
  const channels = new Map<string, LiveChannel>();
  for (const spec of scenario.channels) channels.set(spec.name, await openChannel(spec, media));
  const requests = new Map<string, LoggedRequest[]>([...channels.keys()].map((name) => [name, []]));
  const note = (name: string, request: LoggedRequest): void => {
    const kept = requests.get(name);
    if (kept && kept.push(request) > KEPT_REQUESTS) kept.splice(0, KEPT_REQUESTS / 10);
  };
  let base = '';
  const log = (): SimLog => logOf({ scenario, channels, requests, base });
  const server = createSimServer({ channels, log, note });
  await new Promise<void>((done, fail) => { server.once('error', fail); server.listen(port, host, done); });
  const bound = (server.address() as AddressInfo).port;
  base = `http://${host}:${String(bound)}`;
  const act = (name: string, action: Action): void => {
    const channel = channels.get(name);
    if (!channel) throw new UserError('sim-channel', `no channel ${name} in scenario ${scenario.name}`);
    channel.act(action);
  };
  const stopTimeline = runTimeline(scenario, (step) => { act(step.channel, step.action); });
  const stop = async (): Promise<void> => {
    stopTimeline();
    for (const channel of channels.values()) channel.stop();
    server.closeAllConnections();
    await new Promise<void>((done) => { server.close(() => { done(); }); });
  };
  return { port: bound, url: base, channels: [...channels.keys()].map((name) => ({ name, url: addressOf(base, name) })), act, log, stop };
}
