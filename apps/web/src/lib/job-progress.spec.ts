import { expect, it } from '@jest/globals';
import { job } from './job.fixture.js';
import { rateOf, totalProgress } from './job-progress.js';

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
  expect(totalProgress(jobs)).toEqual({ running: 4, progress: 0.4, leftMs: 9000 });
});
it('has no progress to show when nothing converts', () => {
  expect(totalProgress([job({ kind: 'capture' })])).toEqual({ running: 1, progress: null, leftMs: null });
});
