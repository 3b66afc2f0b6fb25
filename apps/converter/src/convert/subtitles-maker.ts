import {
  type ConvertTimeline,
  type MadeSubtitles,
  objectKeys,
  parseSegmentName,
  renditionName,
  renditionPath,
  type RenditionTrack,
  type SubtitlesTrack,
  type TimelineRun,
} from '#libs/contracts';
import { CuePlaces, type FileSpan } from '#libs/domain';
import { localizedOf } from '#libs/errors';
import { message, type Message } from '#libs/messages';
import {
  type Cue,
  joinCues,
  type MeasuredRun,
  type ParsedWebVtt,
  parseWebVtt,
  segmentOfOtherSize,
  webVttText,
} from '#libs/media';
import { type Storage } from '#libs/storage';

/** Subtitles of one rendition. `ending`: what follows the name of the file, for example `.en.vtt`. */
interface TrackCues {
  readonly track: RenditionTrack;
  readonly ending: string;
  /** By the position of the file. */
  readonly cues: ReadonlyMap<number, readonly Cue[]>;
}

/** The subtitles of a VOD. `isPartial`: some segments are not in the files, so they must stay. */
export interface VodSubtitles {
  readonly tracks: readonly TrackCues[];
  readonly warnings: readonly Message[];
  readonly isPartial: boolean;
}

const NO_SUBTITLES: VodSubtitles = { tracks: [], warnings: [], isPartial: false };

/** Limit of one rendition. Subtitles for the deaf have 20,000 cues a day. */
const MAX_CUES = 200_000;
/** Limit of one rendition, where a cue counts once for each run of video that it lies in. */
const MAX_PLACED = 400_000;
const PARALLEL = 8;
const CONTENT_TYPE = 'text/vtt';

/**
 * Makes the WebVTT files beside the container files of a VOD: reads the segments of each subtitles rendition, places
 * their cues by the clock of the video, and joins those that several segments repeat. No fault of subtitles fails a
 * conversion; each is a warning.
 */
export class SubtitlesMaker {
  constructor(private readonly storage: Pick<Storage, 'read' | 'put'>) {}

  /** Reads and places all cues of the VOD. @throws only the signal's reason */
  async read(request: ReadRequest): Promise<VodSubtitles> {
    const { place, timeline, groups } = request;
    const { subtitles = [] } = timeline;
    if (subtitles.length === 0) return NO_SUBTITLES;
    const places = new CuePlaces(spansOf(place, timeline, groups));
    const warnings: Message[] = [];
    const usedLanguages = new Map<string, number>();
    const tracks: TrackCues[] = [];
    let isPartial = false;
    for (const rendition of subtitles) {
      const read = await this.readTrack(rendition, request);
      const { cues, unplaced } = placeCues(read.cues, places);
      isPartial ||= read.unreadable.length > 0;
      warnings.push(...warningsOf(rendition, read, unplaced));
      const { track } = rendition;
      if (cues.size > 0) tracks.push({ track, cues, ending: uniqueEnding(track, usedLanguages) });
    }
    return { tracks, warnings, isPartial };
  }

  /** Stores the subtitles of one file. `faults`: why some could not be stored. */
  async store({ tracks }: VodSubtitles, { file, keyOf, signal }: StoreRequest): Promise<StoredSubtitles> {
    const made: MadeSubtitles[] = [];
    const faults: Message[] = [];
    for (const { track, cues, ending } of tracks) {
      const ofFile = cues.get(file);
      if (!ofFile) continue;
      const body = Buffer.from(webVttText(joinCues(ofFile)));
      const key = keyOf(ending);
      try {
        await this.storage.put(key, body, { contentType: CONTENT_TYPE, sizeBytes: body.length, signal });
        made.push({ key, ending, language: track.language, name: track.name, sizeBytes: body.length });
      } catch (thrown) {
        signal.throwIfAborted();
        faults.push(message('job.subtitles-not-stored', { name: renditionName(track), why: localizedOf(thrown) }));
      }
    }
    return { made, faults };
  }

  private async readTrack(
    { track, segments }: SubtitlesTrack,
    { place, signal, onProgress }: ReadRequest,
  ): Promise<ReadTrack> {
    const cues: TimedCue[] = [];
    const unreadable: unknown[] = [];
    let dropped = 0;
    for (let from = 0; from < segments.length; from += PARALLEL) {
      const batch = segments.slice(from, from + PARALLEL);
      const read = await Promise.all(
        batch.map(({ partId, name }) =>
          this.readSegment(objectKeys.segment(place, renditionPath(partId, track.id), name), name).catch(
            (thrown: unknown) => ({ thrown }),
          ),
        ),
      );
      signal.throwIfAborted();
      onProgress();
      for (const [i, one] of read.entries()) {
        if ('thrown' in one) {
          unreadable.push(one.thrown);
          continue;
        }
        const at = batch[i]?.at ?? 0;
        const room = Math.max(0, MAX_CUES - cues.length);
        dropped += one.dropped + Math.max(0, one.cues.length - room);
        for (const cue of one.cues.slice(0, room)) cues.push({ ...cue, at });
      }
    }
    return { cues, unreadable, dropped };
  }

  /** @throws OutsideError of storage, `segment-unreadable`, `subtitles-unreadable` */
  private async readSegment(key: string, name: string): Promise<ParsedWebVtt> {
    const body = await this.storage.read(key);
    const named = parseSegmentName(name)?.bytes ?? body.length;
    if (body.length !== named) throw segmentOfOtherSize({ key, bytes: body.length, named });
    return parseWebVtt(body);
  }
}

interface ReadRequest {
  /** The VOD, or the site's copy of it, in object keys. */
  readonly place: string;
  readonly timeline: ConvertTimeline;
  /** The runs of each file. */
  readonly groups: readonly (readonly MeasuredRun[])[];
  readonly signal: AbortSignal;
  readonly onProgress: () => void;
}

interface StoreRequest {
  /** Position of the file. */
  readonly file: number;
  readonly keyOf: (ending: string) => string;
  readonly signal: AbortSignal;
}

interface StoredSubtitles {
  readonly made: MadeSubtitles[];
  readonly faults: Message[];
}

/** `at`: wall clock of its segment, ms since the Unix epoch. */
interface TimedCue extends Cue {
  readonly at: number;
}

interface ReadTrack {
  readonly cues: readonly TimedCue[];
  /** The error of each segment that cannot be read. */
  readonly unreadable: readonly unknown[];
  /** Number of cues above the limits, or with times that cannot be read. */
  readonly dropped: number;
}

/**
 * Places the cues in the files.
 * @returns `unplaced`: number of cues above the limit, or of all if none of them lies in the video. Single cues outside
 *   the video do not count: they belong to a gap of the video.
 */
function placeCues(
  cues: readonly TimedCue[],
  places: CuePlaces,
): { readonly cues: ReadonlyMap<number, readonly Cue[]>; readonly unplaced: number } {
  const byFile = new Map<number, Cue[]>();
  let count = 0;
  for (const [i, { settings, text, ...time }] of cues.entries()) {
    if (count >= MAX_PLACED) return { cues: byFile, unplaced: cues.length - i };
    for (const { file, fromMs, toMs } of places.find(time)) {
      const list = byFile.get(file) ?? [];
      list.push({ fromMs, toMs, settings, text });
      byFile.set(file, list);
      count += 1;
    }
  }
  return { cues: byFile, unplaced: count === 0 ? cues.length : 0 };
}

/** Where each measured run is in its file, and on the clock of its source. */
function spansOf(
  place: string,
  { runs }: ConvertTimeline,
  groups: readonly (readonly MeasuredRun[])[],
): readonly FileSpan[] {
  const runOf = new Map<string, TimelineRun>();
  for (const run of runs) for (const name of run.segments) runOf.set(objectKeys.segment(place, run.partId, name), run);
  return groups.flatMap((group, file) => {
    let fileMs = (group[0]?.leadSeconds ?? 0) * 1000;
    return group.flatMap(({ run: { pieces }, spanSeconds }) => {
      const durMs = spanSeconds * 1000;
      const from = fileMs;
      fileMs += durMs;
      const key = pieces[0]?.key ?? '';
      const run = runOf.get(key);
      const firstPtsMs = parseSegmentName(key.slice(key.lastIndexOf('/') + 1))?.ptsMs;
      if (!run || firstPtsMs === undefined) return [];
      const startAt = run.startAt + firstPtsMs - run.firstPtsMs;
      return [{ file, fileMs: from, durMs, firstPtsMs, startAt, container: run.container }];
    });
  });
}

function warningsOf(
  { track, missingMs }: SubtitlesTrack,
  { unreadable, dropped }: ReadTrack,
  unplaced: number,
): Message[] {
  const lost = dropped + unplaced;
  return [
    ...(missingMs > 0
      ? [message('job.subtitles-missing', { name: renditionName(track), n: (missingMs / 1000).toFixed(1) })]
      : []),
    ...(unreadable.length > 0
      ? [
          message('job.subtitles-left-out', {
            name: renditionName(track),
            n: String(unreadable.length),
            why: localizedOf(unreadable[0]),
          }),
        ]
      : []),
    ...(lost > 0 ? [message('job.subtitles-unplaced', { name: renditionName(track), n: String(lost) })] : []),
  ];
}

/**
 * Media servers read the language before the extension; `und` is an unknown one (ISO 639-2). The second
 * rendition of a language and later ones have a number before the language.
 * @param used renditions by language; counts this one
 */
function uniqueEnding({ language }: RenditionTrack, used: Map<string, number>): string {
  const tag = /^[A-Za-z\d-]+$/.test(language) ? language : 'und';
  const count = (used.get(tag.toLowerCase()) ?? 0) + 1;
  used.set(tag.toLowerCase(), count);
  return `${count === 1 ? '' : `.${String(count)}`}.${tag}.vtt`;
}
