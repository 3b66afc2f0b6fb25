import { type Job } from '#libs/contracts';

/** A conversion that runs. */
export const job = (over: Partial<Job>): Job => ({
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
