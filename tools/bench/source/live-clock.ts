/** Length of a segment. */
export const SEGMENT_MS = 2000;
/** Number of segments in the playlist. */
export const WINDOW_SEGMENTS = 6;

/**
 * Publication times, computed from the clock alone: they do not depend on a timer, which a busy machine may delay.
 * Times are ms since the Unix epoch.
 */
export interface LiveClock {
  readonly streams: number;
  readonly originAt: number;
  /** From this time on, the source publishes nothing and the playlist contains ENDLIST. */
  readonly endAt: number;
}

/**
 * The phases of the streams are spread over the length of a segment, so that a tool's lag is not that of a single
 * phase.
 */
const phaseMs = ({ streams }: Pick<LiveClock, 'streams'>, stream: number): number =>
  Math.round((stream * SEGMENT_MS) / streams);

/**
 * The time at which a segment (numbered from 0) is complete and appears in the playlist. The playlist is full at the
 * start.
 */
export const publishedAt = (clock: LiveClock, stream: number, seq: number): number =>
  clock.originAt + phaseMs(clock, stream) + (seq - WINDOW_SEGMENTS + 1) * SEGMENT_MS;

/** Programme date-time of a segment's first frame. */
export const startsAt = (clock: LiveClock, stream: number, seq: number): number =>
  publishedAt(clock, stream, seq) - SEGMENT_MS;

/** Number of the newest segment in the playlist. */
export function newestAt(clock: LiveClock, stream: number, now: number): number {
  const at = Math.min(now, clock.endAt);
  return Math.floor((at - clock.originAt - phaseMs(clock, stream)) / SEGMENT_MS) + WINDOW_SEGMENTS - 1;
}

/** The stream whose segment starts at that programme date-time. */
export function streamOf(clock: LiveClock, startAt: number): number {
  const phase = (((startAt - clock.originAt) % SEGMENT_MS) + SEGMENT_MS) % SEGMENT_MS;
  return Math.round((phase * clock.streams) / SEGMENT_MS) % clock.streams;
}

/** The media playlist at that time. */
export function playlistAt(clock: LiveClock, stream: number, now: number): string {
  const newest = newestAt(clock, stream, now);
  const oldest = Math.max(0, newest - WINDOW_SEGMENTS + 1);
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${String(SEGMENT_MS / 1000)}`,
    `#EXT-X-MEDIA-SEQUENCE:${String(oldest)}`,
  ];
  for (let seq = oldest; seq <= newest; seq += 1) {
    lines.push(
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(startsAt(clock, stream, seq)).toISOString()}`,
      `#EXTINF:${(SEGMENT_MS / 1000).toFixed(3)},`,
      `${String(seq)}.ts`,
    );
  }
  return `${[...lines, ...(now >= clock.endAt ? ['#EXT-X-ENDLIST'] : [])].join('\n')}\n`;
}
