import { z } from 'zod';
import { Ulid } from '../ids.js';
import { SEGMENT_CONTAINERS } from './segment-name.js';

/** Why a new epoch started. */
const EPOCH_CAUSES = ['start', 'discontinuity', 'sequence-reset', 'init-changed', 'timestamp-jump'] as const;
/**
 * Why media are missing. `left-window`: they were removed from the playlist before they could be fetched; `truncated`:
 * their body lacked its end (if the number is that of a stored segment, only its end is missing); `refused`: the answer
 * has more bytes than such a segment can have, or is compressed; `spool-full`: storage was unavailable for too long;
 * `blocked-address`: the source named an address that it may not name. Only on timelines: `source-unreachable`: the
 * source could not be read, so it is not known what it sent; `end-unknown`: the stream ended in this time while nothing recorded or checked it, so its
 * length is an upper limit; `ad`: the site sent advertisements instead of the broadcast, which are not recorded (a journal
 * contains `ad` records instead).
 */
export const GAP_CAUSES = [
  'left-window',
  'not-found',
  'truncated',
  'refused',
  'blocked-address',
  'spool-full',
  'source-silent',
  'source-gap',
  'source-unreachable',
  'key-missing',
  'recorder-lost',
  'end-unknown',
  'ad',
] as const;
/**
 * Position of an ad break: before the first content of a session, or within it. `unknown`: the recorder joined in the
 * middle of the break and cannot tell.
 */
export const AD_ROLLS = ['preroll', 'midroll', 'unknown'] as const;
/**
 * Why a part ended. Only `endlist`, `stale` and `unreadable` provide information about the broadcast. `unreadable`:
 * there were no new segments while the playlist could not be read, so media may be missing after the last segment. The
 * amount is unknown, and no gap records it.
 */
export const PART_END_CAUSES = [
  'endlist',
  'stale',
  'unreadable',
  'stopped',
  'superseded',
  'drained',
  'failed',
  'lost',
] as const;
/**
 * What was odd about the source, and what the recorder did about it. `numbers-changed`: known media came under other
 * sequence numbers; `known-media`: known media came as new segments, and were not stored again; `dates-moved`: known
 * segments got other programme date-times; `dates-ignored`: they did so repeatedly, so no date of the part counts;
 * `durations-replaced`: EXTINF contradicts the time stamps, which count; `times-step-back`: the time stamps of a segment
 * overlap those before it; `segment-truncated`: a segment lacks its end, and a gap says how much; `audio-missing`,
 * `subtitles-missing`: a segment of such a rendition was not recorded; `video-stopped`, `audio-stopped`: the segments go
 * on without that track; `audio-damaged`: bytes of packed audio are no frames.
 */
export const CAPTURE_NOTICES = [
  'numbers-changed',
  'known-media',
  'dates-moved',
  'dates-ignored',
  'durations-replaced',
  'times-step-back',
  'segment-truncated',
  'audio-missing',
  'subtitles-missing',
  'video-stopped',
  'audio-stopped',
  'audio-damaged',
] as const;
/** Those about a track that is missing although its segments are stored. */
export const TRACK_NOTICES: readonly CaptureNotice[] = ['video-stopped', 'audio-stopped', 'audio-damaged'];
export type CaptureNotice = (typeof CAPTURE_NOTICES)[number];
export type EpochCause = (typeof EPOCH_CAUSES)[number];
export type GapCause = (typeof GAP_CAUSES)[number];
export type AdRoll = (typeof AD_ROLLS)[number];
export type PartEndCause = (typeof PART_END_CAUSES)[number];

/** Ids of renditions, in object keys: a kind, and what identifies it in each load of the master. */
export const RenditionId = z.string().regex(/^[as][0-9a-f]{8}$/);
/** An audio or subtitles rendition, as the master describes it (RFC 8216 section 4.3.4.1). */
export const RenditionTrack = z.object({
  id: RenditionId,
  name: z.string(),
  /** RFC 5646 tag; empty if the source names none. */
  language: z.string(),
  isDefault: z.boolean(),
});
export type RenditionTrack = z.infer<typeof RenditionTrack>;

/** The name of a rendition for people: its id if the master names none. */
export const renditionName = ({ id, name }: Pick<RenditionTrack, 'id' | 'name'>): string => (name === '' ? id : name);

const PartRecord = z.object({
  t: z.literal('part'),
  partId: Ulid,
  vodUuid: z.uuid(),
  recorder: z.string(),
  startedAt: z.int(),
  /** The recorded rendition, by its name in the master playlist (`1080p60`), or `source` for a bare media playlist. */
  rendition: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  fps: z.number().nullable(),
  targetDurationMs: z.int(),
  /** It was not recorded: its media fill gaps, and are from the site's own VOD. Absent: it was recorded. */
  origin: z.literal('site-vod').optional(),
  /** Audio renditions that are recorded with the part; absent if there are none. */
  renditions: z.array(RenditionTrack).optional(),
  /** Subtitles renditions, likewise. */
  subtitles: z.array(RenditionTrack).optional(),
});
const EpochRecord = z.object({
  t: z.literal('epoch'),
  epoch: z.int().nonnegative(),
  cause: z.enum(EPOCH_CAUSES),
  /**
   * Wall clock of the first sample, ms since the Unix epoch: the programme date-time if it is within 10 s of the
   * arrival, otherwise the arrival.
   */
  startAt: z.int(),
  firstPtsMs: z.int(),
  /**
   * The media have no time stamps (packed audio without an ID3 tag): their times count from 0 at the first segment, so
   * only the wall clock places them beside other media.
   */
  untimed: z.literal(true).optional(),
  initCrc: z.string().nullable(),
  container: z.enum(SEGMENT_CONTAINERS),
});
const SegmentRecord = z.object({ t: z.literal('seg'), name: z.string(), storedAt: z.int() });
const GapRecord = z.object({
  t: z.literal('gap'),
  epoch: z.int().nonnegative(),
  fromSeq: z.int(),
  toSeq: z.int(),
  at: z.int(),
  durMs: z.int().nonnegative(),
  cause: z.enum(GAP_CAUSES),
});
/**
 * An ad break in a session of the source. Its time is recorded, but its media are never fetched (ADR 0011). `at` and
 * `durMs` use the same clock as those of a gap; `id` is the site's, empty if it has none.
 */
const AdRecord = z.object({
  t: z.literal('ad'),
  epoch: z.int().nonnegative(),
  at: z.int(),
  durMs: z.int().nonnegative(),
  roll: z.enum(AD_ROLLS),
  id: z.string(),
});
/** Written at the first occurrence and at the end of the part; `count` is the number of occurrences so far. */
const NoticeRecord = z.object({
  t: z.literal('notice'),
  code: z.enum(CAPTURE_NOTICES),
  at: z.int(),
  count: z.int().positive(),
});
const EndRecord = z.object({
  t: z.literal('end'),
  cause: z.enum(PART_END_CAUSES),
  at: z.int(),
  segments: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  reason: z.string(),
});

/** One line of a journal page (NDJSON). Pages are immutable and numbered from 0; `end` is the last record of a part. */
export const JournalRecord = z.discriminatedUnion('t', [
  PartRecord,
  EpochRecord,
  SegmentRecord,
  GapRecord,
  AdRecord,
  NoticeRecord,
  EndRecord,
]);
export type JournalRecord = z.infer<typeof JournalRecord>;
export type PartRecord = z.infer<typeof PartRecord>;
export type EpochRecord = z.infer<typeof EpochRecord>;
export type GapRecord = z.infer<typeof GapRecord>;
export type AdRecord = z.infer<typeof AdRecord>;
export type EndRecord = z.infer<typeof EndRecord>;

/** Encodes records as a page of NDJSON, one line each; {@link decodeJournal} reads it. */
export const encodeJournal = (records: readonly JournalRecord[]): string =>
  records.map((r) => `${JSON.stringify(r)}\n`).join('');

/** Decodes a page. Invalid lines are skipped and counted, so that one bad line never hides the others. */
export function decodeJournal(text: string): { readonly records: JournalRecord[]; readonly bad: number } {
  const records: JournalRecord[] = [];
  let bad = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const parsed = JournalRecord.safeParse(parseJson(line));
    if (parsed.success) records.push(parsed.data);
    else bad += 1;
  }
  return { records, bad };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
