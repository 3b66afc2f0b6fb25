import { once } from 'node:events';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { connectBus, type Bus } from '#libs/bus';
import { PULSES, type Payload } from '#libs/contracts';
import { buildTimeline, type PartInfo } from '#libs/domain';
import { openStorage, type OpenStorage } from '#libs/storage';
import { LiveHls, startNats, tempDir, type LiveSegment, type TestNats } from '#libs/testkit';
import { anAssignment, aSegment, range, seqsOf, storedParts } from '../test/assigned.fixture.js';
import { BuiltRecorder } from '../test/built-recorder.fixture.js';

jest.setTimeout(120_000);
type Snapshot = Payload<typeof PULSES.captureSnapshot>;

const dir = tempDir('recorder-process');
let nats: TestNats;
let recorder: BuiltRecorder;
let bus: Bus;
let storage: OpenStorage;
let live: LiveHls;
let snapshots: Snapshot[];
let check: () => void;
/** Programme date-time of segment 0. */
let firstAt = 0;

beforeAll(async () => {
  nats = await startNats();
  recorder = new BuiltRecorder(dir.path);
  storage = await openStorage({ kind: 'file', rootDir: join(dir.path, 'storage'), sync: 'off' });
});
afterAll(async () => {
  await storage.close();
  await nats.stop();
  dir.remove();
});
beforeEach(async () => {
  [snapshots, check] = [[], () => undefined];
  bus = await connectBus({ servers: nats.url, token: nats.token, name: 'test' });
  await bus.ensure();
  bus.onPulse(PULSES.captureSnapshot, '*', (snapshot) => {
    snapshots.push(snapshot);
    check();
  });
  live = await LiveHls.start({ targetSeconds: 1 });
  live.onRequest = () => {
    check();
  };
});
afterEach(async () => {
  for (const { key } of await bus.assignments.all()) await bus.assignments.delete(key);
  await recorder.stop();
  await live.stop();
  await bus.close();
});

/** Waits for what another process does; checked when it tells something or asks the source. */
function until(ready: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    check = () => {
      if (ready()) resolve();
    };
    check();
  });
}
const start = () =>
  recorder.start({
    VODKEEP_NATS_URL: nats.url,
    VODKEEP_NATS_TOKEN: nats.token,
    VODKEEP_STORAGE_DIR: join(dir.path, 'storage'),
  });
const seg = (n: number): LiveSegment =>
  aSegment(n, [`#EXT-X-PROGRAM-DATE-TIME:${new Date(firstAt + n * 500).toISOString()}`]);
const publish = (from: number, to: number): void => {
  live.publish(...range(from, to).map(seg));
};
/**
 * Segments 0 to 3. The source's clock is ahead, so that it is still believed (10 s) by a recorder that starts late on a
 * slow machine.
 */
const goLive = ({ aheadMs } = { aheadMs: 5000 }): void => {
  firstAt = Date.now() + aheadMs;
  publish(0, 3);
};
const stored = (vod: string, count: number): Promise<void> =>
  until(() => snapshots.some((s) => s.vodUuid === vod && s.segments >= count));

async function assign(staleTargets: number): Promise<string> {
  const assignment = anAssignment(live.url, { staleTargets });
  await bus.assignments.put(assignment);
  return assignment.vodUuid;
}
const seqs = (parts: readonly PartInfo[]): number[][] => parts.map(seqsOf);
/** Sequence numbers of the timeline, from the names of its segments. */
const framesOf = (parts: readonly PartInfo[]): number[] =>
  buildTimeline(parts).runs.flatMap((run) => run.segments.map((name) => Number(name.split('-')[1])));

it('P1 a playlist that is 404 for long while the stream is live: the same VOD goes on, with a gap and the next numbers', async () => {
  const child = await start();
  goLive();
  const vod = await assign(3);
  await until(
    () => live.requests.some(({ path }) => path === '/s3.ts') && snapshots.some((s) => s.state === 'writing'),
  );
  live.fault = (_q, response, path) => {
    if (path !== '/live.m3u8') return false;
    response.writeHead(404).end();
    return true;
  };
  await until(() => snapshots.at(-1)?.state === 'standby');
  publish(4, 13);
  live.fault = () => false;
  await until(() => live.requests.some(({ path }) => path === '/s13.ts'));
  live.ended = true;
  await until(() => new Set(snapshots.map((s) => s.partId)).size === 3);
  await bus.assignments.delete(vod);
  const drained = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await drained).toEqual([0, null]);
  const parts = await storedParts(storage, vod);
  expect(seqs(parts)).toEqual([range(0, 3), range(8, 13)]);
  expect(buildTimeline(parts).gaps).toMatchObject([{ at: firstAt + 2000, durMs: 2000 }]);
});

it('a disk that is not mounted: nothing is written below its mount point, what comes is spooled, and all of it is on the disk once it is there', async () => {
  const root = join(dir.path, 'storage');
  await bus.storageIdentity.announceStorage(await storage.claim());
  await rename(root, `${root}.disk`);
  await mkdir(root);
  const child = await start();
  goLive();
  const vod = await assign(20);
  await until(
    () =>
      snapshots.some((s) => s.vodUuid === vod && s.state === 'spooling') &&
      live.requests.some(({ path }) => path === '/s3.ts'),
  );
  expect(await readdir(root)).toEqual([]);
  await rm(root, { recursive: true });
  await rename(`${root}.disk`, root);
  publish(4, 7);
  await stored(vod, 8);
  await bus.assignments.delete(vod);
  const drained = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await drained).toEqual([0, null]);
  const parts = await storedParts(storage, vod);
  expect([seqs(parts), buildTimeline(parts).gaps]).toEqual([[range(0, 7)], []]);
});

it('P6 a killed recorder: the next process of the node goes on with the VOD, and nothing that the source still has is lost', async () => {
  const first = await start();
  // Another process has to start, too, before it sees the second part's.
  goLive({ aheadMs: 8500 });
  const vod = await assign(20);
  await stored(vod, 4);
  const before = snapshots.at(-1);
  const gone = once(first, 'exit');
  first.kill('SIGKILL');
  expect((await gone)[1]).toBe('SIGKILL');
  publish(4, 6);
  await start();
  await until(() => snapshots.some((s) => s.partId !== before?.partId && s.segments >= 6));
  publish(7, 8);
  await until(() => snapshots.some((s) => s.partId !== before?.partId && s.segments >= 8));
  const parts = await storedParts(storage, vod);
  expect(seqs(parts)).toEqual([range(0, 3), range(1, 8)]);
  expect(framesOf(parts)).toEqual(range(0, 8));
  expect(buildTimeline(parts).gaps).toEqual([]);
});
