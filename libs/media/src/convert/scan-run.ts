import { type TrackKind } from '#libs/contracts';
import { announcedTracks, hasOnlyTables, pmtPacketAt, startsPes } from '../inspect/ts-tables.js';
import { startsAtWrap } from '../inspect/ts-clock.js';
import { tsFormatOf } from '../inspect/ts-format.js';
import { isPicture, isSound, isTransportStream, PACKET } from '../inspect/ts-packet.js';
import { type OpenPiece, type SourcePiece, type SourceRun, withPieces } from './source-run.js';

/** A segment starts with its tables, the parameter sets of its video, and soon a packet of its audio. */
const HEAD_BYTES = 64 * 1024;
const PARALLEL = 8;
/** A run with more changes has a producer that varies its parameter sets without a change of the format. */
const MAX_CUTS = 200;
/** One hour; a run is shorter than the rest of the clock. */
const SHIFT_TICKS = 3600 * 90_000;

/** What the head of a segment says about its tracks; null or empty: the head does not say it. */
interface SegmentHead {
  readonly piece: SourcePiece;
  /** The segment holds tables only. */
  readonly isEmpty: boolean;
  /** Tracks that the PMT announces. */
  readonly tracks: string;
  /** Sequence parameter sets of the video. */
  readonly picture: string;
  /** ADTS header of the audio. */
  readonly sound: string;
  readonly hasSound: boolean;
  readonly hasPicture: boolean;
  /** The first packet of its PMT; null if none was found. */
  readonly trackTable: Buffer | null;
  readonly startsAtWrap: boolean;
}

export interface ScanRun {
  readonly run: SourceRun;
  readonly open: OpenPiece;
  readonly signal: AbortSignal;
  readonly onProgress?: () => void;
}

export interface ScannedRun {
  /** In order, without segments that hold no media. Empty: no segment holds media. */
  readonly runs: readonly SourceRun[];
  /** Segments that are known to have a track of a kind. */
  readonly having: Readonly<Record<TrackKind, ReadonlySet<SourcePiece>>>;
}

/**
 * Reads the head of each segment of a run of TS. Leaves out segments without media, and splits the run where the tracks,
 * the picture or the audio change, also if they change back: the first and the last segment do not show that.
 */
export async function scanRun({ run, open, signal, onProgress }: ScanRun): Promise<ScannedRun> {
  if (run.container !== 'ts') return { runs: [run], having: namedTracks(run) };
  const heads: SegmentHead[] = [];
  for (let at = 0; at < run.pieces.length; at += PARALLEL) {
    const pieces = run.pieces.slice(at, at + PARALLEL);
    heads.push(...(await Promise.all(pieces.map((piece) => readHead(piece, open, signal)))));
    onProgress?.();
  }
  const media = heads.filter((head) => !head.isEmpty);
  const groups = splitAtChanges(media);
  return {
    runs: (groups.length > MAX_CUTS ? [media] : groups)
      .filter((g) => g.length > 0)
      .map((group) =>
        withPieces(
          { ...run, ...shiftOf(run, group), ...tablesOf(group) },
          group.map((head) => head.piece),
        ),
      ),
    having: {
      video: new Set(media.filter((head) => head.hasPicture).map((head) => head.piece)),
      audio: new Set(media.filter((head) => head.hasSound).map((head) => head.piece)),
    },
  };
}

/** By the names of the segments, if they say that some lack a track. */
function namedTracks({ pieces }: SourceRun): ScannedRun['having'] {
  const isOdd = pieces.some(({ missing }) => missing);
  const having = (kind: TrackKind): ReadonlySet<SourcePiece> =>
    new Set(isOdd ? pieces.filter(({ missing = [] }) => missing.every((one) => one.kind !== kind)) : []);
  return { video: having('video'), audio: having('audio') };
}

/** Splits segments where a value that the heads on both sides tell is another one. A track may stop and return. */
function splitAtChanges(heads: readonly SegmentHead[]): SegmentHead[][] {
  const groups: SegmentHead[][] = [];
  let known = { tracks: '', picture: '', sound: '' };
  for (const head of heads) {
    const isOther = KINDS.some((kind) => known[kind] !== '' && head[kind] !== '' && known[kind] !== head[kind]);
    if (isOther || widerTracks(known.tracks, head.tracks) === null || groups.length === 0) {
      groups.push([head]);
      known = head;
    } else {
      groups.at(-1)?.push(head);
      known = {
        tracks: widerTracks(known.tracks, head.tracks) ?? '',
        picture: known.picture || head.picture,
        sound: known.sound || head.sound,
      };
    }
  }
  return groups;
}

const KINDS = ['picture', 'sound'] as const;

/** The longer one of two lists of tracks, if it has all tracks of the other one; else null. */
function widerTracks(a: string, b: string): string | null {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  const has = new Set(long.split(' '));
  return short === '' || short.split(' ').every((track) => has.has(track)) ? long : null;
}

/** Tables that announce all tracks of the group, if those of some segments do not: ffmpeg numbers tracks by them. */
function tablesOf(group: readonly SegmentHead[]): Pick<SourceRun, 'trackTable'> {
  const widest = group.reduce((a, b) => (b.tracks.length > a.tracks.length ? b : a));
  const isSame = group.every(({ tracks }) => tracks === '' || tracks === widest.tracks);
  return isSame || !widest.trackTable ? {} : { trackTable: widest.trackTable };
}

/** The mux of audio renditions places them by the time stamps as they are. */
const shiftOf = ({ audio }: SourceRun, [first]: readonly SegmentHead[]): Pick<SourceRun, 'shiftTicks'> =>
  first?.startsAtWrap === true && !audio ? { shiftTicks: SHIFT_TICKS } : {};

async function readHead(piece: SourcePiece, open: OpenPiece, signal: AbortSignal): Promise<SegmentHead> {
  const body = await headOf(piece, open, signal);
  const format = tsFormatOf(body);
  const isWhole = piece.bytes !== null && piece.bytes > 0 && piece.bytes <= body.length;
  return {
    piece,
    isEmpty: isWhole && hasOnlyTables(body),
    tracks: announcedTracks(body) ?? '',
    picture: format?.parameterSets.filter(isSequenceSet).join('+') ?? '',
    sound: format?.adtsHeader ?? '',
    hasSound: startsPes(body, isSound),
    hasPicture: startsPes(body, isPicture),
    trackTable: trackTableOf(body),
    startsAtWrap: startsAtWrap(body),
  };
}

function trackTableOf(body: Buffer): Buffer | null {
  const at = isTransportStream(body) ? pmtPacketAt(body) : -1;
  return at < 0 ? null : Buffer.from(body.subarray(at, at + PACKET));
}

/** Empty if it cannot be read: the conversion reads the segment again, and reports why. */
async function headOf({ key }: SourcePiece, open: OpenPiece, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of await open(key, 0, signal)) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= HEAD_BYTES) break;
    }
  } catch {
    signal.throwIfAborted();
    return Buffer.of();
  }
  return Buffer.concat(chunks);
}

/** The SPS of HEVC or AVC (ISO 23008-2 table 7-1, ISO 14496-10 table 7-1). Picture sets vary without a new format. */
function isSequenceSet(hex: string): boolean {
  const header = Number.parseInt(hex.slice(0, 2), 16);
  return header === 0x42 || (header & 0x9f) === 7;
}
