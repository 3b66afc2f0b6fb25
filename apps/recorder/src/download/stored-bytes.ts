const EVERY_MS = 5_000;

/**
 * Tells how many bytes of a video are stored, so that whoever counts what lies on storage sees them before it is whole.
 */
export class StoredBytes {
  private sentEvents: number;
  private due = -Infinity;

  /** @param before stored by an earlier delivery, whose death may have kept it from telling */
  constructor(
    private readonly report: (bytes: number) => Promise<void>,
    before: number,
  ) {
    this.sentEvents = before > 0 ? -1 : 0;
  }

  /** At once, then every five seconds. Losing a word loses nothing: the next one says more. */
  moved(bytes: number): void {
    if (performance.now() < this.due) return;
    this.due = performance.now() + EVERY_MS;
    void this.tell(bytes);
  }

  /** Now, where there is more than was reported. */
  async tell(bytes: number): Promise<void> {
    if (bytes <= this.sentEvents) return;
    this.sentEvents = bytes;
    await this.report(bytes);
  }
}
