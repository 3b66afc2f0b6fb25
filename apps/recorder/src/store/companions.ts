import { bytesOf, type Page } from './page.js';
import { type Spool, type SpoolFile } from './spool.js';

interface Held {
  users: number;
  readonly files: SpoolFile[];
}

/**
 * Copies, beside spooled segments, of what nobody can play them without: their init section and the record of their
 * epoch. The originals still wait in memory then, and would be gone with a process that is killed. A copy goes when no
 * spooled segment needs it any more.
 */
export class Companions {
  private readonly held = new Map<readonly Page[], Held>();

  constructor(private readonly spool: Spool) {}

  /**
   * A segment went to the spool.
   * @param needs one and the same array for all segments of an epoch
   * @throws what the disk throws
   */
  async keep(needs: readonly Page[]): Promise<void> {
    const known = this.held.get(needs);
    if (known) {
      known.users += 1;
      return;
    }
    const held: Held = { users: 1, files: [] };
    this.held.set(needs, held);
    for (const page of needs) held.files.push(await this.spool.write(page.key, bytesOf(page)));
  }

  /** A segment left the spool. */
  async release(needs: readonly Page[]): Promise<void> {
    const held = this.held.get(needs);
    if (!held) return;
    held.users -= 1;
    if (held.users > 0) return;
    this.held.delete(needs);
    await Promise.all(held.files.map((file) => file.remove()));
  }

  /** They stay for the next start, as the segments do. */
  leave(needs: readonly Page[]): void {
    const held = this.held.get(needs);
    this.held.delete(needs);
    for (const file of held?.files ?? []) file.leave();
  }
}
