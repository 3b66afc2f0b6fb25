import { readFile } from 'node:fs/promises';
import { BugError } from '#libs/errors';
import type { CutMedia } from '../media/cut-source.js';
import { videoCodec } from '../media/video-codec.js';
import { shiftFmp4, timescales } from '../media/shift-fmp4.js';
import { shiftTs } from '../media/shift-ts.js';

const TS_CLOCK_HZ = 90_000;
const AAC = 'mp4a.40.2';
/** High profile, at a level that covers all sizes of the simulator. */
const AVC = 'avc1.64001e';

function codecsOf({ cut, init, spec }: CutMedia): string {
  if (cut.tracks === 'audio' || cut.tracks === 'silence') return AAC;
  return `${spec.codec !== undefined && init ? videoCodec(init) : AVC},${AAC}`;
}

/**
 * Media of one rendition. Files are read once; shifted segments (after a loop or a restart) are created at each
 * request.
 */
export class Rendition {
  /** RFC 6381 codec list. */
  readonly codecs: string;
  private readonly read = new Map<number, Promise<Buffer>>();
  private readonly scales: ReadonlyMap<number, number>;

  constructor(
    readonly name: string,
    readonly media: CutMedia,
  ) {
    this.codecs = codecsOf(media);
    this.scales = media.init ? timescales(media.init) : new Map();
  }

  get peakBandwidth(): number {
    const largest = Math.max(...this.media.segments.map(({ bytes }) => bytes));
    return Math.ceil((largest * 8) / this.media.cut.segmentS);
  }

  bytesAt(position: number): number {
    return this.segmentAt(position).bytes;
  }

  /** @param position index in the source; continues over loops. @param shiftS packed audio has no time stamps to shift */
  async body(position: number, shiftS: number): Promise<Buffer> {
    const { segments, spec, cut } = this.media;
    const index = position % segments.length;
    const loopS = Math.floor(position / segments.length) * spec.seconds;
    const raw = this.read.get(index) ?? readFile(this.segmentAt(position).file);
    this.read.set(index, raw);
    const seconds = loopS + shiftS;
    if (seconds === 0) return raw;
    if (cut.container === 'ts') return shiftTs(await raw, Math.round(seconds * TS_CLOCK_HZ));
    return cut.container === 'fmp4' ? shiftFmp4(await raw, this.scales, seconds) : raw;
  }

  private segmentAt(position: number): { readonly file: string; readonly bytes: number } {
    const found = this.media.segments[position % this.media.segments.length];
    if (!found) throw new BugError('sim-position', `no segment at ${String(position)}`);
    return found;
  }
}
