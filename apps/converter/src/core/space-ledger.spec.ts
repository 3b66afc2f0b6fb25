import { message } from '#libs/messages';
import { expect, it } from '@jest/globals';
import type { Space, Storage } from '#libs/storage';
import { shortage, SpaceLedger } from './space-ledger.js';
import type { WorkFolder } from './work-folder.js';

const GB = 1_000_000_000;
const disk = (freeGb: number, device: number): Space => ({
  freeBytes: freeGb * GB,
  totalBytes: 100 * GB,
  device,
});
const need = (mediaGb: number, reservedGb = 0): { mediaBytes: number; reservedBytes: number } => ({
  mediaBytes: mediaGb * GB,
  reservedBytes: reservedGb * GB,
});

/** A disk with work folder and storage. */
const shared = (freeGb: number, isLinked: boolean) => ({ work: disk(freeGb, 1), storage: disk(freeGb, 1), isLinked });
const apart = { isLinked: false };

it('reserves the size of the file twice if work folder and storage share a disk without links between them', () => {
  expect(shortage(shared(21.5, false), need(10))).toBeNull();
  expect(shortage(shared(20, false), need(10))).toEqual(message('job.no-space.disk', { n: '1.4 GB' }));
});

it('reserves the size of the file once if storage links it', () => {
  expect(shortage(shared(11.3, true), need(10))).toBeNull();
  expect(shortage(shared(10, true), need(10))).toEqual(message('job.no-space.disk', { n: '1.2 GB' }));
});

it('integrity-6 checks both disks if they are separate, also two of equal size', () => {
  expect(shortage({ work: disk(12, 1), storage: disk(12, 2), ...apart }, need(10))).toBeNull();
  expect(shortage({ work: disk(5, 1), storage: disk(90, 2), ...apart }, need(10))).toMatchObject({
    key: 'job.no-space.converter',
  });
  expect(shortage({ work: disk(40, 1), storage: disk(5, 2), ...apart }, need(10))).toMatchObject({
    key: 'job.no-space.storage',
  });
});

it('counts the reservations of other attempts', () => {
  expect(shortage({ work: disk(20, 1), storage: null, ...apart }, need(10, 5))).toBeNull();
  expect(shortage({ work: disk(20, 1), storage: null, ...apart }, need(10, 10))).not.toBeNull();
});

it('reserves space for one attempt at a time until it is released, and counts a repeated attempt once', async () => {
  const space = () => Promise.resolve(disk(15, 1));
  const linksTo = () => Promise.resolve(false);
  const ledger = new SpaceLedger({ space } as unknown as Storage, { space, linksTo } as unknown as WorkFolder);
  expect(await ledger.reserve('a', 5 * GB)).toBeNull();
  expect(await ledger.reserve('a', 5 * GB)).toBeNull();
  expect(await ledger.reserve('b', 5 * GB)).toMatchObject({ key: 'job.no-space.disk' });
  ledger.release('a');
  expect(await ledger.reserve('b', 5 * GB)).toBeNull();
});
