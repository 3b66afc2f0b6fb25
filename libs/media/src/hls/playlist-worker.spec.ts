import { expect, it } from '@jest/globals';
import { HttpError, type HttpAnswer, type HttpPort } from './http-port.js';
import { PlaylistWorker } from './playlist-worker.js';
import { NO_VARIABLES } from './variables.js';

const list = (segments: number): string =>
  ['#EXTM3U', '#EXT-X-TARGETDURATION:2', '#EXT-X-MEDIA-SEQUENCE:0']
    .concat(Array.from({ length: segments }, (_, n) => `#EXTINF:2,\ns${n}.ts`))
    .join('\n');

/** A server in memory: what it has no list for, it refuses. */
function serving(lists: ReadonlyMap<string, string>): HttpPort {
  return {
    get: async ({ url }): Promise<HttpAnswer> => {
      const text = lists.get(url);
      if (text === undefined) throw new HttpError('status', 'The server answers 403.', 403);
      return { status: 200, headers: {}, url, body: { bytes: Buffer.from(text), release: () => undefined } };
    },
    close: async () => undefined,
  };
}

it('P10 takes what a new address lists before the stream ends there too', async () => {
  const [first, second] = ['http://site/first.m3u8', 'http://site/second.m3u8'];
  const lists = new Map([[first, list(2)]]);
  const source = {
    mediaUrl: first,
    variables: NO_VARIABLES,
    isRenewable: true,
    relocate: async () => {
      if (!lists.has(second)) throw new HttpError('status', 'The server answers 404.', 404);
      source.mediaUrl = second;
    },
  };
  const listed: number[] = [];
  let now = 0;
  const worker = new PlaylistWorker({
    http: serving(lists),
    source,
    signal: new AbortController().signal,
    staleTargets: 3,
    waitForFirst: false,
    onList: ({ segments }) => listed.push(segments.length),
    clock: {
      now: () => now,
      wall: () => now,
      // The token ends before the second turn, the stream before the third one.
      sleep: async (ms) => {
        now += ms;
        if (lists.delete(first)) lists.set(second, list(3));
        else lists.delete(second);
      },
    },
  });
  await worker.run();
  expect(listed).toEqual([2, 3]);
});
