import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import { type SpaceRepository, type UnfreedSpace } from '../../persistence/repositories/space.repository.js';
import { type Notices } from '../../platform/notices.service.js';
import { type SpaceReportService } from '../../space/space-report.service.js';
import { FreedSpace } from './freed-space.js';

const GB = 1_000_000_000;
const MINUTE_MS = 60_000;

/** A disk on which each deletion of 5 GB frees so much. */
function diskThatFrees(freedBytes: number | null) {
  const disk = { free: freedBytes === null ? null : 10 * GB, now: 0, open: new Set<string>() };
  let row: UnfreedSpace | null = null;
  const rows = {
    unfreed: () => Promise.resolve(row),
    saveUnfreed: (next: UnfreedSpace) => {
      row = next;
      return Promise.resolve();
    },
    forgetUnfreed: () => {
      row = null;
      return Promise.resolve();
    },
  };
  const notices = {
    raise: ({ key }: { readonly key: string }) => Promise.resolve(void disk.open.add(key)),
    resolve: (key: string) => Promise.resolve(void disk.open.delete(key)),
  };
  const freed = new FreedSpace(
    { free: () => Promise.resolve(disk.free) } as unknown as SpaceReportService,
    rows as unknown as SpaceRepository,
    notices as unknown as Notices,
    { now: () => disk.now },
  );
  /** @returns how many VODs went, of so many */
  const remove = async (count: number, bytes: number | null = 5 * GB): Promise<number> => {
    let gone = 0;
    while (gone < count && (await freed.mayDelete())) {
      await freed.observe(() => {
        if (disk.free !== null && bytes !== null) disk.free += freedBytes ?? 0;
        return Promise.resolve(bytes);
      });
      gone += 1;
    }
    return gone;
  };
  return { disk, freed, remove };
}

it('stops after three VODs that freed nothing, and says so once the space had time to appear', async () => {
  const { disk, freed, remove } = diskThatFrees(0);
  expect([await remove(10), await remove(10), disk.open.size]).toEqual([3, 0, 0]);
  disk.now += MINUTE_MS;
  expect([await freed.mayDelete(), disk.open.size]).toEqual([false, 1]);
});

it('continues when the space appears later, or from elsewhere', async () => {
  const { disk, remove } = diskThatFrees(0);
  expect(await remove(10)).toBe(3);
  disk.now += MINUTE_MS;
  expect(await remove(10)).toBe(0);
  disk.free = 15 * GB;
  expect([await remove(10), disk.open.size]).toEqual([3, 0]);
});

it('does not stop while deletions free space, although recordings use it up again', async () => {
  const { disk, remove } = diskThatFrees(GB);
  for (let n = 0; n < 5; n += 1) {
    expect(await remove(1)).toBe(1);
    disk.free = 9 * GB;
  }
});

it.each([
  ['VODs that stay are no deletions', 0, null],
  ['an unknown free space proves nothing', null, 5 * GB],
] as const)('%s', async (_, freedBytes, bytes) => {
  expect(await diskThatFrees(freedBytes).remove(10, bytes)).toBe(10);
});
