import { type ApiConfig } from '#libs/config';
import { tempDir } from '#libs/testkit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type SpaceRepository } from '../persistence/repositories/space.repository.js';
import { type VodRepository } from '../persistence/repositories/vod.repository.js';
import { type Settings } from '../settings/settings.service.js';
import { soloScheduler } from '../testing/solo-scheduler.js';
import { type CaptureStatusCache } from '../vods/capture-status-cache.js';
import { type MeasuredRoot, RootSpaces } from './root-spaces.js';
import { type SpaceNotices } from './space-notices.js';
import { type SpaceReportService } from './space-report.service.js';
import { WriteGates } from './write-gates.js';

const GB = 1_000_000_000;

let dir: ReturnType<typeof tempDir>;
beforeEach(() => {
  dir = tempDir('roots');
  for (const name of ['storage', 'postgres', 'nats']) mkdirSync(join(dir.path, name));
});
afterEach(() => {
  dir.remove();
});

const report = (free: number | null, total: number | null) =>
  ({ freeAndTotal: () => Promise.resolve([free, total]) }) as unknown as SpaceReportService;
const config = (kind: 'file' | 's3', databaseDir: string | null = null) =>
  ({
    core: { dataDir: dir.path },
    storage: { kind, dir: join(dir.path, 'storage'), s3Bucket: 'vods' },
    control: { databaseDir, messagesDir: databaseDir && join(dir.path, 'nats') },
  }) as unknown as ApiConfig;

describe('the measured disks', () => {
  it('are the storage alone if database and messages are elsewhere', async () => {
    expect(await new RootSpaces(config('file'), report(5, 9)).measure()).toEqual([
      {
        name: 'storage',
        path: join(dir.path, 'storage'),
        space: { freeBytes: 5, totalBytes: 9, isReadOnly: false },
      },
    ]);
  });

  it('are one root if all folders are on one disk', async () => {
    const roots = await new RootSpaces(config('file', join(dir.path, 'postgres')), report(5, 9)).measure();
    expect(roots.map(({ name }) => name)).toEqual(['storage']);
  });

  it('are a bucket by its quota, and the disk of the data', async () => {
    const roots = await new RootSpaces(config('s3', join(dir.path, 'postgres')), report(5, 9)).measure();
    expect(roots.map(({ name, path }) => [name, path])).toEqual([
      ['storage', 'vods'],
      ['data', dir.path],
    ]);
    expect((await new RootSpaces(config('s3'), report(null, null)).measure()).map(({ name }) => name)).toEqual([]);
  });

  it('are those that answer: a folder that is away is not full', async () => {
    const away = config('file', join(dir.path, 'postgres'));
    const roots = await new RootSpaces(
      { ...away, storage: { ...away.storage, dir: join(dir.path, 'gone') } },
      report(5, 9),
    ).measure();
    expect(roots.map(({ name }) => name)).toEqual(['data']);
  });
});

/** Gates of these disks, on an API that does not lead: without notices and demand. */
async function gatesOf(roots: readonly MeasuredRoot[], settings: Readonly<Record<string, number>>) {
  const scheduler = soloScheduler();
  const seen: string[] = [];
  const gates = new WriteGates(
    scheduler,
    { measure: () => Promise.resolve(roots) } as unknown as RootSpaces,
    { get: (key: string) => settings[key] ?? 0 } as unknown as Settings,
    { totalBitrate: () => 0 } as unknown as CaptureStatusCache,
    { allAssigned: () => Promise.resolve([]) } as unknown as VodRepository,
    {} as SpaceRepository,
    { bytesOfDeletedVods: () => Promise.resolve(0) } as unknown as SpaceReportService,
    {
      observe: ({ name, state }: { name: string; state: string }) => seen.push(`${name} ${state}`),
      apply: () => Promise.resolve(),
    } as unknown as SpaceNotices,
  );
  await scheduler.start();
  await scheduler.all()[0]?.settled();
  await scheduler.stop();
  return { gates, seen };
}

it('the limit of the data disk refuses new recordings, and never pauses running ones', async () => {
  const disk = (name: 'storage' | 'database', freeGb: number): MeasuredRoot => ({
    name,
    path: '/x',
    space: { freeBytes: freeGb * GB, totalBytes: 100 * GB, isReadOnly: false },
  });
  const roots = [disk('storage', 50), disk('database', 0.1)];
  const { gates, seen } = await gatesOf(roots, { 'storage.data_gate_gb': 1 });
  expect(gates.fullRoot()).toBe('database');
  expect(gates.refusal()).toMatchObject({ key: 'verdict.no-room' });
  expect(gates.gates.map(({ name, limit, sealLimit }) => [name, limit, sealLimit])).toEqual([
    ['storage', 5 * GB, GB],
    ['database', GB, null],
  ]);
  expect(seen).toEqual(['storage open', 'database sealed']);
  expect((await gatesOf(roots, { 'storage.data_gate_gb': 0.05 })).gates.fullRoot()).toBeNull();
});
