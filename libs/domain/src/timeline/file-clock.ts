import { type ClockPiece, type SiteClock } from './site-clock.js';

/**
 * The site's time of a VOD and its file time, both ways, for all that a site stamps: chat, viewers, titles, categories.
 * Gaps, pauses and ads are closed up in the file and shift nothing: each stretch of media has its own place on the
 * site's clock. What was stamped in a gap stands at the seam, as the picture does; what was before the first frame is
 * negative, and what came after the last one keeps its distance.
 *
 * What error remains: a run is as long as its time stamps and the EXTINF of its last segment say, the file as its last
 * frame does; they differ by less than a frame at each join and do not shift what is before it. A site that stamps with
 * another clock than that of its playlists is off by the distance of the two.
 */
export class FileClock {
  constructor(private readonly pieces: SiteClock) {}

  /** ms of media. */
  get lengthMs(): number {
    const last = this.pieces.at(-1);
    return last ? last.file + last.fileMs : 0;
  }

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

  /**
   * Like {@link fileMs} for what belongs to the file as a whole: a stamp from before or after it is at that end, 0
   * while there is no media.
   * @param open the recording runs, and nothing is after its end
   */
  insideMs(siteMs: number, { open = false }: { readonly open?: boolean } = {}): number {
    return Math.min(Math.max(this.fileMs(siteMs) ?? 0, 0), open ? Infinity : this.lengthMs);
  }

  /**
   * The moment of the site whose picture stands at this place of the file, whole ms: {@link fileMs} leads back to it.
   * Null while there is no media.
   */
  siteMs(fileMs: number): number | null {
    const piece = this.pieces.findLast((p) => p.file <= fileMs) ?? this.pieces[0];
    if (!piece) return null;
    const into = fileMs - piece.file;
    if (into < 0 || into > piece.fileMs)
      return Math.round(piece.site + (into < 0 ? into : piece.siteMs + into - piece.fileMs));
    return Math.round(piece.site + into * rateOf(piece));
  }

  /**
   * Moments of the site that may stand in this stretch of file time, gaps at its edges included. Infinite where
   * nothing bounds it.
   */
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

const rateOf = ({ siteMs, fileMs }: ClockPiece): number => (fileMs > 0 ? siteMs / fileMs : 1);
