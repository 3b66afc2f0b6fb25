import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { UserError } from '#libs/errors';
import { LiveChannel } from './channel/live-channel.js';
import { Rendition } from './channel/rendition.js';
import { createSimServer } from './http/sim-server.js';
import { SiteRouter } from './http/site-router.js';
import { repositoryRoot } from './media/cached-folder.js';
import { cutSource, type CutMedia } from './media/cut-source.js';
import type { MediaSpec } from './media/media-spec.js';
import type { Action, ChannelSpec, Scenario } from './scenario.js';
import type { ChannelLog, LoggedRequest, SimLog } from './sim-log.js';
import { runTimeline } from './timeline.js';
import { isTwitchAction } from './twitch/twitch-actions.js';
import type { VideoLog } from './twitch/past/video-log.js';
import type { SiteCall } from './twitch/site.js';
import type { TwitchSettings } from './twitch/twitch-settings.js';
import type { TwitchAction } from './twitch/twitch-spec.js';
import { TwitchStage } from './twitch/twitch-stage.js';

/** Requests kept per channel; the oldest go first. */
const KEPT_REQUESTS = 20_000;

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

/** Opens channels one after the other; those of one source share its cut. */
function channelOpener(mediaDir: string): (spec: ChannelSpec) => Promise<LiveChannel> {
  const cuts = new Map<string, Promise<CutMedia>>();
  const cutOf = (media: MediaSpec, { container: usual, segmentS }: ChannelSpec): Promise<CutMedia> => {
    const container = media.codec === undefined ? usual : 'fmp4';
    const key = JSON.stringify([media, container, segmentS]);
    const cut = cuts.get(key) ?? cutSource(mediaDir, media, { container, segmentS });
    cuts.set(key, cut);
    return cut;
  };
  return async (spec) => {
    const renditions: Rendition[] = [];
    for (const { name, media } of spec.renditions) renditions.push(new Rendition(name, await cutOf(media, spec)));
    return new LiveChannel(spec, renditions);
  };
}

interface Parts {
  readonly scenario: Scenario;
  readonly channels: ReadonlyMap<string, LiveChannel>;
  readonly requests: ReadonlyMap<string, LoggedRequest[]>;
  readonly base: string;
  readonly sites: readonly SiteCall[];
  readonly stage: TwitchStage;
}

function logOf({ scenario, channels, requests, base, sites, stage }: Parts): SimLog {
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
        requests: requests.get(name) ?? [],
        ...(twitch ? { sessions: stage.sessions.log(twitch.userId) } : {}),
      },
    ];
  });
  return {
    scenario: scenario.name,
    now: Date.now(),
    channels: Object.fromEntries(logs),
    sites,
    chat: stage.chatLogs(),
  };
}

const addressOf = (base: string, channel: string): string => `${base}/live/${encodeURIComponent(channel)}/index.m3u8`;

const pageOf = ({ name, twitch }: ChannelSpec, url: string) =>
  twitch
    ? { kind: 'twitch' as const, page: `https://www.twitch.tv/${twitch.login ?? name}` }
    : { kind: 'hls' as const, page: url };

/** Starts the stand-in: encodes its media when the cache has none, listens, and begins the scenario's clock. */
export async function startSim({
  scenario,
  port = 0,
  host = '127.0.0.1',
  mediaDir,
  twitch = {},
  seed = 1,
}: SimOptions): Promise<Sim> {
  const media = mediaDir ?? path.join(await repositoryRoot(), '.cache/sim');
  const channels = new Map<string, LiveChannel>();
  const open = channelOpener(media);
  for (const spec of scenario.channels) channels.set(spec.name, await open(spec));
  const requests = new Map<string, LoggedRequest[]>([...channels.keys()].map((name) => [name, []]));
  const note = (name: string, request: LoggedRequest): void => {
    const kept = requests.get(name);
    if (kept && kept.push(request) > KEPT_REQUESTS) kept.splice(0, KEPT_REQUESTS / 10);
  };
  const stage = new TwitchStage(channels, { seed, settings: twitch, mediaDir: media, note });
  const sites = new SiteRouter(stage.sites);
  let base = '';
  const log = (): SimLog => logOf({ scenario, channels, requests, base, sites: sites.calls, stage });
  const act = (name: string, action: Action | TwitchAction): void => {
    const channel = channels.get(name);
    if (!channel) throw new UserError('sim-channel', `no channel ${name} in scenario ${scenario.name}`);
    if (isTwitchAction(action)) {
      channel.note(action);
      stage.act(name, action);
    } else {
      channel.act(action);
      stage.follow(name, action);
    }
  };
  const server = createSimServer({ channels, log, videoLog: (id) => stage.videoLog(id), note, act, sites });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  });
  const bound = (server.address() as AddressInfo).port;
  base = `http://${host}:${String(bound)}`;
  const stopTimeline = runTimeline(scenario, (step) => {
    act(step.channel, step.action);
  });
  const stop = async (): Promise<void> => {
    stopTimeline();
    for (const channel of channels.values()) channel.stop();
    stage.stop();
    sites.stop();
    server.closeAllConnections();
    await new Promise<void>((done) => {
      server.close(() => {
        done();
      });
    });
  };
  return {
    port: bound,
    url: base,
    channels: scenario.channels.map((spec) => ({
      name: spec.name,
      url: addressOf(base, spec.name),
      ...pageOf(spec, addressOf(base, spec.name)),
    })),
    act,
    log,
    videoLog: (id) => stage.videoLog(id),
    plays: (name) => sites.plays(name),
    stop,
  };
}
