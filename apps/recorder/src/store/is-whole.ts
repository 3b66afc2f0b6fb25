import { crc32 } from 'node:zlib';
import { decodeChat, decodeJournal, parseChatChunkName, parseSegmentName } from '#libs/contracts';

/**
 * Whether a spooled object is all there, or was torn by a kill or a power cut: segments and init sections by the size
 * and the checksum in their names, a chunk of chat by the number of records there, a journal page by its last line.
 * @param key object key; one that says nothing about its bytes is taken for whole
 */
export function isWhole(key: string, body: Uint8Array): boolean {
  const name = key.slice(key.lastIndexOf('/') + 1);
  const segment = parseSegmentName(name);
  if (segment) return segment.bytes === body.length && segment.crc === checksumOf(body);
  const init = /^([0-9a-f]{8})\.init$/.exec(name)?.[1];
  if (init !== undefined) return init === checksumOf(body);
  const chunk = parseChatChunkName(name);
  if (chunk) return decodeChat(Buffer.from(body).toString('utf8')).records.length === chunk.count;
  return !name.endsWith('.ndjson') || isWholePage(Buffer.from(body).toString('utf8'));
}

const isWholePage = (text: string): boolean => text.endsWith('\n') && decodeJournal(text).bad === 0;
const checksumOf = (body: Uint8Array): string => crc32(body).toString(16).padStart(8, '0');
