import { createDecipheriv } from 'node:crypto';
import { OutsideError } from '#libs/errors';

/**
 * Opens an AES-128 segment (CBC, PKCS7, over the whole of it). Without an IV of its own the media sequence number is
 * the IV, as a 128-bit big-endian number. Source: RFC 8216 sections 4.3.2.4 and 5.2.
 * @throws OutsideError `wrong-key` - the padding does not fit
 */
export function decryptSegment(
  body: Uint8Array,
  { key, iv, seq }: { readonly key: Uint8Array; readonly iv: Uint8Array | null; readonly seq: number },
): Buffer {
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, iv ?? sequenceIv(seq));
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (cause) {
    throw new OutsideError('wrong-key', 'The segment cannot be decrypted with the key that the playlist names.', {
      cause,
    });
  }
}

/** Sequence numbers above 2^31 are common (they are often Unix times): 64 bits are written. */
export function sequenceIv(seq: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(seq), 8);
  return iv;
}
