import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EVENTS } from '#libs/contracts';
import { buildTimeline } from '#libs/domain';
import { startNats, type TestNats } from '#libs/testkit';
import { range } from '../test/assigned.fixture.js';
import { RecorderStage } from '../test/recorder-stage.fixture.js';

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

describe('a recorder', () => {
  it('gives the lease back when the assignment is deleted', async () => {
    stage.publish(0, 1);
    await stage.startRecorder('n1/0');
    const { vodUuid } = await stage.assign();
    await stage.stored(vodUuid, 2);
    expect(await stage.bus.leases.get(vodUuid)).toMatchObject({ value: { recorder: 'n1/0' } });
    const freed = Promise.withResolvers<string>();
    const stopWatch = await stage.bus.leases.watch((change) => {
      if (change.type === 'delete' && change.key === vodUuid) freed.resolve(change.cause);
    });
    await stage.bus.assignments.delete(vodUuid);
    expect(await freed.promise).toBe('deleted');
    stopWatch();
  });

  it('stops when it sees another part id in the lease', async () => {
    stage.publish(0, 1);
    await stage.startRecorder('n1/0');
    const { vodUuid } = await stage.assign();
    await stage.stored(vodUuid, 2);
    await stage.takeOver(vodUuid);
    await stage.until(() => stage.event(EVENTS.partEnded.name).length === 1);
    expect(stage.event(EVENTS.partEnded.name)[0]?.payload).toMatchObject({ cause: 'superseded' });
    await stage.until(() => stage.recorders[0]?.slots.used === 0);
  });

  it('hands over on SIGTERM: goes on until the successor shows a stored segment; each second is there once', async () => {
    stage.publish(0, 3);
    const first = await stage.startRecorder('n1/0');
    const { vodUuid } = await stage.assign();
    await stage.stored(vodUuid, 4);
    await stage.startRecorder('n2/0', { node: 'n2' });
    const drained = first.drain.run();
    await stage.until(() => stage.event(EVENTS.partStarted.name).length === 2);
    stage.publish(4, 5);
    await drained;
    stage.live.ended = true;
    await stage.until(() => stage.event(EVENTS.partEnded.name).length === 2);
    expect(stage.event(EVENTS.partEnded.name)[0]?.payload).toMatchObject({ cause: 'drained', recorder: 'n1/0' });
    const all = await stage.parts(vodUuid);
    expect(buildTimeline(all).runs.flatMap((run) => run.segments.map((name) => Number(name.split('-')[1])))).toEqual(
      range(0, 5),
    );
  });

  it('takes back at once what a dead process of its node held', async () => {
    stage.publish(0, 1);
    const { vodUuid } = await stage.assign();
    await stage.bus.leases.take({
      vodUuid,
      partId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      recorder: 'n1/0',
      node: 'n1',
      pid: 999_999,
      since: new Date().toISOString(),
    });
    await stage.startRecorder('n1/0');
    await stage.stored(vodUuid, 2);
    expect(await stage.bus.leases.get(vodUuid)).toMatchObject({ value: { pid: process.pid } });
  });

  it('P16 records no more than it has slots, the more important one first', async () => {
    stage.publish(0, 1);
    const low = await stage.assign({ priority: 0 });
    const high = await stage.assign({ priority: 100 });
    await stage.startRecorder('n1/0', { slots: 1 });
    await stage.until(() => stage.snapshots.some((s) => s.segments > 0));
    expect([...new Set(stage.snapshots.map((s) => s.vodUuid))]).toEqual([high.vodUuid]);
    await stage.bus.assignments.delete(high.vodUuid);
    await stage.stored(low.vodUuid, 2);
  });
});
