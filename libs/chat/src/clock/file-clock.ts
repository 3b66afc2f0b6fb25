/** A stretch of media on both clocks, ms: `site` the site's time of its begin, `file` its place in the file, each with its length. */
export interface ClockPiece { readonly site: number; readonly siteMs: number; readonly file: number; readonly fileMs: number }

/**
 * The site's time of a VOD and its file time, both ways, for many moments of a chat (architecture 5.7): what `timeMapOfClock` of libs/domain says, told
 * apart at both ends. What was said in a hole (a pause, ads) stands at the seam, as the picture does; what was said before the first frame is negative,
 * and what came after the last one keeps its distance.
 */
export class FileClock {
  /** @param pieces in order, overlapping on neither clock */
  constructor(private readonly pieces: readonly ClockPiece[]) {}

  /** ms of media. */
  get lengthMs(): number { return endOf(this.pieces.at(-1)).file; }

  /** Whole ms of file time; null while there is no media. Later moments are never earlier in the file. */
  fileMs(siteMs: number): number | null {
    const at = this.indexAt(siteMs);
    const piece = this.pieces[Math.max(at, 0)];
    if (!piece) return null;
    const into = siteMs - piece.site;
    if (at < 0) return Math.round(piece.file + into);
    if (into < piece.siteMs) return Math.round(piece.file + into * (piece.fileMs / piece.siteMs));
    const isLast = at === this.pieces.length - 1;
    return Math.round(piece.file + piece.fileMs + (isLast ? into - piece.siteMs : 0));
  }

  /** Moments of the site that may stand in this stretch of file time, holes at its edges included. Infinite where nothing bounds it. */
  siteSpan(fromMs: number, toMs: number): { readonly from: number; readonly to: number } {
    // A millisecond more than what rounding may move a moment by.
    return { from: this.siteBefore(fromMs - 1), to: this.siteAfter(toMs + 1) };
  }

  private siteBefore(fileMs: number): number {
    const piece = this.pieces.findLast((p) => p.file <= fileMs);
    if (!piece) return -Infinity;
    return piece.site + Math.min(piece.siteMs, (fileMs - piece.file) * rateOf(piece));
  }

  private siteAfter(fileMs: number): number {
    const piece = this.pieces.find((p) => p.file + p.fileMs >= fileMs);
    if (!piece) return Infinity;
    return piece.site + Math.max(0, (fileMs - piece.file) * rateOf(piece));
  }

  /** The last piece that began by then; -1 before the first. */
  private indexAt(siteMs: number): number {
    let [low, high] = [0, this.pieces.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.pieces[middle]?.site ?? 0) <= siteMs) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

const endOf = (piece: ClockPiece | undefined): { readonly file: number } => ({ file: piece ? piece.file + piece.fileMs : 0 });
const rateOf = ({ siteMs, fileMs }: ClockPiece): number => (fileMs > 0 ? siteMs / fileMs : 1);
