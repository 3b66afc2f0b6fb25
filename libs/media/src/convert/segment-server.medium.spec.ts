import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { SegmentServer } from './segment-server.js';

const BODY = Buffer.from('0123456789');

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
