import type { LiveChannel } from '../../channel/live-channel.js';
import type { LiveSegment } from '../../channel/live-window.js';
import type { TwitchChannel } from '../world.js';
import { ADS_AHEAD_MS, adPod, listedAfterMs } from './ad-pieces.js';
import type { AdBreak, PlacedAd, SessionEntry } from './session-entry.js';

export interface SessionSetup {
  /** 32 hex digits. */
  readonly id: string;
  readonly account: TwitchChannel;
  readonly channel: LiveChannel;
  readonly openedAt: number;
  /** From this time on, media playlists return 403. */
  readonly expiresAt: number;
  /** Playlists announce the next segments (EXT-X-TWITCH-PREFETCH). */
  readonly isFast: boolean;
  readonly hasAds: boolean;
}

/**
 * A preroll replaces the content with which a player would start: it starts three segments before the newest one's end.
 */
const PREROLL_LEAD_SEGMENTS = 3;
/** Number of lines that announce segments before a break. */
const ANNOUNCED_WITH_ADS = 3;
/** Segments that exist or are announced when a break is requested: the newest one, and two more in a fast session. */
const FAST_LEAD = 3;

/**
 * Content of one viewer's media playlists: the channel's segments, partly replaced by ads. Ads belong to the session;
 * the content that they replace continues without it (docs/reference/twitch.md#ads). If the session started with ads,
 * its segment numbers are its own, from 0.
 */
export class PlaybackSession {
  readonly entries: SessionEntry[] = [];
  readonly replaced: number[] = [];
  readonly breaks: AdBreak[] = [];
  /** When a playlist was first and last loaded with success; 0: never. */
  beganAt = 0;
  lastLoadAt = 0;
  loads = 0;
  /** Index of the first segment that this session listed or replaced by ads. */
  firstIndex = 0;
  private readonly startNo: number;
  private position = 0;
  private nextSeq = 0;
  private readonly pending: PlacedAd[] = [];

  constructor(readonly setup: SessionSetup) {
    this.startNo = setup.channel.starts.length;
  }

  /** Start time of the broadcast's first segment, and at the latest the time at which the broadcast started. */
  get broadcastAt(): number {
    const { channel, account, openedAt } = this.setup;
    const first = channel.offered[channel.starts[this.startNo - 1] ?? 0];
    return Math.min(account.broadcast?.startedAt ?? openedAt, first?.startsAt ?? openedAt);
  }

  /** Whether the channel has started another broadcast since: this session's playlists no longer exist. */
  get isOver(): boolean {
    return this.setup.channel.starts.length !== this.startNo;
  }

  /** Whether the segment index belongs to this session's broadcast. */
  owns(index: number): boolean {
    return index < (this.setup.channel.starts[this.startNo] ?? Infinity);
  }

  /** Called before a playlist is created. The first call decides where the session starts. */
  load(now: number): void {
    if (this.beganAt === 0) this.begin(now);
    this.lastLoadAt = now;
    this.loads += 1;
    this.advance(now);
  }

  /** Adds a midroll: from the next segment that is neither listed nor announced, or directly after the current ads. */
  startMidroll(seconds: number, now: number): void {
    const newest = this.setup.channel.offered.at(-1);
    if (!this.setup.hasAds || this.beganAt === 0 || !newest || this.isOver) return;
    this.advance(now);
    const next = newest.startsAt + newest.durationMs * (this.setup.isFast ? FAST_LEAD : 1);
    const last = this.breaks.at(-1);
    if (last && this.entries.at(-1)?.kind === 'ad')
      this.addBreak('MIDROLL', {
        startsAt: endOf(last),
        opensAt: last.opensAt + Math.max(0, last.pod.durationMs - ADS_AHEAD_MS),
        seconds,
      });
    else this.addBreak('MIDROLL', { startsAt: next, opensAt: next, seconds });
  }

  /** Adds the segments and ads made since the last call. */
  advance(now: number): void {
    if (this.beganAt === 0) return;
    const until = this.makesUntil(now);
    while (this.takeNext(until));
  }

  /**
   * The current playlist, oldest first. Content leaves when it leaves the channel's playlist; ads stay until content
   * that followed them leaves. So a playlist grows during a break and then loses all of the break at once (observed on
   * Twitch in October 2026).
   */
  get listed(): readonly SessionEntry[] {
    return this.entries.slice(
      this.entries.findLastIndex((entry) => entry.kind === 'content' && entry.segment.removedAt !== null) + 1,
    );
  }

  /**
   * Ads that are announced after the announced content, so that three segments are announced in total. Ads of a break
   * that has already started are not announced.
   */
  get announcedAds(): readonly PlacedAd[] {
    const { length } = this.announced;
    const isNext = this.pending[0]?.piece.offsetMs === 0 && this.entries.at(-1)?.kind === 'content';
    return this.setup.isFast && isNext && this.setup.channel.state === 'live'
      ? this.pending.slice(0, ANNOUNCED_WITH_ADS - length)
      : [];
  }

  /**
   * Indexes of the segments that are announced before they exist. Empty while ads run; excludes segments that ads will
   * replace.
   */
  get announced(): number[] {
    const { channel, isFast } = this.setup;
    const newest = channel.offered.at(-1);
    if (!isFast || !newest || channel.state !== 'live' || this.entries.at(-1)?.kind !== 'content') return [];
    const adsFrom = this.pending[0]?.adBreak.startsAt ?? Infinity;
    return [1, 2]
      .filter((ahead) => newest.startsAt + ahead * newest.durationMs < adsFrom - 1)
      .map((ahead) => channel.offered.length - 1 + ahead);
  }

  /** Takes the next segment or the next ad, whichever is earlier, if it exists. @returns false if neither exists */
  private takeNext(until: number): boolean {
    const { offered } = this.setup.channel;
    const [ad] = this.pending;
    const segment = this.owns(this.position) ? offered[this.position] : undefined;
    const adStartsAt = ad ? ad.adBreak.startsAt + ad.piece.offsetMs : Infinity;
    if (segment && (this.isReplaced(segment) || segment.startsAt < adStartsAt)) this.takeContent(segment);
    else if (ad && this.isOpen(ad.adBreak) && ad.adBreak.opensAt + listedAfterMs(ad.piece) <= until) this.takeAd(ad);
    else return false;
    return true;
  }

  private begin(now: number): void {
    const { channel, account, hasAds } = this.setup;
    this.beganAt = now;
    const [oldest] = channel.window.listed;
    const newest = channel.offered.at(-1);
    const prerollS = account.spec.prerollS ?? 0;
    this.nextSeq = oldest?.seq ?? channel.nextSeq;
    this.position = oldest ? channel.offered.indexOf(oldest) : channel.offered.length;
    if (hasAds && prerollS > 0 && oldest && newest) {
      const startsAt = Math.max(oldest.startsAt, newest.startsAt + newest.durationMs * (1 - PREROLL_LEAD_SEGMENTS));
      this.nextSeq = 0;
      this.position = channel.offered.findIndex((segment, i) => i >= this.position && segment.startsAt >= startsAt);
      this.addBreak('PREROLL', { startsAt, opensAt: now, seconds: prerollS });
    }
    this.firstIndex = this.position;
  }

  private addBreak(
    roll: AdBreak['roll'],
    { startsAt, opensAt, seconds }: { readonly startsAt: number; readonly opensAt: number; readonly seconds: number },
  ): void {
    const pod = adPod(seconds);
    const number = 2_470_000_000 + (Math.floor(startsAt / 1000) % 1_000_000);
    const adBreak: AdBreak = {
      id: `${this.setup.id.slice(0, 8)}-${String(this.breaks.length)}`,
      roll,
      startsAt,
      opensAt,
      pod,
      number,
    };
    this.breaks.push(adBreak);
    this.pending.push(...pod.pieces.map((piece) => ({ adBreak, piece })));
  }

  /** Whether all content before the break exists. */
  private isOpen({ startsAt }: AdBreak): boolean {
    const newest = this.setup.channel.offered.at(-1);
    return newest !== undefined && newest.startsAt + newest.durationMs >= startsAt - 1;
  }

  private isReplaced({ startsAt }: LiveSegment): boolean {
    return this.breaks.some((adBreak) => isWithin(adBreak, startsAt));
  }

  private takeContent(segment: LiveSegment): void {
    const index = this.position++;
    if (this.isReplaced(segment)) {
      this.replaced.push(index);
      return;
    }
    const before = this.entries.at(-1);
    const previous = this.setup.channel.offered[index - 1];
    /* The numbers of a new server or of skipped segments, in a playlist without the old segments. */
    if (before && previous && segment.seq !== previous.seq + 1)
      this.nextSeq = segment.seq > previous.seq ? this.nextSeq + segment.seq - previous.seq - 1 : segment.seq;
    this.entries.push({
      kind: 'content',
      seq: this.nextSeq++,
      discontinuity: before?.kind === 'ad' || segment.discontinuity,
      startsAt: segment.startsAt,
      durationMs: segment.durationMs,
      index,
      segment,
    });
  }

  private takeAd(ad: PlacedAd): void {
    this.pending.shift();
    const startsAt = ad.adBreak.startsAt + ad.piece.offsetMs;
    const before = this.entries.at(-1);
    const isFirst = before?.kind !== 'ad' || before.adBreak !== ad.adBreak || before.piece.spot !== ad.piece.spot;
    this.entries.push({
      kind: 'ad',
      seq: this.nextSeq++,
      discontinuity: isFirst,
      startsAt,
      durationMs: ad.piece.durationMs,
      ...ad,
    });
  }

  /** While the channel makes no segments, the playlist is frozen, including its ads. */
  private makesUntil(now: number): number {
    const { channel } = this.setup;
    return channel.state === 'live' && !this.isOver ? now : (channel.offered.at(-1)?.publishedAt ?? now);
  }
}

const endOf = ({ startsAt, pod }: AdBreak): number => startsAt + pod.durationMs;
const isWithin = ({ startsAt, pod }: AdBreak, at: number): boolean =>
  at >= startsAt - 1 && at < startsAt + pod.durationMs - 1;
