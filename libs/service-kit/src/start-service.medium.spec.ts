import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { connectBus } from '#libs/bus';
import { PULSES, type HealthReport, type ServiceHealth } from '#libs/contracts';
import { openStorage } from '#libs/storage';
import { startNats, tempDir, type TestNats } from '#libs/testkit';
import { SOURCE_FLAGS } from '../../../tools/testrun/source-flags.mjs';

interface Ready {
  readonly ready: true;
  readonly healthPort: number;
}

/** A module that prints each V8 flag that is set while the process runs; V8 does not report them. */
const SHOWS_V8_FLAGS = `data:text/javascript,${encodeURIComponent(`
  import v8 from 'node:v8';
  import { syncBuiltinESMExports } from 'node:module';
  const { setFlagsFromString } = v8;
  v8.setFlagsFromString = (flag) => {
    process.stdout.write('V8 ' + flag + '\\n');
    setFlagsFromString(flag);
  };
  syncBuiltinESMExports();
`)}`;
const dir = tempDir('service');
let nats: TestNats;
const children: BareService[] = [];

const root = join(dir.path, 'storage');
beforeAll(async () => {
  nats = await startNats();
  await (await openStorage({ kind: 'file', rootDir: root, sync: 'off' })).close();
});
afterEach(async () => {
  for (const { child, exited } of children.splice(0)) {
    child.kill('SIGKILL');
    await exited;
  }
});
afterAll(async () => {
  await nats.stop();
  dir.remove();
});

class BareService {
  readonly child: ChildProcess;
  out = '';
  err = '';
  readonly exited: Promise<[number | null]>;

  constructor(mode = 'normal', env: Record<string, string> = {}, nodeOptions: readonly string[] = []) {
    this.child = spawn(
      process.execPath,
      [...nodeOptions, ...SOURCE_FLAGS, join(import.meta.dirname, 'bare-service.fixture.ts'), mode],
      {
        stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
        env: {
          PATH: process.env['PATH'],
          VODKEEP_NATS_URL: nats.url,
          VODKEEP_NATS_TOKEN: nats.token,
          VODKEEP_DATA: dir.path,
          VODKEEP_NODE: 'nas',
          VODKEEP_STDIN_GUARD: '1',
          ...env,
        },
      },
    );
    this.child.stdout?.on('data', (chunk: Buffer) => {
      this.out += chunk.toString();
    });
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.err += chunk.toString();
    });
    this.exited = once(this.child, 'close') as Promise<[number | null]>;
    children.push(this);
  }

  async ready(): Promise<Ready> {
    const [message] = (await Promise.race([once(this.child, 'message'), this.exited.then(() => [this.err])])) as [
      Ready,
    ];
    return message;
  }
}

describe('a service', () => {
  it('reports that it is ready, answers health requests, and stores its log without secrets', async () => {
    const bare = new BareService();
    const { healthPort } = await bare.ready();
    const answer = await fetch(`http://127.0.0.1:${healthPort}/health`);
    const health = (await answer.json()) as ServiceHealth;
    expect(answer.status).toBe(200);
    expect(health).toMatchObject({ service: 'exporter', node: 'nas', ok: true });
    expect(health.checks.map((c) => [c.name, c.ok])).toEqual([
      ['nats', true],
      ['storage', true],
    ]);
    bare.child.kill('SIGTERM');
    expect(await bare.exited).toEqual([0, null]);
    const bus = await connectBus({ servers: nats.url, token: nats.token, name: 'reader' });
    const lines = (
      await bus.log.read({ from: new Date(0), to: new Date(Date.now() + 60_000), after: 0, limit: 100 })
    ).lines.map((l) => l.line);
    await bus.close();
    expect(lines.map((l) => l.text)).toEqual(expect.arrayContaining(['bare service started', 'ready', 'draining']));
    expect(lines.find((l) => l.text === 'bare service started')?.metadata).toEqual({ password: '[hidden]' });
    expect(bare.out).not.toContain('hunter2');
  });

  it('publishes its health', async () => {
    const bus = await connectBus({ servers: nats.url, token: nats.token, name: 'dashboard' });
    const report = new Promise<HealthReport>((resolve) => {
      bus.onPulse(PULSES.serviceHealth, '*', ({ health }) => {
        resolve(health);
      });
    });
    await bus.ensure();
    await new BareService().ready();
    expect(await report).toMatchObject({ service: 'exporter', ok: true });
    await bus.close();
  });

  it.each([
    [
      'when its stdin closes',
      (c: ChildProcess) => {
        c.stdin?.end();
      },
    ],
    [
      'on a signal',
      (c: ChildProcess) => {
        c.kill('SIGINT');
      },
    ],
  ])('drains and exits with 0 %s', async (_when, end) => {
    const bare = new BareService();
    await bare.ready();
    end(bare.child);
    expect(await bare.exited).toEqual([0, null]);
    expect(bare.out).toContain('work was handed over');
  });

  it('puts V8 into memory-saver mode once it is ready', async () => {
    const bare = new BareService('normal', {}, ['--import', SHOWS_V8_FLAGS]);
    await bare.ready();
    while (!bare.out.includes('V8 --memory-saver-mode\n')) await once(bare.child.stdout as Readable, 'data');
  });

  it('is unhealthy with a remedy while NATS is unavailable, and healthy again afterwards', async () => {
    const bare = new BareService();
    const { healthPort } = await bare.ready();
    const fetchHealth = async (): Promise<ServiceHealth> =>
      (await (await fetch(`http://127.0.0.1:${healthPort}/health/ready`)).json()) as ServiceHealth;
    await nats.kill();
    let unhealthy = await fetchHealth();
    while (unhealthy.ok) unhealthy = await fetchHealth();
    expect(unhealthy.checks.find((c) => c.name === 'nats')).toMatchObject({
      ok: false,
      remedy: expect.stringContaining('nats-server'),
    });
    expect((await fetch(`http://127.0.0.1:${healthPort}/health/live`)).status).toBe(200);
    await nats.restart();
    let recovered = unhealthy;
    while (!recovered.ok) recovered = await fetchHealth();
    expect(recovered.checks.every((c) => c.ok)).toBe(true);
    expect(bare.child.exitCode).toBeNull();
  });
});

describe('a service whose storage is not that of the installation', () => {
  const health = async (port: number): Promise<ServiceHealth> =>
    (await (await fetch(`http://127.0.0.1:${port}/health/ready`)).json()) as ServiceHealth;
  const storageOf = ({ checks }: ServiceHealth) => checks.find((c) => c.name === 'storage');
  const until = async (port: number, is: (body: string) => boolean): Promise<ServiceHealth> => {
    for (let found = await health(port); ; found = await health(port))
      if (is(storageOf(found)?.message ?? '')) return found;
  };

  it('starts unhealthy, writes nothing into the mount point, and is healthy once the right storage is there', async () => {
    const bus = await connectBus({ servers: nats.url, token: nats.token, name: 'api' });
    await bus.ensure();
    const storage = await openStorage({ kind: 'file', rootDir: root, sync: 'off' });
    await bus.storageIdentity.announceStorage(await storage.claim());
    await rename(root, `${root}.disk`);
    await mkdir(root);
    const { healthPort } = await new BareService().ready();
    const text = `the storage at ${root} does not belong to this installation; check that the disk is mounted`;
    expect(storageOf(await health(healthPort))).toMatchObject({
      ok: false,
      message: text,
      remedy: expect.stringContaining('mounted'),
    });
    expect(await readdir(root)).toEqual([]);
    await rm(root, { recursive: true });
    await rename(`${root}.disk`, root);
    expect(storageOf(await health(healthPort))).toMatchObject({ ok: true });
    await bus.storageIdentity.announceStorage('another');
    await until(healthPort, (body) => body === text);
    await bus.storageIdentity.announceStorage(await storage.claim());
    await until(healthPort, (body) => body.includes('is writable'));
    await storage.close();
    await bus.close();
  });
});

describe('a service that cannot start', () => {
  it('reports all invalid settings in one line and exits with 78', async () => {
    const bare = new BareService('normal', { VODKEEP_HEALTH_PORT: 'x', VODKEEP_STORAGE: 'tape' });
    expect(await bare.exited).toEqual([78, null]);
    expect(bare.err.trim().split('\n')).toHaveLength(1);
    expect(bare.err).toMatch(/VODKEEP_HEALTH_PORT.*VODKEEP_STORAGE/);
  });

  it('exits with 78 and one line for a database newer than the code', async () => {
    const bare = new BareService('newer-database');
    expect(await bare.exited).toEqual([78, null]);
    expect(bare.err).toBe('The database was made by a newer Vodkeep. | Start that version again.\n');
  });

  it.each([
    ['uncaught', 'uncaught exception'],
    ['unhandled', 'unhandled rejection'],
  ])('logs an error before it exits: %s', async (mode, text) => {
    const bare = new BareService(mode);
    expect(await bare.exited).toEqual([1, null]);
    expect(bare.out).toContain(text);
    expect(bare.out).toContain('boom');
  });
});
