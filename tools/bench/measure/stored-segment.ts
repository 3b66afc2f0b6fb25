/** A segment that a tool has whole on the disk, and since when (ms since the Unix epoch). */
export interface StoredSegment {
  readonly stream: number;
  readonly seq: number;
  readonly at: number;
  readonly bytes: number;
}
