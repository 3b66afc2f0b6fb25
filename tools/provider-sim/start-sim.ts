import path from 'node:path';
import { UserError, untranslated } from '#libs/errors';
import type { LiveChannel } from './channel/live-channel.js';
import { openChannels } from './channel/open-channels.js';
import { hangUp, listen } from './http/listen.js';
import { createSimServer } from './http/sim-server.js';
import { SiteRouter } from './http/site-router.js';
import { repositoryRoot } from './media/cached-folder.js';
import type { Action, ChannelSpec, Scenario, Step } from './scenario.js';
import { RequestLog, type ChannelLog, type LoggedRequest, type SimLog } from './sim-log.js';
import type { VideoLog } from './twitch/past/video-log.js';
import { isTwitchAction } from './twitch/twitch-actions.js';
import type { TwitchSettings } from './twitch/twitch-settings.js';
import type { TwitchAction } from './twitch/twitch-spec.js';
import { SimTwitch } from './twitch/sim-twitch.js';

export interface SimOptions {
  readonly scenario: Scenario;
  /** 0 or undefined: any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Cache of encoded media; default: `.cache/sim` of the repository. */
  readonly mediaDir?: string;
  /** Overrides of the simulated Twitch's settings. */
  readonly twitch?: Partial<TwitchSettings>;
  /** Seed of generated data (ids, chat); default 1. */
  readonly seed?: number;
  /** Receives progress texts before the simulator listens. */
  readonly onProgress?: (text: string) => void;
}

/** A running simulator. */
export interface Sim {
  readonly port: number;
  readonly url: string;
  readonly channels: readonly {
    readonly name: string;
    readonly url: string;
    /** Address that an operator pastes to follow the channel. */
    readonly page: string;
    readonly kind: 'hls' | 'twitch';
  }[];
  /** @throws UserError `sim-channel`: for an unknown channel, or a Twitch action on a channel of another site */
  act(channel: string, action: Action | TwitchAction): void;
  log(): SimLog;
  /** The part of the log about one channel, without the work for all others. */
  channelLog(name: string): ChannelLog | undefined;
  /** Current content of a video of the simulated Twitch; null if the video does not exist. */
  videoLog(id: string): VideoLog | null;
  /** Whether the simulated Twitch has a host with this name. */
  plays(host: string): boolean;
  stop(): Promise<void>;
}

interface Parts {
  readonly scenario: Scenario;
  readonly channels: ReadonlyMap<string, LiveChannel>;
  readonly requests: RequestLog;
  readonly sites: SiteRouter;
  readonly simTwitch: SimTwitch;
}

function channelLogOf({ channels, requests, simTwitch }: Parts, base: string, name: string): ChannelLog | undefined {
  const channel = channels.get(name);
  if (!channel) return undefined;
  channel.countReach();
  const [best] = channel.renditions;
  const { twitch } = channel.spec;
  const { fps = 30, seconds = 0 } = best?.media.spec ?? {};
  const segments = channel.offered.map(
    ({ position: _p, shiftS: _s, discontinuity: _d, gap: _g, offsets: _o, ...offered }) => offered,
  );
  return {
    name,
    url: addressOf(base, name),
    fps,
    sourceFrames: fps * seconds,
    state: channel.state,
    segments,
    events: channel.events,
    requests: requests.of(name),
    ...(twitch ? { sessions: simTwitch.sessions.log(twitch.userId) } : {}),
  };
}

function logOf(parts: Parts, base: string): SimLog {
  const { scenario, channels, sites, simTwitch } = parts;
  return {
    scenario: scenario.name,
    now: Date.now(),
    channels: Object.fromEntries(
      [...channels.keys()].flatMap((name) => {
        const log = channelLogOf(parts, base, name);
        return log === undefined ? [] : [[name, log]];
      }),
    ),
    sites: sites.calls,
    chat: simTwitch.chatLogs(),
  };
}

const addressOf = (base: string, channel: string): string => `${base}/live/${encodeURIComponent(channel)}/index.m3u8`;

const pageOf = ({ name, twitch }: ChannelSpec, url: string) =>
  twitch
    ? { kind: 'twitch' as const, page: `https://www.twitch.tv/${twitch.login ?? name}` }
    : { kind: 'hls' as const, page: url };

/**
 * Applies an action of a caller or of the scenario to a channel. The site handles the parts that only the site knows.
 */
function act({ scenario, channels, simTwitch }: Parts, name: string, action: Action | TwitchAction): void {
  const channel = channels.get(name);
  if (!channel) throw new UserError(untranslated('sim-channel', `no channel ${name} in scenario ${scenario.name}`));
  if (isTwitchAction(action)) {
    channel.log(action);
    simTwitch.act(name, action);
  } else {
    channel.act(action);
    simTwitch.follow(name, action);
  }
}

/**
 * Starts the simulator: encodes its media if the cache does not contain them, listens, and starts the scenario's clock.
 */
export async function startSim({
  scenario,
  port = 0,
  host = '127.0.0.1',
  mediaDir,
  twitch = {},
  seed = 1,
  onProgress,
}: SimOptions): Promise<Sim> {
  const media = mediaDir ?? path.join(await repositoryRoot(), '.cache/sim');
  const channels = await openChannels(scenario.channels, media, onProgress);
  const requests = new RequestLog(channels.keys());
  const record = (name: string, request: LoggedRequest): void => {
    requests.record(name, request);
  };
  const simTwitch = new SimTwitch(channels, { seed, settings: twitch, mediaDir: media, record });
  const sites = new SiteRouter(simTwitch.sites);
  const parts = { scenario, channels, requests, sites, simTwitch };
  let base = '';
  const simulator: Pick<Sim, 'log' | 'channelLog' | 'videoLog' | 'act'> = {
    log: () => logOf(parts, base),
    channelLog: (name) => channelLogOf(parts, base, name),
    videoLog: (id) => simTwitch.videoLog(id),
    act: (name, action) => {
      act(parts, name, action);
    },
  };
  const server = createSimServer({ channels, record, sites, ...simulator });
  const bound = await listen(server, { host, port });
  base = `http://${host}:${String(bound)}`;
  const stopTimeline = runTimeline(scenario, (step) => {
    act(parts, step.channel, step.action);
  });
  return {
    port: bound,
    url: base,
    channels: scenario.channels.map((spec) => ({
      name: spec.name,
      url: addressOf(base, spec.name),
      ...pageOf(spec, addressOf(base, spec.name)),
    })),
    ...simulator,
    plays: (name) => sites.plays(name),
    stop: async () => {
      stopTimeline();
      for (const channel of channels.values()) channel.stop();
      simTwitch.stop();
      sites.stop();
      await hangUp(server);
    },
  };
}

/** Runs a scenario's steps at their times, repeatedly if the scenario repeats. @returns a function that stops it */
function runTimeline(scenario: Scenario, act: (step: Step) => void): () => void {
  const began = Date.now();
  const timers = new Set<NodeJS.Timeout>();
  const at = (ms: number, run: () => void): void => {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        run();
      },
      Math.max(0, began + ms - Date.now()),
    );
    timers.add(timer);
  };
  const runSteps = (offsetMs: number): void => {
    for (const step of scenario.steps)
      at(offsetMs + step.atMs, () => {
        act(step);
      });
    const { repeatMs } = scenario;
    if (repeatMs !== undefined)
      at(offsetMs + repeatMs, () => {
        runSteps(offsetMs + repeatMs);
      });
  };
  runSteps(0);
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}
