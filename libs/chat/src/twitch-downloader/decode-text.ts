import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { sizeText } from './size-text.js';

type Bytes = AsyncIterable<Uint8Array>;
interface Encoding {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';
  readonly bom: number;
}

/**
 * Byte order marks at the start of a text file (Unicode 16, 23.8), longest first: a mark of UTF-32 starts with one of
 * UTF-16.
 */
const BYTE_ORDER_MARKS: readonly (Encoding & { readonly bytes: readonly number[] })[] = [
  { name: 'utf-32le', bom: 4, bytes: [0xff, 0xfe, 0, 0] },
  { name: 'utf-32be', bom: 4, bytes: [0, 0, 0xfe, 0xff] },
  { name: 'utf-8', bom: 3, bytes: [0xef, 0xbb, 0xbf] },
  { name: 'utf-16le', bom: 2, bytes: [0xff, 0xfe] },
  { name: 'utf-16be', bom: 2, bytes: [0xfe, 0xff] },
];

/**
 * gzip packs a thousand blanks into one byte, so a limit on the file alone limits nothing. A day of chat of the biggest
 * channels has 2 GB.
 */
const MAX_UNPACKED_BYTES = 4 * 1024 ** 3;

/**
 * Decodes a file to text, whatever its compression and encoding: gzip by its first bytes, UTF-8, 16 or 32 by its byte
 * order mark, as TwitchDownloader does (docs/reference/twitch.md#chat-files).
 * @param maxUnpacked maximum size of a gzip file's content, in bytes
 * @throws UserError `chat-too-large` (413): the content is larger; `chat-unreadable`: the compression is damaged
 */
export async function* decodeText(source: Bytes, maxUnpacked = MAX_UNPACKED_BYTES): AsyncGenerator<string> {
  const { head, rest } = await peek(source, 4);
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  yield* isPacked ? decode(await peek(bounded(gunzip(rest), maxUnpacked), 4)) : decode({ head, rest });
}

async function* decode({ head, rest }: { readonly head: Buffer; readonly rest: Bytes }): AsyncGenerator<string> {
  const encoding = BYTE_ORDER_MARKS.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte)) ?? {
    name: 'utf-8',
    bom: 0,
  };
  const body = skipBytes(rest, encoding.bom);
  if (encoding.name === 'utf-32le' || encoding.name === 'utf-32be') yield* decode32(body, encoding.name === 'utf-32le');
  else yield* decodeStandard(body, encoding.name);
}

/** Decompresses gzip. Closes the pipe when the reader stops, and passes on an error of the source. */
async function* gunzip(source: Bytes): AsyncGenerator<Uint8Array> {
  const from = Readable.from(source);
  const unpacked = createGunzip();
  from.once('error', (error) => {
    unpacked.destroy(error);
  });
  try {
    for await (const piece of from.pipe(unpacked)) yield piece as Buffer;
  } catch (thrown) {
    if (isZlibError(thrown)) throw new UserError(message('error.chat-unreadable.compression'), { cause: thrown });
    throw thrown;
  } finally {
    from.destroy();
    unpacked.destroy();
  }
}

const isZlibError = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('Z_');

async function* bounded(source: Bytes, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of source) {
    bytes += piece.length;
    if (bytes > maxBytes) throw unpackedTooLarge(maxBytes);
    yield piece;
  }
}

const unpackedTooLarge = (maxBytes: number): UserError =>
  new UserError(message('error.chat-too-large.unpacked', { most: sizeText(maxBytes) }), { status: 413 });

async function* decodeStandard(source: Bytes, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(name, { ignoreBOM: true });
  for await (const piece of source) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

async function* decode32(source: Bytes, isLittle: boolean): AsyncGenerator<string> {
  let left = Buffer.alloc(0);
  for await (const piece of source) {
    left = Buffer.concat([left, piece]);
    const points: number[] = [];
    for (let at = 0; at + 4 <= left.length; at += 4)
      points.push(isLittle ? left.readUInt32LE(at) : left.readUInt32BE(at));
    left = left.subarray(points.length * 4);
    yield points.map((point) => String.fromCodePoint(point <= 0x10ffff ? point : 0xfffd)).join('');
  }
}

async function peek(source: Bytes, bytes: number): Promise<{ head: Buffer; rest: Bytes }> {
  const reading = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < bytes) {
    const next = await reading.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  return { head, rest: { [Symbol.asyncIterator]: () => prepend(head, reading) } };
}

async function* prepend(head: Buffer, reading: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    for (let next = await reading.next(); next.done !== true; next = await reading.next()) yield next.value;
  } finally {
    await reading.return?.();
  }
}

async function* skipBytes(source: Bytes, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const piece of source) {
    yield piece.subarray(Math.min(left, piece.length));
    left = Math.max(0, left - piece.length);
  }
}
