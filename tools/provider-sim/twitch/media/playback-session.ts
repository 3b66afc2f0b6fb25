import type { LiveChannel } from '../../channel/live-channel.js';
import type { LiveSegment } from '../../channel/live-segment.js';
import type { TwitchChannel } from '../world.js';
import { adPod, type AdPiece } from './ad-pieces.js';
import type { AdBreak, SessionEntry } from './session-entry.js';

export interface SessionSetup {
  /** 32 hex. */
  readonly id: string;
  readonly account: TwitchChannel;
  readonly channel: LiveChannel;
  readonly openedAt: number;
  /** Media lists answer 403 from then on. */
  readonly expiresAt: number;
  /** Lists announce the next segments (EXT-X-TWITCH-PREFETCH). */
  readonly isFast: boolean;
  readonly hasAds: boolean;
}

/** Ads stand for the content that a player would have begun with: three segments before the newest one's end. */
const PREROLL_LEAD_SEGMENTS = 3;
/** Segments that are made or announced when a break is called: the newest one, and in a fast session two more. */
const FAST_LEAD = 3;

/**
 * What one viewer's media lists show: the channel's segments, and ads in their place. Ads are made for the session; the content
 * they stand for goes on without it (protocols.md 3.7). Numbers are the session's own from 0 when it began with ads.
 */
export class PlaybackSession {
  readonly entries: SessionEntry[] = [];
  readonly replaced: number[] = [];
  readonly breaks: AdBreak[] = [];
  /** When a list was first and last loaded with success; 0: never. */
  beganAt = 0;
  lastLoadAt = 0;
  loads = 0;
  /** The first of the channel's segments that this session was shown, or that ads took from it. */
  firstIndex = 0;
  private readonly startNo: number;
  private taken = 0;
  private listFrom = 0;
  private nextSeq = 0;
  private pending: { readonly adBreak: AdBreak; readonly piece: AdPiece }[] = [];

  constructor(readonly setup: SessionSetup) {
    this.startNo = setup.channel.starts.length;
  }

  /** When the broadcast's first segment begins: not after it was said to be live. */
  get broadcastAt(): number {
    const { channel, account, openedAt } = this.setup;
    const first = channel.offered[channel.starts[this.startNo - 1] ?? 0];
    return Math.min(account.broadcast?.startedAt ?? openedAt, first?.startsAt ?? openedAt);
  }

  /** The channel began another broadcast since: this session's lists are gone. */
  get isOver(): boolean { return this.setup.channel.starts.length !== this.startNo; }

  /** Does the place lie in this session's broadcast? */
  owns(index: number): boolean { return index < (this.setup.channel.starts[this.startNo] ?? Infinity); }

  /** Before a list is made. The first time decides where the session begins. */
  load(now: number): void {
    if (this.beganAt === 0) this.begin(now);
    this.lastLoadAt = now;
    this.loads += 1;
    this.advance(now);
  }

  /** A midroll: from the next segment on that is neither listed nor announced. */
  interrupt(seconds: number, now: number): void {
    const newest = this.setup.channel.offered.at(-1);
    if (!this.setup.hasAds || this.beganAt === 0 || !newest || this.isOver) return;
    this.advance(now);
    if (this.pending.length > 0) return;
    this.addBreak('MIDROLL', { startsAt: newest.startsAt + newest.durationMs * (this.setup.isFast ? FAST_LEAD : 1), seconds });
  }

  /** Takes what was made since into the session's list. */
  advance(now: number): void {
    if (this.beganAt === 0) return;
    const until = this.makesUntil(now);
    while (this.takeNext(until));
  }

  /** What the list shows now, oldest first. */
  get listed(): readonly SessionEntry[] { return this.entries.slice(Math.max(this.listFrom, this.entries.length - this.setup.channel.spec.window)); }

  /** Places of the segments that are announced before they are made. None while ads run, and none that ads will stand for. */
  get announced(): number[] {
    const { channel, isFast } = this.setup;
    const newest = channel.offered.at(-1);
    if (!isFast || !newest || channel.state !== 'live' || this.entries.at(-1)?.kind !== 'content') return [];
    return [1, 2].filter((ahead) => !this.breaks.some((adBreak) => isWithin(adBreak, newest.startsAt + ahead * newest.durationMs))).map((ahead) => channel.offered.length - 1 + ahead);
  }

  /** The earlier of the next segment and the next ad, as far as they are made. @returns false when neither is */
  private takeNext(until: number): boolean {
    const { offered } = this.setup.channel;
    const [ad] = this.pending;
    const segment = this.owns(this.taken) ? offered[this.taken] : undefined;
    const adStartsAt = ad ? ad.adBreak.startsAt + ad.piece.offsetMs : Infinity;
    if (segment && (this.isReplaced(segment) || segment.startsAt < adStartsAt)) this.takeContent(segment);
    else if (ad && adStartsAt + ad.piece.durationMs <= until) this.takeAd(ad, adStartsAt);
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
    this.taken = oldest ? channel.offered.indexOf(oldest) : channel.offered.length;
    if (hasAds && prerollS > 0 && oldest && newest) {
      const startsAt = Math.max(oldest.startsAt, newest.startsAt + newest.durationMs * (1 - PREROLL_LEAD_SEGMENTS));
      this.nextSeq = 0;
      this.taken = channel.offered.findIndex((segment, i) => i >= this.taken && segment.startsAt >= startsAt);
      this.addBreak('PREROLL', { startsAt, seconds: prerollS });
      const [first] = this.pending.splice(0, 1);
      if (first) this.takeAd(first, startsAt);
    }
    this.firstIndex = this.taken;
  }

  private addBreak(roll: AdBreak['roll'], { startsAt, seconds }: { readonly startsAt: number; readonly seconds: number }): void {
    const pod = adPod(seconds);
    const number = 8_000_000 + Math.floor(startsAt / 1000) % 1_000_000;
    const adBreak: AdBreak = { id: `${String(Math.floor(startsAt / 1000))}-${String((startsAt % 1000) * 1_000_000 + this.breaks.length)}`, roll, startsAt, pod, number };
    this.breaks.push(adBreak);
    this.pending = pod.pieces.map((piece) => ({ adBreak, piece }));
  }

  private isReplaced({ startsAt }: LiveSegment): boolean { return this.breaks.some((adBreak) => isWithin(adBreak, startsAt)); }

  private takeContent(segment: LiveSegment): void {
    const index = this.taken++;
    if (this.isReplaced(segment)) { this.replaced.push(index); return; }
    const before = this.entries.at(-1);
    const previous = this.setup.channel.offered[index - 1];
    /* Another server's numbers: the old list is gone. */
    if (before && previous && segment.seq !== previous.seq + 1) {
      this.listFrom = this.entries.length;
      this.nextSeq = segment.seq > previous.seq ? this.nextSeq + segment.seq - previous.seq - 1 : segment.seq;
    }
    this.entries.push({ kind: 'content', seq: this.nextSeq++, discontinuity: before?.kind === 'ad' || segment.discontinuity, startsAt: segment.startsAt, durationMs: segment.durationMs, index, segment });
  }

  private takeAd(ad: { readonly adBreak: AdBreak; readonly piece: AdPiece }, startsAt: number): void {
    if (this.pending[0] === ad) this.pending.shift();
    const before = this.entries.at(-1);
    const isFirst = before?.kind !== 'ad' || before.adBreak !== ad.adBreak || before.piece.spot !== ad.piece.spot;
    this.entries.push({ kind: 'ad', seq: this.nextSeq++, discontinuity: isFirst, startsAt, durationMs: ad.piece.durationMs, ...ad });
  }

  /** While the channel makes nothing the list stands still, ads too. */
  private makesUntil(now: number): number {
    const { channel } = this.setup;
    return channel.state === 'live' && !this.isOver ? now : (channel.offered.at(-1)?.publishedAt ?? now);
  }
}

const isWithin = ({ startsAt, pod }: AdBreak, at: number): boolean => at >= startsAt - 1 && at < startsAt + pod.durationMs - 1;
