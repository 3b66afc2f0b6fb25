import type { ChatLog } from './twitch/irc/chat-log.js';
import type { PlaybackSessionLog } from './twitch/media/session-log.js';
import type { SiteCall } from './twitch/site.js';

/** One segment that a channel listed. Times are ms since the Unix epoch. */
export interface OfferedSegment {
  readonly seq: number;
  /** Counts the sim's own restarts and discontinuities, from 0; never on the wire. */
  readonly epoch: number;
  /** Relative to the channel's folder, of its first rendition. */
  readonly url: string;
  /** Counts on over loops of the source: the number in the picture is `firstFrame mod frames of the source`. */
  readonly firstFrame: number;
  readonly frameCount: number;
  readonly durationMs: number;
  readonly bytes: number;
  readonly publishedAt: number;
  removedAt: number | null;
  /** How long it stood in a list that could be loaded. */
  reachableMs: number;
  /** EXT-X-GAP, or a fault for good: no client can have it. */
  withheld: boolean;
  /** Wall clock of its first frame: its programme date-time. Sources that are not ours do not tell. */
  readonly startsAt?: number;
}

export interface LoggedRequest {
  readonly at: number;
  readonly path: string;
  readonly kind: string;
  readonly seq: number | null;
  /** 0: closed or left without an answer. */
  readonly status: number;
  readonly bytes: number;
  readonly fault: string | null;
}

export interface ChannelLog {
  readonly name: string;
  readonly url: string;
  readonly fps: number;
  /** Frames of the source before it loops. */
  readonly sourceFrames: number;
  readonly state: string;
  readonly segments: readonly OfferedSegment[];
  readonly events: readonly { readonly at: number; readonly what: string }[];
  readonly requests: readonly LoggedRequest[];
  /** Of a channel of the simulated Twitch. */
  readonly sessions?: readonly PlaybackSessionLog[];
}

/** `GET /_sim/log`. */
export interface SimLog {
  readonly scenario: string;
  readonly now: number;
  readonly channels: Readonly<Record<string, ChannelLog>>;
  /** Requests to the sites of the simulated Twitch, oldest first; the last 20,000. */
  readonly sites: readonly SiteCall[];
  /** What the chat of each channel of Twitch was sent. */
  readonly chat: Readonly<Record<string, ChatLog>>;
}

/** Requests kept per channel; the oldest go first. */
const MAX_REQUESTS = 20_000;

/** What each channel was asked. */
export class RequestLog {
  private readonly stored: ReadonlyMap<string, LoggedRequest[]>;

  constructor(channels: Iterable<string>) {
    this.stored = new Map([...channels].map((name) => [name, []]));
  }

  record(channel: string, request: LoggedRequest): void {
    const stored = this.stored.get(channel);
    if (stored && stored.push(request) > MAX_REQUESTS) stored.splice(0, MAX_REQUESTS / 10);
  }

  /** Oldest first. */
  of(channel: string): readonly LoggedRequest[] {
    return this.stored.get(channel) ?? [];
  }
}
