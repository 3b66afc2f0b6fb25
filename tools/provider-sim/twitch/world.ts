import { EventEmitter } from 'node:events';
import type { TwitchChannelSpec } from './twitch-spec.js';

export interface Category {
  readonly id: string;
  readonly name: string;
}
export interface Broadcast {
  readonly id: string;
  readonly startedAt: number;
  endedAt: number | null;
}

/** One account of the simulated Twitch. Times are ms since the Unix epoch. */
export interface TwitchChannel {
  readonly spec: TwitchChannelSpec;
  readonly userId: string;
  login: string;
  displayName: string;
  title: string;
  category: Category | null;
  tags: readonly string[];
  language: string;
  isMature: boolean;
  viewers: number;
  /** Helix does not list the live stream, as it sometimes does for seconds (docs/reference/twitch.md#helix-streams). */
  isOmittedByHelix: boolean;
  /** The current broadcast, or the last one. */
  broadcast: Broadcast | null;
}

interface WorldEvents {
  online: [TwitchChannel];
  offline: [TwitchChannel];
  /** Title, category, tags, language or mature flag changed, or were sent again. */
  update: [TwitchChannel];
  rename: [TwitchChannel, string];
}

export const CATEGORIES: readonly Category[] = [
  { id: '509658', name: 'Just Chatting' },
  { id: '743', name: 'Chess' },
  { id: '27471', name: 'Minecraft' },
  { id: '26936', name: 'Music' },
  { id: '509660', name: 'Art' },
  { id: '1469308723', name: 'Software and Game Development' },
];

/**
 * The actual state of the simulated Twitch. Helix, GQL, EventSub, usher and chat each report it in their own format,
 * and with their own lag.
 */
export class TwitchWorld extends EventEmitter<WorldEvents> {
  readonly channels: readonly TwitchChannel[];
  private nextBroadcast: number;

  /** @param seed of ids, so that a run can be repeated */
  constructor(specs: readonly { readonly name: string; readonly twitch: TwitchChannelSpec }[], seed = 1) {
    super();
    this.nextBroadcast = 40_000_000_000 + seed * 1_000_000;
    this.channels = specs.map(({ name, twitch }) => ({
      spec: twitch,
      userId: twitch.userId,
      login: twitch.login ?? name,
      displayName: twitch.displayName,
      title: twitch.title,
      category: categoryOf(twitch.category),
      tags: twitch.tags ?? [],
      language: twitch.language ?? 'en',
      isMature: twitch.isMature ?? false,
      viewers: twitch.viewers ?? 0,
      isOmittedByHelix: false,
      broadcast: null,
    }));
  }

  byId(userId: string): TwitchChannel | undefined {
    return this.channels.find((c) => c.userId === userId);
  }
  byLogin(login: string): TwitchChannel | undefined {
    return this.channels.find((c) => c.login === login.toLowerCase());
  }
  isLive(channel: TwitchChannel): boolean {
    return channel.broadcast !== null && channel.broadcast.endedAt === null;
  }

  /** Whether a surface that lags by `lagMs` at both ends lists the channel as live now. */
  isListed({ broadcast }: TwitchChannel, lagMs: number, now = Date.now()): boolean {
    if (!broadcast || now - broadcast.startedAt < lagMs) return false;
    return broadcast.endedAt === null || now - broadcast.endedAt < lagMs;
  }

  /** @param same the encoder reconnected: the broadcast keeps its id */
  goLive(channel: TwitchChannel, { same = false } = {}, now = Date.now()): void {
    if (same && channel.broadcast) channel.broadcast.endedAt = null;
    else channel.broadcast = { id: String(this.nextBroadcast++), startedAt: now, endedAt: null };
    this.emit('online', channel);
  }

  goOffline(channel: TwitchChannel, now = Date.now()): void {
    if (!channel.broadcast || channel.broadcast.endedAt !== null) return;
    channel.broadcast.endedAt = now;
    this.emit('offline', channel);
  }

  update(
    channel: TwitchChannel,
    change: {
      readonly title?: string | undefined;
      readonly category?: string | undefined;
      readonly tags?: readonly string[] | undefined;
      readonly language?: string | undefined;
      readonly isMature?: boolean | undefined;
    },
  ): void {
    const { category, ...plain } = change;
    for (const [key, value] of Object.entries(plain)) if (value !== undefined) Object.assign(channel, { [key]: value });
    if (category !== undefined) channel.category = categoryOf(category);
    this.emit('update', channel);
  }

  rename(channel: TwitchChannel, login: string): void {
    const before = channel.login;
    channel.login = login;
    channel.displayName = login;
    this.emit('rename', channel, before);
  }
}

/** @returns null for ''; an unknown name becomes a new category */
export function categoryOf(name: string): Category | null {
  if (name === '') return null;
  return (
    CATEGORIES.find((c) => c.name === name) ?? {
      id: String(500_000 + Array.from(name).reduce((n, c) => ((n * 31) % 99_991) + c.charCodeAt(0), 7)),
      name,
    }
  );
}
