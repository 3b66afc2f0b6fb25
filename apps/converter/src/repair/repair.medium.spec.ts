import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  type convertJob,
  decodeJournal,
  type ConvertTimeline,
  type JobResult,
  objectKeys,
  type JournalRecord,
  encodeJournal,
  type RepairPlan,
  type repairJob,
  repairOf,
  segmentName,
  type Timeline,
} from '#libs/contracts';
import {
  buildTimeline,
  isUnfinishedFill,
  type ListedSegment,
  type PartInfo,
  planRepair,
  readPart,
  truncatedSegments,
} from '#libs/domain';
import { english } from '#libs/messages';
import { type OpenStorage, openStorage } from '#libs/storage';
import { joinsOf, makeNumberedEpoch, readFrameNumbers, readPackets } from '#libs/testkit';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { JobBench } from '../../test/job-bench.fixture.js';
import { ConvertHandler } from '../convert/convert.handler.js';
import { FileMaker } from '../convert/file-maker.js';
import { SpaceLedger } from '../core/space-ledger.js';
import { type Worker } from '../core/tokens.js';
import { WorkFolder } from '../core/work-folder.js';
import { RepairPart } from './repair-part.js';
import { RepairHandler } from './repair.handler.js';

jest.setTimeout(180_000);

const CAPTURE = '01JDTEST0000000000000000AA';
const VIDEO = '01JDTEST0000000000000000CC';
/** Each VOD has its own, since a finished attempt is answered from its receipt. */
const attemptOf = (vodUuid: string): string => `01JDTEST0000000000000000${vodUuid.slice(-2)}`;
const conversionOf = (vodUuid: string): string => `01JDTEST00000000000000EE${vodUuid.slice(-2)}`;
/** Wall clock of the first frame of the broadcast, and the start of the VOD as the site reports it: 3 s off. */
const T0 = Date.parse('2026-11-28T18:00:00Z');
const VIDEO_AT = T0 - 3000;
const CLOCK_S = 50;
/** Segments of 1 s with 30 frames; those of the site's VOD have 5 of them. */
const SECONDS = 25;
const PER_VIDEO_SEGMENT = 5;

let dir = '';
let storage: OpenStorage;
let work: WorkFolder;
let worker: Worker;
/** Segments of the broadcast. */
let media: Buffer[];
let mp4Media: Buffer[];
let mp4Init: Buffer;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'repair-'));
  storage = await openStorage({ kind: 'file', rootDir: path.join(dir, 'storage'), sync: 'off' });
  worker = { node: 'n', pid: process.pid, workDir: path.join(dir, 'work'), checkAgainMs: 5 };
  work = new WorkFolder(worker);
  await work.onModuleInit();
  media = await broadcast(0);
  mp4Media = await broadcast(0, 'fmp4');
});
afterAll(async () => {
  await storage.close();
  await rm(dir, { recursive: true, force: true });
});

async function broadcast(firstFrame: number, kind: 'ts' | 'fmp4' = 'ts'): Promise<Buffer[]> {
  const { segments, init } = await makeNumberedEpoch({
    dir: path.join(dir, `${kind}${String(firstFrame)}`),
    kind,
    fps: '30',
    firstFrame,
    frames: SECONDS * 30,
    clockSeconds: CLOCK_S,
    // A keyframe each second, whatever the pictures are.
    encoder: ['-sc_threshold', '0'],
  });
  if (init !== null) mp4Init = await readFile(init);
  return Promise.all(segments.map((file) => readFile(file)));
}

const crcOf = (bytes: Buffer): string => crc32(bytes).toString(16).padStart(8, '0');

interface Stored {
  readonly kind: 'ts' | 'fmp4';
  readonly seq: number;
  readonly durMs: number;
  readonly seconds: number;
  readonly body: Buffer;
  /** Programme date-time of second 0. */
  readonly base: number;
}

/** Stores segments as a part; a segment of less than a second lacks its end, and the next one starts an epoch. */
async function store(place: string, partId: string, segments: readonly Stored[]): Promise<void> {
  const records: JournalRecord[] = [];
  let epoch = -1;
  for (const [i, { kind, seq, seconds, durMs, body, base }] of segments.entries()) {
    const lost = 1000 - (segments[i - 1]?.durMs ?? 0);
    const [ptsMs, at] = [(CLOCK_S + seconds) * 1000, base + seconds * 1000];
    if (lost > 0) {
      const cut = { epoch, fromSeq: seq - 1, toSeq: seq - 1, at: at - lost, durMs: lost, cause: 'truncated' as const };
      if (i > 0) records.push({ t: 'gap', ...cut });
      epoch += 1;
      const cause = epoch === 0 ? 'start' : 'discontinuity';
      const initCrc = kind === 'fmp4' ? crcOf(mp4Init) : null;
      records.push({ ...{ t: 'epoch', epoch, cause, startAt: at, firstPtsMs: ptsMs, initCrc, container: kind } });
      if (initCrc !== null) await storage.put(objectKeys.init(place, partId, initCrc), mp4Init);
    }
    const ext = kind === 'ts' ? 'ts' : 'm4s';
    const rest = { bytes: body.length, pdtMs: at, crc: crcOf(body), ext } as const;
    const name = segmentName({ epoch, seq, ptsMs, durMs, ...rest });
    await storage.put(objectKeys.segment(place, partId, name), body);
    records.push({ t: 'seg', name, storedAt: 0 });
  }
  await storage.put(objectKeys.journalPage(place, partId, 0), Buffer.from(encodeJournal(records)));
}

async function partOf(place: string, partId: string): Promise<PartInfo> {
  const records: JournalRecord[] = [];
  for await (const { key } of storage.list(objectKeys.journal(place, partId)))
    records.push(...decodeJournal((await storage.read(key)).toString()).records);
  const listed: ListedSegment[] = [];
  for await (const { key, sizeBytes } of storage.list(objectKeys.segments(place, partId)))
    listed.push({ name: path.basename(key), bytes: sizeBytes, modifiedAt: 0 });
  return readPart(partId, records, listed);
}

interface Recorded {
  /** The site's VOD of it, and what was received. Default: the same. */
  readonly video?: readonly Buffer[];
  readonly received?: readonly Buffer[];
  readonly kind?: 'ts' | 'fmp4';
  readonly videoKind?: 'ts' | 'fmp4';
  /** The second whose segment lacks its second half. */
  readonly cutAt?: number;
}

/** A recording of some seconds of the broadcast, and the site's VOD of all of it. */
async function recorded(vodUuid: string, seconds: readonly number[], over: Recorded = {}): Promise<Timeline> {
  const { received = media, kind = 'ts', videoKind = kind, cutAt } = over;
  const video = over.video ?? received;
  const own = seconds.map((n): Stored => {
    const body = received[n] ?? Buffer.of();
    const half = body.subarray(0, Math.floor(body.length / 2 / 188) * 188);
    const isCut = n === cutAt;
    return { kind, seq: n, seconds: n, durMs: isCut ? 500 : 1000, body: isCut ? half : body, base: T0 };
  });
  await store(vodUuid, CAPTURE, own);
  const groups = Array.from({ length: SECONDS / PER_VIDEO_SEGMENT }, (_, n): Stored => {
    const from = n * PER_VIDEO_SEGMENT;
    const body = Buffer.concat(video.slice(from, from + PER_VIDEO_SEGMENT));
    const durMs = PER_VIDEO_SEGMENT * 1000;
    return { kind: videoKind, seq: n, seconds: from, durMs, body, base: VIDEO_AT };
  });
  await store(repairOf(vodUuid), VIDEO, groups);
  return buildTimeline([await partOf(vodUuid, CAPTURE)]);
}

async function repair(vodUuid: string, timeline: Timeline): Promise<JobResult<typeof repairJob>> {
  const bench = new JobBench();
  const attempt = attemptOf(vodUuid);
  const planKey = objectKeys.timeline(vodUuid, attempt);
  const cut = truncatedSegments([await partOf(vodUuid, CAPTURE)]);
  const truncated = new Set([...cut].map(({ name }) => name));
  const plan: RepairPlan = {
    vodUuid,
    videoStartedAt: VIDEO_AT,
    source: buildTimeline([await partOf(repairOf(vodUuid), VIDEO)]).runs,
    gaps: planRepair(timeline, timeline.gaps, { videoStartedAt: VIDEO_AT, truncated }),
  };
  await storage.put(planKey, Buffer.from(JSON.stringify(plan)));
  const handler = new RepairHandler(bench.runner(storage), work, storage, worker);
  await handler.run({ jobName: 'repair', attempt, input: { vodUuid, planKey } }, bench.delivered());
  expect(bench.names()).toEqual(['job-started', 'job-done']);
  return bench.result as JobResult<typeof repairJob>;
}

/** Converts a recording with all its parts. @returns path of the file */
async function convert(vodUuid: string, { runs }: Timeline): Promise<string> {
  const bench = new JobBench();
  const timelineKey = objectKeys.timeline(vodUuid, conversionOf(vodUuid));
  const timeline: ConvertTimeline = { vodUuid, runs, chapters: [] };
  await storage.put(timelineKey, Buffer.from(JSON.stringify(timeline)));
  const handler = new ConvertHandler(
    bench.runner(storage),
    new FileMaker(storage, work),
    new SpaceLedger(storage, work),
    storage,
    worker,
  );
  const input = { vodUuid, container: 'mp4' as const, basename: 'x', timelineKey };
  await handler.run({ jobName: 'remux', attempt: conversionOf(vodUuid), input }, bench.delivered());
  const { files, warnings } = bench.result as JobResult<typeof convertJob>;
  expect(warnings.map(english)).toEqual([]);
  expect(files).toHaveLength(1);
  const file = path.join(dir, `${vodUuid}.mp4`);
  await writeFile(file, await storage.read(files[0]?.key ?? ''));
  return file;
}

async function* bodies(all: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const body of all) yield await Promise.resolve(body);
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
const allFrames = range(0, SECONDS * 30);
const uuidOf = (n: number): string => `0b6b7f5e-7a86-4b0c-9a57-0d5b1f1d7c${String(n).padStart(2, '0')}`;

/** Each frame once, and sound and picture together. */
async function expectWhole(file: string, frames: readonly number[]): Promise<void> {
  expect(await readFrameNumbers(file)).toEqual(frames);
  const picture = joinsOf(await readPackets(file, 'v'));
  expect(Math.max(picture.gap, picture.lap)).toBeLessThan(0.001);
  const sound = joinsOf(await readPackets(file, 'a'));
  expect(Math.max(sound.gap, sound.lap)).toBeLessThan(0.02);
}

describe('a repair', () => {
  it('fills gaps in the middle with the frames of the VOD, each number once, sound and picture together', async () => {
    const vod = uuidOf(1);
    const gapped = await recorded(vod, [...range(0, 4), ...range(7, 13), ...range(18, SECONDS)]);
    expect(gapped.gaps.map(({ durMs }) => durMs)).toEqual([3000, 5000]);
    const { part, gaps } = await repair(vod, gapped);
    expect(gaps).toMatchObject([{ reason: null }, { reason: null }]);
    expect(gaps.map(({ filled }) => filled.map(({ durMs }) => Math.round(durMs)))).toEqual([[3000], [5000]]);
    expect(gaps.map(({ filled }) => filled.map(({ videoMs }) => Math.round(videoMs)))).toEqual([[4000], [13_000]]);
    expect(part).toMatchObject({ partId: attemptOf(vod), mediaMs: 8000 });
    const timeline = buildTimeline([await partOf(vod, CAPTURE), await partOf(vod, attemptOf(vod))]);
    expect(timeline.gaps).toEqual([]);
    expect(timeline.runs.map(({ partId }) => partId)).toEqual([
      CAPTURE,
      attemptOf(vod),
      CAPTURE,
      attemptOf(vod),
      CAPTURE,
    ]);
    await expectWhole(await convert(vod, timeline), allFrames);
    expect(await readdir(path.dirname(work.file('x')))).toEqual([]);
  });

  it('fills what is missing at the start and at the end', async () => {
    const vod = uuidOf(2);
    const middle = await recorded(vod, range(6, 15));
    const preroll = { at: T0 + 2000, durMs: 4000, cause: 'ad' as const };
    const lost = { at: T0 + 15_000, durMs: 5000, cause: 'recorder-lost' as const };
    const { gaps } = await repair(vod, { ...middle, gaps: [preroll, lost] });
    expect(gaps).toMatchObject([{ reason: null }, { reason: null }]);
    const timeline = buildTimeline([await partOf(vod, CAPTURE), await partOf(vod, attemptOf(vod))]);
    expect(timeline.gaps).toEqual([]);
    const file = await convert(vod, timeline);
    expect(await readFrameNumbers(file)).toEqual(range(2 * 30, 20 * 30));
  });

  it('fills the gaps of a recording in fMP4, in its container', async () => {
    const vod = uuidOf(5);
    const seconds = [...range(2, 4), ...range(7, 13), ...range(18, SECONDS)];
    const gapped = await recorded(vod, seconds, { received: mp4Media, kind: 'fmp4' });
    const { gaps } = await repair(vod, gapped);
    expect(gaps).toMatchObject([{ reason: null }, { reason: null }]);
    const timeline = buildTimeline([await partOf(vod, CAPTURE), await partOf(vod, attemptOf(vod))]);
    expect([timeline.gaps, timeline.runs.map(({ container }) => container)]).toEqual([[], Array(5).fill('fmp4')]);
    await expectWhole(await convert(vod, timeline), range(2 * 30, SECONDS * 30));
  });

  it('replaces a segment that came without its end, whose last frame is damaged', async () => {
    const vod = uuidOf(6);
    const cut = await recorded(vod, range(0, SECONDS), { cutAt: 10 });
    expect(cut.gaps).toMatchObject([{ durMs: 500, cause: 'truncated' }]);
    expect(await repair(vod, cut)).toMatchObject({ gaps: [{ reason: null }], part: { mediaMs: 1000 } });
    const timeline = buildTimeline([await partOf(vod, CAPTURE), await partOf(vod, attemptOf(vod))]);
    expect(timeline.gaps).toEqual([]);
    await expectWhole(await convert(vod, timeline), allFrames);
  });

  it('leaves a gap if the VOD has another container, and says why', async () => {
    const vod = uuidOf(7);
    const gapped = await recorded(vod, [...range(0, 4), ...range(7, 13)], { video: mp4Media, videoKind: 'fmp4' });
    const { part, gaps } = await repair(vod, gapped);
    expect([part, gaps.map(({ reason }) => reason?.key)]).toEqual([null, ['repair.other-container']]);
  });

  it('that dies before its end leaves a part that does not count', async () => {
    const [vodUuid, partId] = [uuidOf(4), attemptOf(uuidOf(4))];
    const part = new RepairPart(storage, { vodUuid, partId, recorder: 'n' });
    const { signal } = new AbortController();
    await part.add({ bodies: bodies(media.slice(4, 7)), init: null }, { startAt: T0 + 4000, siteAt: null }, signal);
    const begun = await partOf(vodUuid, partId);
    expect([begun.segments.length, isUnfinishedFill(begun)]).toEqual([3, true]);
    await part.end(signal);
    const ended = await partOf(vodUuid, partId);
    expect([ended.epochs.get(0)?.startAt, isUnfinishedFill(ended)]).toEqual([T0 + 4000, false]);
  });

  it('leaves a gap whose neighbours the VOD does not have, and says why', async () => {
    const vod = uuidOf(3);
    const other = await broadcast(2000);
    const gapped = await recorded(vod, [...range(0, 4), ...range(7, 13)], { video: other });
    const { part, gaps } = await repair(vod, gapped);
    expect(part).toBeNull();
    expect(gaps.map(({ filled, reason }) => [filled, reason?.key])).toEqual([[[], 'repair.other-media']]);
    const stored: string[] = [];
    for await (const name of storage.names(objectKeys.parts(vod))) stored.push(name);
    expect(stored).toEqual([`${CAPTURE}/`]);
  });
});
