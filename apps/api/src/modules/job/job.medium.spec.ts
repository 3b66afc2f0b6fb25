import 'reflect-metadata';
import { defineWorkerJob, PULSES } from '#libs/contracts';
import { message, verbatim } from '#libs/messages';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Transactions } from '../../persistence/database/tx.js';
import { TestApp, eventually } from '../../testing/test-app.js';
import { JobEntity } from '../../persistence/entities/job.entity.js';
import { Sweeper } from '../../workflows/sweeper.js';
import { TOY_KIND } from '../../jobs/example-jobs.fixture.js';
import { WorkerJobs } from '../../jobs/worker-jobs.js';

jest.setTimeout(60_000);

let app: TestApp;
/** Calls of the hooks `stopped` and `retry` of the stage. */
const hookCalls: string[] = [];
const tx = () => app.nest.get(Transactions, { strict: false }).plain;
const find = (name: string) => tx().findOneBy(JobEntity, { name });

/** Stores a worker job as if it had been queued and sent. */
async function addJob(name: string, status: JobEntity['status'], kind: JobEntity['kind'] = TOY_KIND): Promise<void> {
  const now = new Date();
  await tx().save(
    Object.assign(new JobEntity(), {
      name,
      kind,
      vodUuid: randomUUID(),
      title: verbatim(name),
      status,
      progress: 0.25,
      rate: 1000,
      unit: 'bytes',
      leftMs: 4000,
      note: null,
      log: [],
      error: null,
      node: 'far-away/0',
      pid: 4711,
      channelUuid: null,
      stage: kind === TOY_KIND ? 'toy' : kind,
      attempt: 'a1',
      input: {},
      asked: null,
      result: null,
      sentAt: now,
      priority: 0,
      parent: null,
      weight: 1,
      following: false,
      owner: null,
      renewedAt: null,
      tries: 0,
      takeovers: 0,
      counts: null,
      notBefore: null,
      startedAt: now,
      endedAt: null,
      updatedAt: now,
    } satisfies Omit<JobEntity, 'say'>),
  );
}

beforeAll(async () => {
  app = await TestApp.start();
  app.nest.get(WorkerJobs, { strict: false }).register({
    name: 'toy',
    kind: TOY_KIND,
    def: defineWorkerJob({
      kind: 'toy',
      worker: 'converter',
      unit: 'bytes',
      input: z.object({}),
      result: z.object({}),
    }),
    locksVod: 'never',
    done: () => Promise.resolve({}),
    stopped: (job) => {
      hookCalls.push(job.name);
      return Promise.resolve();
    },
    retry: (job) => {
      hookCalls.push(`again ${job.name}`);
      return Promise.resolve();
    },
  });
}, 60_000);
afterAll(async () => {
  await app.stop();
});

describe('jobs', () => {
  it('are listed with their process, progress and time left', async () => {
    await addJob('probe_listed', 'RUNNING');
    const { body } = await app.call<Record<string, unknown>[]>('GET', '/jobs');
    expect(body.data?.find((j) => j['name'] === 'probe_listed')).toMatchObject({
      pid: 4711,
      node: 'far-away/0',
      process_running: true,
      status: 'RUNNING',
      progress: 0.25,
      left_ms: 4000,
      dt_started_at: expect.stringMatching(/Z$/),
    });
  });

  it('that have ended have no rate and no time left', async () => {
    await addJob('probe_over', 'STOPPED');
    const { body } = await app.call<Record<string, unknown>[]>('GET', '/jobs');
    expect(body.data?.find((j) => j['name'] === 'probe_over')).toMatchObject({
      rate: null,
      left_ms: null,
      progress: 0.25,
    });
  });

  it('that run are stopped by name: the row changes, and worker and owner are notified', async () => {
    await addJob('download_one', 'RUNNING');
    const changes: string[] = [];
    const off = app.bus.onPulse(PULSES.jobCancel, '*', ({ jobName }) => {
      changes.push(jobName);
      return Promise.resolve();
    });
    expect((await app.call('DELETE', '/jobs/download_one?method=SIGHUP')).body).toEqual({
      status: 'OK',
      message: 'Job killed',
    });
    expect(await find('download_one')).toMatchObject({
      status: 'STOPPED',
      pid: null,
      note: message('job.stopped'),
      log: [expect.objectContaining({ message: message('job.stopped') })],
    });
    await eventually(() => Promise.resolve(changes.includes('download_one')), 'the cancel pulse');
    expect(hookCalls).toEqual(['download_one']);
    expect((await app.call('POST', '/jobs/download_one/retry')).status).toBe(200);
    expect(hookCalls).toEqual(['download_one', 'again download_one']);
    off();
  });

  it('K6 are stopped by a prefix of their names', async () => {
    for (const n of ['1', '2']) await addJob(`many_%_${n}`, 'WAITING');
    await addJob('many_other', 'RUNNING');
    expect((await app.call('DELETE', `/jobs/${encodeURIComponent('many_%_*')}`)).body.message).toBe('2 jobs killed');
    expect([
      (await find('many_%_1'))?.status,
      (await find('many_%_2'))?.status,
      (await find('many_other'))?.status,
    ]).toEqual(['STOPPED', 'STOPPED', 'RUNNING']);
  });

  it('W73 that have ended are cleared, and those that run stay', async () => {
    await addJob('gone_done', 'STOPPED');
    await addJob('gone_running', 'RUNNING');
    expect((await app.call('DELETE', '/jobs/gone_done?clear=1')).body).toEqual({
      status: 'OK',
      message: 'Job cleared',
    });
    expect(await find('gone_done')).toBeNull();
    expect(await app.call('DELETE', '/jobs/gone_running?clear=1')).toMatchObject({
      status: 409,
      body: { code: 'job-running' },
    });
    expect((await find('gone_running'))?.status).toBe('RUNNING');
  });

  it('that have ended are deleted after 30 days, and those that wait stay', async () => {
    for (const [name, status, days] of [
      ['old_done', 'STOPPED', 31],
      ['old_failed', 'ERROR', 31],
      ['new_done', 'STOPPED', 29],
      ['old_waiting', 'WAITING', 31],
    ] as const) {
      await addJob(name, status);
      await tx().update(JobEntity, { name }, { endedAt: new Date(Date.now() - days * 86_400_000) });
    }
    await app.nest.get(Sweeper, { strict: false }).run();
    expect(
      await Promise.all(
        ['old_done', 'old_failed', 'new_done', 'old_waiting'].map(async (name) => (await find(name))?.name),
      ),
    ).toEqual([undefined, undefined, 'new_done', 'old_waiting']);
  });

  it('that run or do not exist cannot be retried', async () => {
    await addJob('retry_running', 'RUNNING');
    expect(await app.call('POST', '/jobs/retry_running/retry')).toMatchObject({
      status: 409,
      body: { code: 'job-running' },
    });
    expect(await app.call('POST', '/jobs/nobody/retry')).toMatchObject({
      status: 404,
      body: { code: 'job-missing', message: `Job 'nobody' not found` },
    });
    expect(await app.call('DELETE', '/jobs/nobody')).toMatchObject({
      status: 404,
      body: { message: `Job 'nobody' not found` },
    });
  });

  it.each([
    ['/jobs/x?method=SIGKILL9', 'method'],
    ['/jobs/x?clear=yes', 'clear'],
    ['/jobs/x?other=1', 'other'],
    [`/jobs/${'x'.repeat(301)}`, 'name'],
    ['/jobs/a%00b', 'name'],
  ])('are not deleted by %s, which is refused on its field', async (path, field) => {
    const { status, body } = await app.call('DELETE', path);
    expect([status, body.fields?.map((f) => f.path)]).toEqual([400, [field]]);
  });
});
