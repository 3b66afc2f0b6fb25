import { Inject, Injectable } from '@nestjs/common';
import { type z } from 'zod';
import { type Storage } from '#libs/storage';
import { STORAGE } from '#libs/service-kit';

interface StoredFile {
  readonly key: string;
  readonly sizeBytes: number;
}

/** What finished attempts made, kept beside their files: a command that comes again is answered from it. */
@Injectable()
export class Receipts {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  async write(key: string, done: object): Promise<void> {
    await this.storage.put(key, Buffer.from(JSON.stringify(done)), { contentType: 'application/json' });
  }

  /** Null when the attempt never finished, or a file of it is gone or has another size. */
  async find<D>(key: string, schema: z.ZodType<D>, filesOf: (done: D) => readonly StoredFile[]): Promise<D | null> {
    if ((await this.storage.head(key)) === null) return null;
    const parsed = schema.safeParse(JSON.parse((await this.storage.read(key)).toString('utf8')));
    if (!parsed.success) return null;
    for (const file of filesOf(parsed.data)) {
      const found = await this.storage.head(file.key);
      if (found?.sizeBytes !== file.sizeBytes) return null;
    }
    return parsed.data;
  }
}
