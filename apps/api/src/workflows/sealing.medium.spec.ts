import 'reflect-metadata';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { objectKeys } from '#libs/contracts';
import { TestApp, eventually } from '../testing/test-app.js';
import { FakePart } from '../testing/fake-part.js';
import { aVod, store } from '../testing/rows.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { CaptureStatusCache } from '../vods/capture-status-cache.js';
import { ConvertJob } from './convert-job.js';

jest.setTimeout(120_000);

let app: TestApp;
const of = <T>(kind: abstract new (...args: never[]) => T): T => app.nest.get(kind as never, { strict: false });
const found = ({ uuid }: VodEntity): Promise<VodEntity | null> => of(VodRepository).find(uuid);
const runsOf = (task: string): number =>
  of(Scheduler)
    .all()
    .find(({ name }) => name === task)?.state.runs ?? 0;

beforeAll(async () => {
  app = await TestApp.start({ without: ['detection'] });
  await app.call('PUT', '/settings', { config: { 'capture.grace_s': 0.5 } });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  await app.stop();
});

/** Stores a VOD whose channel is removed, with a part that has ended. */
async function storeRecorded(vod: VodEntity): Promise<void> {
  await store(of(DataSource), vod);
  const part = new FakePart(app, vod.uuid, { seq: 0, t0: 0 });
  await part.write(2);
  await part.end('endlist');
  await eventually(async () => (await of(VodRepository).parts([vod.uuid])).length === 1, 'the row of the part');
}

const aRecording = (over: Partial<VodEntity>): VodEntity =>
  aVod({ state: 'paused', convertState: null, captureStarted: null, ...over });

it.each([
  ['a recording does not end before its recorder has stored all its parts', { assigned: true, endedAt: null }],
  ['a VOD is sealed once, after its recorder has stored all its parts', { assigned: false }],
])('%s', async (_name, row) => {
  const vod = aRecording(row);
  // None of its segments is stored, so only the snapshots name it.
  const late = new FakePart(app, vod.uuid, { seq: 2, t0: 0 });
  const isKnown = (): Promise<boolean> => {
    late.snapshot('standby', [late.partId]);
    return Promise.resolve(of(CaptureStatusCache).of(vod.uuid) !== null);
  };
  await eventually(isKnown, 'the snapshot');
  await storeRecorded(vod);
  const before = { reconciliation: runsOf('reconciliation'), sealing: runsOf('sealing') };
  const haveRun = (): boolean => Object.entries(before).every(([task, runs]) => runsOf(task) >= runs + 2);
  await eventually(async () => (await isKnown()) && haveRun(), 'two runs', 60_000);
  expect(await found(vod)).toMatchObject({ assigned: row.assigned, convertState: null });

  await late.write(2);
  await late.end('endlist');
  await eventually(async () => (await found(vod))?.convertState === 'queued', 'the conversion', 60_000);
  expect(await found(vod)).toMatchObject({ assigned: false, mediaMs: 8000 });
  expect(await app.objects(`${objectKeys.vod(vod.uuid)}timeline/`)).toHaveLength(1);
});

it('the end of a recording does not wait until other VODs are sealed', async () => {
  const [first, second] = [aRecording({ assigned: false }), aRecording({ assigned: true, endedAt: null })];
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sealing = jest.spyOn(of(ConvertJob), 'seal').mockReturnValue(isReleased);
  try {
    await storeRecorded(first);
    await eventually(() => Promise.resolve(sealing.mock.calls.length === 1), 'the sealing', 60_000);
    await storeRecorded(second);
    await eventually(async () => (await found(second))?.assigned === false, 'the end', 60_000);
    expect(sealing.mock.calls).toEqual([[first.uuid]]);
  } finally {
    release();
  }
});
