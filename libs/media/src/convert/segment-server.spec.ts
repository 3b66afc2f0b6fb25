import { expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { OutsideError, untranslated } from '#libs/errors';
import { readPiece } from './segment-server.js';
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
