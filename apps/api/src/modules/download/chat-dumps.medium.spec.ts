import 'reflect-metadata';
import { type chatDownloadJob, ChatDumpEnd, type JobInput, objectKeys, PULSES } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { LiveHls } from '#libs/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { access, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../testing/test-app.js';
import { DownloadTestApp } from '../../testing/download-test-app.js';
import { onTwitch } from '../../testing/twitch-test-app.js';
import { JobEntity } from '../../persistence/entities/job.entity.js';
import { WorkerJobs } from '../../jobs/worker-jobs.js';
import { Sweeper } from '../../workflows/sweeper.js';
import { ChatDownloadJob } from './chat-download-job.js';
import { ChatDumpJob } from './chat-dump-job.js';
import { type DumpCommand } from './fake-recorder.fixture.js';

jest.setTimeout(60_000);

let test: DownloadTestApp;
beforeAll(async () => {
  const strangers = [
    'stranger',
    'second',
    'third',
    'fourth',
    'fifth',
    'sixth',
    'seventh',
    'eighth',
    'ninth',
    'tenth',
    'eleventh',
    'twelfth',
    'thirteenth',
    'fourteenth',
    'other',
  ];
  test = await DownloadTestApp.open({
    settings: { 'downloads.concurrent': 1 },
    channels: [onTwitch('kept', '75000001'), ...strangers.map((name, n) => onTwitch(name, `${75_000_002 + n}`))],
    followed: { internalName: 'our_name', no_capture: true },
  });
});
afterAll(() => test.stop());
beforeEach(() => {
  test.recorder.endRequested.length = 0;
});

const nextDump = (name: string, tries = 1): Promise<DumpCommand> =>
  eventually(
    () => Promise.resolve(test.recorder.dumps.filter((c) => c.jobName === name).at(tries - 1)),
    `try ${tries} of ${name}`,
  );
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function beginDump(login: string): Promise<DumpCommand> {
  const { status, body, text } = await test.call<{ job: string }>('POST', '/tools/chat_dump', { login });
  expect([status, text]).toEqual([200, text]);
  return nextDump(body.data?.job ?? '');
}
async function putChunk(command: Pick<DumpCommand, 'input'>): Promise<string> {
  const key = `${objectKeys.chatDumpRun(command.input.workPrefix, 'run')}000000-1-2-3.ndjson`;
  await test.app.storage.put(key, Buffer.from('{}\n'));
  return key;
}

/** Ends a dump as the operator, and reports the end as its recorder. @returns the command to make its file */
async function endDump(command: DumpCommand): ReturnType<typeof test.recorder.chatFileOf> {
  await test.call('DELETE', `/jobs/${command.jobName}`);
  return test.recorder.chatFileOf(command);
}
/** Path of a dump's file: in the library, and in the command to make it. */
const outKeyOf = ({ jobName }: DumpCommand): string => `saved_vods/${jobName.slice('chatdump_'.length)}`;

describe('a dump of a chat', () => {
  it("is sent to a recorder at once, even for a channel that is not followed, under v0's names", async () => {
    const { status, body } = await test.call<{ job: string }>('POST', '/tools/chat_dump', { login: 'stranger' });
    expect([status, body]).toEqual([
      200,
      {
        status: 'OK',
        message: 'Started chat dump for stranger. It runs until you stop it.',
        data: { job: expect.stringMatching(/^chatdump_stranger-\d{4}-\d\d-\d\dT\d\d_\d\d_\d\d\.\d{3}Z\.json$/) },
      },
    ]);
    const command = await nextDump(body.data?.job ?? '');
    expect(command.input).toEqual({
      providerKind: 'twitch',
      streamer: { id: '75000002', login: 'stranger', name: 'STRANGER' },
      startedAt: expect.any(Number),
      workPrefix: objectKeys.chatDump(command.attempt),
    });
    expect(await test.jobOf(command.jobName)).toMatchObject({
      kind: 'chat-dump',
      title: 'Chat dump of STRANGER',
      status: 'WAITING',
      note: 'waiting for a recorder',
      left_ms: null,
    });
  });

  it("of a followed channel is also found by Vodkeep's name of the channel", async () => {
    expect((await beginDump('our_name')).input.streamer).toEqual({ id: '75000001', login: 'kept', name: 'KEPT' });
  });

  it('that is killed ends: its recorder is notified until it confirms, its file is published, its chunks are deleted, and the job reports the number of messages', async () => {
    const command = await beginDump('second');
    await test.recorder.begins(command);
    await test.jobIn(command.jobName, 'RUNNING');
    await putChunk(command);
    expect((await test.call('DELETE', `/jobs/${command.jobName}`)).body).toEqual({
      status: 'OK',
      message: 'Job killed',
    });
    expect(await test.jobOf(command.jobName)).toMatchObject({
      status: 'RUNNING',
      note: 'ended by the operator; creating the file',
    });
    await eventually(
      () => Promise.resolve(test.recorder.endRequested.filter((name) => name === command.jobName).length >= 2),
      'a second end request',
    );
    expect((await test.call('DELETE', `/jobs/${command.jobName}`)).status).toBe(200);
    const file = await test.recorder.chatFileOf(command);
    expect(file.input.source).toMatchObject({ outKey: outKeyOf(command) });
    const key = await test.recorder.writeDumpFile(file, {
      messages: 321,
      warnings: ['no messages were received from 0:00:10 to 0:01:00: no recorder was available'],
    });
    expect(await test.jobIn(command.jobName, 'STOPPED')).toMatchObject({
      progress: 1,
      error: null,
      note: `321 messages in ${outKeyOf(command)}; no messages were received from 0:00:10 to 0:01:00: no recorder was available`,
    });
    expect(await exists(join(test.app.libraryDir, outKeyOf(command)))).toBe(true);
    await eventually(
      async () => (await test.storedUnder(command.input.workPrefix)).length === 0,
      'the chunks to be deleted',
    );
    expect(await test.storedUnder(objectKeys.chatDumpFiles(outKeyOf(command)))).toEqual([key]);
    test.recorder.endRequested.length = 0;
    await test.app.nest.get(ChatDumpJob, { strict: false }).repeatEndRequests();
    expect(test.recorder.endRequested).not.toContain(command.jobName);
  });

  it('is refused a second time while it runs, and a retry after its end starts a new dump', async () => {
    const command = await beginDump('third');
    const second = await test.call('POST', '/tools/chat_dump', { login: 'THIRD' });
    expect([second.status, second.body.code, second.body.message]).toEqual([
      409,
      'dump-running',
      `The chat of third is already being recorded. Stop the job ${command.jobName} first.`,
    ]);
    expect(await test.call('POST', `/jobs/${command.jobName}/retry`)).toMatchObject({ status: 409 });
    await test.recorder.begins(command);
    await test.recorder.writeDumpFile(await endDump(command));
    await test.jobIn(command.jobName, 'STOPPED');
    expect((await test.call('POST', `/jobs/${command.jobName}/retry`)).status).toBe(200);
    const anew = await eventually(
      () =>
        Promise.resolve(
          test.recorder.dumps.find((c) => c.input.streamer.login === 'third' && c.jobName !== command.jobName),
        ),
      'a new dump',
    );
    expect([anew.input.endedAt, outKeyOf(anew) === outKeyOf(command)]).toEqual([undefined, false]);
  });

  it('that is requested four times at once is started once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => test.call('POST', '/tools/chat_dump', { login: 'fourth' })),
    );
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  it('does not count towards the limit of downloads', async () => {
    expect(
      (await test.db.manager.countBy(JobEntity, { kind: 'chat-dump', status: 'RUNNING' })) +
        (await test.db.manager.countBy(JobEntity, { kind: 'chat-dump', status: 'WAITING' })),
    ).toBeGreaterThan(1);
    await beginDump('fifth');
    const input: JobInput<typeof chatDownloadJob> = {
      providerKind: 'twitch',
      videoId: '1',
      startedAt: 0,
      method: 'td',
      vodUuid: null,
      outKey: 'saved_vods/1',
      workPrefix: 'work/1/',
      fromMs: 0,
      toMs: null,
      streamer: { id: '1', login: 'a', name: 'A' },
      title: '',
      category: '',
      lengthMs: 1,
    };
    const [jobs, stage] = [
      test.app.nest.get(WorkerJobs, { strict: false }),
      test.app.nest.get(ChatDownloadJob, { strict: false }),
    ];
    await test.db.transaction((tx) =>
      jobs.add(stage, { name: 'chatdownload_1', title: verbatim('x'), vodUuid: null, channelUuid: null, input }, tx),
    );
    await eventually(
      () => Promise.resolve(test.recorder.chats.find((c) => c.jobName === 'chatdownload_1')),
      'the download',
    );
  });

  it('that failed continues with its chunks after a retry; without a recorder, the second kill stops it', async () => {
    const command = await beginDump('sixth');
    await test.recorder.fails(command, 'the disk is not there');
    await test.jobIn(command.jobName, 'ERROR');
    expect((await test.call('POST', `/jobs/${command.jobName}/retry`)).status).toBe(200);
    const again = await nextDump(command.jobName, 2);
    expect([again.input.workPrefix, again.jobName, again.attempt === command.attempt]).toEqual([
      command.input.workPrefix,
      command.jobName,
      false,
    ]);
    await test.call('DELETE', `/jobs/${command.jobName}`);
    expect((await test.jobOf(command.jobName))?.status).toBe('WAITING');
    await test.db.manager.update(JobEntity, { name: command.jobName }, { updatedAt: new Date(Date.now() - 60_000) });
    await test.call('DELETE', `/jobs/${command.jobName}`);
    expect(await test.jobOf(command.jobName)).toMatchObject({ status: 'STOPPED', note: 'stopped by the operator' });
    expect((await test.call('POST', `/jobs/${command.jobName}/retry`)).status).toBe(200);
    expect((await nextDump(command.jobName, 3)).input).toMatchObject({
      workPrefix: command.input.workPrefix,
      endedAt: expect.any(Number),
    });
  });

  it('has its end on storage before the kill is answered, and a second kill does not change it', async () => {
    const command = await beginDump('seventh');
    const before = Date.now();
    await test.call('DELETE', `/jobs/${command.jobName}`);
    const end = await test.app.storage.read(objectKeys.chatDumpEnd(command.input.workPrefix));
    const { at } = ChatDumpEnd.parse(JSON.parse(end.toString('utf8')));
    expect(at).toBeGreaterThanOrEqual(before);
    await test.call('DELETE', `/jobs/${command.jobName}`);
    expect([
      await test.app.storage.read(objectKeys.chatDumpEnd(command.input.workPrefix)),
      (await test.db.manager.findOneByOrFail(JobEntity, { name: command.jobName })).input?.['endedAt'],
    ]).toEqual([end, at]);
  });

  it('is not stopped by a second kill while its recorder reports, whatever the clock of the recorder', async () => {
    const command = await beginDump('eighth');
    await test.recorder.begins(command);
    await test.jobIn(command.jobName, 'RUNNING');
    await test.call('DELETE', `/jobs/${command.jobName}`);
    test.app.bus.pulse(PULSES.jobPulse, {
      jobName: command.jobName,
      attempt: command.attempt,
      worker: 'n/0',
      pid: 7,
      at: Date.now() - 3_600_000,
      unit: 'bytes',
      progress: 0.5,
      rate: null,
      leftMs: null,
      note: verbatim('its file is made'),
    });
    await eventually(async () => (await test.jobOf(command.jobName))?.progress === 0.5, 'the pulse');
    await test.call('DELETE', `/jobs/${command.jobName}`);
    expect((await test.jobOf(command.jobName))?.status).toBe('RUNNING');
  });

  it('that two runs finished keeps the file that was reported first', async () => {
    const command = await beginDump('ninth');
    await test.recorder.begins(command);
    const file = await endDump(command);
    const first = await test.recorder.writeDumpFile(file, { run: '02', messages: 9 });
    await test.jobIn(command.jobName, 'STOPPED');
    const late = await test.recorder.writeDumpFile(file, { run: '01' });
    await eventually(async () => (await test.app.storage.head(late)) === null, 'the late file to go');
    expect(await readFile(join(test.app.libraryDir, outKeyOf(command)), 'utf8')).toContain('"run":"02"');
    expect([
      (await test.jobOf(command.jobName))?.note,
      await test.storedUnder(objectKeys.chatDumpFiles(outKeyOf(command))),
    ]).toEqual([`9 messages in ${outKeyOf(command)}`, [first]]);
  });

  it('that two attempts finished keeps the file of the second attempt, in spite of a late report of the first', async () => {
    const command = await beginDump('fourteenth');
    await test.recorder.begins(command);
    const first = await endDump(command);
    await test.recorder.fails(first, 'the disk is not there');
    await test.jobIn(command.jobName, 'ERROR');
    expect((await test.call('POST', `/jobs/${command.jobName}/retry`)).status).toBe(200);
    const again = await nextDump(command.jobName, 2);
    expect(again.input.endedAt).toBe(first.input.source.from === 'dump' && first.input.source.endedAt);
    const second = await test.recorder.chatFileOf(again);
    const retained = await test.recorder.writeDumpFile(second, { run: '02' });
    const job = await test.jobIn(command.jobName, 'STOPPED');
    const late = objectKeys.chatDumpFile(outKeyOf(command), '01');
    await test.app.storage.put(late, Buffer.from('{}'));
    const { jobName, attempt } = first;
    const rest = { sizeBytes: 2, messages: 1, pictures: 0, warnings: [] };
    for (const key of [late, retained])
      await test.app.nest
        .get(WorkerJobs, { strict: false })
        .done({ jobName, attempt, at: Date.now(), result: { key, ...rest } });
    expect([
      await test.jobOf(command.jobName),
      await test.storedUnder(objectKeys.chatDumpFiles(outKeyOf(command))),
    ]).toEqual([job, [retained]]);
  });

  it("of a followed channel without a profile has the site's id and no login, and its file has Vodkeep's name of the channel", async () => {
    await test.db.query(`UPDATE channel SET site = NULL WHERE internal_name = 'our_name'`);
    const command = test.recorder.dumps.find((c) => c.input.streamer.id === '75000001');
    if (command) {
      await test.recorder.writeDumpFile(await endDump(command));
      await test.jobIn(command.jobName, 'STOPPED');
    }
    const anew = await beginDump('our_name');
    expect([anew.input.streamer.login, anew.input.streamer.id, outKeyOf(anew)]).toEqual([
      '',
      '75000001',
      expect.stringMatching(/^saved_vods\/our_name-/),
    ]);
  });

  it('that is retried after its end records the same channel, even if another channel has its name now', async () => {
    const command = await beginDump('tenth');
    await test.recorder.writeDumpFile(await endDump(command));
    await test.jobIn(command.jobName, 'STOPPED');
    await test.twitch.follow('other', { internalName: 'tenth', no_capture: true });
    expect((await test.call('POST', `/jobs/${command.jobName}/retry`)).status).toBe(200);
    const anew = await eventually(
      () =>
        Promise.resolve(
          test.recorder.dumps.find(
            (c) => outKeyOf(c) !== outKeyOf(command) && outKeyOf(c).startsWith('saved_vods/tenth-'),
          ),
        ),
      'a new dump',
    );
    expect(anew.input.streamer).toEqual(command.input.streamer);
  });

  it('that crashed all its recorders fails; one that waits for an outside service keeps waiting', async () => {
    const [dead, waits] = [await beginDump('eleventh'), await beginDump('twelfth')];
    for (const one of [dead, waits]) {
      await test.recorder.begins(one);
      await test.jobIn(one.jobName, 'RUNNING');
    }
    await test.recorder.fails(waits, 'the disk is not there (trying again)', true);
    await test.jobIn(waits.jobName, 'WAITING');
    for (const [seq, payload] of [waits, dead].entries())
      await test.app.bus.deadLetters.add(
        { subject: `cmd.chat-dump.${payload.jobName}`, payload, stream: 'CMD', seq: 900_000 + seq, durable: 'spec' },
        {
          code: 'no-answer',
          message: verbatim('delivered 500 times but never finished'),
          fault: 'bug',
          attempts: 500,
          stack: null,
        },
        new Date(),
      );
    expect(await test.jobIn(dead.jobName, 'ERROR')).toMatchObject({
      error: 'given up: recorders started it 500 times, and none finished it',
    });
    expect((await test.jobOf(waits.jobName))?.status).toBe('WAITING');
  });

  it('that was stopped without a file keeps its chunks for a day, even if they are older', async () => {
    const command = await beginDump('thirteenth');
    const key = await putChunk(command);
    await test.call('DELETE', `/jobs/${command.jobName}`);
    const { at: endedAt } = ChatDumpEnd.parse(
      JSON.parse((await test.app.storage.read(objectKeys.chatDumpEnd(command.input.workPrefix))).toString()),
    );
    const old = new Date(Date.now() - 2 * 86_400_000);
    for (const piece of await test.storedUnder(command.input.workPrefix))
      await utimes(join(test.app.libraryDir, '../store', piece), old, old);
    // Silent for more than 30 s, so that the kill stops it, and for less than 180 s, so that it is not sent again.
    await test.db.manager.update(JobEntity, { name: command.jobName }, { updatedAt: new Date(Date.now() - 60_000) });
    await test.call('DELETE', `/jobs/${command.jobName}`);
    expect((await test.jobOf(command.jobName))?.status).toBe('STOPPED');
    const sweep = async (): Promise<boolean> => {
      await test.app.nest.get(Sweeper, { strict: false }).run();
      return (await test.app.storage.head(key)) !== null;
    };
    expect(await sweep()).toBe(true);
    await test.db.manager.update(JobEntity, { name: command.jobName }, { endedAt: new Date(Date.now() - 86_400_001) });
    expect(await sweep()).toBe(false);
    // The end time tells the recorder to receive nothing more.
    expect((await test.call('POST', `/jobs/${command.jobName}/retry`)).status).toBe(200);
    expect((await nextDump(command.jobName, 2)).input.endedAt).toBe(endedAt);
  });

  it('keeps its chunks while it runs; chunks without a job are deleted after a day', async () => {
    const running = await eventually(
      () => Promise.resolve(test.recorder.dumps.find((c) => c.input.streamer.login === 'fourth')),
      'the dump of fourth',
    );
    const [wanted, left, fresh] = [
      await putChunk(running),
      await putChunk({ input: { ...running.input, workPrefix: objectKeys.chatDump('left') } }),
      await putChunk({ input: { ...running.input, workPrefix: objectKeys.chatDump('fresh') } }),
    ];
    const old = new Date(Date.now() - 2 * 86_400_000);
    for (const key of [wanted, left]) await utimes(join(test.app.libraryDir, '../store', key), old, old);
    const list = jest.spyOn(test.app.nest.get<Storage>(STORAGE, { strict: false }), 'list');
    const ofDumps = (): string[] =>
      list.mock.calls
        .map(([prefix]) => prefix)
        .filter((prefix) => test.recorder.dumps.some(({ input }) => prefix.startsWith(input.workPrefix)));
    await test.app.nest.get(ChatDumpJob, { strict: false }).repeatEndRequests();
    expect(ofDumps()).toEqual([]);
    await test.app.nest.get(Sweeper, { strict: false }).run();
    expect(ofDumps()).not.toContain(running.input.workPrefix);
    list.mockRestore();
    expect(
      await Promise.all([wanted, left, fresh].map(async (key) => (await test.app.storage.head(key)) !== null)),
    ).toEqual([true, false, true]);
  });
});

describe('a dump that cannot start', () => {
  it('is refused on its field for an unknown channel', async () => {
    expect(await test.call('POST', '/tools/chat_dump', { login: 'nobody_at_all' })).toMatchObject({
      status: 404,
      body: { code: 'unknown-channel', message: 'User not found: nobody_at_all', fields: [{ path: 'login' }] },
    });
  });

  it('is refused for a site without a chat', async () => {
    const live = await LiveHls.start();
    live.publish({ name: 's1.ts', body: Buffer.from('x'), durMs: 2000, tags: [] });
    await test.call('POST', '/channels', { provider: 'hls', url: live.url, internalName: 'camera', no_capture: true });
    await live.stop();
    expect(await test.call('POST', '/tools/chat_dump', { login: 'camera' })).toMatchObject({
      status: 400,
      body: {
        code: 'no-chat',
        message: 'The site of camera has no chat that Vodkeep can record.',
        fields: [{ path: 'login' }],
      },
    });
  });

  it.each([
    [{}],
    [{ login: '' }],
    [{ login: 'a b' }],
    [{ login: '../x' }],
    [{ login: 7 }],
    [{ login: 'x'.repeat(65) }],
  ])('is refused on its field for %j', async (body) => {
    expect(await test.call('POST', '/tools/chat_dump', body)).toMatchObject({
      status: 400,
      body: { fields: expect.arrayContaining([expect.objectContaining({ path: 'login' })]) },
    });
  });
});
