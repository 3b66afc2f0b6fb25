import { crcText } from '#libs/contracts';
import { isAppError, localizedOf, UserError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { faultOf, type ReadObject, type StoredObject } from './stored-object.js';

/** Highest reading speed, so that recordings and viewers are not slowed down. */
const BYTES_PER_MS = 20_000;
const NEWLINE = 10;

/** `read`: null if it cannot be read; `fault`: null if it is as it was stored. */
export interface CheckedObject {
  readonly read: ReadObject | null;
  readonly fault: Message | null;
}

/** Compares stored objects with what is known of them since they were stored. */
@Injectable()
export class ObjectCheck {
  constructor(@Inject(STORAGE) private readonly storage: Pick<Storage, 'get' | 'check'>) {}

  /** @throws OutsideError storage is unavailable, which says nothing about the object */
  async check(stored: StoredObject, signal: AbortSignal): Promise<CheckedObject> {
    try {
      const read = await this.read(stored, signal);
      return { read, fault: faultOf(stored, read) };
    } catch (thrown) {
      signal.throwIfAborted();
      if (!isAppError(thrown) || thrown.fault === 'bug') throw thrown;
      if (thrown instanceof UserError) return { read: null, fault: message('verify.gone') };
      // A part of a disk that cannot be read is a fault of this object; storage that does not answer is none.
      await this.storage.check();
      return { read: null, fault: localizedOf(thrown) };
    }
  }

  private async read({ key, lines: wanted }: StoredObject, signal: AbortSignal): Promise<ReadObject> {
    const startedAt = performance.now();
    let [bytes, crc, lines] = [0, 0, 0];
    for await (const chunk of (await this.storage.get(key, undefined, signal)).stream) {
      const part = chunk as Buffer;
      crc = crc32(part, crc);
      bytes += part.length;
      if (wanted !== undefined) lines += part.reduce((n, byte) => (byte === NEWLINE ? n + 1 : n), 0);
      const ahead = bytes / BYTES_PER_MS - (performance.now() - startedAt);
      if (ahead > 1) await pause(ahead, undefined, { signal });
    }
    return { bytes, crc32: crcText(crc), lines };
  }
}
