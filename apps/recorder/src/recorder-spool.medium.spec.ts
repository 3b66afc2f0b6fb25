import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EVENTS } from '#libs/contracts';
import { startNats, type TestNats } from '#libs/testkit';
import { aSegment, range, seqsOf } from '../test/capture-data.fixture.js';
import { RecorderFixture } from '../test/recorder.fixture.js';
import { SpoolRecovery } from './store/spool-recovery.js';
import { Spool } from './store/spool.js';

let nats: TestNats;
let fixture: RecorderFixture;

beforeAll(async () => {
  nats = await startNats();
});
afterAll(async () => {
  await nats.stop();
});
beforeEach(async () => {
  fixture = await RecorderFixture.open(nats);
});
afterEach(() => fixture.close());

const AWAY_SEQS = range(2, 5);
const AWAY_BYTES = 9_000_000;

/** Two segments are stored; four more wait in the spool. */
async function recordingWithStorageAway(): Promise<{
  readonly recorder: RecorderFixture['recorders'][number];
  readonly vodUuid: string;
}> {
  fixture.publish(0, 1);
  const recorder = await fixture.startRecorder('n1/0');
  const { vodUuid } = await fixture.assign();
  await fixture.stored(vodUuid, 2);
  fixture.refuses = () => true;
  fixture.live.publish(...AWAY_SEQS.map((n) => aSegment(n, [], AWAY_BYTES)));
  // A recorder that is stopped before fetches no more of them.
  await fixture.until(
    () => recorder.spool.bytes >= AWAY_SEQS.length * AWAY_BYTES && fixture.snapshots.at(-1)?.state === 'spooling',
  );
  return { recorder, vodUuid };
}

describe('a recorder', () => {
  it('P34 keeps segments on the disk while storage is away, and stores them in order afterwards', async () => {
    const { recorder, vodUuid } = await recordingWithStorageAway();
    fixture.refuses = () => false;
    await fixture.stored(vodUuid, 6);
    fixture.live.ended = true;
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 1);
    const [part] = await fixture.parts(vodUuid);
    expect(seqsOf(part)).toEqual(range(0, 5));
    expect(part?.records.filter((r) => r.t === 'seg').map((r) => r.name)).toEqual(part?.segments.map((s) => s.name));
    expect(part?.gaps).toEqual([]);
    expect(recorder.spool.bytes).toBe(0);
    expect(readdirSync(fixture.spoolDir('n1/0'))).toEqual([]);
  });

  it('names the part of a lost segment in the log when the lease names the next part already', async () => {
    const { vodUuid } = await recordingWithStorageAway();
    const partOf = async (): Promise<string | undefined> => (await fixture.bus.leases.get(vodUuid))?.value.partId;
    const first = await partOf();
    fixture.live.ended = true;
    await fixture.until(() => fixture.snapshots.at(-1)?.state === 'standby');
    expect(await partOf()).not.toBe(first);
    const dir = fixture.spoolDir('n1/0');
    for (const file of readdirSync(dir)) rmSync(join(dir, file));
    fixture.refuses = () => false;
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 1);
    const lost = fixture.logged.filter(({ text }) => text.endsWith('segment lost'));
    expect(lost.length).toBeGreaterThan(0);
    expect(new Set(lost.map(({ metadata }) => metadata?.['part']))).toEqual(new Set([first]));
  });

  it('reports parts that have ended as finishing until they are stored', async () => {
    const { vodUuid } = await recordingWithStorageAway();
    const first = (await fixture.bus.leases.get(vodUuid))?.value.partId;
    fixture.live.ended = true;
    await fixture.until(() => fixture.snapshots.at(-1)?.state === 'standby');
    const waiting = fixture.snapshots.at(-1);
    expect(waiting?.finishing).toEqual([first]);
    expect(waiting?.partId).not.toBe(first);
    fixture.refuses = () => false;
    await fixture.until(() => fixture.snapshots.at(-1)?.finishing?.length === 0);
    const [part] = await fixture.parts(vodUuid);
    expect([part?.partId, seqsOf(part), part?.end?.cause]).toEqual([first, range(0, 5), 'endlist']);
  });

  it('reports a part as finishing after its recording was stopped', async () => {
    const { vodUuid } = await recordingWithStorageAway();
    await fixture.bus.assignments.delete(vodUuid);
    await fixture.until(() => fixture.snapshots.at(-1)?.state === 'standby');
    const { partId, finishing } = fixture.snapshots.at(-1) ?? {};
    expect(finishing).toEqual([partId]);
    fixture.refuses = () => false;
    await fixture.until(() => fixture.snapshots.at(-1)?.finishing?.length === 0);
  });

  it('reports a part that has ended as finishing until it is stored, also after SIGTERM', async () => {
    const { recorder, vodUuid } = await recordingWithStorageAway();
    const first = (await fixture.bus.leases.get(vodUuid))?.value.partId ?? '';
    fixture.live.ended = true;
    await fixture.until(() => fixture.snapshots.at(-1)?.state === 'standby');
    const before = fixture.snapshots.length;
    const drained = recorder.drain.run();
    // One comes when the capture stops, and one when the part is stored.
    const reports = () =>
      fixture.snapshots.slice(before).filter(({ finishing }) => finishing?.includes(first) === true);
    await fixture.until(() => reports().length >= 3);
    fixture.refuses = () => false;
    await drained;
    // The last snapshot may still be on its way.
    await fixture.until(() => fixture.snapshots.at(-1)?.finishing?.length === 0);
    const [part] = await fixture.parts(vodUuid);
    expect([part?.partId, seqsOf(part), part?.end?.cause]).toEqual([first, range(0, 5), 'endlist']);
  });

  it('leaves unstored data in the spool on SIGTERM while storage is unavailable', async () => {
    const { recorder, vodUuid } = await recordingWithStorageAway();
    await recorder.drain.run();
    fixture.refuses = () => false;

    const left = new Spool({ dir: fixture.spoolDir('n1/0'), maxBytes: 1e9, maxAgeMs: 60_000, now: () => 0 });
    await new SpoolRecovery({
      spool: left,
      storage: fixture.storage,
      bus: fixture.bus,
      log: fixture.log,
      recorder: 'n1/0',
      wall: () => Date.now(),
    }).run(new AbortController().signal);
    const [part] = await fixture.parts(vodUuid);
    expect(seqsOf(part)).toEqual(range(0, 5));
    expect([part?.gaps, part?.end?.cause, left.bytes]).toEqual([[], 'drained', 0]);
  });

  it('stores its data after another recorder took over during an outage of storage', async () => {
    const { vodUuid } = await recordingWithStorageAway();
    await fixture.takeOver(vodUuid);
    await fixture.until(
      () => fixture.snapshots.at(-1)?.state === 'opening' || fixture.snapshots.at(-1)?.state === 'standby',
    );
    fixture.refuses = () => false;
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 1);
    const [part] = await fixture.parts(vodUuid);
    expect([seqsOf(part), part?.end?.cause]).toEqual([range(0, 5), 'superseded']);
  });

  it('stores the page of an epoch before its first segment', async () => {
    const keys: string[] = [];
    fixture.refuses = () => false;
    fixture.onPut = (key) => {
      keys.push(key.replace(/^.*\/(i|j|s)\/.*$/, '$1'));
    };
    fixture.publish(0, 1);
    fixture.live.publish(aSegment(2, ['#EXT-X-DISCONTINUITY']));
    await fixture.startRecorder('n1/0');
    const { vodUuid } = await fixture.assign();
    await fixture.stored(vodUuid, 3);
    expect(keys).toEqual(['j', 's', 's', 'j', 's']);
  });

  it('records a gap for data beyond memory and spool', async () => {
    fixture.publish(0, 1);
    await fixture.startRecorder('n1/0', { spoolBytes: 0 });
    const { vodUuid } = await fixture.assign();
    await fixture.stored(vodUuid, 2);
    let first = true;
    fixture.refuses = () => first;
    fixture.live.publish(...range(2, 5).map((n) => aSegment(n, [], 9_000_000)));
    await fixture.until(
      () => fixture.live.requests.some((a) => a.path === '/s5.ts') && fixture.snapshots.at(-1)?.state === 'spooling',
    );
    first = false;
    fixture.live.ended = true;
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 1);
    const [part] = await fixture.parts(vodUuid);
    expect(part?.gaps.map((g) => g.cause)).toContain('spool-full');
    expect([...seqsOf(part), ...(part?.gaps.map((g) => g.fromSeq) ?? [])].toSorted((a, b) => a - b)).toEqual(
      range(0, 5),
    );
  });
});
