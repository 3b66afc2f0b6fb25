import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ulid } from 'ulid';
import { connectBus, type Bus } from '#libs/bus';
import { EVENTS } from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { POSTGRES_MAJOR } from '../../supervisor/postgres/cluster.js';
import { recordingEvidence, reportFault } from '../environment/injected-fault.js';
import { Stream } from '../environment/stream.js';
import type { TestEnvironment } from '../environment/test-environment.js';
import type { OwnInstallationScenario } from '../scenario.js';
import { until } from '../../common/until.js';
import { concludeStream } from '../verdict/conclude.js';
import {
  dataDirOf,
  openOn,
  requireUnchanged,
  storedObjects,
  waitForAlert,
  type DiskEnvironment,
} from './disk-scenario.js';
import { SmallDisk } from './small-disk.js';

const LIMIT_MS = 90_000;
const WRITE_LIMIT_MS = 10_000;
/** Of one second: the gates of a busy machine look at least once meanwhile. */
const SEEN_SEGMENTS = 25;

interface ControlDisk {
  readonly child: 'postgres' | 'nats';
  /** Title of the disk in alerts. */
  readonly root: string;
  readonly about: string;
  /** Puts the data of the program on a small disk. */
  readonly prepare: (environment: TestEnvironment) => Promise<SmallDisk>;
  /** Writes until the full disk refuses it. */
  readonly exhaust: (opened: DiskEnvironment) => Promise<void>;
  /** Writes once; the program can write again. */
  readonly write: (opened: DiskEnvironment) => Promise<void>;
}

/** The disk of a program with control data is full, then read-only: nothing that is recorded is lost. */
function controlDisk({ child, root, about, prepare, exhaust, write }: ControlDisk): OwnInstallationScenario {
  return {
    kind: 'own-installation',
    isLong: true,
    name: `${child}-disk`,
    about,
    storage: ['file'],
    injectFault: async (environment) => {
      const { pace, signal, say, cleaning } = environment;
      const disk = await prepare(environment);
      cleaning.defer(() => disk.unmount());
      const opened = await openOn(environment);
      const { installation, api } = opened;
      const stream = await Stream.goLive(opened);
      const before = await storedObjects(opened);
      reportFault(await recordingEvidence(stream, { child, pid: installation.pids()[child] ?? null }), say);
      disk.fill();
      say(`fault: ${String(disk.freeBytes)} bytes are free`);
      await exhaust(opened);
      await stream.waitForSegments(pace.outage);
      disk.empty();
      const heals = async (count: number): Promise<void> => {
        await until(`${child} writes again`, { signal, limitMs: LIMIT_MS }, () =>
          within(WRITE_LIMIT_MS, write(opened)),
        );
        await waitForAlert(opened, { root, count, isOpen: false });
        await stream.waitUntilFetched(Date.now());
        await requireUnchanged(opened, before);
      };
      await heals(1);

      // A program with open files keeps its disk writable: it finds the read-only disk when it starts.
      installation.kill(child, 'SIGKILL', { stayDown: true });
      await until(`${child} has ended`, { signal, limitMs: LIMIT_MS }, () => installation.pids()[child] === null);
      await disk.makeReadOnly({ signal, limitMs: LIMIT_MS });
      say('fault: the disk is read-only');
      const restarted = installation.restart(child).catch(() => undefined);
      await stream.waitForSegments(SEEN_SEGMENTS);
      disk.makeWritable();
      await restarted;
      await heals(2);
      await stream.waitForSegments(pace.after);
      stream.end();
      return () => concludeStream({ ...environment, api }, { stream, env: installation.env });
    },
  };
}

/** A server that hangs is one that does not write. */
async function within(limitMs: number, work: Promise<void>): Promise<boolean> {
  const end = new AbortController();
  const late = pause(limitMs, false, { signal: end.signal });
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    end.abort();
  }
}

export async function withDatabase(
  { installation }: DiskEnvironment,
  work: (db: pg.Client) => Promise<unknown>,
): Promise<void> {
  const db = new pg.Client({ connectionString: installation.env['VODKEEP_PG_URL'], connectionTimeoutMillis: 5000 });
  db.on('error', () => undefined);
  try {
    await db.connect();
    await work(db);
  } finally {
    await db.end().catch(() => undefined);
  }
}

/** A row of 3 MB that does not compress. */
export const BIG_ROW = `INSERT INTO chaos_fill SELECT string_agg(md5(random()::text || i), '') FROM generate_series(1, 100000) i`;

export const postgresDisk = controlDisk({
  child: 'postgres',
  root: 'Database',
  about:
    'the disk of PostgreSQL is full, then read-only: the recording goes on, one alert each, no committed row is lost',
  prepare: async (environment) => {
    // initdb renames its folder, which a mount point cannot be.
    const first = await openOn({ ...environment, cleaning: new AsyncDisposableStack() });
    await withDatabase(first, (db) => db.query('CREATE TABLE chaos_fill (x text)'));
    await first.installation.stop();
    const cluster = join(dataDirOf(environment), `postgres-${POSTGRES_MAJOR}`);
    renameSync(cluster, `${cluster}.on-disk`);
    mkdirSync(cluster);
    const disk = SmallDisk.mount(cluster, 400);
    execFileSync('cp', ['-a', `${cluster}.on-disk/.`, cluster]);
    return disk;
  },
  exhaust: async (opened) => {
    const { signal, say } = opened;
    await until('PostgreSQL is refused', { signal, limitMs: LIMIT_MS }, async () => {
      const fault = await withDatabase(opened, (db) => db.query(BIG_ROW)).then(
        () => '',
        (thrown: unknown) => messageOf(thrown),
      );
      if (fault !== '') say(`PostgreSQL is refused: ${fault}`);
      return fault !== '';
    });
  },
  write: (opened) => withDatabase(opened, (db) => db.query(BIG_ROW)),
});

async function withBus({ installation }: DiskEnvironment, work: (bus: Bus) => Promise<unknown>): Promise<void> {
  const { VODKEEP_NATS_URL: servers = '', VODKEEP_NATS_TOKEN: token = '' } = installation.env;
  const bus = await connectBus({ servers, token, name: 'chaos' });
  try {
    await work(bus);
  } finally {
    await bus.close();
  }
}

/** An event that changes nothing: a recorder without captures ended. */
const publish = (bus: Bus): Promise<unknown> => {
  const process = ulid();
  return bus.publish(
    EVENTS.recorderDied,
    { process, recorder: 'chaos/0', vodUuids: [], at: Date.now() },
    { msgId: process },
  );
};

export const natsDisk = controlDisk({
  child: 'nats',
  root: 'Messages (NATS)',
  about:
    'the disk of nats-server is full, then read-only: JetStream refuses writes until it starts again, which happens by itself; nothing is lost',
  prepare: (environment) => Promise.resolve(SmallDisk.mount(join(dataDirOf(environment), 'nats'), 400)),
  exhaust: async (opened) => {
    const { signal, say, installation } = opened;
    await withBus(opened, (bus) =>
      until('JetStream is refused', { signal, limitMs: LIMIT_MS }, async () => {
        await publish(bus).catch(() => undefined);
        const log = readFileSync(join(installation.dataDir, 'log/nats.err.log'), 'utf8');
        const fault = log.split('\n').find((line) => /critical write error/i.test(line));
        if (fault !== undefined) say(`JetStream is refused: ${fault.slice(0, 160)}`);
        return fault !== undefined;
      }),
    );
  },
  write: (opened) => withBus(opened, publish),
});
