import { LiveChannel } from '../../channel/live-channel.js';
import { Rendition } from '../../channel/rendition.js';
import type { CutMedia } from '../../media/cut-source.js';
import { SMALL_MEDIA } from '../../media/media-spec.js';
import { smallChannel } from '../../scenarios/small-channel.js';
import type { ChannelSpec } from '../../scenario.js';
import type { TwitchChannelSpec } from '../twitch-spec.js';
import { TwitchWorld, type TwitchChannel } from '../world.js';
import { PlaybackSessions } from './playback-sessions.js';
import type { PlaybackSession, SessionSetup } from './playback-session.js';

export const cutOf = (more: Partial<CutMedia> = {}): CutMedia => ({
  spec: SMALL_MEDIA,
  cut: { container: 'ts', segmentS: 2 },
  segments: Array.from({ length: 120 }, () => ({ file: '', bytes: 1000 })),
  init: null,
  framesPerSegment: 60,
  ...more,
});

/** A channel, its account and sessions, in memory. The caller provides the clock. */
export interface PlaybackStand {
  readonly channel: LiveChannel;
  readonly account: TwitchChannel;
  readonly sessions: PlaybackSessions;
  start(): void;
  open(more?: Partial<SessionSetup>): PlaybackSession;
}

export function playbackStand(twitch: Partial<TwitchChannelSpec> = {}, more: Partial<ChannelSpec> = {}): PlaybackStand {
  const spec = smallChannel('salty', { window: 4, ...more });
  const world = new TwitchWorld([
    { name: 'salty', twitch: { userId: '7', displayName: 'Salty', title: 'Boats', category: 'Chess', ...twitch } },
  ]);
  const [account] = world.channels as [TwitchChannel];
  const channel = new LiveChannel(spec, [new Rendition('source', cutOf())]);
  const sessions = new PlaybackSessions();
  let opened = 0;
  return {
    channel,
    account,
    sessions,
    start: () => {
      channel.act({ do: 'start' });
      world.goLive(account);
    },
    open: (setup = {}) =>
      sessions.open({
        id: String(++opened),
        account,
        channel,
        openedAt: Date.now(),
        expiresAt: Infinity,
        isFast: true,
        hasAds: true,
        ...setup,
      }),
  };
}
