import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineCommand, defineEvent, definePulse, type Assignment, type Lease } from '#libs/contracts';
import { startNats, type TestNats } from '#libs/testkit';
import { connectBus, type Bus, type BusStatus, type KvChange } from './index.js';

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

const assignment = (n: number, priority = 50): Assignment => ({
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

let nats: TestNats;
let bus: Bus;
const opened: Bus[] = [];
const openBus = async (name = 'test'): Promise<Bus> => {
  const connected = await connectBus({ servers: nats.url, token: nats.token, name });
  opened.push(connected);
  return connected;
};

beforeAll(async () => {
  nats = await startNats();
});
afterAll(async () => {
  await nats.stop();
});
beforeEach(async () => {
  bus = await openBus();
  await bus.ensure();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((b) => b.close()));
});

/** Resolves when the bus reports this status. */
const nextStatus = (type: BusStatus['type']): Promise<void> =>
  new Promise((resolve) => {
    bus.onStatus((status) => {
      if (status.type === type) resolve();
    });
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
    listener: (change: KvChange<T>) => {
      all.push(change);
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}
const isDelete =
  (key: string, cause: string) =>
  (c: KvChange<unknown>): boolean =>
    c.type === 'delete' && c.key === key && c.cause === cause;

describe('streams', () => {
  it('are created once, even if two services create them at the same time', async () => {
    const second = await openBus('second');
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

  it('count queued commands, and notify the publisher once its command is counted', async () => {
    const counts: Promise<ReadonlyMap<string, number>>[] = [];
    bus.onCommandQueued(() => counts.push(bus.queuedCommands()));
    await bus.publish(painted, { wall: 'q' }, { msgId: 'q-1' });
    const before = (await bus.queuedCommands()).get('paint') ?? 0;
    await bus.publish(paint, { wall: 'q', colour: 'red' }, { msgId: 'q-2' });
    await counts[0]; // else the next command may be queued before the first count
    await bus.publish(paint, { wall: 'r', colour: 'red' }, { msgId: 'q-3' });
    const painting = (await Promise.all(counts)).map((queued) => queued.get('paint'));
    expect(painting).toEqual([before + 1, before + 2]);
  });

  it('refuse a payload that does not match its schema before anything is sent', async () => {
    await expect(bus.publish(painted, { wall: '' }, { msgId: 'x' })).rejects.toMatchObject({ code: 'wrong-payload' });
  });
});

describe('pulses', () => {
  it('reach subscribers of their key or of all keys', async () => {
    const listener = await openBus('listener');
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

  it('reach a handler that failed on the previous pulse', async () => {
    const listener = await openBus('listener');
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
  it('are acquired by one of several recorders', async () => {
    const rivals = await Promise.all([openBus('r1'), openBus('r2'), openBus('r3')]);
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

  it('expire visibly, can be acquired again, and cannot be renewed by the old holder', async () => {
    const watcher = await openBus('watcher');
    const { until, listener, all } = receiver<Lease>();
    const stop = await watcher.leases.watch(listener);
    const old = await bus.leases.take(lease(3));
    await until((changes) => changes.some(isDelete(uuid(3), 'expired')));
    expect(await bus.leases.renew(lease(3), old ?? 0)).toBeNull();
    const next = await watcher.leases.take(lease(3, '01BX5ZZKBKACTAV9WEVGEMMVRZ'));
    expect(next).not.toBeNull();
    expect(await bus.leases.renew(lease(3), old ?? 0)).toBeNull();
    // A bucket stores only the last value: a value that is replaced before it is sent is not received, nor is its end.
    await until((changes) => changes.some((c) => c.type === 'put' && c.revision === next));
    await bus.leases.release(uuid(3), next ?? 0);
    await until((changes) => changes.some(isDelete(uuid(3), 'deleted')));
    stop();
    expect(all.filter((c) => c.type === 'resync')).toHaveLength(1);
  });
});

describe('assignments', () => {
  it('are listed, changed and deleted, and a watcher receives each change', async () => {
    await bus.assignments.put(assignment(10));
    const { until, listener, all } = receiver();
    const stop = await bus.assignments.watch(listener);
    expect(all.map((c) => c.type)).toEqual(['put', 'resync']);
    await bus.assignments.put(assignment(10, 60));
    // A bucket stores only the last value: a value that is replaced before it is sent is not received.
    await until((changes) => changes.length === 3);
    await bus.assignments.delete(uuid(10));
    await bus.assignments.delete(uuid(10));
    await until((changes) => changes.some(isDelete(uuid(10), 'deleted')));
    stop();
    expect(all.map((c) => c.type)).toEqual(['put', 'resync', 'put', 'delete']);
    expect(await bus.assignments.all()).toEqual([]);
  });

  it('are listed completely above 1,024, the limit of one NATS request', async () => {
    const many = Array.from({ length: 1100 }, (_, i) => assignment(1000 + i));
    await Promise.all(many.map((one) => bus.assignments.put(one)));
    try {
      const { listener, all } = receiver();
      const stop = await bus.assignments.watch(listener);
      stop();
      expect(all.filter((c) => c.type === 'put')).toHaveLength(many.length);
      expect(await bus.assignments.all()).toHaveLength(many.length);
    } finally {
      await Promise.all(many.map((one) => bus.assignments.delete(one.vodUuid)));
    }
  }, 60_000);
});

describe('log', () => {
  const anyTime = { from: new Date(0), to: new Date(Date.now() + 3_600_000) };
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
    const first = await bus.log.read({ ...anyTime, after: 0, limit: 2 });
    expect([textsOf(first), first.more]).toEqual([['l0', 'l1'], true]);
    const rest = await bus.log.read({ ...anyTime, after: first.position, limit: 10 });
    expect([textsOf(rest), rest.more]).toEqual([['l2'], false]);
    expect(await bus.log.read({ ...anyTime, after: rest.position, limit: 10 })).toEqual({
      lines: [],
      position: rest.position,
      more: false,
    });
  });

  it('returns only lines of the requested period, from any position', async () => {
    const [from, to] = [new Date('2020-01-01'), new Date('2020-01-02')];
    expect(await bus.log.read({ from, to, after: 0, limit: 10 })).toMatchObject({ lines: [], position: 0 });
    expect(
      textsOf(await bus.log.read({ from: new Date(Date.now() + 60_000), to: anyTime.to, after: 1, limit: 10 })),
    ).toEqual([]);
  });

  it('resets a position beyond the end of the stream, so that the next line is returned', async () => {
    const { position } = await bus.log.read({ ...anyTime, after: 99_999, limit: 10 });
    await bus.log.write(line('next', 'api'));
    expect(textsOf(await bus.log.read({ ...anyTime, after: position, limit: 10 }))).toEqual(['next']);
  });

  it('filters lines by service and by a condition, and continues after the last one', async () => {
    expect(textsOf(await bus.log.read({ ...anyTime, after: 0, limit: 10, service: 'recorder' }))).toEqual(['l1']);
    const first = await bus.log.read({ ...anyTime, after: 0, limit: 1, fits: ({ text }) => text.startsWith('l') });
    expect([textsOf(first), first.more]).toEqual([['l0'], true]);
    expect(
      textsOf(
        await bus.log.read({ ...anyTime, after: first.position, limit: 10, fits: ({ text }) => text.startsWith('l') }),
      ),
    ).toEqual(['l1', 'l2']);
  });

  it('stores a line above the size limit without its fields', async () => {
    await bus.log.write(line('long', 's', { metadata: { big: 'x'.repeat(2_000_000) } }));
    const { lines } = await bus.log.read({ ...anyTime, after: 0, limit: 1_000 });
    expect(lines.at(-1)?.line).toMatchObject({
      text: 'long',
      metadata: { cut: expect.stringContaining('the line had') },
    });
  });

  it('ends a search for rare lines early with more to come, and finds them in the next read', async () => {
    for (let n = 0; n < 3; n += 1)
      await Promise.all(Array.from({ length: 1_000 }, (_, i) => bus.log.write(line(`many ${n} ${i}`, 'api'))));
    await bus.log.write(line('needle', 'api'));
    const fits = ({ text }: { text: string }): boolean => text === 'needle';
    let page = await bus.log.read({ ...anyTime, after: 0, limit: 100, fits });
    expect([page.lines.length, page.more]).toEqual([0, true]);
    page = await bus.log.read({ ...anyTime, after: page.position, limit: 100, fits });
    expect([textsOf(page), page.more]).toEqual([['needle'], false]);
  });
});

describe('kill -9 of nats-server', () => {
  it('loses no acknowledged message, and publishing and watching continue', async () => {
    const { until, listener, all } = receiver();
    const stop = await bus.assignments.watch(listener);
    const down = nextStatus('disconnected');
    const up = nextStatus('reconnected');
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
    await bus.assignments.put(assignment(20));
    await until((changes) => changes.some((c) => c.type === 'put' && c.key === uuid(20)));
    stop();
    expect(all.filter((c) => c.type === 'put')).toHaveLength(1);
  });
});

describe('nats-server restarted with an empty disk', () => {
  it('makes a watcher report lost values as deleted, and receive values of the new bucket', async () => {
    const { until, listener, all } = receiver();
    for (const priority of [1, 2, 3]) await bus.assignments.put(assignment(30, priority));
    await bus.assignments.put(assignment(31));
    const stop = await bus.assignments.watch(listener);
    const up = nextStatus('reconnected');
    await nats.kill();
    await nats.restart({ empty: true });
    await up;
    const known = all.length;
    await bus.ensure();
    await bus.assignments.put(assignment(30, 9));
    await until((changes) =>
      changes.slice(known).some((c) => c.type === 'put' && c.key === uuid(30) && c.revision === 1),
    );
    await until((changes) => changes.some(isDelete(uuid(31), 'deleted')));
    stop();
  }, 60_000);
});
