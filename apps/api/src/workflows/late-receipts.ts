import { type Storage } from '#libs/storage';
import { type z } from 'zod';

/** How often storage is asked for the receipt of one VOD. */
const LOOK_EVERY_MS = 5000;
/** VODs that are remembered; those beyond are only asked for once more. */
const MOST = 1000;
/** A younger receipt has an event that is on its way. */
const LATE_MS = 5000;

/** Receipts that converters leave beside what they made, for when no event told of it (architecture D2). */
export class LateReceipts {
  private readonly lookedAt = new Map<string, number>();

  constructor(private readonly storage: Pick<Storage, 'head' | 'read'>) {}

  /** Hands a receipt on that is there and late. @returns whether there was one */
  async apply<T>(
    vodUuid: string,
    { key, schema }: { readonly key: string; readonly schema: z.ZodType<T> },
    done: (receipt: T) => Promise<void>,
  ): Promise<boolean> {
    if (Date.now() - (this.lookedAt.get(vodUuid) ?? 0) < LOOK_EVERY_MS) return false;
    if (this.lookedAt.size >= MOST) this.lookedAt.clear();
    this.lookedAt.set(vodUuid, Date.now());
    const found = await this.storage.head(key);
    if (found === null || Date.now() - found.modifiedAt.getTime() < LATE_MS) return false;
    const receipt = schema.safeParse(JSON.parse((await this.storage.read(key)).toString('utf8')));
    if (!receipt.success) return false;
    await done(receipt.data);
    this.lookedAt.delete(vodUuid);
    return true;
  }
}
