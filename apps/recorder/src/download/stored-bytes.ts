const EVERY_MS = 5_000;

/** Reports how many bytes of a video are stored, so that the storage totals include it before it is complete. */
export class StoredBytes {
  private sentEvents: number;
  private due = -Infinity;

  /** @param before bytes that an earlier delivery stored; it may have crashed before it reported them */
  constructor(
    private readonly report: (bytes: number) => Promise<void>,
    before: number,
  ) {
    this.sentEvents = before > 0 ? -1 : 0;
  }

  /** Reports at once, then at most every five seconds. A lost report does no harm, because the next one includes it. */
  moved(bytes: number): void {
    if (performance.now() < this.due) return;
    this.due = performance.now() + EVERY_MS;
    void this.reportBytes(bytes);
  }

  /** Reports now if there are more bytes than in the last report. */
  async reportBytes(bytes: number): Promise<void> {
    if (bytes <= this.sentEvents) return;
    this.sentEvents = bytes;
    await this.report(bytes);
  }
}
