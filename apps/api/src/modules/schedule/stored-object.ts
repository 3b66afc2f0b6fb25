import { objectKeys, parseChatChunkName, parseSegmentName } from '#libs/contracts';
import { type Message, message } from '#libs/messages';

/** An object, and what is known of it since it was stored; null: unknown. */
export interface StoredObject {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number | null;
  /** CRC-32, 8 hex digits. */
  readonly crc32: string | null;
  /** Number of lines, of a chunk of chat. */
  readonly lines?: number;
}

/** A container file as its row describes it. */
export const objectOfFile = (file: Omit<StoredObject, 'name'> & { readonly basename: string }): StoredObject => ({
  key: file.key,
  name: file.basename,
  sizeBytes: file.sizeBytes,
  crc32: file.crc32,
});

/** An object as it is now. */
export interface ReadObject {
  readonly bytes: number;
  readonly crc32: string;
  readonly lines: number;
}

const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);
const INIT = /^([0-9a-f]{8})\.init$/;

/** What the key of an object of a part says about it. @returns null for an object whose key says nothing */
export function objectOfKey(key: string): StoredObject | null {
  const name = nameOf(key);
  const segment = key.includes('/s/') ? parseSegmentName(name) : null;
  if (segment) return { key, name, sizeBytes: segment.bytes, crc32: segment.crc };
  const chunk = key.includes('/c/') ? parseChatChunkName(name) : null;
  if (chunk) return { key, name, sizeBytes: null, crc32: null, lines: chunk.count };
  const [, crc] = INIT.exec(name) ?? [];
  return crc === undefined ? null : { key, name, sizeBytes: null, crc32: crc };
}

/** Whether the object is media of a part, which is deleted once the files of its VOD replace it. */
export const isPartMedia = (key: string): boolean => /\/parts\/.+\/[si]\/[^/]+$/.test(key);
export const isOfParts = (vodUuid: string, key: string): boolean => key.startsWith(objectKeys.parts(vodUuid));

/** @returns what is wrong; null if it is as it was stored */
export function faultOf(stored: Pick<StoredObject, 'sizeBytes' | 'crc32' | 'lines'>, read: ReadObject): Message | null {
  const { sizeBytes, crc32, lines } = stored;
  if (sizeBytes !== null && read.bytes !== sizeBytes)
    return message('verify.size', { want: sizeBytes, have: read.bytes });
  if (crc32 !== null && read.crc32 !== crc32) return message('verify.checksum', { want: crc32, have: read.crc32 });
  if (lines !== undefined && read.lines !== lines) return message('verify.lines', { want: lines, have: read.lines });
  return null;
}
