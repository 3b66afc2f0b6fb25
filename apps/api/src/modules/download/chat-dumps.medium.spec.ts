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

let all: DownloadTestApp;
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
  all = await DownloadTestApp.open({
    settings: { 'downloads.concurrent': 1 },
    channels: [onTwitch('kept', '75000001'), ...strangers.map((name, n) => onTwitch(name, `${75_000_002 + n}`))],
    followed: { internalName: 'our_name', no_capture: true },
  });
});
afterAll(() => all.stop());
beforeEach(() => {
  all.recorder.endRequested.length = 0;
});

const nextDump = (name: string, tries = 1): Promise<DumpCommand> =>
  eventually(
    () => Promise.resolve(all.recorder.dumps.filter((c) => c.jobName === name).at(tries - 1)),
    `try ${tries} of ${name}`,
  );
const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function begun(login: string): Promise<DumpCommand> {
  const { status, body, text } = await all.call<{ job: string }>('POST', '/tools/chat_dump', { login });
  expect([status, text]).toEqual([200, text]);
  return nextDump(body.data?.job ?? '');
}
async function waitForDump(command: Pick<DumpCommand, 'input'>): Promise<string> {
  const key = `${objectKeys.chatDumpRun(command.input.workPrefix, 'run')}000000-1-2-3.ndjson`;
  await all.app.storage.put(key, Buffer.from('{}\n'));
  return key;
}

/** The operator ends it, and its recorder reports that. @returns the command to make its file */
async function ended(command: DumpCommand): ReturnType<typeof all.recorder.chatFileOf> {
  await all.call('DELETE', `/jobs/${command.jobName}`);
  return all.recorder.chatFileOf(command);
}
/** What its file is called: in the library, and in the command to make it. */
const outOf = ({ jobName }: DumpCommand): string => `saved_vods/${jobName.slice('chatdump_'.length)}`;

describe('a dump of a chat', () => {
  it("goes to a recorder at once, of a channel that nobody follows too, under v0's names", async () => {
    const { status, body } = await all.call<{ job: string }>('POST', '/tools/chat_dump', { login: 'stranger' });
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
    expect(await all.jobOf(command.jobName)).toMatchObject({
      kind: 'chat-dump',
      title: 'Chat dump of STRANGER',
      status: 'WAITING',
      note: 'waiting for a recorder',
      left_ms: null,
    });
  });

  it('of a followed channel is found by our name for it too', async () => {
    expect((await begun('our_name')).input.streamer).toEqual({ id: '75000001', login: 'kept', name: 'KEPT' });
  });

  it('that is killed ends: its recorder is notified until it confirms, its file comes into the library, what it was made of goes, and the job tells how many messages there are', async () => {
    const command = await begun('second');
    await all.recorder.begins(command);
    await all.jobIn(command.jobName, 'RUNNING');
    await waitForDump(command);
    expect((await all.call('DELETE', `/jobs/${command.jobName}`)).body).toEqual({
      status: 'OK',
      message: 'Job killed',
    });
    expect(await all.jobOf(command.jobName)).toMatchObject({
      status: 'RUNNING',
      note: 'ended by the operator; creating the file',
    });
    await eventually(
      () => Promise.resolve(all.recorder.endRequested.filter((name) => name === command.jobName).length >= 2),
      'a second word of the end',
    );
    expect((await all.call('DELETE', `/jobs/${command.jobName}`)).status).toBe(200);
    const file = await all.recorder.chatFileOf(command);
    expect(file.input.source).toMatchObject({ outKey: outOf(command) });
    const key = await all.recorder.dumped(file, {
      messages: 321,
      warnings: ['no messages were received from 0:00:10 to 0:01:00: no recorder was available'],
    });
    expect(await all.jobIn(command.jobName, 'STOPPED')).toMatchObject({
      progress: 1,
      error: null,
      note: `321 messages in ${outOf(command)}; no messages were received from 0:00:10 to 0:01:00: no recorder was available`,
    });
    expect(await isThere(join(all.app.libraryDir, outOf(command)))).toBe(true);
    await eventually(async () => (await all.storedUnder(command.input.workPrefix)).length === 0, 'the pieces to go');
    expect(await all.storedUnder(objectKeys.chatDumpFiles(outOf(command)))).toEqual([key]);
    all.recorder.endRequested.length = 0;
    await all.app.nest.get(ChatDumpJob, { strict: false }).finishEnding();
    expect(all.recorder.endRequested).not.toContain(command.jobName);
  });

  it('is refused a second time while it goes on, and begins anew when it is over', async () => {
    const command = await begun('third');
    const second = await all.call('POST', '/tools/chat_dump', { login: 'THIRD' });
    expect([second.status, second.body.code, second.body.message]).toEqual([
      409,
      'dump-running',
      `The chat of third is already being recorded. Stop the job ${command.jobName} first.`,
    ]);
    expect(await all.call('POST', `/jobs/${command.jobName}/retry`)).toMatchObject({ status: 409 });
    await all.recorder.begins(command);
    await all.recorder.dumped(await ended(command));
    await all.jobIn(command.jobName, 'STOPPED');
    expect((await all.call('POST', `/jobs/${command.jobName}/retry`)).status).toBe(200);
    const anew = await eventually(
      () =>
        Promise.resolve(
          all.recorder.dumps.find((c) => c.input.streamer.login === 'third' && c.jobName !== command.jobName),
        ),
      'a new dump',
    );
    expect([anew.input.endedAt, outOf(anew) === outOf(command)]).toEqual([undefined, false]);
  });

  it('asked for twice at once is begun once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => all.call('POST', '/tools/chat_dump', { login: 'fourth' })),
    );
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  it('stands in the way of no download, however many go on', async () => {
    expect(
      (await all.db.manager.countBy(JobEntity, { kind: 'chat-dump', status: 'RUNNING' })) +
        (await all.db.manager.countBy(JobEntity, { kind: 'chat-dump', status: 'WAITING' })),
    ).toBeGreaterThan(1);
    await begun('fifth');
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
      all.app.nest.get(WorkerJobs, { strict: false }),
      all.app.nest.get(ChatDownloadJob, { strict: false }),
    ];
    await all.db.transaction((tx) =>
      jobs.add(stage, { name: 'chatdownload_1', title: verbatim('x'), vodUuid: null, channelUuid: null, input }, tx),
    );
    await eventually(
      () => Promise.resolve(all.recorder.chats.find((c) => c.jobName === 'chatdownload_1')),
      'the download',
    );
  });

  it('that failed goes on with what it has received when it is tried again; one that nobody works on is given up at the second kill', async () => {
    const command = await begun('sixth');
    await all.recorder.fails(command, 'the disk is not there');
    await all.jobIn(command.jobName, 'ERROR');
    expect((await all.call('POST', `/jobs/${command.jobName}/retry`)).status).toBe(200);
    const again = await nextDump(command.jobName, 2);
    expect([again.input.workPrefix, again.jobName, again.attempt === command.attempt]).toEqual([
      command.input.workPrefix,
      command.jobName,
      false,
    ]);
    await all.call('DELETE', `/jobs/${command.jobName}`);
    expect((await all.jobOf(command.jobName))?.status).toBe('WAITING');
    await all.db.manager.update(JobEntity, { name: command.jobName }, { updatedAt: new Date(Date.now() - 60_000) });
    await all.call('DELETE', `/jobs/${command.jobName}`);
    expect(await all.jobOf(command.jobName)).toMatchObject({ status: 'STOPPED', note: 'stopped by the operator' });
    expect((await all.call('POST', `/jobs/${command.jobName}/retry`)).status).toBe(200);
    expect((await nextDump(command.jobName, 3)).input).toMatchObject({
      workPrefix: command.input.workPrefix,
      endedAt: expect.any(Number),
    });
  });

  it('learns its end from storage before the kill is answered, and only once', async () => {
    const command = await begun('seventh');
    const before = Date.now();
    await all.call('DELETE', `/jobs/${command.jobName}`);
    const end = await all.app.storage.read(objectKeys.chatDumpEnd(command.input.workPrefix));
    const { at } = ChatDumpEnd.parse(JSON.parse(end.toString('utf8')));
    expect(at).toBeGreaterThanOrEqual(before);
    await all.call('DELETE', `/jobs/${command.jobName}`);
    expect([
      await all.app.storage.read(objectKeys.chatDumpEnd(command.input.workPrefix)),
      (await all.db.manager.findOneByOrFail(JobEntity, { name: command.jobName })).input?.['endedAt'],
    ]).toEqual([end, at]);
  });

  it('is not given up at a second kill while its recorder speaks, whatever the clock of that one says', async () => {
    const command = await begun('eighth');
    await all.recorder.begins(command);
    await all.jobIn(command.jobName, 'RUNNING');
    await all.call('DELETE', `/jobs/${command.jobName}`);
    all.app.bus.pulse(PULSES.jobPulse, {
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
    await eventually(async () => (await all.jobOf(command.jobName))?.progress === 0.5, 'the pulse');
    await all.call('DELETE', `/jobs/${command.jobName}`);
    expect((await all.jobOf(command.jobName))?.status).toBe('RUNNING');
  });

  it('that two runs have finished has the file of the first that was reported', async () => {
    const command = await begun('ninth');
    await all.recorder.begins(command);
    const file = await ended(command);
    const first = await all.recorder.dumped(file, { run: '02', messages: 9 });
    await all.jobIn(command.jobName, 'STOPPED');
    const late = await all.recorder.dumped(file, { run: '01' });
    await eventually(async () => (await all.app.storage.head(late)) === null, 'the late file to go');
    expect(await readFile(join(all.app.libraryDir, outOf(command)), 'utf8')).toContain('"run":"02"');
    expect([
      (await all.jobOf(command.jobName))?.note,
      await all.storedUnder(objectKeys.chatDumpFiles(outOf(command))),
    ]).toEqual([`9 messages in ${outOf(command)}`, [first]]);
  });

  it('that two tries have finished has the file of the second one: a late report of the first one takes nothing from it', async () => {
    const command = await begun('fourteenth');
    await all.recorder.begins(command);
    const first = await ended(command);
    await all.recorder.fails(first, 'the disk is not there');
    await all.jobIn(command.jobName, 'ERROR');
    expect((await all.call('POST', `/jobs/${command.jobName}/retry`)).status).toBe(200);
    const again = await nextDump(command.jobName, 2);
    expect(again.input.endedAt).toBe(first.input.source.from === 'dump' && first.input.source.endedAt);
    const second = await all.recorder.chatFileOf(again);
    const retained = await all.recorder.dumped(second, { run: '02' });
    const job = await all.jobIn(command.jobName, 'STOPPED');
    const late = objectKeys.chatDumpFile(outOf(command), '01');
    await all.app.storage.put(late, Buffer.from('{}'));
    const { jobName, attempt } = first;
    const rest = { sizeBytes: 2, messages: 1, pictures: 0, warnings: [] };
    for (const key of [late, retained])
      await all.app.nest
        .get(WorkerJobs, { strict: false })
        .done({ jobName, attempt, at: Date.now(), result: { key, ...rest } });
    expect([await all.jobOf(command.jobName), await all.storedUnder(objectKeys.chatDumpFiles(outOf(command)))]).toEqual(
      [job, [retained]],
    );
  });

  it('of a followed channel whose site was not asked yet goes by its id, and only its file by our name', async () => {
    await all.db.query(`UPDATE channel SET site = NULL WHERE internal_name = 'our_name'`);
    const command = all.recorder.dumps.find((c) => c.input.streamer.id === '75000001');
    if (command) {
      await all.recorder.dumped(await ended(command));
      await all.jobIn(command.jobName, 'STOPPED');
    }
    const anew = await begun('our_name');
    expect([anew.input.streamer.login, anew.input.streamer.id, outOf(anew)]).toEqual([
      '',
      '75000001',
      expect.stringMatching(/^saved_vods\/our_name-/),
    ]);
  });

  it('tried again when it is over is one of the same channel, not of one that has got its name since', async () => {
    const command = await begun('tenth');
    await all.recorder.dumped(await ended(command));
    await all.jobIn(command.jobName, 'STOPPED');
    await all.twitch.follow('other', { internalName: 'tenth', no_capture: true });
    expect((await all.call('POST', `/jobs/${command.jobName}/retry`)).status).toBe(200);
    const anew = await eventually(
      () =>
        Promise.resolve(
          all.recorder.dumps.find((c) => outOf(c) !== outOf(command) && outOf(c).startsWith('saved_vods/tenth-')),
        ),
      'a new dump',
    );
    expect(anew.input.streamer).toEqual(command.input.streamer);
  });

  it('that nobody ever answered has failed; one that waited for what is outside is asked for anew', async () => {
    const [dead, waits] = [await begun('eleventh'), await begun('twelfth')];
    for (const one of [dead, waits]) {
      await all.recorder.begins(one);
      await all.jobIn(one.jobName, 'RUNNING');
    }
    await all.recorder.fails(waits, 'the disk is not there (trying again)', true);
    await all.jobIn(waits.jobName, 'WAITING');
    for (const [seq, payload] of [waits, dead].entries())
      await all.app.bus.deadLetters.bury(
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
    expect(await all.jobIn(dead.jobName, 'ERROR')).toMatchObject({
      error: 'given up: recorders started it 500 times, and none finished it',
    });
    expect((await all.jobOf(waits.jobName))?.status).toBe('WAITING');
  });

  it('whose pieces are older than a day keeps them for a day after it was given up', async () => {
    const command = await begun('thirteenth');
    const key = await waitForDump(command);
    await all.call('DELETE', `/jobs/${command.jobName}`);
    const { at: endedAt } = ChatDumpEnd.parse(
      JSON.parse((await all.app.storage.read(objectKeys.chatDumpEnd(command.input.workPrefix))).toString()),
    );
    const old = new Date(Date.now() - 2 * 86_400_000);
    for (const piece of await all.storedUnder(command.input.workPrefix))
      await utimes(join(all.app.libraryDir, '../store', piece), old, old);
    // Long enough to be given up, and not so long that it is asked for anew before that.
    await all.db.manager.update(JobEntity, { name: command.jobName }, { updatedAt: new Date(Date.now() - 60_000) });
    await all.call('DELETE', `/jobs/${command.jobName}`);
    expect((await all.jobOf(command.jobName))?.status).toBe('STOPPED');
    const sweep = async (): Promise<boolean> => {
      await all.app.nest.get(Sweeper, { strict: false }).run();
      return (await all.app.storage.head(key)) !== null;
    };
    expect(await sweep()).toBe(true);
    await all.db.manager.update(JobEntity, { name: command.jobName }, { endedAt: new Date(Date.now() - 86_400_001) });
    expect(await sweep()).toBe(false);
    // Its recorder sees by the time of its end that nothing is to be received any more.
    expect((await all.call('POST', `/jobs/${command.jobName}/retry`)).status).toBe(200);
    expect((await nextDump(command.jobName, 2)).input.endedAt).toBe(endedAt);
  });

  it('keeps its pieces from being swept for as long as it goes on; a day after its end nothing of it is left', async () => {
    const running = await eventually(
      () => Promise.resolve(all.recorder.dumps.find((c) => c.input.streamer.login === 'fourth')),
      'the dump of fourth',
    );
    const [wanted, left, fresh] = [
      await waitForDump(running),
      await waitForDump({ input: { ...running.input, workPrefix: objectKeys.chatDump('left') } }),
      await waitForDump({ input: { ...running.input, workPrefix: objectKeys.chatDump('fresh') } }),
    ];
    const old = new Date(Date.now() - 2 * 86_400_000);
    for (const key of [wanted, left]) await utimes(join(all.app.libraryDir, '../store', key), old, old);
    const list = jest.spyOn(all.app.nest.get<Storage>(STORAGE, { strict: false }), 'list');
    const ofDumps = (): string[] =>
      list.mock.calls
        .map(([prefix]) => prefix)
        .filter((prefix) => all.recorder.dumps.some(({ input }) => prefix.startsWith(input.workPrefix)));
    await all.app.nest.get(ChatDumpJob, { strict: false }).finishEnding();
    expect(ofDumps()).toEqual([]);
    await all.app.nest.get(Sweeper, { strict: false }).run();
    expect(ofDumps()).not.toContain(running.input.workPrefix);
    list.mockRestore();
    expect(
      await Promise.all([wanted, left, fresh].map(async (key) => (await all.app.storage.head(key)) !== null)),
    ).toEqual([true, false, true]);
  });
});

describe('a dump that cannot be', () => {
  it('names the field of a channel that is not there', async () => {
    expect(await all.call('POST', '/tools/chat_dump', { login: 'nobody_at_all' })).toMatchObject({
      status: 404,
      body: { code: 'unknown-channel', message: 'User not found: nobody_at_all', fields: [{ path: 'login' }] },
    });
  });

  it('says so of a site without a chat', async () => {
    const live = await LiveHls.start();
    live.publish({ name: 's1.ts', body: Buffer.from('x'), durMs: 2000, tags: [] });
    await all.call('POST', '/channels', { provider: 'hls', url: live.url, internalName: 'camera', no_capture: true });
    await live.stop();
    expect(await all.call('POST', '/tools/chat_dump', { login: 'camera' })).toMatchObject({
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
  ])('%j names its field', async (body) => {
    expect(await all.call('POST', '/tools/chat_dump', body)).toMatchObject({
      status: 400,
      body: { fields: expect.arrayContaining([expect.objectContaining({ path: 'login' })]) },
    });
  });
});
