import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EVENTS } from '#libs/contracts';
import { startNats, type TestNats } from '#libs/testkit';
import { aSegment, range, seqsOf } from '../test/assigned.fixture.js';
import { RecorderStage } from '../test/recorder-stage.fixture.js';
import { SpoolRecovery } from './store/spool-recovery.js';
import { Spool } from './store/spool.js';

let nats: TestNats;
let stage: RecorderStage;

beforeAll(async () => {
  nats = await startNats();
});
afterAll(async () => {
  await nats.stop();
});
beforeEach(async () => {
  stage = await RecorderStage.open(nats);
});
afterEach(() => stage.close());

/** Two segments are stored; four more, of 9 MB each, wait in memory and in the spool. */
async function recordingWithStorageAway(): Promise<{
  readonly recorder: RecorderStage['recorders'][number];
  readonly vodUuid: string;
}> {
  stage.publish(0, 1);
  const recorder = await stage.startRecorder('n1/0');
  const { vodUuid } = await stage.assign();
  await stage.stored(vodUuid, 2);
  stage.refuses = () => true;
  stage.live.publish(...range(2, 5).map((n) => aSegment(n, [], 9_000_000)));
  await stage.until(() => recorder.spool.bytes > 9_000_000 && stage.snapshots.at(-1)?.state === 'spooling');
  return { recorder, vodUuid };
}

describe('a recorder', () => {
  it('P34 keeps segments on the disk while storage is away, and stores them in order afterwards', async () => {
    const { recorder, vodUuid } = await recordingWithStorageAway();
    stage.refuses = () => false;
    await stage.stored(vodUuid, 6);
    stage.live.ended = true;
    await stage.until(() => stage.event(EVENTS.partEnded.name).length === 1);
    const [part] = await stage.parts(vodUuid);
    expect(seqsOf(part)).toEqual(range(0, 5));
    expect(part?.records.filter((r) => r.t === 'seg').map((r) => r.name)).toEqual(part?.segments.map((s) => s.name));
    expect(part?.gaps).toEqual([]);
    expect(recorder.spool.bytes).toBe(0);
    expect(readdirSync(stage.spoolDir('n1/0'))).toEqual([]);
  });

  it('leaves what storage did not take in the spool when it is asked to end (SIGTERM while storage is away)', async () => {
    const { recorder, vodUuid } = await recordingWithStorageAway();
    await recorder.drain.run();
    stage.refuses = () => false;

    const left = new Spool({ dir: stage.spoolDir('n1/0'), maxBytes: 1e9, maxAgeMs: 60_000, now: () => 0 });
    await new SpoolRecovery({
      spool: left,
      storage: stage.storage,
      bus: stage.bus,
      log: stage.log,
      recorder: 'n1/0',
      wall: () => Date.now(),
    }).run(new AbortController().signal);
    const [part] = await stage.parts(vodUuid);
    expect(seqsOf(part)).toEqual(range(0, 5));
    expect([part?.gaps, part?.end?.cause, left.bytes]).toEqual([[], 'drained', 0]);
  });

  it('stores what it has when another recorder took over while storage was away', async () => {
    const { vodUuid } = await recordingWithStorageAway();
    await stage.takeOver(vodUuid);
    await stage.until(() => stage.snapshots.at(-1)?.state === 'opening' || stage.snapshots.at(-1)?.state === 'standby');
    stage.refuses = () => false;
    await stage.until(() => stage.event(EVENTS.partEnded.name).length === 1);
    const [part] = await stage.parts(vodUuid);
    expect([seqsOf(part), part?.end?.cause]).toEqual([range(0, 5), 'superseded']);
  });

  it('stores the page of an epoch before its first segment', async () => {
    const keys: string[] = [];
    stage.refuses = () => false;
    stage.onPut = (key) => {
      keys.push(key.replace(/^.*\/(i|j|s)\/.*$/, '$1'));
    };
    stage.publish(0, 1);
    stage.live.publish(aSegment(2, ['#EXT-X-DISCONTINUITY']));
    await stage.startRecorder('n1/0');
    const { vodUuid } = await stage.assign();
    await stage.stored(vodUuid, 3);
    expect(keys).toEqual(['j', 's', 's', 'j', 's']);
  });

  it('notes a gap for what neither memory nor spool can hold', async () => {
    stage.publish(0, 1);
    await stage.startRecorder('n1/0', { spoolBytes: 0 });
    const { vodUuid } = await stage.assign();
    await stage.stored(vodUuid, 2);
    let first = true;
    stage.refuses = () => first;
    stage.live.publish(...range(2, 5).map((n) => aSegment(n, [], 9_000_000)));
    await stage.until(
      () => stage.live.asked.some((a) => a.path === '/s5.ts') && stage.snapshots.at(-1)?.state === 'spooling',
    );
    first = false;
    stage.live.ended = true;
    await stage.until(() => stage.event(EVENTS.partEnded.name).length === 1);
    const [part] = await stage.parts(vodUuid);
    expect(part?.gaps.map((g) => g.cause)).toContain('spool-full');
    expect([...seqsOf(part), ...(part?.gaps.map((g) => g.fromSeq) ?? [])].toSorted((a, b) => a - b)).toEqual(
      range(0, 5),
    );
  });
});
