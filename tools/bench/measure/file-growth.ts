import { statSync } from 'node:fs';
import type { StreamLog } from '../source/source-server.js';
import type { StoredSegment } from './score.js';

const CHECK_INTERVAL_MS = 50;

interface Size {
  readonly at: number;
  readonly bytes: number;
}

/** Observes files that only grow, one per stream. It checks 20 times per second, so a time is at most 50 ms late. */
export class FileGrowth {
  private readonly sizes: Size[][];
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly files: readonly string[]) {
    this.sizes = files.map(() => []);
    this.timer = setInterval(() => {
      this.check();
    }, CHECK_INTERVAL_MS);
  }

  /** Call this after the tools have ended. @returns the sizes of each file over time, only changes */
  stop(): readonly (readonly Size[])[] {
    clearInterval(this.timer);
    this.check();
    return this.sizes;
  }

  private check(): void {
    const at = Date.now();
    this.files.forEach((file, i) => {
      const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      const sizes = this.sizes[i];
      if (sizes && bytes > (sizes.at(-1)?.bytes ?? 0)) sizes.push({ at, bytes });
    });
  }
}

/**
 * The time at which each sent segment is complete in the one file that a tool writes: when the file has all bytes up to
 * the end of the segment, scaled to the tool's file size (ffmpeg remuxes the stream, which makes it 1 % larger).
 */
export function storedInOneFile(
  stream: number,
  { sent }: StreamLog,
  { sizes, segmentBytes }: { readonly sizes: readonly Size[]; readonly segmentBytes: readonly number[] },
): StoredSegment[] {
  const seqs = [...new Set(sent.map(({ seq }) => seq))].sort((a, b) => a - b);
  const total = seqs.reduce((sum, seq) => sum + (segmentBytes[seq] ?? 0), 0);
  const scale = (sizes.at(-1)?.bytes ?? 0) / total;
  let upTo = 0;
  return seqs.flatMap((seq) => {
    const bytes = segmentBytes[seq] ?? 0;
    upTo += bytes;
    const whole = sizes.find((size) => size.bytes >= Math.floor(upTo * scale));
    return whole && isWholeFile(scale) ? [{ stream, seq, at: whole.at, bytes }] : [];
  });
}

/** A file that is clearly smaller than the sent bytes has lost something that the source cannot detect. */
const isWholeFile = (scale: number): boolean => scale > 0.98;
