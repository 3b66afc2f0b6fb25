import { announcedTracks, hasOnlyTables, startsPes } from '../inspect/ts-tables.js';
import { formatOf } from '../inspect/ts-format.js';
import { isSound } from '../inspect/ts-time.js';
import { type OpenPiece, type SourcePiece, type SourceRun } from './source-run.js';

/** A segment starts with its tables, the parameter sets of its video, and soon a packet of its audio. */
const HEAD_BYTES = 64 * 1024;
const PARALLEL = 8;
/** A run with more changes has a producer that varies its parameter sets without a change of the format. */
const MAX_CUTS = 200;

/** What the head of a segment says about its tracks; null or empty: the head does not say it. */
export interface SegmentHead {
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
  /** Segments whose head contains audio. */
  readonly withSound: ReadonlySet<SourcePiece>;
}

/**
 * Reads the head of each segment of a run of TS. Leaves out segments without media, and splits the run where the tracks,
 * the picture or the audio change, also if they change back: the first and the last segment do not show that.
 */
export async function scanRun({ run, open, signal, onProgress }: ScanRun): Promise<ScannedRun> {
  if (run.container !== 'ts') return { runs: [run], withSound: new Set() };
  const heads: SegmentHead[] = [];
  for (let at = 0; at < run.pieces.length; at += PARALLEL) {
    const pieces = run.pieces.slice(at, at + PARALLEL);
    heads.push(...(await Promise.all(pieces.map((piece) => readHead(piece, open, signal)))));
    onProgress?.();
  }
  const media = heads.filter((head) => !head.isEmpty);
  const groups = splitAtChanges(media);
  return {
    runs: (groups.length > MAX_CUTS ? [media] : groups).filter((g) => g.length > 0).map((group) => runOf(run, group)),
    withSound: new Set(media.filter((head) => head.hasSound).map((head) => head.piece)),
  };
}

/** Splits segments where a value that the heads on both sides tell is another one. */
export function splitAtChanges(heads: readonly SegmentHead[]): SegmentHead[][] {
  const groups: SegmentHead[][] = [];
  let known = { tracks: '', picture: '', sound: '' };
  for (const head of heads) {
    const isOther = KINDS.some((kind) => known[kind] !== '' && head[kind] !== '' && known[kind] !== head[kind]);
    if (isOther || groups.length === 0) {
      groups.push([head]);
      known = head;
    } else {
      groups.at(-1)?.push(head);
      known = {
        tracks: known.tracks || head.tracks,
        picture: known.picture || head.picture,
        sound: known.sound || head.sound,
      };
    }
  }
  return groups;
}

const KINDS = ['tracks', 'picture', 'sound'] as const;

function runOf(run: SourceRun, group: readonly SegmentHead[]): SourceRun {
  if (group.length === run.pieces.length) return run;
  return { ...run, pieces: group.map((head) => head.piece), durMs: (run.durMs * group.length) / run.pieces.length };
}

async function readHead(piece: SourcePiece, open: OpenPiece, signal: AbortSignal): Promise<SegmentHead> {
  const body = await headOf(piece, open, signal);
  const [sets = '', sound = ''] = (formatOf(body) ?? '').split('/');
  const isWhole = piece.bytes !== null && piece.bytes > 0 && piece.bytes <= body.length;
  return {
    piece,
    isEmpty: isWhole && hasOnlyTables(body),
    tracks: announcedTracks(body) ?? '',
    picture: sets.split('+').filter(isSequenceSet).join('+'),
    sound,
    hasSound: startsPes(body, isSound),
  };
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
