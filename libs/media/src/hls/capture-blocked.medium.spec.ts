import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type LiveHls, type LiveSegment } from '#libs/testkit';
import { publicGuard } from '../http/loopback-guard.fixture.js';
import { type CaptureFixture, openCaptureFixture, range, type Recording, ts } from './capture-recording.fixture.js';

let fixture: CaptureFixture;
let live: LiveHls;
let got: Recording;
/** The server, under its public name. */
let url: string;
let port: string;

beforeEach(async () => {
  fixture = await openCaptureFixture({
    guard: publicGuard({ 'inside.test': ['10.0.0.1'], 'both.test': ['127.0.0.1', '203.0.113.7', '::1'] }),
  });
  ({ live, got } = fixture);
  ({ port } = new URL(live.url));
  url = `http://source.public.test:${port}/live.m3u8`;
});
afterEach(() => fixture.close());

const privateRequests = () => live.requests.filter(({ path }) => path.startsWith('/private'));

it.each<[string, () => Partial<LiveSegment>]>([
  ['is on this machine', () => ({ uri: `http://127.0.0.1:${port}/private` })],
  ['has a name that is on this machine', () => ({ uri: `http://localhost:${port}/private` })],
  ['has a name in a private network', () => ({ uri: `http://inside.test:${port}/private` })],
  ['redirects to this machine', () => ({ uri: '/redirect' })],
  [
    'has a key on this machine',
    () => ({ tags: [`#EXT-X-KEY:METHOD=AES-128,URI="http://[::ffff:127.0.0.1]:${port}/private"`] }),
  ],
  ['has a map on this machine', () => ({ tags: [`#EXT-X-MAP:URI="http://127.0.0.1:${port}/private"`] })],
])('integrity-14 a segment of a public source that %s is a gap with its cause', async (_name, segmentOf) => {
  live.fault = (_request, response, path) => {
    if (path !== '/redirect') return false;
    response.writeHead(302, { location: `http://[::ffff:127.0.0.1]:${port}/private` }).end();
    return true;
  };
  live.files.set('/private', ts(1).body);
  const after = { uri: `http://both.test:${port}/s2.ts`, tags: ['#EXT-X-KEY:METHOD=NONE'] };
  live.publish(ts(0), ts(1, segmentOf()), ts(2, after));
  const next = new Promise<void>((resolve) => {
    live.onRequest = () => {
      if (live.requests.at(-1)?.path === '/s2.ts') resolve();
    };
  });
  await got.begin(url);
  await next;
  live.publish(...range(3, 7).map((n) => ts(n)));
  await got.has(7);
  expect(got.seqs).toEqual([0, ...range(2, 7)]);
  expect(got.gaps).toMatchObject([{ fromSeq: 1, toSeq: 1, durMs: 2000, cause: 'blocked-address' }]);
  expect(privateRequests()).toEqual([]);
});

it('integrity-14 a public playlist that moves to this machine is a fault of the playlist', async () => {
  live.publish(ts(0));
  await got.begin(url);
  await got.has(1);
  live.fault = (_request, response, path) => {
    if (path !== '/live.m3u8') return false;
    response.writeHead(302, { location: `http://127.0.0.1:${port}/private.m3u8` }).end();
    return true;
  };
  await got.until(() => got.faults.length >= 1);
  expect(got.faults[0]).toMatchObject({ code: 'http-blocked-address' });
  expect(privateRequests()).toEqual([]);
});
