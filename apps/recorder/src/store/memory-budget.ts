/**
 * Limits the memory for the bodies of one capture, over all its parts. An unused budget accepts one body of any size.
 */
export class MemoryBudget {
  private used = 0;

  constructor(private readonly maxBytes: number) {}

  reserve(bytes: number): boolean {
    if (this.used > 0 && this.used + bytes > this.maxBytes) return false;
    this.used += bytes;
    return true;
  }

  release(bytes: number): void {
    this.used -= bytes;
  }
}
