import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type LiveHls, madeTables } from '#libs/testkit';
import { type CaptureFixture, openCaptureFixture, range, type Recording, ts } from './capture-recording.fixture.js';

let fixture: CaptureFixture;
let live: LiveHls;
let got: Recording;

beforeEach(async () => {
  fixture = await openCaptureFixture();
  ({ live, got } = fixture);
});
afterEach(() => fixture.close());

const empty = (n: number): ReturnType<typeof ts> => ts(n, { body: madeTables() });
/** Publishes another empty segment at each load of the list, as a server without a publisher does. */
function goOnEmpty(from: number): void {
  let n = from;
  live.onRequest = () => {
    if (live.requests.at(-1)?.path === '/live.m3u8') live.publish(empty((n += 1)));
  };
}

it('sources-20 ends when new segments hold only tables, and they claim no time', async () => {
  live.publish(...range(0, 3).map((n) => ts(n)));
  await got.begin(live.url, { staleTargets: 5 });
  await got.has(4);
  goOnEmpty(3);
  expect((await got.end).cause).toBe('stale');
  expect(got.seqs).toEqual(range(0, 3));
  expect(got.gaps).toEqual([]);
});

it('sources-20 goes on when media follow a few segments of tables', async () => {
  live.publish(ts(0), empty(1), empty(2), ts(3));
  await got.begin(live.url);
  await got.has(2);
  live.publish(ts(4));
  await got.has(3);
  expect(got.seqs).toEqual([0, 3, 4]);
  expect(got.gaps).toEqual([]);
});

it('sources-20 goes on when every second segment holds only tables, and these leave no gap', async () => {
  let n = 0;
  live.onRequest = () => {
    if (live.requests.at(-1)?.path !== '/live.m3u8') return;
    live.publish(ts(2 * n, { at: n * 2000 }), empty(2 * n + 1));
    n += 1;
  };
  await got.begin(live.url, { staleTargets: 3 });
  expect(await Promise.race([got.has(15), got.end])).toBeUndefined();
  expect(got.seqs).toEqual(range(0, got.seqs.length - 1));
  expect(got.epochs).toHaveLength(1);
  expect(got.gaps).toEqual([]);
});
