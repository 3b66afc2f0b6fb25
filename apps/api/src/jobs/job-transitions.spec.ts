import 'reflect-metadata';
import { verbatim } from '#libs/messages';
import { expect, it } from '@jest/globals';
import { markFailed, markQueued, markStarted } from './job-transitions.js';
import { newJob } from './new-job.js';

const ABOUT = {
  name: 'a',
  kind: 'convert',
  vodUuid: null,
  channelUuid: null,
  title: verbatim('a'),
  unit: 'items',
  stage: 's',
} as const;

it('a job that is queued again differs from a new job only in its log, attempt and times', () => {
  const job = Object.assign(markStarted(newJob(ABOUT), { worker: 'one', pid: 7 }), {
    progress: 0.5,
    rate: 3,
    leftMs: 9,
    sentAt: new Date(),
  });
  markQueued(markFailed(job, { reason: verbatim('broken'), waiting: false, at: 1 }), { note: verbatim('its turn') });
  const { log, startedAt, updatedAt } = job;
  const fresh = newJob({ ...ABOUT, note: verbatim('its turn'), attempt: job.attempt });
  expect(job).toEqual(Object.assign(fresh, { log, startedAt, updatedAt }));
});
