import type { ChatLog } from './twitch/irc/chat-log.js';
import type { PlaybackSessionLog } from './twitch/media/session-log.js';
import type { SiteCall } from './twitch/site.js';

/** One segment that a channel listed. Times are ms since the Unix epoch. */
export interface OfferedSegment {
  readonly seq: number;
  /** Number of the sim's restarts and discontinuities so far; never sent to clients. */
  readonly epoch: number;
  /** Relative to the channel's folder; of the first rendition. */
  readonly url: string;
  /** Continues over loops of the source: the number in the image is `firstFrame mod frames of the source`. */
  readonly firstFrame: number;
  readonly frameCount: number;
  readonly durationMs: number;
  readonly bytes: number;
  readonly publishedAt: number;
  removedAt: number | null;
  /** Time during which it was in an available playlist. */
  reachableMs: number;
  /** EXT-X-GAP, or a permanent fault: no client can fetch it. */
  withheld: boolean;
  /** Wall-clock time of its first frame, which is its programme date-time. Third-party sources do not provide it. */
  readonly startsAt?: number;
}

export interface LoggedRequest {
  readonly at: number;
  readonly path: string;
  readonly kind: string;
  readonly seq: number | null;
  /** 0: the connection was closed, or there was no response. */
  readonly status: number;
  readonly bytes: number;
  readonly fault: string | null;
}

export interface ChannelLog {
  readonly name: string;
  readonly url: string;
  readonly fps: number;
  /** Number of frames before the source loops. */
  readonly sourceFrames: number;
  readonly state: string;
  readonly segments: readonly OfferedSegment[];
  readonly events: readonly { readonly at: number; readonly what: string }[];
  readonly requests: readonly LoggedRequest[];
  /** Only for a channel of the simulated Twitch. */
  readonly sessions?: readonly PlaybackSessionLog[];
}

/** `GET /_sim/log`. */
export interface SimLog {
  readonly scenario: string;
  readonly now: number;
  readonly channels: Readonly<Record<string, ChannelLog>>;
  /** Requests to the sites of the simulated Twitch, oldest first; the last 20,000. */
  readonly sites: readonly SiteCall[];
  /** Lines sent to the chat of each Twitch channel. */
  readonly chat: Readonly<Record<string, ChatLog>>;
}

/** Number of logged requests per channel; the oldest are removed first. */
const MAX_REQUESTS = 20_000;

/** Requests to each channel. */
export class RequestLog {
  private readonly stored: ReadonlyMap<string, LoggedRequest[]>;

  constructor(channels: Iterable<string>) {
    this.stored = new Map([...channels].map((name) => [name, []]));
  }

  record(channel: string, request: LoggedRequest): void {
    const stored = this.stored.get(channel);
    if (stored && stored.push(request) > MAX_REQUESTS) stored.splice(0, MAX_REQUESTS / 10);
  }

  /** Requests of a channel, oldest first. */
  of(channel: string): readonly LoggedRequest[] {
    return this.stored.get(channel) ?? [];
  }
}
