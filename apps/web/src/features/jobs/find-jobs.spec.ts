import { expect, it } from '@jest/globals';
import { type Job } from '#libs/contracts';
import { findJobs, namesOf } from './find-jobs.js';

const job = (over: Partial<Job>): Job => ({
  name: 'j',
  pid: null,
  process_running: true,
  status: 'RUNNING',
  progress: 0.5,
  dt_started_at: '2026-11-28T10:00:00Z',
  kind: 'convert',
  node: 'hall',
  vod_uuid: null,
  title: '',
  rate: null,
  unit: 'bytes',
  left_ms: null,
  note: '',
  log: [],
  error: null,
  can_retry: false,
  can_cancel: true,
  ...over,
});
const jobs = [
  job({ name: 'convert_a', status: 'STOPPED' }),
  job({ name: 'convert_b', status: 'ERROR', title: 'Boats' }),
  job({ name: 'capture_c', status: 'WAITING' }),
];
const names = (found: readonly Job[]): string[] => found.map((j) => j.name);

it('shows what runs or waits first', () => {
  expect(names(findJobs(jobs, 'all', ''))).toEqual(['capture_c', 'convert_a', 'convert_b']);
});
it('shows by how they stand', () => {
  expect([
    names(findJobs(jobs, 'running', '')),
    names(findJobs(jobs, 'ended', '')),
    names(findJobs(jobs, 'failed', '')),
  ]).toEqual([['capture_c'], ['convert_a', 'convert_b'], ['convert_b']]);
});
it('finds words in name, title and node', () => {
  expect([
    names(findJobs(jobs, 'all', 'BOATS')),
    findJobs(jobs, 'all', 'hall').length,
    findJobs(jobs, 'all', 'x').length,
  ]).toEqual([['convert_b'], 3, 0]);
});
it('reads a name with a star as the server does', () => {
  expect([namesOf(jobs, 'convert_*'), namesOf(jobs, 'capture_c'), namesOf(jobs, 'convert_')]).toEqual([
    ['convert_a', 'convert_b'],
    ['capture_c'],
    [],
  ]);
});
