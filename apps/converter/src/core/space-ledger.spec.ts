import { message } from '#libs/messages';
import { expect, it } from '@jest/globals';
import { shortage } from './space-ledger.js';

const GB = 1_000_000_000;
const disk = (freeGb: number, totalGb: number): { freeBytes: number; totalBytes: number } => ({
  freeBytes: freeGb * GB,
  totalBytes: totalGb * GB,
});
const need = (mediaGb: number, promisedGb = 0): { mediaBytes: number; promisedBytes: number } => ({
  mediaBytes: mediaGb * GB,
  promisedBytes: promisedGb * GB,
});

it('reserves the size of the file twice if work folder and storage share a disk', () => {
  expect(shortage({ work: disk(21.5, 100), storage: disk(21.5, 100) }, need(10))).toBeNull();
  expect(shortage({ work: disk(20, 100), storage: disk(20, 100) }, need(10))).toEqual(
    message('job.no-space.disk', { n: '1.4 GB' }),
  );
});

it('checks both disks if they are separate', () => {
  expect(shortage({ work: disk(12, 50), storage: disk(12, 100) }, need(10))).toBeNull();
  expect(shortage({ work: disk(5, 50), storage: disk(90, 100) }, need(10))).toMatchObject({
    key: 'job.no-space.converter',
  });
  expect(shortage({ work: disk(40, 50), storage: disk(5, 100) }, need(10))).toMatchObject({
    key: 'job.no-space.storage',
  });
});

it('counts the reservations of other attempts', () => {
  expect(shortage({ work: disk(20, 50), storage: null }, need(10, 5))).toBeNull();
  expect(shortage({ work: disk(20, 50), storage: null }, need(10, 10))).not.toBeNull();
});
