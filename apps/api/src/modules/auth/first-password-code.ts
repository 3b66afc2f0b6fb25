import { messageOf } from '#libs/errors';
import { Keyring, type Sealer } from '#libs/service-kit';
import { Injectable, Logger } from '@nestjs/common';
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SecretRepository } from '../../persistence/repositories/secret.repository.js';
import { Clock } from '../../platform/clock.js';
import { HttpConfig } from '../../platform/http-config.js';

const NAME = 'first-password-code';
/** Without letters that look like digits. 12 of them have 60 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The code with which a caller who is not on this machine sets the first password. Only people who see the console or
 * read the data folder know it. It is in the database, encrypted, so that all apis of an installation have the same one;
 * it ends with the first password.
 */
@Injectable()
export class FirstPasswordCode {
  private readonly log = new Logger('auth');
  constructor(
    private readonly rows: SecretRepository,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: HttpConfig,
  ) {}

  async current(): Promise<string> {
    const sealer = this.keyring.purpose(NAME);
    const made = newCode();
    const stored = await this.rows.putIfAbsent(NAME, sealer.seal(NAME, made), this.now());
    const code = opened(sealer, stored);
    if (code !== null) return code;
    // Its key is no longer in the keyring.
    await this.rows.put(NAME, sealer.seal(NAME, made), this.now());
    return made;
  }

  async matches(given: string): Promise<boolean> {
    return timingSafeEqual(digest(given), digest(await this.current()));
  }

  /** Writes the code to the data folder, readable by Vodkeep's own user only. @returns the file; null if it failed */
  async writeFile(code: string): Promise<string | null> {
    const { file } = this;
    if (file === null) return null;
    try {
      await rm(file, { force: true });
      await writeFile(file, `${code}\n`, { mode: 0o600, flag: 'wx' });
      return file;
    } catch (error) {
      this.log.warn(`the code for the first password was not written to ${file}: ${messageOf(error)}`);
      return null;
    }
  }

  /** Ends the code, after a password is set. */
  async discard(): Promise<void> {
    await this.rows.remove(NAME);
    const { file } = this;
    if (file === null) return;
    // The file opens nothing any more.
    await rm(file, { force: true }).catch((error: unknown) => {
      this.log.warn(`the file of the code for the first password, ${file}, was not removed: ${messageOf(error)}`);
    });
  }

  private get file(): string | null {
    return this.config.dataDir === null ? null : join(resolve(this.config.dataDir), NAME);
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

const newCode = (): string =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')).join(
    '-',
  );

function opened(sealer: Sealer, envelope: string): string | null {
  try {
    return sealer.open(NAME, envelope);
  } catch {
    return null;
  }
}

/** People type lower case, spaces, and letters that look like digits. */
const digest = (text: string): Buffer =>
  createHash('sha256')
    .update(text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1'))
    .digest();
