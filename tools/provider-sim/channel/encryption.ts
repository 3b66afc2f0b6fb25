import { createCipheriv, createHash } from 'node:crypto';
import type { ChannelSpec } from '../scenario.js';

/** The key of an index: the same in every run, so that a failing test can be checked again. */
export const keyOf = (channel: string, index: number): Buffer =>
  createHash('sha256')
    .update(`${channel}/${String(index)}`)
    .digest()
    .subarray(0, 16);

export const keyIndex = (spec: ChannelSpec, seq: number): number => Math.floor(seq / (spec.aes?.rotateEvery ?? 1));

/** 128-bit big-endian media sequence number (RFC 8216 5.2), or one of our own that is written into the tag. */
export function ivOf(spec: ChannelSpec, seq: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(seq), 8);
  if (spec.aes?.explicitIv === true) iv.writeUInt32BE(0xc0ffee, 0);
  return iv;
}

/** AES-128 in CBC with PKCS7 over a whole segment (RFC 8216 4.3.2.4). */
export function encrypt(spec: ChannelSpec, seq: number, body: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-cbc', keyOf(spec.name, keyIndex(spec, seq)), ivOf(spec, seq));
  return Buffer.concat([cipher.update(body), cipher.final()]);
}

/** Size after encryption: padding always adds 1 to 16 bytes. */
export const encryptedBytes = (bytes: number): number => bytes - (bytes % 16) + 16;
