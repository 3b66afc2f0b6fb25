import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A key of one purpose. Every envelope contains the `id`, so that the right key is found after a key rotation. */
export interface SealKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** NIST SP 800-38D: 96-bit nonce, 128-bit tag. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ENVELOPE = /^v1\.([A-Za-z0-9_-]{1,16})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{22,})$/;

/**
 * Seals secrets of one purpose as text that may be stored and sent: `v1.<keyId>.<nonce>.<box>`, AES-256-GCM, base64url.
 * Purpose and owner are associated data, so an envelope that was copied to another channel or purpose does not open.
 */
export class Sealer {
  /** @param keys the first seals, all open; from `Keyring.purpose` */
  constructor(
    private readonly purpose: string,
    private readonly keys: readonly SealKey[],
  ) {}

  /** @param owner uuid of the owner of the secret; `open` needs the same one */
  seal(owner: string, clear: string): string {
    const key = this.keys[0];
    if (!key) throw wrongKey(this.purpose, '');
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce);
    cipher.setAAD(this.associatedData(owner));
    const box = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `v1.${key.id}.${nonce.toString('base64url')}.${box.toString('base64url')}`;
  }

  /**
   * @throws UserError `wrong-key` - sealed with a key that is not in this keyring
   * @throws UserError `broken-seal` - modified, truncated, or sealed for another owner or purpose
   */
  open(owner: string, envelope: string): string {
    const [, id, nonce, box] = ENVELOPE.exec(envelope) ?? [];
    if (id === undefined || nonce === undefined || box === undefined) throw brokenSeal(this.purpose);
    const key = this.keys.find((k) => k.id === id);
    if (!key) throw wrongKey(this.purpose, id);
    return this.decipher(key, owner, { nonce: Buffer.from(nonce, 'base64url'), box: Buffer.from(box, 'base64url') });
  }

  /** Whether the envelope was sealed with an older key of the keyring; it should be sealed again. */
  isOld(envelope: string): boolean {
    return ENVELOPE.exec(envelope)?.[1] !== this.keys[0]?.id;
  }

  private decipher(key: SealKey, owner: string, { nonce, box }: { nonce: Buffer; box: Buffer }): string {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(this.associatedData(owner));
      decipher.setAuthTag(box.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(box.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch (cause) {
      throw brokenSeal(this.purpose, cause);
    }
  }

  /**
   * Contains the length of the purpose, so that two different pairs of purpose and owner never yield the same bytes.
   */
  private associatedData(owner: string): Buffer {
    return Buffer.from(`v1|${this.purpose.length}|${this.purpose}|${owner}`, 'utf8');
  }
}

/** Whether a text is an envelope, and not a plaintext secret that was never sealed. */
export const isSealed = (text: string): boolean => ENVELOPE.test(text);

const wrongKey = (purpose: string, id: string): UserError =>
  new UserError(message('error.wrong-key.sealed', { purpose, id }));
const brokenSeal = (purpose: string, cause?: unknown): UserError =>
  new UserError(message('error.broken-seal', { purpose }), { cause });
