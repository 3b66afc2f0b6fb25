const MB = 1024 * 1024;

export interface InFlightSettings {
  /** Room that each client has whatever the others receive; default: four segments of 8 MiB. */
  readonly ownBytes?: number;
  /** Room for what all clients receive beyond that; default: a segment of the largest size. */
  readonly sharedBytes?: number;
}

/** The room of a process for bodies that are being received. */
export class SharedRoom {
  readonly ownBytes: number;
  private readonly sharedBytes: number;
  private used = 0;

  constructor({ ownBytes = 32 * MB, sharedBytes = 512 * MB }: InFlightSettings = {}) {
    this.ownBytes = ownBytes;
    this.sharedBytes = sharedBytes;
  }

  /** @returns false: there is no room for that many more */
  take(bytes: number): boolean {
    if (bytes > 0 && this.used + bytes > this.sharedBytes) return false;
    this.used += bytes;
    return true;
  }
}

/**
 * The bodies that one client is receiving. A hard limit, unlike `BufferPool.room`: together they never have more than
 * the client's own room, or than one body may have if that is more.
 */
export class BytesInFlight {
  private readonly bodies = new Map<object, number>();
  private total = 0;

  constructor(private readonly shared: SharedRoom) {}

  /**
   * Makes room for `bytes` of a body, which replace what it had.
   * @param maxBytes the most that one such body may have
   * @returns false: there is none until others have ended; the body keeps what it had
   */
  hold(body: object, bytes: number, maxBytes: number): boolean {
    const total = this.total - (this.bodies.get(body) ?? 0) + bytes;
    if (total > Math.max(this.shared.ownBytes, maxBytes)) return false;
    if (!this.shared.take(this.beyond(total) - this.beyond(this.total))) return false;
    this.total = total;
    this.bodies.set(body, bytes);
    return true;
  }

  /** The body is complete, or given up. */
  end(body: object): void {
    const total = this.total - (this.bodies.get(body) ?? 0);
    this.shared.take(this.beyond(total) - this.beyond(this.total));
    this.total = total;
    this.bodies.delete(body);
  }

  private beyond(total: number): number {
    return Math.max(0, total - this.shared.ownBytes);
  }
}
