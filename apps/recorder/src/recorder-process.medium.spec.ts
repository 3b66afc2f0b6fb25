import { once } from 'node:events';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '#libs/messages';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { connectBus, type Bus } from '#libs/bus';
import { PULSES, type Payload } from '#libs/contracts';
import { alignAudio, buildTimeline, missingAudioMs, type PartInfo } from '#libs/domain';
import { openStorage, type OpenStorage } from '#libs/storage';
import { LiveHls, pauseProcess, startNats, tempDir, type LiveSegment, type TestNats } from '#libs/testkit';
import {
  anAssignment,
  anAudioSegment,
  aSegment,
  masterWithAudio,
  range,
  seqsOf,
  storedParts,
} from '../test/capture-data.fixture.js';
import { BuiltRecorder } from '../test/built-recorder.fixture.js';

jest.setTimeout(120_000);
type Snapshot = Payload<typeof PULSES.captureSnapshot>;

/** Spool folder of the recorder `nas/0`. */
const OLD_SPOOL = 'nas%2F0';

const dir = tempDir('recorder-process');
let nats: TestNats;
let recorder: BuiltRecorder;
let bus: Bus;
let storage: OpenStorage;
let live: LiveHls;
let audio: LiveHls;
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
  [live, audio] = [await LiveHls.start({ targetSeconds: 1 }), await LiveHls.start({ targetSeconds: 1 })];
  live.onRequest = () => {
    check();
  };
});
afterEach(async () => {
  process.kill(nats.pid() ?? 0, 'SIGCONT');
  for (const { key } of await bus.assignments.all()) await bus.assignments.delete(key);
  await recorder.stop();
  await Promise.all([live.stop(), audio.stop()]);
  await bus.close();
});

/** Waits until another process has done something; checks at each of its messages and requests. */
function until(ready: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    check = () => {
      if (ready()) resolve();
    };
    check();
  });
}
const start = (more: Readonly<Record<string, string>> = {}) =>
  recorder.start({
    VODKEEP_NATS_URL: nats.url,
    VODKEEP_NATS_TOKEN: nats.token,
    VODKEEP_STORAGE_DIR: join(dir.path, 'storage'),
    ...more,
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

async function assign(staleTargets: number, url = live.url): Promise<string> {
  const assignment = anAssignment(url, { staleTargets });
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
  expect(snapshots.at(-1)?.note).toEqual(message('error.http-status', { status: 404 }));
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
  await until(() => snapshots.at(-1)?.note !== null);
  await rm(root, { recursive: true });
  await rename(`${root}.disk`, root);
  publish(4, 7);
  await stored(vod, 8);
  await until(() => snapshots.at(-1)?.note === null);
  await bus.assignments.delete(vod);
  const drained = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await drained).toEqual([0, null]);
  const parts = await storedParts(storage, vod);
  expect([seqs(parts), buildTimeline(parts).gaps]).toEqual([[range(0, 7)], []]);
});

const isEmpty = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0;

/**
 * Kills a recorder while segments 4 to 7 wait for storage. Storage is back when the next one starts, and the source lists
 * 8 to 13.
 */
async function killWhileStorageIsAway(nextName: string): Promise<readonly PartInfo[]> {
  const [root, spool] = ['storage', 'spool'].map((name) => join(dir.path, name)) as [string, string];
  await bus.storageIdentity.announceStorage(await storage.claim());
  const first = await start();
  goLive({ aheadMs: 8500 });
  const vod = await assign(20);
  await stored(vod, 4);
  await rename(root, `${root}.disk`);
  await mkdir(root);
  publish(4, 7);
  const spooled = (): string[] => readdirSync(join(spool, OLD_SPOOL)).filter((file) => file.includes('%2Fs%2F'));
  await until(() => spooled().length === 4);
  const gone = once(first, 'exit');
  first.kill('SIGKILL');
  await gone;
  publish(8, 13);
  await rm(root, { recursive: true });
  await rename(`${root}.disk`, root);
  for (const file of [OLD_SPOOL, `${OLD_SPOOL}.alive`]) utimesSync(join(spool, file), 0, 0);
  const before = snapshots.at(-1)?.partId;
  await start({ VODKEEP_RECORDER_NAME: nextName });
  await until(() => snapshots.some((s) => s.partId !== before && s.segments >= 6) && isEmpty(join(spool, OLD_SPOOL)));
  return storedParts(storage, vod);
}

it('integrity-15 a recorder killed while storage is away: its next start stores what it captured', async () => {
  const parts = await killWhileStorageIsAway('nas/0');
  expect([seqs(parts), framesOf(parts)]).toEqual([[range(0, 7), range(8, 13)], range(0, 13)]);
});

it('integrity-16 a recorder killed while storage is away: one of another name stores what it captured', async () => {
  const parts = await killWhileStorageIsAway('new-container/0');
  expect([seqs(parts), framesOf(parts)]).toEqual([[range(0, 7), range(8, 13)], range(0, 13)]);
});

it('integrity-19 a recorder that is to end while NATS hangs captures until the end of its time', async () => {
  const child = await start();
  goLive();
  const vod = await assign(20);
  await stored(vod, 4);
  const pid = nats.pid() ?? 0;
  await pauseProcess(pid);
  child.kill('SIGTERM');
  for (const n of range(4, 15)) {
    publish(n, n);
    await until(() => live.requests.some(({ path }) => path === `/s${n}.ts`));
  }
  process.kill(pid, 'SIGCONT');
  const [part] = await storedParts(storage, vod);
  expect(seqsOf(part).slice(0, 15)).toEqual(range(0, 14));
});

it('P6 a killed recorder: the next process of the node goes on with video and audio, and nothing that the source still has is lost', async () => {
  const first = await start();
  const publishBoth = (from: number, to: number): void => {
    publish(from, to);
    audio.publish(...range(from, to).map(anAudioSegment));
  };
  /** Waits until the video and the audio of a part are stored; it does not report the audio apart. */
  const storedBoth = (not: string | undefined, numbers: readonly number[]): Promise<void> => {
    const bytes = numbers.reduce((sum, n) => sum + seg(n).body.length + anAudioSegment(n).body.length, 0);
    return until(() => snapshots.some((s) => s.partId !== not && s.bytes >= bytes));
  };
  live.files.set('/master.m3u8', masterWithAudio(audio.url, ['en']));
  // Another process has to start, too, before it sees the second part's.
  goLive({ aheadMs: 8500 });
  audio.publish(...range(0, 3).map(anAudioSegment));
  const vod = await assign(20, `${live.origin}/master.m3u8`);
  await storedBoth(undefined, range(0, 3));
  const before = snapshots.at(-1);
  const gone = once(first, 'exit');
  first.kill('SIGKILL');
  expect((await gone)[1]).toBe('SIGKILL');
  publishBoth(4, 6);
  await start();
  await storedBoth(before?.partId, range(1, 6));
  publishBoth(7, 8);
  await storedBoth(before?.partId, range(1, 8));
  const parts = await storedParts(storage, vod);
  expect(seqs(parts)).toEqual([range(0, 3), range(1, 8)]);
  expect(framesOf(parts)).toEqual(range(0, 8));
  const video = buildTimeline(parts);
  expect(video.gaps).toEqual([]);
  const [track] = parts[0]?.part?.renditions ?? [];
  const sound = await storedParts(storage, vod, track!.id);
  expect(seqs(sound)).toEqual([range(0, 3), range(1, 8)]);
  const timeline = alignAudio(video, [{ track: track!, parts: sound }]);
  const audioSegments = timeline.runs.flatMap((run) => run.audio?.flatMap(({ segments }) => segments) ?? []);
  // A segment of audio on the border of two runs is in both.
  expect([...new Set(audioSegments.map(({ name }) => Number(name.split('-')[1])))]).toEqual(range(0, 8));
  // The audio begins 100 ms after the video.
  expect(missingAudioMs(timeline)).toEqual([100]);
});
