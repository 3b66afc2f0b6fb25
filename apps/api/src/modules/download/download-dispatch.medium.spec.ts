import 'reflect-metadata';
import { EVENTS, type Job, jobCancel, type Payload, type Vod } from '#libs/contracts';
import { message } from '#libs/messages';
import { Keyring } from '#libs/service-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ulid } from 'ulid';
import { OutboxRow } from '../../persistence/entities/outbox.entity.js';
import { SecretRepository } from '../../persistence/repositories/secret.repository.js';
import { AccountVault } from '../../sites/account-vault.js';
import { type TestApp, eventually } from '../../testing/test-app.js';
import { onTwitch, TwitchTestApp } from '../../testing/twitch-test-app.js';
import { JobDispatcher } from '../../jobs/job-dispatcher.js';
import { JobEntity } from '../../persistence/entities/job.entity.js';
import { JobRepository } from '../../persistence/repositories/job.repository.js';
import { FakeRecorder } from './fake-recorder.fixture.js';

jest.setTimeout(60_000);

const video = (id: string) => ({
  id,
  title: `Video ${id}`,
  agoS: 86_400,
  seconds: 40,
  streamId: `4000${id}`,
  chapters: [],
});

let test: TwitchTestApp;
let db: DataSource;
let recorder: FakeRecorder;
let cancels: Payload<typeof jobCancel>[];
let stopListening: () => void;
beforeAll(async () => {
  const names = ['quay', 'second', 'third', 'fourth'];
  test = await TwitchTestApp.open({
    settings: { 'downloads.concurrent': 8 },
    channels: names.map((name, n) =>
      onTwitch(
        name,
        `${77_000_001 + n}`,
        n === 0 ? { past: { videos: ['701', '702', '703', '704', '705', '706'].map(video) } } : {},
      ),
    ),
  });
  db = test.app.nest.get(DataSource, { strict: false });
  recorder = await FakeRecorder.start(test.app);
  stopListening = test.app.bus.onPulse(jobCancel, '*', (cancel) => {
    cancels.push(cancel);
  });
  await test.follow('quay', { no_capture: true });
});
afterAll(async () => {
  stopListening();
  await recorder.stop();
  await test.stop();
});
beforeEach(() => {
  cancels = [];
});
afterEach(async () => {
  await test.app.nest.get(AccountVault, { strict: false }).savePlayback('twitch', null);
  await test.set({ 'downloads.concurrent': 8 });
});

const call: TestApp['call'] = (method, path, body) => test.app.call(method, path, body);
const jobOf = async (name: string): Promise<Job | undefined> =>
  (await call<Job[]>('GET', '/jobs')).body.data?.find((j) => j.name === name);
const jobIn = (name: string, status: Job['status']): Promise<Job> =>
  eventually(async () => {
    const job = await jobOf(name);
    return job?.status === status ? job : null;
  }, `${status} of ${name}`);
const beginDownload = async (id: string): Promise<{ job: string; vod: string }> =>
  (await call<{ job: string; vod: string }>('GET', `/channels/quay/download/${id}`)).body.data ?? { job: '', vod: '' };
const beginChatDownload = async (id: string): Promise<string> =>
  (
    await call<{ job: string }>('POST', '/tools/chat_download', {
      url: `https://www.twitch.tv/videos/${id}`,
      method: 'td',
    })
  ).body.data?.job ?? '';
const beginDump = async (login: string): Promise<string> =>
  (await call<{ job: string }>('POST', '/tools/chat_dump', { login })).body.data?.job ?? '';
const chatTries = (job: string) => recorder.chats.filter(({ jobName }) => jobName === job).length;
const makeSilent = (...names: string[]) =>
  db.query(`UPDATE job SET updated_at = now() - interval '1 hour' WHERE name = ANY($1)`, [names]);

/** Makes the operator's token unreadable, as after a restore without its key. */
async function loseKey(): Promise<void> {
  const name = 'twitch.playback';
  await test.app.nest
    .get(SecretRepository, { strict: false })
    .put(name, Keyring.parse(Keyring.newEntry()).purpose('site-account').seal(name, '"token"'), new Date());
}

describe('a download that cannot be sealed for a recorder', () => {
  it('fails with the reason, like its VOD, and the queued jobs continue', async () => {
    await test.set({ 'downloads.concurrent': 1 });
    const before = await beginDownload('701');
    const running = await recorder.command(before.job);
    const { job, vod } = await beginDownload('702');
    const behind = await beginChatDownload('703');
    await loseKey();
    await recorder.fails(running, 'gone');
    expect(await jobIn(job, 'ERROR')).toMatchObject({ error: expect.stringMatching(/key/), can_retry: true });
    await eventually(() => Promise.resolve(chatTries(behind) === 1), 'the download behind it');
    expect((await call<Vod>('GET', `/vod/${vod}`)).body.data).toMatchObject({
      state: 'failed',
      state_reason: (await jobOf(job))?.error,
    });
    await call('DELETE', `/jobs/${behind}`);
    await test.app.nest.get(AccountVault, { strict: false }).savePlayback('twitch', null);
    expect((await call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    await recorder.command(job);
  });

  it('delays neither the resending of other makeSilent jobs nor the end requests of dumps', async () => {
    const bad = await beginDownload('704');
    await recorder.command(bad.job);
    const good = await beginChatDownload('705');
    await eventually(() => Promise.resolve(chatTries(good) === 1), 'the chat');
    const dump = await beginDump('second');
    await eventually(() => Promise.resolve(recorder.dumps.some(({ jobName }) => jobName === dump)), 'the dump');
    await call('DELETE', `/jobs/${dump}`);
    await loseKey();
    await makeSilent(bad.job, good);
    expect((await jobIn(bad.job, 'ERROR')).error).toMatch(/key/);
    await eventually(() => Promise.resolve(chatTries(good) === 2), 'the chat again');
    cancels = [];
    await eventually(() => Promise.resolve(cancels.some(({ jobName }) => jobName === dump)), 'another end request');
  });

  it('does not stop the dispatcher if another step fails', async () => {
    const fault = jest.spyOn(test.app.bus.deadLetters, 'list').mockRejectedValue(new RangeError('a fault'));
    await eventually(() => Promise.resolve(fault.mock.calls.length > 0), 'a run that meets it');
    const { job } = await beginDownload('706');
    await recorder.command(job);
    fault.mockRestore();
  });
});

it('a command that is sent again while it is queued leaves no row in the outbox, and is delivered once', async () => {
  await recorder.stop();
  const dump = await beginDump('third');
  await eventually(
    async () => (await db.manager.findOneByOrFail(JobEntity, { name: dump })).sentAt,
    'the command to be handed out',
  );
  await eventually(async () => (await db.manager.count(OutboxRow)) === 0, 'the command to leave');
  const dispatcher = test.app.nest.get(JobDispatcher, { strict: false });
  for (let n = 0; n < 3; n += 1) {
    await makeSilent(dump);
    await dispatcher.run();
  }
  expect((await db.manager.findOneByOrFail(JobEntity, { name: dump })).updatedAt.getTime()).toBeGreaterThan(
    Date.now() - 60_000,
  );
  await eventually(async () => (await db.manager.count(OutboxRow)) === 0, 'an empty outbox');
  recorder = await FakeRecorder.start(test.app);
  await eventually(() => test.app.bus.isIdle(), 'an empty queue');
  expect(recorder.dumps.filter(({ jobName }) => jobName === dump)).toHaveLength(1);
});

describe('a worker that starts an outdated attempt', () => {
  it('of a dump is asked to stop only this attempt', async () => {
    const name = await beginDump('fourth');
    const current = await eventually(
      () => Promise.resolve(recorder.dumps.find(({ jobName }) => jobName === name)),
      'the dump',
    );
    const old = ulid();
    await recorder.begins({ jobName: name, attempt: old });
    // The recorder of an earlier dump may still receive end requests.
    const cancelsOfDump = (): typeof cancels => cancels.filter(({ jobName }) => jobName === name);
    await eventually(() => Promise.resolve(cancelsOfDump().length > 0), 'a word');
    await recorder.begins(current);
    await jobIn(name, 'RUNNING');
    expect(cancelsOfDump()).toEqual([{ jobName: name, attempt: old, reason: message('job.not-wanted-any-more') }]);
  });

  it.each([
    ['a file', 'remux_x'],
    ['a chat', 'chat_x'],
    ['the file of a copy', 'download_vod_704'],
  ])('of %s is asked to stop, too', async (_, jobName) => {
    const attempt = ulid();
    await test.app.bus.publish(
      EVENTS.jobStarted,
      { jobName, attempt, at: Date.now(), worker: 'c', pid: 1 },
      { msgId: `${attempt}:started` },
    );
    await eventually(() => Promise.resolve(cancels.some((cancel) => cancel.jobName === jobName)), 'a word');
    expect(cancels.filter((cancel) => cancel.jobName === jobName)).toEqual([
      { jobName, attempt, reason: message('job.not-wanted-any-more') },
    ]);
  });
});

it('a report of a worker reads the row of its job once to check the attempt', async () => {
  const name = await beginDump('quay');
  const current = await eventually(
    () => Promise.resolve(recorder.dumps.find(({ jobName }) => jobName === name)),
    'the dump',
  );
  const rows = test.app.nest.get(JobRepository, { strict: false });
  const find = jest.spyOn(rows, 'find');
  await recorder.fails(current, 'the disk is not there');
  await jobIn(name, 'ERROR');
  expect(find.mock.calls.filter(([wantedName]) => wantedName === name)).toHaveLength(1);
  find.mockRestore();
});
