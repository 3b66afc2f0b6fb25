import { type ClockPiece, type SiteClock } from './site-clock.js';

/**
 * Converts between the site's time and the file time of a VOD, for everything that a site stamps: chat, viewers,
 * titles, categories. Gaps, pauses and ads are closed in the file and cause no shift, because each stretch of media has
 * its own position on the site's clock. A stamp within a gap maps to the join, like the picture. A stamp before the
 * first frame is negative; one after the last frame keeps its distance.
 *
 * Remaining error: the length of a run comes from its time stamps and the EXTINF of its last segment, but in the file
 * it ends with its last frame. They differ by less than a frame at each join, without a shift of earlier positions. If
 * a site stamps with another clock than that of its playlists, the result is off by the difference.
 */
export class FileClock {
  constructor(private readonly pieces: SiteClock) {}

  /** Length of the media in ms. */
  get lengthMs(): number {
    const last = this.pieces.at(-1);
    return last ? last.file + last.fileMs : 0;
  }

  /** File time in whole ms; null while there is no media. Monotonic: a later moment is never earlier in the file. */
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
   * Like {@link fileMs}, limited to the file: a stamp before or after it maps to that end, and to 0 while there is no
   * media.
   * @param open the recording runs, so a stamp may be after the current end
   */
  insideMs(siteMs: number, { open = false }: { readonly open?: boolean } = {}): number {
    return Math.min(Math.max(this.fileMs(siteMs) ?? 0, 0), open ? Infinity : this.lengthMs);
  }

  /**
   * Site time of the picture at this file position, in whole ms; the inverse of {@link fileMs}. Null while there is no
   * media.
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
   * Range of site times that can map to this range of file time, including gaps at its edges. Infinite on an unbounded
   * side.
   */
  siteSpan(fromMs: number, toMs: number): { readonly from: number; readonly to: number } {
    // The extra millisecond exceeds the shift that rounding can cause.
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

  /** The last piece that starts at or before this time; -1 if none does. */
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
