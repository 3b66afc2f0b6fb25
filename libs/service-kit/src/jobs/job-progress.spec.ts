import { message } from '#libs/messages';
import { expect, it } from '@jest/globals';
import { JobProgress, type JobProgressOptions } from './job-progress.js';

type Pulse = Parameters<JobProgressOptions['send']>[0];
function start(): { sent: Pulse[]; progress: JobProgress; clock: { now: number } } {
  const sent: Pulse[] = [];
  const clock = { now: 1000 };
  return {
    sent,
    clock,
    progress: new JobProgress({
      total: 1000,
      unit: 'bytes',
      now: () => clock.now,
      send: (p) => sent.push(p),
    }),
  };
}

it('computes rate and time left', () => {
  const { sent, progress, clock } = start();
  clock.now += 2000;
  progress.move(500, message('job.storing'));
  expect(sent).toEqual([
    {
      at: 3000,
      unit: 'bytes',
      note: message('job.storing'),
      progress: 0.5,
      rate: 250,
      leftMs: 2000,
    },
  ]);
});

it('reports at most once a second', () => {
  const { sent, progress, clock } = start();
  for (let i = 0; i <= 20; i += 1) {
    progress.move(i, null);
    clock.now += 100;
  }
  expect(sent.map((p) => p.at)).toEqual([1000, 2000, 3000]);
});

it('never decreases or exceeds the total, and has no rate before the first byte', () => {
  const { sent, progress, clock } = start();
  progress.move(0, null);
  for (const bytes of [900, 100, 5000]) {
    clock.now += 1000;
    progress.move(bytes, null);
  }
  expect(sent.map((p) => p.progress)).toEqual([0, 0.9, 0.9, 1]);
  expect(sent[0]).toMatchObject({ rate: null, leftMs: null });
  expect(sent.at(-1)?.leftMs).toBe(0);
});

it('has no time left if the total is unknown', () => {
  const { sent, progress, clock } = start();
  clock.now += 2000;
  progress.move(500, null, { total: 0 });
  expect(sent).toMatchObject([{ progress: 0, rate: 250, leftMs: null }]);
});
