import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EVENTS } from '#libs/contracts';
import { buildTimeline } from '#libs/domain';
import { startNats, type TestNats } from '#libs/testkit';
import { range } from '../test/assigned.fixture.js';
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
afterEach(() => fixture.close());

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

  it('sources-9: hands over a source whose dates stand still; each second is there once, and the part shows it', async () => {
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
    await fixture.bus.leases.take({
      vodUuid,
      partId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      recorder: 'n1/0',
      node: 'n1',
      pid: 999_999,
      since: new Date().toISOString(),
    });
    await fixture.startRecorder('n1/0');
    await fixture.stored(vodUuid, 2);
    expect(await fixture.bus.leases.get(vodUuid)).toMatchObject({ value: { pid: process.pid } });
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
