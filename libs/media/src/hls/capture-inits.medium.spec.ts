import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type LiveHls, type LiveSegment, madeInit, madeM4s, type MadeTrack } from '#libs/testkit';
import { type CaptureFixture, DISC, openCaptureFixture, range, type Recording } from './capture-recording.fixture.js';

let fixture: CaptureFixture;
let live: LiveHls;
let got: Recording;

beforeEach(async () => {
  fixture = await openCaptureFixture({ head: ['#EXT-X-MAP:URI="init.mp4"'] });
  ({ live, got } = fixture);
});
afterEach(() => fixture.close());

const trackOf = (id: number): MadeTrack => ({ id, timescale: 90_000, kind: 'vide' });
const segment = (n: number, { at = n * 2000, tags = [] as string[], track = trackOf(1) } = {}): LiveSegment => ({
  name: `s${n}.m4s`,
  body: madeM4s({ ptsMs: at, mark: n }, [track]),
  durMs: 2000,
  tags,
});
const asked = (): number => live.requests.filter(({ path }) => path === '/init.mp4').length;

it.each([
  ['a discontinuity', { tags: [DISC] }, trackOf(1)],
  ['a jump of the clock', { at: 90_000 }, trackOf(1)],
  ['a track that the section does not have', { track: trackOf(7) }, trackOf(7)],
])('integrity-4 %s: the init section at the same address is fetched again', async (_name, first, track) => {
  live.files.set('/init.mp4', madeInit(1));
  live.publish(segment(0), segment(1));
  await got.begin(live.url);
  await got.has(2);
  live.files.set('/init.mp4', madeInit(2, [track]));
  const { at = 4000 } = first as { at?: number };
  // Together: the later ones are received before it is known that the section changed.
  live.publish(segment(2, first), ...range(3, 5).map((n) => segment(n, { at: at + (n - 2) * 2000, track })));
  await got.has(6);
  expect(got.epochs.map((epoch) => epoch.cause)).toEqual(['start', 'init-changed']);
  expect(got.segments.map(({ epoch }) => epoch)).toEqual([0, 0, 1, 1, 1, 1]);
  expect(new Set(got.inits).size).toBe(2);
  expect(got.epochs.map((epoch) => epoch.initCrc)).toEqual(got.inits);
  expect(got.segments[2]!.ptsMs).toBe(at);
  expect(asked()).toBe(2);
});

it('integrity-4 a section that stays the same costs one request for each discontinuity', async () => {
  live.files.set('/init.mp4', madeInit(1));
  live.publish(segment(0), segment(1), segment(2, { tags: [DISC] }), segment(3));
  await got.begin(live.url);
  await got.has(4);
  expect([got.epochs.length, asked()]).toEqual([2, 2]);
});

it('integrity-4 segments that never fit their section do not ask for it for ever', async () => {
  live.files.set('/init.mp4', madeInit(1, [trackOf(7)]));
  live.publish(...range(0, 5).map((n) => segment(n)));
  await got.begin(live.url);
  await got.has(6);
  expect(asked()).toBe(4);
});
