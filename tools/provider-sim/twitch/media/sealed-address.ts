import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Opaque addresses, as those of Twitch's media: what they name can be read by the site that made them, and by nobody
 * else.
 */
export class AddressSeal<T> {
  private readonly key = randomBytes(32);

  /** @param isFresh another address for the same thing each time */
  seal(named: T, isFresh = false): string {
    const text = Buffer.from(JSON.stringify(named));
    const iv = isFresh
      ? randomBytes(IV_BYTES)
      : createHmac('sha256', this.key).update(text).digest().subarray(0, IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv);
    const body = Buffer.concat([cipher.update(text), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  }

  /** @returns null for what this seal did not make */
  open(address: string): T | null {
    const bytes = Buffer.from(address, 'base64url');
    if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, IV_BYTES)).setAuthTag(
      bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
    );
    try {
      return JSON.parse(
        Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(),
      ) as T;
    } catch {
      return null;
    }
  }
}
