import { Inject, Injectable } from '@nestjs/common';
import { convertDone, objectKeys, type Payload } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { STORAGE } from '#libs/service-kit';

type Done = Payload<typeof convertDone>;

/** What finished attempts made, kept beside their files: a command that comes again is answered from it. */
@Injectable()
export class Receipts {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  async write(done: Done): Promise<void> {
    await this.storage.put(objectKeys.receipt(done.vodUuid, done.attempt), Buffer.from(JSON.stringify(done)), { contentType: 'application/json' });
  }

  /** Null when the attempt never finished, or a file of it is gone or has another size. */
  async find(vodUuid: string, attempt: string): Promise<Done | null> {
    const key = objectKeys.receipt(vodUuid, attempt);
    if (await this.storage.head(key) === null) return null;
    const parsed = convertDone.schema.safeParse(JSON.parse((await this.storage.read(key)).toString()));
    if (!parsed.success) return null;
    for (const file of parsed.data.files) {
      const found = await this.storage.head(file.key);
      if (found?.sizeBytes !== file.sizeBytes) return null;
    }
    return parsed.data;
  }
}
