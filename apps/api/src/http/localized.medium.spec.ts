import 'reflect-metadata';
import {
  type Channel,
  type CleanupPreview,
  EVENTS,
  type Job,
  objectKeys,
  PULSES,
  type SettingsView,
  type Vod,
} from '#libs/contracts';
import { localizedOf, OutsideError } from '#libs/errors';
import { message, verbatim } from '#libs/messages';
import { HealthRegistry, retryReason } from '#libs/service-kit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { ulid } from 'ulid';
import { WebSocket } from 'ws';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { newJob } from '../jobs/new-job.js';
import { LostLibrary } from '../modules/scan/lost-library.js';
import { Scans } from '../modules/scan/scans.service.js';
import { TestApp, eventually } from '../testing/test-app.js';
import { aChannel, aVod, store } from '../testing/rows.js';

jest.setTimeout(60_000);

let app: TestApp;
let db: DataSource;
let channel: ChannelEntity;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  app = await TestApp.start({ without: ['detection', 'file-check'] });
  db = app.nest.get(DataSource, { strict: false });
}, 60_000);
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await app.stop();
});

/** Data of the response in this language. */
async function fetchIn<T>(language: string, path: string, method = 'GET'): Promise<T> {
  const res = await fetch(`${app.origin}/api/v0${path}`, { method, headers: { 'x-language': language } });
  return ((await res.json()) as { data: T }).data;
}
const jobIn = async (language: string, name: string): Promise<Job | undefined> =>
  (await fetchIn<Job[]>(language, '/jobs')).find((job) => job.name === name);

interface Frame {
  readonly services: readonly { readonly service: string; readonly checks: readonly Record<string, unknown>[] }[];
}
const checksIn = async (language: string, service: string): Promise<readonly Record<string, unknown>[]> =>
  (await fetchIn<Frame>(language, '/health')).services.find((one) => one.service === service)?.checks ?? [];

/** Frames that a page receives after it has sent this hello; grows. */
function listen(hello: Record<string, unknown>, headers: Record<string, string> = {}): readonly string[] {
  const frames: string[] = [];
  const socket = new WebSocket(`${app.origin.replace('http', 'ws')}/socket/`, { headers });
  sockets.push(socket);
  socket.on('message', (data: Buffer) => {
    frames.push(data.toString());
  });
  socket.on('open', () => {
    socket.send(JSON.stringify({ action: 'helloworld', ...hello }));
  });
  return frames;
}
const frameWith = (frames: readonly string[], text: string): Promise<string> =>
  eventually(() => Promise.resolve(frames.find((frame) => frame.includes(text))), text);

/** Row N3 of docs/coverage.md: stored texts are translated for each caller. */
describe('reports of the server are translated:', () => {
  it('health of this service and of another one', async () => {
    app.nest.get(HealthRegistry, { strict: false }).add({
      name: 'disk',
      run: () => Promise.reject(new OutsideError(message('error.low-space', { gb: '3.1' }))),
      remedy: message('health.space-remedy'),
    });
    app.bus.pulse(PULSES.serviceHealth, {
      id: 'recorder@far/1',
      at: Date.now(),
      health: {
        service: 'recorder',
        node: 'far',
        version: '1',
        ok: true,
        checks: [
          { name: 'captures', ok: true, message: message('health.slots-used', { used: 2, all: 20 }), remedy: '' },
        ],
      },
    });
    const captures = await eventually(async () => {
      const checks = await checksIn('sv', 'recorder');
      return checks.some(({ name }) => name === 'captures') ? checks : null;
    }, 'the recorder');
    expect(captures).toEqual([{ name: 'captures', ok: true, message: '2 av 20 platser används', remedy: '' }]);
    expect(await checksIn('sv', 'api')).toContainEqual({
      name: 'disk',
      ok: false,
      message: 'bara 3.1 GB är lediga för inspelningar',
      remedy: 'Radera VOD:ar, behåll segment kortare tid eller lägg till utrymme.',
    });
    expect((await checksIn('en', 'api')).find(({ name }) => name === 'disk')).toMatchObject({
      message: 'only 3.1 GB are free for recordings',
    });
  });

  it('notices, in answers and in frames to pages of different languages', async () => {
    await app.storage.put(objectKeys.manifest(randomUUID(), 1), Buffer.from('{}'));
    const [swedish, plain] = [listen({ language: 'sv' }), listen({})];
    await Promise.all([frameWith(swedish, 'init'), frameWith(plain, 'init')]);
    await app.nest.get(LostLibrary, { strict: false }).check();
    expect(await fetchIn('de', '/notices')).toMatchObject([
      {
        kind: 'library-lost',
        title: 'Aufnahmen, die nicht in der Datenbank sind',
        text: expect.stringContaining('Die Datenbank ist leer'),
      },
    ]);
    expect(await fetchIn('en', '/notices')).toMatchObject([{ title: 'Recordings that are not in the database' }]);
    expect(JSON.parse(await frameWith(swedish, 'notify'))).toEqual({
      action: 'notify',
      data: {
        id: expect.any(String),
        title: 'Inspelningar som inte finns i databasen',
        body: expect.stringContaining('Databasen är tom'),
        icon: '',
        url: '',
        tts: false,
      },
    });
    expect(JSON.parse(await frameWith(plain, 'notify'))).toMatchObject({
      data: { title: 'Recordings that are not in the database' },
    });
  });

  it('dead letters, by their stored code and parameters', async () => {
    await app.bus.deadLetters.add(
      { subject: 'cmd.convert.x', payload: {}, stream: 'CMD', seq: 1, durable: 'convert' },
      {
        code: 'low-space',
        message: message('error.low-space', { gb: '2.0' }),
        fault: 'outside',
        attempts: 9,
        stack: null,
      },
      new Date(),
    );
    const [letter] = await fetchIn<Record<string, unknown>[]>('de', '/deadletters');
    expect(letter).toMatchObject({ code: 'low-space', error: 'nur 2.0 GB sind für Aufnahmen frei' });
    expect(await fetchIn('en', '/deadletters')).toMatchObject([{ error: 'only 2.0 GB are free for recordings' }]);
  });
});

describe('a job', () => {
  it('of the API that failed has a translated reason and log, also in frames to pages', async () => {
    const [korean, english] = [listen({}, { 'x-language': 'ko' }), listen({ language: 'xx' })];
    await Promise.all([frameWith(korean, 'init'), frameWith(english, 'init')]);
    const gone = aChannel({ uuid: randomUUID(), internalName: 'gone', displayName: 'Gone' });
    const name = await app.nest.get(Scans, { strict: false }).startLocalVideoScan(gone);
    const failed = await eventually(async () => {
      const job = await jobIn('ko', name);
      return job?.status === 'ERROR' ? job : null;
    }, 'the failed job');
    expect(failed.error).toBe('채널이 없습니다.');
    expect(failed.log.map(({ text }) => text)).toEqual(['대기 중', '시작됨', '실패: 채널이 없습니다.']);
    expect(failed.log.every((line) => Object.keys(line).join() === 'at,text')).toBe(true);
    expect(JSON.parse(await frameWith(korean, '"ERROR"'))).toMatchObject({
      data: { job: { error: '채널이 없습니다.' } },
    });
    const pushedJob = (JSON.parse(await frameWith(english, '"ERROR"')) as { data: { job: Job } }).data.job;
    expect([pushedJob.error, (await jobIn('en', name))?.error]).toEqual([pushedJob.error, pushedJob.error]);
    expect(pushedJob.error).toMatch(/^[\x20-\x7e]+$/);
  });

  it('of a worker that failed has a translated reason', async () => {
    const [name, attempt] = ['clip_failed', ulid()];
    const input = { providerKind: 'twitch', clipId: 'c', quality: 'best', outKey: 'k', chat: null, keep: {} };
    await db.manager.save(
      Object.assign(
        newJob({
          name,
          kind: 'clip-download',
          vodUuid: null,
          channelUuid: null,
          title: verbatim('A clip'),
          unit: 'bytes',
          stage: 'clip-download',
          attempt,
          input,
        }),
        { status: 'RUNNING', renewedAt: new Date(), sentAt: new Date() },
      ),
    );
    const reason = retryReason(localizedOf(new OutsideError(message('error.ffmpeg-missing', { program: 'ffprobe' }))));
    await app.bus.publish(
      EVENTS.jobFailed,
      { jobName: name, attempt, at: Date.now(), reason, waiting: true },
      { msgId: 'failed' },
    );
    const waiting = await eventually(async () => {
      const job = await jobIn('ko', name);
      return job?.status === 'WAITING' ? job : null;
    }, 'the job that waits');
    expect(waiting.note).toBe(
      'ffprobe을(를) 시작하지 못했습니다. 설치되어 있고 PATH에 있는지 확인하세요. (다시 시도합니다)',
    );
    expect((await jobIn('en', name))?.note).toBe(
      'ffprobe could not be started. Check that it is installed and on the PATH. (trying again)',
    );
    // Each answer translates the present note.
    await db.query('UPDATE job SET note = $2 WHERE name = $1', [name, message('job.fetching')]);
    expect((await jobIn('sv', name))?.note).toBe('hämtar');
  });

  it('has a translated title, or a name unchanged', async () => {
    await db.manager.save(
      newJob({
        name: 'plain',
        kind: 'check',
        vodUuid: null,
        channelUuid: null,
        title: verbatim('All channels'),
        unit: 'items',
      }),
    );
    expect((await jobIn('sv', 'plain'))?.title).toBe('All channels');
    await app.call('GET', '/cron/check_deleted_vods');
    expect((await jobIn('sv', 'check_deleted_vods'))?.title).toBe('Alla kanaler');
  });
});

describe('verdicts', () => {
  const [LIVE, FAILED] = [randomUUID(), randomUUID()];
  beforeAll(async () => {
    channel = aChannel({
      uuid: randomUUID(),
      internalName: 'quay',
      isLive: true,
      verdictState: 'not-recorded',
      verdictReason: message('verdict.recording-off'),
    });
    const finished = { channelUuid: channel.uuid, state: 'finalized', bytes: 1000 } as const;
    await store(
      db,
      channel,
      aVod({
        ...finished,
        uuid: LIVE,
        basename: 'old',
        startedAt: new Date(1e12),
        preventDeletion: true,
        comment: 'x',
      }),
      aVod({
        channelUuid: channel.uuid,
        uuid: FAILED,
        basename: 'failed',
        state: 'failed',
        stateReason: message('error.storage-full.disk', { where: '/a' }),
      }),
    );
  });

  it('of a clean-up: why each VOD is spared, and which limit cannot be met', async () => {
    await app.call('PUT', '/settings', {
      config: { vods_to_keep: 1, keep_commented_vods: true, storage_per_streamer: 0.0000001 },
    });
    const preview = await fetchIn<CleanupPreview>('sv', `/channels/${channel.uuid}/cleanup`);
    expect(preview.spared).toEqual([{ uuid: LIVE, basename: 'old', why: 'skyddad, har en kommentar' }]);
    expect(preview.warnings).toEqual([expect.stringMatching(/^0\.0 GB finns kvar trots att gränsen är 0\.0 GB\. /)]);
    const whole = await fetchIn<CleanupPreview>('de', '/cleanup');
    expect(whole.spared.map(({ why }) => why)).toEqual(['geschützt, hat einen Kommentar']);
    expect(whole.warnings).toEqual([expect.stringMatching(/^quay: 0\.0 GB bleiben, obwohl /)]);
    expect((await fetchIn<CleanupPreview>('en', '/cleanup')).spared.map(({ why }) => why)).toEqual([
      'protected, has a comment',
    ]);
  });

  it.each([
    ['sv', 'Inspelning är avstängd för kanalen.'],
    ['ko', '이 채널의 녹화가 꺼져 있습니다.'],
    ['en', 'Recording is turned off for this channel.'],
  ])('of a channel, in each list and alone: %s', async (language, reason) => {
    const lists = await Promise.all(
      ['/channels?vods=0', '/channels?vods=0', '/channels'].map((path) =>
        fetchIn<{ streamer_list: Channel[] }>(language, path),
      ),
    );
    const alone = await fetchIn<Channel>(language, `/channels/${channel.uuid}`);
    expect([...lists.flatMap((list) => list.streamer_list), alone].map(({ verdict }) => verdict.reason)).toEqual(
      Array.from({ length: 4 }, () => reason),
    );
  });

  it('of a VOD', async () => {
    expect((await fetchIn<Vod>('de', `/vod/${FAILED}`)).state_reason).toBe(
      'Speicher /a: die Festplatte ist voll; schaffen Sie Platz',
    );
    expect((await fetchIn<Vod>('en', `/vod/${FAILED}`)).state_reason).toBe(
      'Storage /a: the disk is full; free some space',
    );
  });

  it('of problems, each with the kind by which a page omits those that it shows elsewhere', async () => {
    const waiting = { verdictState: 'recording', isLive: true, options: {} } as const;
    const pier = aChannel({ ...waiting, uuid: randomUUID(), internalName: 'pier', displayName: 'Pier' });
    const off = aChannel({ ...waiting, uuid: randomUUID(), internalName: 'off', displayName: 'Off', isLive: false });
    const reason = message('error.low-space', { gb: '3.1' });
    const vods = [pier, off].map(({ uuid, internalName }) =>
      aVod({
        channelUuid: uuid,
        uuid: randomUUID(),
        basename: internalName,
        state: 'waiting',
        stateReason: reason,
        refusal: reason,
      }),
    );
    await store(db, pier, ...vods.slice(0, 1));
    await store(db, off, ...vods.slice(1));
    const { errors, problems } = await fetchIn<SettingsView>('de', '/settings');
    expect(problems).toEqual(
      expect.arrayContaining([
        { kind: 'not-recorded', text: 'Pier: nur 3.1 GB sind für Aufnahmen frei' },
        { kind: 'channel', text: 'Off: nur 3.1 GB sind für Aufnahmen frei' },
        { kind: 'vod', text: 'failed: Speicher /a: die Festplatte ist voll; schaffen Sie Platz' },
        { kind: 'check', text: expect.stringContaining('disk') },
        { kind: 'dead-letters', text: expect.stringContaining('1 Nachrichten') },
      ]),
    );
    expect(errors).toEqual(problems.map(({ text }) => text));
  });

  it('have a Vary header for the language', async () => {
    const res = await fetch(`${app.origin}/api/v0/vod/${FAILED}`, { headers: { 'x-language': 'de' } });
    expect([res.headers.get('content-language'), res.headers.get('vary')]).toEqual([
      'de',
      expect.stringContaining('X-Language'),
    ]);
  });
});
