const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** A Monday, far from the real time. */
export const WEEK = Date.UTC(2027, 2, 1);
export const STREAM_MS = 2 * HOUR_MS;
export const DAYS = [0, 1, 2, 3, 4, 5, 6];

/** A channel of the week: when it streams, and what is kept of it. */
export interface PlannedChannel {
  readonly name: string;
  /** Its own limit; null: none. */
  readonly vods: number | null;
  readonly isCleaned: boolean;
  /** The operator protects its first recording. */
  readonly protectsFirst: boolean;
}

/** Twenty channels, of five kinds. */
export const CHANNELS: readonly PlannedChannel[] = Array.from({ length: 20 }, (_, i) => ({
  name: `pier${i}`,
  vods: [1, 2, null, null, 1][i % 5] ?? null,
  isCleaned: i % 5 !== 3,
  protectsFirst: i % 5 === 4,
}));

/** Each channel streams every third day, half of them at noon and half in the evening. */
export const streamsAt = (day: number, hour: 12 | 20): readonly PlannedChannel[] =>
  CHANNELS.filter((_, i) => (i + day) % 3 === 0 && (i % 2 === 0 ? 12 : 20) === hour);

export interface PlannedVod {
  readonly channel: PlannedChannel;
  readonly startedAt: number;
  readonly isProtected: boolean;
}

/** What should be there: written down from the rules of the documentation, without the code that it checks. */
export class ExpectedWeek {
  vods: PlannedVod[] = [];
  recorded = 0;
  deleted = 0;
  /** Clean-ups of a channel, or of all, that only reported. */
  reports = 0;
  ageDays = 3;
  /** The age limit that the last automatic run of a channel knew. */
  private readonly known = new Map<string, number>();

  /** A recording has ended, and the clean-up of its channel follows it. */
  record(channel: PlannedChannel, startedAt: number, now: number): void {
    const isProtected = channel.protectsFirst && !this.vods.some((vod) => vod.channel === channel);
    const vod = { channel, startedAt, isProtected };
    this.vods.push(vod);
    this.recorded += 1;
    if (this.cleanUp(channel, now, vod)) this.reports += 1;
  }

  /** The scheduled clean-up of all channels reports once for all. */
  night(now: number): void {
    if (CHANNELS.map((channel) => this.cleanUp(channel, now, null)).some(Boolean)) this.reports += 1;
  }

  of(channel: PlannedChannel): readonly PlannedVod[] {
    return this.vods.filter((vod) => vod.channel === channel);
  }

  /** @returns whether VODs are only reported */
  private cleanUp(channel: PlannedChannel, now: number, spared: PlannedVod | null): boolean {
    if (!channel.isCleaned) return false;
    const free = this.of(channel).filter((vod) => !vod.isProtected);
    const goes = free.filter(
      (vod, i) =>
        vod !== spared &&
        (vod.startedAt < now - this.ageDays * DAY_MS || (channel.vods !== null && i < free.length - channel.vods)),
    );
    const isNew = this.ageDays < (this.known.get(channel.name) ?? Infinity);
    this.known.set(channel.name, this.ageDays);
    if (goes.length === 0) return false;
    if (isNew) return true;
    this.vods = this.vods.filter((vod) => !goes.includes(vod));
    this.deleted += goes.length;
    return false;
  }
}
