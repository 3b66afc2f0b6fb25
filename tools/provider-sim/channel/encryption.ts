import { createCipheriv, createHash } from 'node:crypto';
import type { ChannelSpec } from '../scenario.js';

/** The key with an index; identical in every run, so that a failing test can be reproduced. */
export const keyOf = (channel: string, index: number): Buffer =>
  createHash('sha256')
    .update(`${channel}/${String(index)}`)
    .digest()
    .subarray(0, 16);

export const keyIndex = (spec: ChannelSpec, seq: number): number => Math.floor(seq / (spec.aes?.rotateEvery ?? 1));

/** The IV: the 128-bit big-endian media sequence number (RFC 8216 5.2), or an explicit one that the tag contains. */
export function ivOf(spec: ChannelSpec, seq: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(seq), 8);
  if (spec.aes?.explicitIv === true) iv.writeUInt32BE(0xc0ffee, 0);
  return iv;
}

/** Encrypts a complete segment with AES-128 CBC and PKCS7 padding (RFC 8216 4.3.2.4). */
export function encrypt(spec: ChannelSpec, seq: number, body: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-cbc', keyOf(spec.name, keyIndex(spec, seq)), ivOf(spec, seq));
  return Buffer.concat([cipher.update(body), cipher.final()]);
}

/** Size after encryption: padding always adds 1 to 16 bytes. */
export const encryptedBytes = (bytes: number): number => bytes - (bytes % 16) + 16;
