import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { TurnMeter } from '../../../../tools/common/thread-cpu.js';
import { readThirdPartyChat } from './read-third-party-chat.js';

/**
 * CPU time of the thread between two turns of the event loop, in ms: ten times what `npm run fuzz -- parsers` allows,
 * because machines differ. Without turns, these cases take seconds.
 */
const LONGEST_BLOCK_MS = 500;

interface Reading {
  readonly messages: number;
  readonly error: unknown;
  readonly longestMs: number;
}
async function read(file: Buffer, signal?: AbortSignal): Promise<Reading> {
  let [messages, error]: [number, unknown] = [0, null];
  const meter = new TurnMeter();
  try {
    for await (const _ of readThirdPartyChat(inPieces(file), signal)) messages += 1;
  } catch (thrown) {
    error = thrown;
  }
  meter.stop();
  return { messages, error, longestMs: meter.longestMs };
}
async function* inPieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += 65_536) yield await Promise.resolve(file.subarray(at, at + 65_536));
}

const MB = 1024 * 1024;
const message = (body: unknown, more: object = {}) =>
  JSON.stringify({ _id: 'a', content_offset_seconds: 1, commenter: { name: 'ann' }, message: { body, ...more } });
/** Items of chat-downloader. @param secondsOf time of an item by its number */
const inOrder = (items: number, secondsOf = (n: number) => n): Buffer =>
  Buffer.from(
    `[${Array.from({ length: items }, (_, n) => `{"message":1,"time_in_seconds":${String(secondsOf(n))}}`).join(',')}]`,
  );
const timed = (comment: string, seconds: number): string =>
  comment.replace('{', `{"content_offset_seconds":${String(seconds)},`);
const deletedMessage = (n: number): string =>
  timed(`{"message":{"body":"x","deleted":{"at_ms":${String(1e9 - n)},"by":"moderator"}}}`, n);
const inFile = (...comments: string[]): Buffer => Buffer.from(`{"comments":[${comments.join(',')}]}`);

describe('a hostile chat file', () => {
  it.each<[string, () => Buffer, RegExp]>([
    ['one string', () => gzipSync(Buffer.from(`{"comments":["${'a'.repeat(16 * MB)}`)), /longer than 128 kB/],
    ['escaped quotes', () => gzipSync(Buffer.from(`{"comments":["${'\\"'.repeat(8 * MB)}`)), /longer than 128 kB/],
    ['blanks', () => gzipSync(Buffer.alloc(16 * MB, ' ')), /longer than 256 kB/],
    ['blanks in it', () => gzipSync(Buffer.from(`{"comments":[${' '.repeat(16 * MB)}`)), /longer than 128 kB/],
    ['a comment', () => gzipSync(Buffer.from(`{"comments":[/*${' '.repeat(16 * MB)}`)), /longer than 128 kB/],
    ['a line', () => gzipSync(Buffer.from(`${message('x')}\n"${'a'.repeat(16 * MB)}`)), /longer than 128 kB/],
    ['brackets', () => gzipSync(Buffer.from(`{"comments":[${'['.repeat(16 * MB)}`)), /longer than 128 kB/],
    ['brackets in a message', () => inFile(`${'['.repeat(100)}${']'.repeat(100)}`), /deeper than 32 levels/],
    ['fragments', () => inFile(message('', { fragments: Array(20_000).fill({}) })), /more than 10000 parts/],
    ['starts of comments in a line', () => Buffer.from(`${message('x')}\n${'/*'.repeat(60_000)}\n{}`), /not JSON/],
    ['quotes in a line', () => Buffer.from(`${message('x')}\n${'\\"'.repeat(60_000)}\n{}`), /not JSON/],
    ['a time that is none', () => inFile(message('x').replace(':1,', ':1e308,')), /impossible time/],
    ['an endless id', () => inFile(message('x').replace('"a"', `"${'a'.repeat(300)}"`)), /not a message/],
    ['one moment', () => Buffer.from(`[${'{"message":1},'.repeat(5001)}]`), /of one moment/],
    ['two moments', () => inOrder(100_000, (n) => (n % 2) * 1000 + n / 1000), /not in the order of their times/],
    [
      'long messages in two moments',
      () =>
        inFile(
          ...Array.from({ length: 400 }, (_, n) => timed(message('a'.repeat(120_000)), (n % 2) * 1000 + n / 1000)),
        ),
      /not in the order of their times/,
    ],
    [
      'deletions, the last one first',
      () => inFile(...Array.from({ length: 100_001 }, (_, n) => deletedMessage(n))),
      /more than 100,000 deleted messages/,
    ],
    ['damaged gzip', () => gzipSync(inFile(message('x'))).subarray(0, 30), /compression is damaged/],
  ])('of %s is refused with the limit that it exceeds', async (_, file, reason) => {
    const { error, longestMs } = await read(file());
    expect(error).toMatchObject({
      code: expect.stringMatching(/^chat-(unreadable|too-large)$/),
      message: expect.stringMatching(reason),
    });
    expect(longestMs).toBeLessThan(LONGEST_BLOCK_MS);
  });

  it.each<[string, () => Buffer, number]>([
    ['many short messages', () => inOrder(100_000), 100_000],
    [
      'many messages without text',
      () => Buffer.from(Array.from({ length: 50_000 }, (_, n) => timed('{"message":{}}', n)).join('\n')),
      50_000,
    ],
    ['many items that are no messages', () => Buffer.from(`[${'{"message_id":1},'.repeat(100_000)}]`), 0],
    ['words that are almost links', () => inFile(message(`https://${'a.'.repeat(60_000)}\t`)), 1],
    [
      'words that are just short enough for links',
      () => inFile(message(`https://a${'.'.repeat(1980)}x `.repeat(5))),
      1,
    ],
    ['dots', () => inFile(message(`https://a${'.'.repeat(120_000)}x`)), 1],
    ['blanks in a message', () => inFile(message(' a'.repeat(60_000))), 1],
    ['many fragments', () => inFile(message('', { fragments: Array(2400).fill({ text: 'a', emoticon: {} }) })), 1],
    [
      'many tags',
      () => inFile(message('', { tags: Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [n, ''])) })),
      1,
    ],
    [
      'a picture of 20 MB',
      () => Buffer.from(`{"embeddedData":{"x":[{"data":"${'A'.repeat(20 * MB)}"}]},"comments":[${message('x')}]}`),
      1,
    ],
  ])('of %s is read, and other work goes on', async (_, file, messages) => {
    const reading = await read(file());
    expect(reading).toMatchObject({ messages, error: null });
    expect(reading.longestMs).toBeLessThan(LONGEST_BLOCK_MS);
  });

  it('is read no further when its request has ended', async () => {
    const caller = new AbortController();
    const file = inOrder(1_000_000);
    const reading = read(file, caller.signal);
    setImmediate(() => {
      caller.abort();
    });
    expect(await reading).toMatchObject({ error: { name: 'AbortError' } });
    expect((await reading).messages).toBeLessThan(100_000);
  });
});
