import { expect, it } from '@jest/globals';
import { type Job } from '#libs/contracts';
import { rateOf, summaryOf } from './job-rate.js';

const job = (over: Partial<Job>): Job => ({
  name: 'j',
  pid: null,
  process_running: true,
  status: 'RUNNING',
  progress: 0.5,
  dt_started_at: '2026-11-28T10:00:00Z',
  kind: 'convert',
  node: null,
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

it('says a rate in what the job counts', () => {
  expect(rateOf({ rate: 12_000_000, unit: 'bytes' }, 'en')).toBe('12.0 MB/s');
  expect(rateOf({ rate: 31_000, unit: 'media-ms' }, 'en')).toBe('31×');
  expect(rateOf({ rate: null, unit: 'items' }, 'en')).toBe('');
});
it('counts running jobs, and only what ends by itself towards the progress', () => {
  const jobs = [
    job({ progress: 0.2, left_ms: 4000 }),
    job({ progress: 0.6, left_ms: 9000 }),
    job({ kind: 'capture', progress: 0 }),
    job({ kind: 'chat-dump', progress: 0 }),
    job({ status: 'ERROR' }),
  ];
  expect(summaryOf(jobs)).toEqual({ running: 4, progress: 0.4, leftMs: 9000 });
});
it('has no progress to show when nothing converts', () => {
  expect(summaryOf([job({ kind: 'capture' })])).toEqual({ running: 1, progress: null, leftMs: null });
});
