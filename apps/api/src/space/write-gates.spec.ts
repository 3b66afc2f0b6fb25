import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import { type SpaceRepository } from '../persistence/repositories/space.repository.js';
import { type VodRepository } from '../persistence/repositories/vod.repository.js';
import { type Scheduler } from '../platform/scheduler/scheduler.js';
import { type Settings } from '../settings/settings.service.js';
import { type CaptureStatusCache } from '../vods/capture-status-cache.js';
import { type MeasuredRoot, type RootSpaces } from './root-spaces.js';
import { type SpaceNotices } from './space-notices.js';
import { type SpaceReportService } from './space-report.service.js';
import { WriteGates } from './write-gates.js';

const SPACE = { freeBytes: 1, totalBytes: 100e9, isReadOnly: false };
const ROOTS: readonly MeasuredRoot[] = [
  { name: 'storage', path: '/storage', space: SPACE },
  { name: 'data', path: '/data', space: SPACE },
];

/** The gates of two full disks on the leader; `failsAt`: the disk whose notice cannot be written. */
function fullGates(failsAt: string | null) {
  let run: () => Promise<void> = () => Promise.resolve();
  const applied: string[] = [];
  const scheduler = {
    isLeader: true,
    every: (_name: string, _schedule: object, task: () => Promise<void>) => {
      run = task;
    },
  };
  const notices = {
    observe: () => undefined,
    apply: ({ name }: { readonly name: string }) => {
      applied.push(name);
      return name === failsAt ? Promise.reject(new RangeError('no notice')) : Promise.resolve();
    },
  };
  const gates = new WriteGates(
    scheduler as unknown as Scheduler,
    { measure: () => Promise.resolve(ROOTS) } as unknown as RootSpaces,
    { get: () => 5 } as unknown as Settings,
    { totalBitrate: () => 0 } as unknown as CaptureStatusCache,
    { allAssigned: () => Promise.resolve([]) } as unknown as VodRepository,
    {} as unknown as SpaceRepository,
    { bytesOfDeletedVods: () => Promise.resolve(0) } as unknown as SpaceReportService,
    notices as unknown as SpaceNotices,
  );
  return { gates, applied, run: () => run() };
}

it('a recording that cannot pause prevents neither other listeners nor that room is made', async () => {
  const { gates, applied, run } = fullGates(null);
  const reported: string[] = [];
  gates.onStorageState(() => Promise.reject(new RangeError('cannot pause')));
  gates.onStorageState((state) => {
    reported.push(state);
    return Promise.resolve();
  });
  gates.onDemand(() => Promise.reject(new RangeError('cannot plan')));
  gates.onDemand(({ expected }) => {
    reported.push(`demand ${expected}`);
    return Promise.resolve();
  });
  await expect(run()).rejects.toMatchObject({ code: 'several-faults' });
  expect([applied, reported]).toEqual([
    ['storage', 'data'],
    ['sealed', 'demand 0'],
  ]);
});

it('a notice of one disk that cannot be written prevents nothing of the other disks', async () => {
  const { gates, applied, run } = fullGates('storage');
  const reported: string[] = [];
  gates.onStorageState((state) => {
    reported.push(state);
    return Promise.resolve();
  });
  await expect(run()).rejects.toThrow('no notice');
  expect([applied, reported]).toEqual([['storage', 'data'], ['sealed']]);
});
