import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { OutsideError, untranslated } from '#libs/errors';
import { readPiece, SegmentServer } from './segment-server.js';
import { type OpenPiece } from './source-run.js';

const BODY = Buffer.from('0123456789');
const signal = new AbortController().signal;
async function collect(chunks: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk.toString();
  return text;
}
const read = async (open: OpenPiece, bytes: number | null = 10): Promise<string> =>
  collect(readPiece({ piece: { key: 'vods/x/s', bytes }, open, signal, backoffMs: [0, 0] }));

it('goes on at the byte where a read broke', async () => {
  const starts: number[] = [];
  const text = await read((_key, start) => {
    starts.push(start);
    return Promise.resolve(
      Readable.from(
        (function* () {
          yield BODY.subarray(start, start + 4);
          if (start < 8) throw new OutsideError(untranslated('cut', 'connection lost'));
        })(),
      ),
    );
  });
  expect(text).toBe('0123456789');
  expect(starts).toEqual([0, 4, 8]);
});

it('gives up after its back-off, and says what storage said', async () => {
  let calls = 0;
  await expect(
    read(() => {
      calls += 1;
      return Promise.reject(new OutsideError(untranslated('down', 'storage is down')));
    }),
  ).rejects.toMatchObject({ code: 'segment-unreadable', message: 'vods/x/s cannot be read: storage is down' });
  expect(calls).toBe(3);
});

it('refuses an object of another size than its name says', async () => {
  await expect(read(() => Promise.resolve(Readable.from([BODY])), 11)).rejects.toMatchObject({
    code: 'segment-unreadable',
  });
  await expect(read(() => Promise.resolve(Readable.from([BODY])), null)).resolves.toBe('0123456789');
});

const runOf = (...keys: string[]) => ({
  container: 'ts' as const,
  init: null,
  pieces: keys.map((key) => ({ key, bytes: null })),
  durMs: 0,
});
async function request(url: string): Promise<IncomingMessage> {
  const [answer] = (await once(get(url), 'response')) as [IncomingMessage];
  return answer;
}

it('serves the segments of a run as one stream', async () => {
  await using server = await SegmentServer.start((key) => Promise.resolve(Readable.from([Buffer.from(`${key};`)])));
  const answer = await request(server.addRun(runOf('a', 'b', 'c')));
  expect(await textOf(answer)).toBe('a;b;c;');
  expect(server.sentBytes).toBe(6);
});

it('leaves storage when its peer has read enough', async () => {
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(1 << 20);
    })(),
    { highWaterMark: 1 },
  );
  await using server = await SegmentServer.start(() => Promise.resolve(endless));
  const answer = await request(server.addRun(runOf('a')));
  await once(answer, 'readable');
  answer.destroy();
  await expect(finished(endless)).rejects.toThrow();
  expect(server.failure).toBeNull();
});

it('reports why a stream ended early, and ends it', async () => {
  await using server = await SegmentServer.start(() => Promise.resolve(Readable.from([BODY])));
  const run = runOf('a', 'b');
  const answer = await request(server.addRun({ ...run, pieces: [...run.pieces, { key: 'c', bytes: 11 }] }));
  await expect(textOf(answer)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(server.failure).toMatchObject({ code: 'segment-unreadable' });
});
