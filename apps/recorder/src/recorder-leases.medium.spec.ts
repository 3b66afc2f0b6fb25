import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { EVENTS, type Lease } from '#libs/contracts';
import { buildTimeline } from '#libs/domain';
import { pauseProcess, startNats, type TestNats } from '#libs/testkit';
import { range, seqsOf } from '../test/capture-data.fixture.js';
import { RecorderFixture } from '../test/recorder.fixture.js';

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
afterEach(async () => {
  process.kill(nats.pid() ?? 0, 'SIGCONT');
  await fixture.close();
});

const BOOT_ID = '/proc/sys/kernel/random/boot_id';
const DEAD_PROCESS = '01ARZ3NDEKTSV4RRFFQ69G5FAW';
const deadLease = (vodUuid: string, node: string): Lease => ({
  vodUuid,
  partId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  recorder: `${node}/0`,
  node,
  pid: 999_999,
  process: DEAD_PROCESS,
  since: new Date().toISOString(),
});

describe('a recorder', () => {
  it('gives the lease back when the assignment is deleted', async () => {
    fixture.publish(0, 1);
    await fixture.startRecorder('n1/0');
    const { vodUuid } = await fixture.assign();
    await fixture.stored(vodUuid, 2);
    expect(await fixture.bus.leases.get(vodUuid)).toMatchObject({ value: { recorder: 'n1/0' } });
    const freed = Promise.withResolvers<string>();
    const stopWatch = await fixture.bus.leases.watch((change) => {
      if (change.type === 'delete' && change.key === vodUuid) freed.resolve(change.cause);
    });
    await fixture.bus.assignments.delete(vodUuid);
    expect(await freed.promise).toBe('deleted');
    stopWatch();
  });

  it('stops when it sees another part id in the lease', async () => {
    fixture.publish(0, 1);
    await fixture.startRecorder('n1/0');
    const { vodUuid } = await fixture.assign();
    await fixture.stored(vodUuid, 2);
    await fixture.takeOver(vodUuid);
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 1);
    expect(fixture.event(EVENTS.partEnded.name)[0]?.payload).toMatchObject({ cause: 'superseded' });
    await fixture.until(() => fixture.recorders[0]?.slots.used === 0);
  });

  it('hands over on SIGTERM: goes on until the successor shows a stored segment; each second is there once', async () => {
    fixture.publish(0, 3);
    const first = await fixture.startRecorder('n1/0');
    const { vodUuid } = await fixture.assign();
    await fixture.stored(vodUuid, 4);
    await fixture.startRecorder('n2/0', { node: 'n2' });
    const drained = first.drain.run();
    await fixture.until(() => fixture.event(EVENTS.partStarted.name).length === 2);
    fixture.publish(4, 5);
    await drained;
    fixture.live.ended = true;
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 2);
    expect(fixture.event(EVENTS.partEnded.name)[0]?.payload).toMatchObject({ cause: 'drained', recorder: 'n1/0' });
    const all = await fixture.parts(vodUuid);
    expect(buildTimeline(all).runs.flatMap((run) => run.segments.map((name) => Number(name.split('-')[1])))).toEqual(
      range(0, 5),
    );
  });

  it('integrity-19 goes on after SIGTERM while NATS hangs, and hands over when it is back', async () => {
    fixture.publish(0, 3);
    const first = await fixture.startRecorder('n1/0', { handOverMs: 60_000 });
    const { vodUuid } = await fixture.assign();
    await fixture.stored(vodUuid, 4);
    const pid = nats.pid() ?? 0;
    await pauseProcess(pid);
    const drained = first.drain.run();
    for (const n of range(4, 13)) {
      fixture.publish(n, n);
      await fixture.until(() => fixture.live.requests.some(({ path }) => path === `/s${n}.ts`));
    }
    process.kill(pid, 'SIGCONT');
    await fixture.startRecorder('n2/0', { node: 'n2' });
    await drained;
    const all = await fixture.parts(vodUuid);
    expect([seqsOf(all[0]), all[0]?.end?.cause, all.length]).toEqual([range(0, 13), 'drained', 2]);
  });

  it('sources-9 hands over a source whose dates stand still; each second is there once, and the part shows it', async () => {
    fixture.live.head = ['#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z'];
    fixture.publish(0, 5);
    const first = await fixture.startRecorder('n1/0');
    const { vodUuid } = await fixture.assign();
    await fixture.stored(vodUuid, 6);
    for (let n = 6; !fixture.snapshots.at(-1)?.notices.some(({ code }) => code === 'dates-ignored'); n += 1) {
      fixture.publish(n, n);
      await fixture.stored(vodUuid, n + 1);
    }
    const published = (await fixture.parts(vodUuid))[0]?.segments.length ?? 0;
    await fixture.startRecorder('n2/0', { node: 'n2' });
    const drained = first.drain.run();
    await fixture.until(() => fixture.event(EVENTS.partStarted.name).length === 2);
    fixture.publish(published, published + 3);
    await drained;
    fixture.live.ended = true;
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 2);
    const all = await fixture.parts(vodUuid);
    const { runs, gaps } = buildTimeline(all);
    expect(runs.flatMap((run) => run.segments.map((name) => Number(name.split('-')[1])))).toEqual(
      range(0, published + 3),
    );
    expect(gaps).toEqual([]);
    expect(all[0]?.notices.map(({ code }) => code)).toEqual(['dates-moved', 'dates-ignored']);
    expect(fixture.event(EVENTS.partEnded.name)[0]?.payload).toMatchObject({ notices: all[0]?.notices });
  });

  it('takes back at once what a dead process of its node held', async () => {
    fixture.publish(0, 1);
    const { vodUuid } = await fixture.assign();
    await fixture.bus.leases.take(deadLease(vodUuid, 'n1'));
    await fixture.startRecorder('n1/0');
    await fixture.stored(vodUuid, 2);
    expect(await fixture.bus.leases.get(vodUuid)).toMatchObject({ value: { pid: process.pid } });
  });

  it('integrity-13 reports the process of its node that died with captures, and takes them back at once', async () => {
    fixture.publish(0, 1);
    const { vodUuid } = await fixture.assign();
    const isolated = await fixture.assign({ isolated: 1 });
    for (const vod of [vodUuid, isolated.vodUuid]) await fixture.bus.leases.take(deadLease(vod, 'n1'));
    await fixture.startRecorder('n1/0');
    await fixture.stored(vodUuid, 2);
    const [died] = fixture.event(EVENTS.recorderDied.name);
    expect(died?.payload).toMatchObject({ process: DEAD_PROCESS, recorder: 'n1/0' });
    expect(died?.payload['vodUuids']).toEqual(expect.arrayContaining([vodUuid, isolated.vodUuid]));
    expect(await fixture.bus.leases.get(isolated.vodUuid)).toBeNull();
  });

  it('integrity-13 reports its predecessor also after the leases of that have expired', async () => {
    fixture.publish(0, 1);
    const { vodUuid } = await fixture.assign();
    const held = { process: DEAD_PROCESS, vodUuids: [vodUuid], bootId: readFileSync(BOOT_ID, 'utf8').trim() };
    writeFileSync(`${fixture.spoolDir('n1/0')}.leases`, JSON.stringify(held));
    const recorder = await fixture.startRecorder('n1/0');
    await fixture.stored(vodUuid, 2);
    expect(fixture.event(EVENTS.recorderDied.name).map(({ payload }) => payload['vodUuids'])).toEqual([[vodUuid]]);
    await recorder.drain.run();
    await fixture.startRecorder('n1/0');
    await fixture.until(() => fixture.event(EVENTS.partStarted.name).length === 2);
    expect(fixture.event(EVENTS.recorderDied.name)).toHaveLength(1);
  });

  it('integrity-13 reports a process of another node whose leases expire', async () => {
    await fixture.startRecorder('n1/0');
    const vods = [randomUUID(), randomUUID()];
    for (const vod of vods) await fixture.bus.leases.take(deadLease(vod, 'n2'));
    await fixture.until(() => fixture.event(EVENTS.recorderDied.name).length > 0);
    const [died, ...more] = fixture.event(EVENTS.recorderDied.name);
    expect(more).toEqual([]);
    expect(died?.payload).toMatchObject({ process: DEAD_PROCESS, recorder: 'n2/0' });
    expect(died?.payload['vodUuids']).toEqual(expect.arrayContaining(vods));
  });

  it('integrity-13 moves a capture to the isolated recorder that its assignment names, and back; each second is there once', async () => {
    fixture.publish(0, 3);
    const [common, isolated] = [
      await fixture.startRecorder('n1/0'),
      await fixture.startRecorder('n1/isolated-1', { isolated: 1 }),
    ];
    const assignment = await fixture.assign();
    const { vodUuid } = assignment;
    await fixture.stored(vodUuid, 4);
    expect(isolated.slots.used).toBe(0);
    await fixture.bus.assignments.put({ ...assignment, isolated: 1 });
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 1 && common.slots.used === 0);
    expect(await fixture.bus.leases.get(vodUuid)).toMatchObject({ value: { recorder: 'n1/isolated-1', isolated: 1 } });
    fixture.publish(4, 5);
    await fixture.stored(vodUuid, 6);
    await fixture.bus.assignments.put(assignment);
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 2 && isolated.slots.used === 0);
    fixture.publish(6, 7);
    await fixture.stored(vodUuid, 8);
    const all = await fixture.parts(vodUuid);
    expect(all.map(({ part }) => part?.recorder)).toEqual(['n1/0', 'n1/isolated-1', 'n1/0']);
    expect(buildTimeline(all).runs.flatMap((run) => run.segments.map((name) => Number(name.split('-')[1])))).toEqual(
      range(0, 7),
    );
    const causes = fixture.event(EVENTS.partEnded.name).map(({ payload }) => payload['cause']);
    expect(causes).toEqual(['drained', 'drained']);
  });

  it('P16 records no more than it has slots, the more important one first', async () => {
    fixture.publish(0, 1);
    const low = await fixture.assign({ priority: 0 });
    const high = await fixture.assign({ priority: 100 });
    await fixture.startRecorder('n1/0', { slots: 1 });
    await fixture.until(() => fixture.snapshots.some((s) => s.segments > 0));
    expect([...new Set(fixture.snapshots.map((s) => s.vodUuid))]).toEqual([high.vodUuid]);
    await fixture.bus.assignments.delete(high.vodUuid);
    await fixture.stored(low.vodUuid, 2);
  });
});
