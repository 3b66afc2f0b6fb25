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
  /** 0 or none: any free one. */
  readonly port?: number;
  readonly host?: string;
  /** Cache of encoded media; `.cache/sim` of the repository when not given. */
  readonly mediaDir?: string;
  /** Of the simulated Twitch's own numbers, those that shall differ. */
  readonly twitch?: Partial<TwitchSettings>;
  /** Of what is made up (ids, chat); 1 when not given. */
  readonly seed?: number;
  /** Receives what it does before it listens. */
  readonly onProgress?: (text: string) => void;
}

/** A running simulator. */
export interface Sim {
  readonly port: number;
  readonly url: string;
  readonly channels: readonly {
    readonly name: string;
    readonly url: string;
    /** What an operator pastes to follow it. */
    readonly page: string;
    readonly kind: 'hls' | 'twitch';
  }[];
  /** @throws UserError `sim-channel` for an unknown channel, or an action of Twitch on another one */
  act(channel: string, action: Action | TwitchAction): void;
  log(): SimLog;
  /** What a video of the simulated Twitch holds by now; null when there is none. */
  videoLog(id: string): VideoLog | null;
  /** Whether the simulated Twitch has a host of that name. */
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

function logOf({ scenario, channels, requests, sites, simTwitch }: Parts, base: string): SimLog {
  const logs = [...channels].map(([name, channel]): [string, ChannelLog] => {
    channel.countReach();
    const [best] = channel.renditions;
    const { twitch } = channel.spec;
    const { fps = 30, seconds = 0 } = best?.media.spec ?? {};
    const segments = channel.offered.map(
      ({ position: _p, shiftS: _s, discontinuity: _d, gap: _g, offsets: _o, ...offered }) => offered,
    );
    return [
      name,
      {
        name,
        url: addressOf(base, name),
        fps,
        sourceFrames: fps * seconds,
        state: channel.state,
        segments,
        events: channel.events,
        requests: requests.of(name),
        ...(twitch ? { sessions: simTwitch.sessions.log(twitch.userId) } : {}),
      },
    ];
  });
  return {
    scenario: scenario.name,
    now: Date.now(),
    channels: Object.fromEntries(logs),
    sites: sites.calls,
    chat: simTwitch.chatLogs(),
  };
}

const addressOf = (base: string, channel: string): string => `${base}/live/${encodeURIComponent(channel)}/index.m3u8`;

const pageOf = ({ name, twitch }: ChannelSpec, url: string) =>
  twitch
    ? { kind: 'twitch' as const, page: `https://www.twitch.tv/${twitch.login ?? name}` }
    : { kind: 'hls' as const, page: url };

/** Has a channel do what a caller or the scenario wants; what only a site knows is done by the site. */
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

/** Starts the stand-in: encodes its media when the cache has none, listens, and begins the scenario's clock. */
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
  const simulator: Pick<Sim, 'log' | 'videoLog' | 'act'> = {
    log: () => logOf(parts, base),
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

/** Runs a scenario's steps at their times, again and again where it repeats. @returns stops it */
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
