import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineCommand, defineEvent, definePulse, type Lease } from '#libs/contracts';
import { startNats, type TestNats } from '#libs/testkit';
import { connectBus, type Bus, type KvChange } from './index.js';

const paint = defineCommand('paint', 'wall', z.object({ wall: z.string(), colour: z.string() }));
const painted = defineEvent('painted', 'wall', z.object({ wall: z.string() }));
const dripping = definePulse('dripping', 'wall', z.object({ wall: z.string() }));
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const lease = (n: number, partId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'): Lease => ({
  vodUuid: uuid(n),
  partId,
  recorder: 'nas/0',
  node: 'nas',
  pid: 1,
  since: '2026-01-01T00:00:00.000Z',
});

let nats: TestNats;
let bus: Bus;
const others: Bus[] = [];
const open = async (name = 'test'): Promise<Bus> => {
  const opened = await connectBus({ servers: nats.url, token: nats.token, name });
  others.push(opened);
  return opened;
};

beforeAll(async () => {
  nats = await startNats();
});
afterAll(async () => {
  await nats.stop();
});
beforeEach(async () => {
  bus = await open();
  await bus.ensure();
});
afterEach(async () => {
  await Promise.all(others.splice(0).map((b) => b.close()));
});

/** Collects what a watcher receives and lets a test wait for it. */
function receiver<T>() {
  const all: KvChange<T>[] = [];
  const waiting: (() => void)[] = [];
  const until = async (test: (changes: readonly KvChange<T>[]) => boolean): Promise<void> => {
    while (!test(all))
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
  };
  return {
    all,
    until,
    tell: (change: KvChange<T>) => {
      all.push(change);
      for (const go of waiting.splice(0)) go();
    },
  };
}
const isDelete =
  (key: string, cause: string) =>
  (c: KvChange<unknown>): boolean =>
    c.type === 'delete' && c.key === key && c.cause === cause;

describe('streams', () => {
  it('are made once, and a second service finds them as they are', async () => {
    const second = await open('second');
    await Promise.all([bus.ensure(), second.ensure()]);
    await bus.check();
  });

  it('drop a second message with the same id', async () => {
    expect(await bus.publish(painted, { wall: 'a' }, { msgId: 'id-1' })).toMatchObject({ outcome: 'stored' });
    expect(await bus.publish(painted, { wall: 'a' }, { msgId: 'id-1' })).toMatchObject({ outcome: 'repeated' });
  });

  it('hold one command of a name and entity at a time', async () => {
    expect(await bus.publish(paint, { wall: 'u', colour: 'red' }, { msgId: 'u-1' })).toMatchObject({
      outcome: 'stored',
    });
    expect(await bus.publish(paint, { wall: 'u', colour: 'blue' }, { msgId: 'u-2' })).toEqual({
      outcome: 'already-queued',
      seq: 0,
    });
    expect(await bus.publish(paint, { wall: 'v', colour: 'blue' }, { msgId: 'u-3' })).toMatchObject({
      outcome: 'stored',
    });
  });

  it('tell which commands wait or are worked on, and who queued one learns of it once it is there', async () => {
    const counts: Promise<ReadonlyMap<string, number>>[] = [];
    bus.onCommandQueued(() => counts.push(bus.queuedCommands()));
    await bus.publish(painted, { wall: 'q' }, { msgId: 'q-1' });
    const before = (await bus.queuedCommands()).get('paint') ?? 0;
    await bus.publish(paint, { wall: 'q', colour: 'red' }, { msgId: 'q-2' });
    await counts[0]; // else the next command may be there before the first count is
    await bus.publish(paint, { wall: 'r', colour: 'red' }, { msgId: 'q-3' });
    const painting = (await Promise.all(counts)).map((queued) => queued.get('paint'));
    expect(painting).toEqual([before + 1, before + 2]);
  });

  it('refuse a payload that does not fit before anything is sent', async () => {
    await expect(bus.publish(painted, { wall: '' }, { msgId: 'x' })).rejects.toMatchObject({ code: 'wrong-payload' });
  });
});

describe('pulses', () => {
  it('reach subscribers of their key or of all keys', async () => {
    const listener = await open('listener');
    const got: string[] = [];
    const last = Promise.withResolvers<undefined>();
    listener.onPulse(dripping, 'a b', ({ wall }) => {
      got.push(`one ${wall}`);
    });
    listener.onPulse(dripping, '*', ({ wall }) => {
      got.push(`all ${wall}`);
      if (wall === 'end') last.resolve(undefined);
    });
    await listener.leases.all();
    for (const wall of ['a b', 'c', 'end']) bus.pulse(dripping, { wall });
    await last.promise;
    expect(got.sort()).toEqual(['all a b', 'all c', 'all end', 'one a b']);
  });

  it('go on after a handler that throws', async () => {
    const listener = await open('listener');
    const problem = new Promise<string>((resolve) => {
      listener.onStatus((s) => {
        if (s.type === 'problem') resolve(s.text);
      });
    });
    const good = Promise.withResolvers<undefined>();
    listener.onPulse(dripping, '*', async ({ wall }) => {
      if (wall === 'bad') throw new TypeError('x');
      good.resolve(undefined);
    });
    await listener.leases.all();
    bus.pulse(dripping, { wall: 'bad' });
    bus.pulse(dripping, { wall: 'good' });
    await good.promise;
    expect(await problem).toBe('a handler of dripping failed');
  });
});

describe('leases', () => {
  it('are created by one of many', async () => {
    const rivals = await Promise.all([open('r1'), open('r2'), open('r3')]);
    const acquired = await Promise.all(rivals.map((r, i) => r.leases.take(lease(1, `01ARZ3NDEKTSV4RRFFQ69G5FA${i}`))));
    expect(acquired.filter((revision) => revision !== null)).toHaveLength(1);
  });

  it('are renewed only by their holder, with the newest revision', async () => {
    const first = await bus.leases.take(lease(2));
    const second = await bus.leases.renew(lease(2), first ?? 0);
    expect(second).toBeGreaterThan(first ?? 0);
    expect(await bus.leases.renew(lease(2), first ?? 0)).toBeNull();
    expect(await bus.leases.release(uuid(2), first ?? 0)).toBe(false);
    expect(await bus.leases.release(uuid(2), second ?? 0)).toBe(true);
    expect(await bus.leases.get(uuid(2))).toBeNull();
    expect(await bus.leases.take(lease(2))).not.toBeNull();
  });

  it('are seen to expire, can be taken again, and cannot be renewed by the old holder', async () => {
    const watcher = await open('watcher');
    const { until, tell, all } = receiver<Lease>();
    const stop = await watcher.leases.watch(tell);
    const old = await bus.leases.take(lease(3));
    await until((changes) => changes.some(isDelete(uuid(3), 'expired')));
    expect(await bus.leases.renew(lease(3), old ?? 0)).toBeNull();
    const next = await watcher.leases.take(lease(3, '01BX5ZZKBKACTAV9WEVGEMMVRZ'));
    expect(next).not.toBeNull();
    expect(await bus.leases.renew(lease(3), old ?? 0)).toBeNull();
    // A bucket keeps the last value only: one that is gone before it was sent is not received, nor is its end.
    await until((changes) => changes.some((c) => c.type === 'put' && c.revision === next));
    await bus.leases.release(uuid(3), next ?? 0);
    await until((changes) => changes.some(isDelete(uuid(3), 'deleted')));
    stop();
    expect(all.filter((c) => c.type === 'resync')).toHaveLength(1);
  });
});

describe('assignments', () => {
  const assignment = (n: number, priority = 50) => ({
    vodUuid: uuid(n),
    channelUuid: uuid(900),
    channelName: 'c',
    providerKind: 'hls',
    sourceUrl: 'http://h/x.m3u8',
    sealedHeaders: null,
    qualities: [],
    nearestBelow: false,
    priority,
    staleTargets: 3,
    createdAt: '2026-01-01T00:00:00.000Z',
  });

  it('are listed, changed and deleted, and a watcher receives each', async () => {
    await bus.assignments.put(assignment(10));
    const { until, tell, all } = receiver();
    const stop = await bus.assignments.watch(tell);
    expect(all.map((c) => c.type)).toEqual(['put', 'resync']);
    await bus.assignments.put(assignment(10, 60));
    // A bucket keeps the last value only: one that is gone before it was sent is not received.
    await until((changes) => changes.length === 3);
    await bus.assignments.delete(uuid(10));
    await bus.assignments.delete(uuid(10));
    await until((changes) => changes.some(isDelete(uuid(10), 'deleted')));
    stop();
    expect(all.map((c) => c.type)).toEqual(['put', 'resync', 'put', 'delete']);
    expect(await bus.assignments.all()).toEqual([]);
  });

  it('are known however many they are: one that a listing leaves out would be taken for one that is over', async () => {
    const many = Array.from({ length: 1100 }, (_, i) => assignment(1000 + i));
    await Promise.all(many.map((one) => bus.assignments.put(one)));
    try {
      const { tell, all } = receiver();
      const stop = await bus.assignments.watch(tell);
      stop();
      expect(all.filter((c) => c.type === 'put')).toHaveLength(many.length);
      expect(await bus.assignments.all()).toHaveLength(many.length);
    } finally {
      await Promise.all(many.map((one) => bus.assignments.delete(one.vodUuid)));
    }
  }, 60_000);
});

describe('log', () => {
  const always = { from: new Date(0), to: new Date(Date.now() + 3_600_000) };
  const line = (text: string, service: string, more: object = {}) => ({
    module: 'm',
    time: Date.now(),
    level: 'info' as const,
    text,
    pid: 1,
    service,
    node: 'n',
    ...more,
  });
  const textsOf = (page: { readonly lines: readonly { readonly line: { readonly text: string } }[] }): string[] =>
    page.lines.map((l) => l.line.text);

  it('pages through the lines of all services in one order', async () => {
    expect(await bus.log.days()).toEqual([]);
    for (const [i, service] of ['api', 'recorder', 'api'].entries()) await bus.log.write(line(`l${i}`, service));
    expect(await bus.log.days()).toEqual([new Date().toISOString().slice(0, 10)]);
    const first = await bus.log.read({ ...always, after: 0, limit: 2 });
    expect([textsOf(first), first.more]).toEqual([['l0', 'l1'], true]);
    const rest = await bus.log.read({ ...always, after: first.position, limit: 10 });
    expect([textsOf(rest), rest.more]).toEqual([['l2'], false]);
    expect(await bus.log.read({ ...always, after: rest.position, limit: 10 })).toEqual({
      lines: [],
      position: rest.position,
      more: false,
    });
  });

  it('gives nothing from before and nothing of after the time asked for, whatever the position', async () => {
    const [long, ago] = [new Date('2020-01-01'), new Date('2020-01-02')];
    expect(await bus.log.read({ from: long, to: ago, after: 0, limit: 10 })).toMatchObject({ lines: [], position: 0 });
    expect(
      textsOf(await bus.log.read({ from: new Date(Date.now() + 60_000), to: always.to, after: 1, limit: 10 })),
    ).toEqual([]);
  });

  it('a position that the stream has not reached goes back to its end, so that the next line is seen', async () => {
    const { position } = await bus.log.read({ ...always, after: 99_999, limit: 10 });
    await bus.log.write(line('next', 'api'));
    expect(textsOf(await bus.log.read({ ...always, after: position, limit: 10 }))).toEqual(['next']);
  });

  it('finds the lines of a service, and those that fit, and goes on behind the last one', async () => {
    expect(textsOf(await bus.log.read({ ...always, after: 0, limit: 10, service: 'recorder' }))).toEqual(['l1']);
    const first = await bus.log.read({ ...always, after: 0, limit: 1, fits: ({ text }) => text.startsWith('l') });
    expect([textsOf(first), first.more]).toEqual([['l0'], true]);
    expect(
      textsOf(
        await bus.log.read({ ...always, after: first.position, limit: 10, fits: ({ text }) => text.startsWith('l') }),
      ),
    ).toEqual(['l1', 'l2']);
  });

  it('keeps a line that is far too long, without its fields', async () => {
    await bus.log.write(line('long', 's', { metadata: { big: 'x'.repeat(2_000_000) } }));
    const { lines } = await bus.log.read({ ...always, after: 0, limit: 1_000 });
    expect(lines.at(-1)?.line).toMatchObject({ text: 'long', metadata: { cut: expect.stringContaining('too many') } });
  });

  it('a search for rare lines returns early with more to come, and finds them in the end', async () => {
    for (let n = 0; n < 3; n += 1)
      await Promise.all(Array.from({ length: 1_000 }, (_, i) => bus.log.write(line(`many ${n} ${i}`, 'api'))));
    await bus.log.write(line('needle', 'api'));
    const fits = ({ text }: { text: string }): boolean => text === 'needle';
    let page = await bus.log.read({ ...always, after: 0, limit: 100, fits });
    expect([page.lines.length, page.more]).toEqual([0, true]);
    page = await bus.log.read({ ...always, after: page.position, limit: 100, fits });
    expect([textsOf(page), page.more]).toEqual([['needle'], false]);
  });
});

describe('kill -9 of nats-server', () => {
  it('loses nothing that was acknowledged, and publishing, pulses and watches go on', async () => {
    const { until, tell, all } = receiver();
    const stop = await bus.assignments.watch(tell);
    const down = new Promise<void>((resolve) => {
      bus.onStatus((s) => {
        if (s.type === 'disconnected') resolve();
      });
    });
    const up = new Promise<void>((resolve) => {
      bus.onStatus((s) => {
        if (s.type === 'reconnected') resolve();
      });
    });
    const before = await bus.publish(painted, { wall: 'k' }, { msgId: 'kill-1' });
    await nats.kill();
    await down;
    expect(bus.connected).toBe(false);
    bus.pulse(dripping, { wall: 'dropped' });
    await nats.restart();
    await up;
    expect(await bus.publish(painted, { wall: 'k' }, { msgId: 'kill-1' })).toEqual({
      outcome: 'repeated',
      seq: before.seq,
    });
    expect(await bus.publish(painted, { wall: 'k' }, { msgId: 'kill-2' })).toMatchObject({
      outcome: 'stored',
      seq: before.seq + 1,
    });
    await until((changes) => changes.filter((c) => c.type === 'resync').length === 2);
    await bus.assignments.put({
      vodUuid: uuid(20),
      channelUuid: uuid(900),
      channelName: 'c',
      providerKind: 'hls',
      sourceUrl: 'u',
      sealedHeaders: null,
      qualities: [],
      nearestBelow: false,
      priority: 1,
      staleTargets: 3,
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    await until((changes) => changes.some((c) => c.type === 'put' && c.key === uuid(20)));
    stop();
    expect(all.filter((c) => c.type === 'put')).toHaveLength(1);
  });
});

describe('nats-server back with an empty disk', () => {
  it('is followed: what was lost is gone, and what is put into the new bucket is received', async () => {
    const { until, tell, all } = receiver();
    const assignment = {
      vodUuid: uuid(30),
      channelUuid: uuid(900),
      channelName: 'c',
      providerKind: 'hls',
      sourceUrl: 'u',
      sealedHeaders: null,
      qualities: [],
      nearestBelow: false,
      priority: 1,
      staleTargets: 3,
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    for (const priority of [1, 2, 3]) await bus.assignments.put({ ...assignment, priority });
    await bus.assignments.put({ ...assignment, vodUuid: uuid(31) });
    const stop = await bus.assignments.watch(tell);
    const up = new Promise<void>((resolve) => {
      bus.onStatus((s) => {
        if (s.type === 'reconnected') resolve();
      });
    });
    await nats.kill();
    await nats.restart({ empty: true });
    await up;
    const known = all.length;
    await bus.ensure();
    await bus.assignments.put({ ...assignment, priority: 9 });
    await until((changes) =>
      changes.slice(known).some((c) => c.type === 'put' && c.key === uuid(30) && c.revision === 1),
    );
    await until((changes) => changes.some(isDelete(uuid(31), 'deleted')));
    stop();
  }, 60_000);
});
