import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectBus, type Bus } from '#libs/bus';
import {
  decodeJournal,
  EVENTS,
  objectKeys,
  PULSES,
  type Assignment,
  type HlsDialect,
  type JournalRecord,
  type Payload,
} from '#libs/contracts';
import { buildTimeline, readPart, type PartFacts } from '#libs/domain';
import { OutsideError } from '#libs/errors';
import { Providers } from '#libs/providers';
import { Drain, Log } from '#libs/service-kit';
import { openStorage, type OpenStorage, type Storage } from '#libs/storage';
import { LiveHls, madeTs, startNats, tempDir, type LiveSegment, type TestNats } from '#libs/testkit';
import { CaptureFactory } from './capture/capture-factory.js';
import { SourceOpener } from './capture/source-opener.js';
import { SourceSecrets } from './capture/source-secrets.js';
import { EventOutbox } from './core/event-outbox.js';
import { DEFAULT_TIMES, type RecorderIdentity } from './core/tokens.js';
import { HandOver } from './slots/hand-over.js';
import { LeaseTaker } from './slots/lease-taker.js';
import { Slots } from './slots/slots.service.js';
import { SpoolRecovery } from './store/spool-recovery.js';
import { Spool } from './store/spool.js';

type Snapshot = Payload<typeof PULSES.captureSnapshot>;
interface Told {
  readonly name: string;
  readonly msgId: string;
  readonly payload: Record<string, unknown>;
}

/** Waits for a condition that other processes' work brings about; looked at after each thing that is told. */
class Watchers {
  private readonly all = new Set<() => void>();
  ring(): void {
    for (const look of [...this.all]) look();
  }
  until(ready: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!ready()) return;
        this.all.delete(look);
        resolve();
      };
      this.all.add(look);
      look();
    });
  }
}

let nats: TestNats;
let bus: Bus;
let storage: OpenStorage;
let live: LiveHls;
let dir: ReturnType<typeof tempDir>;
let watchers: Watchers;
let told: Told[];
let snapshots: Snapshot[];
let recorders: Recorder[];
let refuses: () => boolean;
let onPut: (key: string) => void;
const log = new Log({ service: 'recorder', node: 'n', pid: 1 }, 'test', () => undefined);

interface Recorder {
  readonly drain: Drain;
  readonly spool: Spool;
  readonly slots: Slots;
  readonly bus: Bus;
  stop(): Promise<void>;
}

const wrapped = (inner: OpenStorage): Storage =>
  Object.assign(Object.create(inner) as Storage, {
    kind: inner.kind,
    library: inner.library,
    list: inner.list.bind(inner),
    read: inner.read.bind(inner),
    put: async (...[key, body, options]: Parameters<Storage['put']>) => {
      if (refuses()) {
        watchers.ring();
        throw new OutsideError('storage-away', 'the disk is not there');
      }
      onPut(key);
      const info = await inner.put(key, body, options);
      watchers.ring();
      return info;
    },
  });

async function startRecorder(
  name: string,
  {
    node = 'n1',
    spoolBytes = 1e9,
    slots = 4,
    pid = process.pid,
    retryMs = 200,
    providers = new Providers(),
  }: {
    readonly providers?: Providers;
    readonly retryMs?: number;
    readonly node?: string;
    readonly spoolBytes?: number;
    readonly slots?: number;
    readonly pid?: number;
  } = {},
): Promise<Recorder> {
  const own = await connectBus({ servers: nats.url, token: nats.token, name });
  const identity: RecorderIdentity = { name, node, pid, slots };
  const times = {
    ...DEFAULT_TIMES,
    retryMs,
    retryMaxMs: 2 * retryMs,
    successorMs: 1500,
    handOverMs: 5000,
    snapshotMs: 500,
  };
  const telling = {
    publish: async (...[def, payload, options]: Parameters<Bus['publish']>) => {
      const published = await own.publish(def, payload, options);
      told.push({ name: def.name, msgId: options.msgId, payload: payload as Record<string, unknown> });
      watchers.ring();
      return published;
    },
  };
  const outbox = new EventOutbox(telling as Pick<Bus, 'publish'>, log);
  const spool = new Spool({
    dir: join(dir.path, `spool-${name.replace('/', '-')}`),
    maxBytes: spoolBytes,
    maxAgeMs: 60_000,
    now: () => performance.now(),
  });
  const drain = new Drain(log);
  const factory = new CaptureFactory(
    own,
    outbox,
    spool,
    new SourceOpener(new SourceSecrets(null), providers),
    log,
    wrapped(storage),
    identity,
    times,
  );
  const started = new Slots(
    own,
    factory,
    new LeaseTaker(own, log, identity),
    new HandOver(own, outbox, log, identity, times),
    drain,
    log,
    identity,
    times,
  );
  await started.onApplicationBootstrap();
  const recorder: Recorder = {
    drain,
    spool,
    slots: started,
    bus: own,
    stop: async () => {
      await drain.run();
      await own.close();
    },
  };
  recorders.push(recorder);
  return recorder;
}

beforeAll(async () => {
  nats = await startNats();
});
afterAll(async () => {
  await nats.stop();
});
beforeEach(async () => {
  [watchers, told, snapshots, recorders, refuses, onPut] = [new Watchers(), [], [], [], () => false, () => undefined];
  dir = tempDir('recorder');
  bus = await connectBus({ servers: nats.url, token: nats.token, name: 'test' });
  await bus.ensure();
  bus.onPulse(PULSES.captureSnapshot, '*', (snapshot) => {
    snapshots.push(snapshot);
    watchers.ring();
  });
  storage = await openStorage({ kind: 'file', rootDir: join(dir.path, 'media'), sync: 'off' });
  live = await LiveHls.start({ targetSeconds: 1 });
  live.onAsked = () => {
    watchers.ring();
  };
});
afterEach(async () => {
  refuses = () => false;
  for (const { key } of await bus.assignments.all()) await bus.assignments.delete(key);
  await Promise.all(recorders.map((recorder) => recorder.stop()));
  await live.stop();
  await bus.close();
  await storage.close();
  dir.remove();
}, 20_000);

const seg = (n: number, tags: readonly string[] = []): LiveSegment => ({
  name: `s${n}.ts`,
  body: madeTs({ ptsMs: 10_000 + n * 500, mark: n, sizeBytes: 20_000 }),
  durMs: 500,
  tags,
});
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const publish = (from: number, to: number): void => {
  live.publish(...range(from, to).map((n) => seg(n)));
};

async function assign(more: Partial<Assignment> = {}): Promise<Assignment> {
  const assignment: Assignment = {
    vodUuid: randomUUID(),
    channelUuid: randomUUID(),
    channelName: 'chan',
    providerKind: 'hls',
    sourceUrl: live.url,
    sealedHeaders: null,
    qualities: [],
    nearestBelow: false,
    priority: 100,
    staleTargets: 20,
    createdAt: new Date().toISOString(),
    ...more,
  };
  await bus.assignments.put(assignment);
  return assignment;
}

async function parts(vod: string): Promise<(PartFacts & { readonly records: JournalRecord[] })[]> {
  const keys: { key: string; sizeBytes: number }[] = [];
  for await (const info of storage.list(objectKeys.parts(vod))) keys.push(info);
  const ids = [
    ...new Set(keys.map(({ key }) => key.slice(objectKeys.parts(vod).length).split('/')[0] ?? '')),
  ].toSorted();
  return Promise.all(
    ids.map(async (id) => {
      const pages = await Promise.all(
        keys
          .filter(({ key }) => key.startsWith(objectKeys.journal(vod, id)))
          .map(async ({ key }) => decodeJournal((await storage.read(key)).toString())),
      );
      expect(pages.every((page) => page.bad === 0)).toBe(true);
      const records = pages.flatMap((page) => page.records);
      const prefix = objectKeys.segments(vod, id);
      const listed = keys
        .filter(({ key }) => key.startsWith(prefix))
        .map(({ key, sizeBytes }) => ({ name: key.slice(prefix.length), bytes: sizeBytes, modifiedAt: 0 }));
      return { ...readPart(id, records, listed), records };
    }),
  );
}
const seqs = (part: PartFacts | undefined): number[] => part?.segments.map((s) => s.seq) ?? [];
const event = (name: string): Told[] => told.filter((t) => t.name === name);
const stored = (vod: string, count: number): Promise<void> =>
  watchers.until(() => (snapshots.findLast((s) => s.vodUuid === vod)?.segments ?? 0) >= count);

/** Two segments are stored; four more, of 9 MB each, wait in memory and in the spool. */
async function recordingWithStorageAway(): Promise<{ readonly recorder: Recorder; readonly vodUuid: string }> {
  publish(0, 1);
  const recorder = await startRecorder('n1/0');
  const { vodUuid } = await assign();
  await stored(vodUuid, 2);
  refuses = () => true;
  live.publish(
    ...range(2, 5).map((n) => ({
      ...seg(n),
      body: madeTs({ ptsMs: 10_000 + n * 500, mark: n, sizeBytes: 9_000_000 }),
    })),
  );
  await watchers.until(() => recorder.spool.bytes > 9_000_000 && snapshots.at(-1)?.state === 'spooling');
  return { recorder, vodUuid };
}

describe('a recorder', () => {
  it('records an assigned stream into a part with its journal, ends it with the source, and takes a return as the next part', async () => {
    publish(0, 3);
    await startRecorder('n1/0');
    const { vodUuid } = await assign();
    await stored(vodUuid, 4);
    publish(4, 5);
    live.ended = true;
    await watchers.until(() => event(EVENTS.partEnded.name).length === 1);
    await watchers.until(() => snapshots.at(-1)?.state === 'standby');
    live.ended = false;
    live.publish(seg(6, ['#EXT-X-DISCONTINUITY']));
    await watchers.until(() => event(EVENTS.partStarted.name).length === 2);
    await bus.assignments.delete(vodUuid);
    await watchers.until(() => event(EVENTS.partEnded.name).length === 2);

    const [first, second] = await parts(vodUuid);
    if (!first || !second) throw new TypeError('two parts were expected');
    expect(seqs(first)).toEqual(range(0, 5));
    expect(seqs(second)).toEqual([6]);
    expect(first.records.map((r) => r.t)).toEqual(['part', 'epoch', ...Array.from({ length: 6 }, () => 'seg'), 'end']);
    expect(first.part).toMatchObject({ rendition: 'source', targetDurationMs: 1000, recorder: 'n1/0' });
    expect(first.end).toMatchObject({ cause: 'endlist', segments: 6 });
    expect(second.end).toMatchObject({ cause: 'stopped', segments: 1 });
    expect(event(EVENTS.partEnded.name)[0]).toMatchObject({
      msgId: `${first.partId}:ended`,
      payload: { segments: 6, mediaMs: 3000, missingMs: 0, cause: 'endlist' },
    });
    expect(buildTimeline([first, second]).runs.map((run) => run.segments.length)).toEqual([6, 1]);
    for (const [n, s] of first.segments.entries())
      expect(await storage.read(objectKeys.segment(vodUuid, first.partId, s.name))).toEqual(seg(n).body);
  }, 30_000);

  it('P20 P21 stores no ad, marks the start by the preroll, and tells ads apart from what is missing', async () => {
    const dialect: HlsDialect = {
      ads: { classNames: ['stitched'], idPrefixes: [], titles: ['Amazon'] },
      contentTitles: ['live'],
      ignoreContentDiscontinuity: true,
    };
    const site = {
      chat: null,
      playback: {
        open: async ({ sourceUrl }: { readonly sourceUrl: string }) => ({ url: sourceUrl, headers: {}, dialect }),
      },
    };
    const t0 = Date.now();
    const titled = (n: number, title: string, ...tags: readonly string[]): LiveSegment => ({
      ...seg(n, [...tags, `#EXT-X-PROGRAM-DATE-TIME:${new Date(t0 + n * 500).toISOString()}`]),
      title,
    });
    const [ad, disc] = ['Amazon|1', '#EXT-X-DISCONTINUITY'];
    live.publish(
      titled(0, ad),
      titled(1, ad),
      titled(2, 'live', disc),
      titled(3, 'live'),
      titled(4, ad, disc),
      titled(5, ad),
    );
    await startRecorder('n1/0', { providers: { of: () => site } as unknown as Providers });
    const { vodUuid } = await assign();
    await stored(vodUuid, 2);
    await watchers.until(() => snapshots.at(-1)?.adMs === 2000);
    live.publish(titled(6, 'live', disc), titled(7, 'live', disc));
    live.ended = true;
    await watchers.until(() => event(EVENTS.partEnded.name).length === 1);

    const all = await parts(vodUuid);
    expect(seqs(all[0])).toEqual([2, 3, 6, 7]);
    expect(event(EVENTS.partEnded.name)[0]?.payload).toMatchObject({
      segments: 4,
      mediaMs: 2000,
      missingMs: 0,
      gaps: 0,
      adMs: 2000,
    });
    const timeline = buildTimeline(all);
    expect(timeline.gaps).toEqual([
      { at: t0, durMs: 1000, cause: 'ad' },
      { at: t0 + 2000, durMs: 1000, cause: 'ad' },
    ]);
    expect(timeline.runs.map((run) => [run.siteAt, run.durMs])).toEqual([
      [t0 + 1000, 1000],
      [t0 + 3000, 1000],
    ]);
    expect(live.asked.filter(({ path }) => /s[0145]\.ts/.test(path))).toEqual([]);
  }, 30_000);

  it('gives the lease back when the assignment is deleted', async () => {
    publish(0, 1);
    await startRecorder('n1/0');
    const { vodUuid } = await assign();
    await stored(vodUuid, 2);
    expect(await bus.leases.get(vodUuid)).toMatchObject({ value: { recorder: 'n1/0' } });
    const freed = new Promise<string>((resolve) => {
      void bus.leases.watch((change) => {
        if (change.type === 'delete' && change.key === vodUuid) resolve(change.cause);
      });
    });
    await bus.assignments.delete(vodUuid);
    expect(await freed).toBe('deleted');
  }, 30_000);

  it('says once why a stream cannot be recorded, tries again, and records when it can', async () => {
    live.fault = (_q, s) => {
      s.writeHead(403).end();
      return true;
    };
    await startRecorder('n1/0');
    const { vodUuid } = await assign();
    await watchers.until(() => live.asked.length >= 3);
    expect(event(EVENTS.captureRefused.name)).toMatchObject([
      { payload: { vodUuid, reason: 'The server answers 403.' } },
    ]);
    publish(0, 1);
    live.fault = () => false;
    await stored(vodUuid, 2);
    expect(event(EVENTS.captureRefused.name)).toHaveLength(1);
  }, 30_000);

  it('does not record a quality that is not offered, and names what is', async () => {
    live.files.set(
      '/master.m3u8',
      Buffer.from('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,FRAME-RATE=30\nlive.m3u8\n'),
    );
    publish(0, 1);
    await startRecorder('n1/0');
    await assign({ sourceUrl: `${live.origin}/master.m3u8`, qualities: ['1080p60', '720p'] });
    await watchers.until(() => event(EVENTS.captureRefused.name).length === 1);
    expect(event(EVENTS.captureRefused.name)[0]?.payload['reason']).toBe(
      'None of the qualities 1080p60, 720p is offered; the stream has 360p.',
    );
  }, 30_000);

  it('P34 keeps segments on the disk while storage is away, and stores them in order afterwards', async () => {
    const { recorder, vodUuid } = await recordingWithStorageAway();
    refuses = () => false;
    await stored(vodUuid, 6);
    live.ended = true;
    await watchers.until(() => event(EVENTS.partEnded.name).length === 1);
    const [part] = await parts(vodUuid);
    expect(seqs(part)).toEqual(range(0, 5));
    expect(part?.records.filter((r) => r.t === 'seg').map((r) => r.name)).toEqual(part?.segments.map((s) => s.name));
    expect(part?.gaps).toEqual([]);
    expect(recorder.spool.bytes).toBe(0);
    expect(readdirSync(join(dir.path, 'spool-n1-0'))).toEqual([]);
  }, 30_000);

  it('leaves what storage did not take in the spool when it is asked to end (SIGTERM while storage is away)', async () => {
    const { recorder, vodUuid } = await recordingWithStorageAway();
    await recorder.drain.run();
    refuses = () => false;

    const left = new Spool({ dir: join(dir.path, 'spool-n1-0'), maxBytes: 1e9, maxAgeMs: 60_000, now: () => 0 });
    await new SpoolRecovery({ spool: left, storage, bus, log, recorder: 'n1/0', wall: () => Date.now() }).run(
      new AbortController().signal,
    );
    const [part] = await parts(vodUuid);
    expect(seqs(part)).toEqual(range(0, 5));
    expect([part?.gaps, part?.end?.cause, left.bytes]).toEqual([[], 'drained', 0]);
  }, 30_000);

  it('stores what it has when another recorder took over while storage was away', async () => {
    const { vodUuid } = await recordingWithStorageAway();
    const lease = await bus.leases.get(vodUuid);
    if (!lease) throw new TypeError('no lease');
    await bus.leases.renew(
      { ...lease.value, recorder: 'n2/0', node: 'n2', partId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' },
      lease.revision,
    );
    await watchers.until(() => snapshots.at(-1)?.state === 'opening' || snapshots.at(-1)?.state === 'standby');
    refuses = () => false;
    await watchers.until(() => event(EVENTS.partEnded.name).length === 1);
    const [part] = await parts(vodUuid);
    expect([seqs(part), part?.end?.cause]).toEqual([range(0, 5), 'superseded']);
  }, 30_000);

  it('stores the page of an epoch before its first segment', async () => {
    const keys: string[] = [];
    refuses = () => false;
    onPut = (key) => {
      keys.push(key.replace(/^.*\/(i|j|s)\/.*$/, '$1'));
    };
    publish(0, 1);
    live.publish(seg(2, ['#EXT-X-DISCONTINUITY']));
    await startRecorder('n1/0');
    const { vodUuid } = await assign();
    await stored(vodUuid, 3);
    expect(keys).toEqual(['j', 's', 's', 'j', 's']);
  }, 30_000);

  it('takes a corrected address at once, while it waits to try again and while it stands by', async () => {
    live.fault = (_q, s, path) => {
      if (path !== '/wrong.m3u8') return false;
      s.writeHead(404).end();
      return true;
    };
    await startRecorder('n1/0', { retryMs: 600_000 });
    publish(0, 1);
    live.ended = true;
    const assignment = await assign({ sourceUrl: `${live.origin}/wrong.m3u8` });
    await watchers.until(() => event(EVENTS.captureRefused.name).length === 1);
    await bus.assignments.put({ ...assignment, sourceUrl: live.url });
    await watchers.until(() => snapshots.at(-1)?.state === 'standby' && event(EVENTS.partEnded.name).length === 1);

    live.files.set(
      '/master.m3u8',
      Buffer.from(`#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,FRAME-RATE=30\nlive.m3u8\n`),
    );
    await bus.assignments.put({ ...assignment, sourceUrl: `${live.origin}/master.m3u8` });
    await watchers.until(() => live.asked.some(({ path }) => path === '/master.m3u8'));
    live.ended = false;
    publish(2, 3);
    await watchers.until(() => snapshots.some((s) => s.rendition === '360p' && s.segments > 0));
    expect(event(EVENTS.captureRefused.name)).toHaveLength(1);
  }, 30_000);

  it('notes a gap for what neither memory nor spool can hold', async () => {
    publish(0, 1);
    await startRecorder('n1/0', { spoolBytes: 0 });
    const { vodUuid } = await assign();
    await stored(vodUuid, 2);
    let first = true;
    refuses = () => first;
    live.publish(
      ...range(2, 5).map((n) => ({
        ...seg(n),
        body: madeTs({ ptsMs: 10_000 + n * 500, mark: n, sizeBytes: 9_000_000 }),
      })),
    );
    await watchers.until(() => live.asked.some((a) => a.path === '/s5.ts') && snapshots.at(-1)?.state === 'spooling');
    first = false;
    live.ended = true;
    await watchers.until(() => event(EVENTS.partEnded.name).length === 1);
    const [part] = await parts(vodUuid);
    expect(part?.gaps.map((g) => g.cause)).toContain('spool-full');
    expect([...seqs(part), ...(part?.gaps.map((g) => g.fromSeq) ?? [])].toSorted((a, b) => a - b)).toEqual(range(0, 5));
  }, 30_000);

  it('stops when it sees another part id in the lease', async () => {
    publish(0, 1);
    await startRecorder('n1/0');
    const { vodUuid } = await assign();
    await stored(vodUuid, 2);
    const lease = await bus.leases.get(vodUuid);
    if (!lease) throw new TypeError('no lease');
    await bus.leases.renew(
      { ...lease.value, recorder: 'n2/0', node: 'n2', partId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' },
      (await bus.leases.get(vodUuid))?.revision ?? 0,
    );
    await watchers.until(() => event(EVENTS.partEnded.name).length === 1);
    expect(event(EVENTS.partEnded.name)[0]?.payload).toMatchObject({ cause: 'superseded' });
    expect(recorders[0]?.slots.used).toBe(0);
  }, 30_000);

  it('hands over on SIGTERM: goes on until the successor shows a stored segment; each second is there once', async () => {
    publish(0, 3);
    const first = await startRecorder('n1/0');
    const { vodUuid } = await assign();
    await stored(vodUuid, 4);
    await startRecorder('n2/0', { node: 'n2' });
    const drained = first.drain.run();
    await watchers.until(() => event(EVENTS.partStarted.name).length === 2);
    publish(4, 5);
    await drained;
    live.ended = true;
    await watchers.until(() => event(EVENTS.partEnded.name).length === 2);
    expect(event(EVENTS.partEnded.name)[0]?.payload).toMatchObject({ cause: 'drained', recorder: 'n1/0' });
    const all = await parts(vodUuid);
    expect(buildTimeline(all).runs.flatMap((run) => run.segments.map((name) => Number(name.split('-')[1])))).toEqual(
      range(0, 5),
    );
  }, 30_000);

  it('takes back at once what a dead process of its node held', async () => {
    publish(0, 1);
    const { vodUuid } = await assign();
    await bus.leases.take({
      vodUuid,
      partId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      recorder: 'n1/0',
      node: 'n1',
      pid: 999_999,
      since: new Date().toISOString(),
    });
    await startRecorder('n1/0');
    await stored(vodUuid, 2);
    expect(await bus.leases.get(vodUuid)).toMatchObject({ value: { pid: process.pid } });
  }, 30_000);

  it('P16 records no more than it has slots, the more important one first', async () => {
    publish(0, 1);
    const low = await assign({ priority: 0 });
    const high = await assign({ priority: 100 });
    await startRecorder('n1/0', { slots: 1 });
    await watchers.until(() => snapshots.some((s) => s.segments > 0));
    expect([...new Set(snapshots.map((s) => s.vodUuid))]).toEqual([high.vodUuid]);
    await bus.assignments.delete(high.vodUuid);
    await stored(low.vodUuid, 2);
  }, 30_000);

  it('goes on while nats-server is dead, and tells afterwards what it did', async () => {
    publish(0, 1);
    await startRecorder('n1/0');
    const { vodUuid } = await assign();
    await stored(vodUuid, 2);
    await nats.kill();
    publish(2, 3);
    const reached = watchers.until(() => live.asked.some((a) => a.path === '/s3.ts'));
    await reached;
    live.ended = true;
    await nats.restart();
    await watchers.until(() => event(EVENTS.partEnded.name).length === 1);
    const [part] = await parts(vodUuid);
    expect(seqs(part)).toEqual(range(0, 3));
    expect(part?.end).toMatchObject({ cause: 'endlist' });
  }, 40_000);
});
