import { expect, it } from '@jest/globals';
import { type Job } from '#libs/contracts';
import { job } from '../../lib/job.fixture.js';
import { findJobs, namesOf } from './find-jobs.js';

const jobs = [
  job({ name: 'convert_a', status: 'STOPPED', node: 'hall' }),
  job({ name: 'convert_b', status: 'ERROR', title: 'Boats', node: 'hall' }),
  job({ name: 'capture_c', status: 'WAITING', node: 'hall' }),
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
