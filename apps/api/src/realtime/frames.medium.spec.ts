import { type Channel, convertJob, EVENTS, type JobTry, PULSES, type Vod, WsAction } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { WebSocket } from 'ws';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { Notices } from '../platform/notices.service.js';
import { eventually } from '../testing/test-app.js';
import { JobReports, madeFile, takeCommand } from '../testing/fake-worker.js';
import { FakePart } from '../testing/fake-part.js';
import { onTwitch, TwitchTestApp } from '../testing/twitch-test-app.js';
import { ConvertJob } from '../workflows/convert-job.js';
import { Recording } from '../recordings/recording.js';

jest.setTimeout(120_000);

interface Frame {
  readonly action: string;
  readonly data: {
    readonly vod?: Vod;
    readonly channel?: Channel;
    readonly job_name?: string;
    readonly success?: boolean;
    readonly chapter?: Vod['chapters'][number];
    readonly job?: { status: string; process_running: boolean };
  };
}

let test: TwitchTestApp;
let socket: WebSocket;
let channel: Channel;
let vod: Vod;
let noticesOfTheRecording: Frame[];
const frames: Frame[] = [];
const framesOf = (...actions: string[]): Frame[] => frames.filter((f) => actions.includes(f.action));
const received = (action: string, is: (frame: Frame) => boolean = () => true): Promise<Frame> =>
  eventually(() => Promise.resolve(framesOf(action).find(is)), action);

/**
 * The stream drops and returns. The recorder that continues is killed, and a third one continues.
 * @returns the part of the third recorder
 */
async function dropStreamAndKillRecorder(first: FakePart, t0: number): Promise<FakePart> {
  const { vodUuid } = first;
  await first.end('stale');
  await test.vodThat(channel.uuid, (v) => v.state === 'paused', 'the pause');
  const killed = await partAt({ vodUuid, seq: 10, t0 });
  await test.vodThat(channel.uuid, (v) => v.state === 'capturing', 'the return');
  const last = await partAt({ vodUuid, seq: 17, t0 });
  await test.vodThat(channel.uuid, (v) => v.parts.length === 3, 'the part of another recorder');
  last.startSnapshots();
  await test.app.nest
    .get(Recording, { strict: false })
    .applyPart(vodUuid, { partId: killed.partId, recorder: 'n/0', startedAt: t0, endedAt: Date.now(), cause: 'lost' });
  return last;
}

async function partAt({ vodUuid, ...from }: { vodUuid: string; seq: number; t0: number }): Promise<FakePart> {
  const part = new FakePart(test.app, vodUuid, from);
  await part.write(2);
  await part.seal(null);
  await part.started();
  part.snapshot();
  return part;
}

/**
 * One recording from the start of the stream to the finished file, each event of the converter delivered twice,
 * received by a client that reads VODs as v0's page does.
 */
async function recordOneStream(): Promise<void> {
  channel = await test.follow('teller');
  test.act('teller', { do: 'start' });
  const t0 = Date.now() - 40_000;
  const first = await test.recorded(channel.uuid, t0);
  await received('start_capture');
  const part = await dropStreamAndKillRecorder(first, t0);
  for (const title of ['Second title', 'Third title']) {
    test.act('teller', { do: 'update', title });
    await received('chapter_update', (f) => f.data.vod?.chapters.some((c) => c.title === title) === true);
    await received('channel_updated', (f) => f.data.channel?.current_chapter?.title === title);
  }
  // Enough media that both titles lie inside it, however long their frames took.
  await part.write(20);
  part.snapshot();
  await test.vodThat(channel.uuid, (v) => v.media_ms === 52_000, 'the media behind the titles');
  test.act('teller', { do: 'end', how: 'endlist' });
  await part.seal('endlist');
  part.snapshot('standby');
  await part.ended('endlist');
  await received('vod_updated', (f) => f.data.vod?.state === 'ended');
  await test.vodThat(channel.uuid, (v) => v.state === 'converting', 'the conversion');
  await convert(await takeCommand(test.app, convertJob), part.vodUuid);
  await received('end_download');
  noticesOfTheRecording = framesOf('notify');
  vod = await test.vodThat(channel.uuid, (v) => v.state === 'finalized', 'the finished VOD');
}

async function convert({ attempt, jobName }: JobTry, vodUuid: string): Promise<void> {
  const result = await madeFile(test.app, { vodUuid, attempt, basename: 'teller' });
  const started = { jobName, attempt, worker: 'c', pid: 1 };
  for (const n of [1, 2])
    await test.app.bus.publish(EVENTS.jobStarted, { ...started, at: Date.now() }, { msgId: `started ${n}` });
  await received('start_convert');
  test.app.bus.pulse(PULSES.jobPulse, {
    jobName,
    attempt,
    progress: 0.5,
    rate: 1,
    unit: 'bytes',
    leftMs: 100,
    note: null,
    worker: 'c',
    pid: 1,
    at: Date.now(),
  });
  await received('job_progress');
  const converter = new JobReports<typeof convertJob>(test.app);
  for (const n of [1, 2]) await converter.done({ jobName, attempt }, result, `${n}`);
  await test.app.bus.publish(EVENTS.jobStarted, { ...started, at: Date.now() }, { msgId: 'started late' });
}

/** Delays the sealing of the VOD until a frame has shown the state `ended`, which would otherwise be too short to see. */
function delaySealingUntilShown(): void {
  const sealing = test.app.nest.get(ConvertJob, { strict: false });
  const seal = sealing.seal.bind(sealing);
  jest.spyOn(sealing, 'seal').mockImplementation(async (vodUuid) => {
    await received('vod_updated', (f) => f.data.vod?.state === 'ended');
    await seal(vodUuid);
  });
}

beforeAll(async () => {
  test = await TwitchTestApp.open({
    channels: [onTwitch('teller', '77000001')],
    settings: { 'capture.grace_site_s': 0.2, 'websocket_log': true },
  });
  delaySealingUntilShown();
  socket = new WebSocket(`${test.app.origin.replace('http', 'ws')}/socket/`);
  socket.on('open', () => {
    socket.send('{"action":"helloworld"}');
  });
  socket.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as Frame);
  });
  await received('init');
  await recordOneStream();
});
afterAll(async () => {
  socket.terminate();
  await test.stop();
});

describe('the frames of one recording', () => {
  const LIFE = [
    'start_download',
    'chapter_update',
    'start_capture',
    'end_capture',
    'start_convert',
    'end_convert',
    'end_download',
  ];
  const once = (list: readonly string[]): string[] => list.filter((one, i) => one !== list[i - 1]);

  it('come in the order of v0, each end once, in spite of a drop, a killed recorder and repeated events', () => {
    const life = framesOf(...LIFE).map((f) => f.action);
    expect(life.filter((a) => a !== 'chapter_update')).toEqual([
      'start_download',
      'start_capture',
      'end_capture',
      'start_convert',
      'end_convert',
      'end_download',
    ]);
    expect(life.indexOf('chapter_update')).toBeGreaterThan(life.indexOf('start_download'));
    expect(life.lastIndexOf('chapter_update')).toBeLessThan(life.indexOf('end_capture'));
  });

  it('never hold an older state than an earlier frame', () => {
    const states = frames.flatMap((f) => f.data.vod?.state ?? []);
    // A frame is read when it is sent, so states that last only moments may be missing.
    expect(once(states.filter((s) => !['waiting', 'paused', 'ended'].includes(s)))).toEqual([
      'capturing',
      'converting',
      'finalized',
    ]);
    const flag = (action: string, is: keyof Vod): unknown[] => framesOf(action).map((f) => f.data.vod?.[is]);
    expect([
      flag('start_capture', 'is_capturing'),
      flag('end_capture', 'is_capturing'),
      flag('start_convert', 'is_converting'),
      flag('end_convert', 'is_converting'),
      flag('end_download', 'is_finalized'),
      framesOf('end_capture', 'end_convert').map((f) => f.data.success),
    ]).toEqual([[true], [false], [true], [false], [true], [true, true]]);
  });

  it('announce a conversion by start_convert before any other frame shows it', () => {
    const first = (is: (v: Vod) => boolean) => frames.find((f) => f.data.vod !== undefined && is(f.data.vod))?.action;
    expect(first((v) => v.is_converting)).toBe('start_convert');
  });

  const TITLES = ['Title of teller', 'Second title', 'Third title'];
  const titlesOf = (v: Vod | undefined): (string | undefined)[] => v?.chapters.map((c) => c.title) ?? [];

  it('hold a new chapter and a VOD with that chapter before the chapter has media', () => {
    const updates = framesOf('chapter_update').map((f) => [f.data.chapter?.title, titlesOf(f.data.vod)]);
    expect(updates.slice(-2)).toEqual([
      ['Second title', TITLES.slice(0, 2)],
      ['Third title', TITLES],
    ]);
  });

  it('neither lose nor move a chapter in any later state', () => {
    const heldBy = frames
      .flatMap((f) => f.data.vod ?? [])
      .filter((v) => v.uuid === vod.uuid && !['paused', 'finalized'].includes(v.state));
    const after = heldBy.slice(heldBy.findIndex((v) => v.chapters.length === 3));
    expect(once(after.map((v) => v.state))).toEqual(['capturing', 'ended', 'converting']);
    expect(new Set(after.map((v) => JSON.stringify(v.chapters.map((c) => [c.title, Math.round(c.offset)])))).size).toBe(
      1,
    );
    expect(titlesOf(after.at(-1))).toEqual(TITLES);
  });

  it('Q19 include no notification about files that Vodkeep made', () => {
    expect(noticesOfTheRecording).toEqual([]);
  });

  it('show the capture as a job that runs and is removed, and the conversion as a job that ends', async () => {
    await received(
      'job_update',
      (f) => f.data.job_name?.startsWith('remux_') === true && f.data.job?.status === 'STOPPED',
    );
    const jobs = (start: string) =>
      framesOf('job_save', 'job_update', 'job_clear').filter((f) => f.data.job_name?.startsWith(start) === true);
    const capture = jobs('capture_');
    expect([
      capture[0]?.action,
      capture.at(-1)?.action,
      capture.some((f) => f.data.job?.process_running === true),
    ]).toEqual(['job_save', 'job_clear', true]);
    expect(capture.at(-1)?.data.job).toMatchObject({ status: 'STOPPED', process_running: false });
    const conversion = jobs('remux_');
    expect([conversion[0]?.action, conversion.at(-1)?.data.job?.status]).toEqual(['job_save', 'STOPPED']);
  });

  it("hold the channel's VODs, because this client did not request lean frames", async () => {
    await received('channel_updated', (f) => f.data.channel?.vods_list.some((v) => v.is_finalized) === true);
    expect(framesOf('channel_updated').some((f) => f.data.channel?.is_capturing === true)).toBe(true);
  });
});

describe('other changes', () => {
  const line = { module: 'spec', time: Date.now(), pid: 1, service: 'recorder', node: 'n' };

  it('a log line of any service is sent only while the setting is on', async () => {
    await test.app.bus.log.write({ ...line, level: 'info', text: 'a line to be seen' });
    const log = await received('log', (f) => JSON.stringify(f.data).includes('a line to be seen'));
    expect(log).toMatchObject({
      server: true,
      data: expect.arrayContaining([
        expect.objectContaining({ module: 'spec', level: 'INFO', text: 'a line to be seen' }),
      ]),
    });
    await test.set({ websocket_log: false });
    await test.app.bus.log.write({ ...line, level: 'info', text: 'a line not to be seen' });
    await test.app.bus.log.write({ ...line, level: 'fatal', text: 'out of memory at /srv/app/x.js' });
    const { data } = await received('alert');
    expect((data as { text?: string }).text).toMatch(/^recorder: out of memory at (?!\/srv)/);
    expect(JSON.stringify(framesOf('log'))).not.toContain('not to be seen');
  });

  it('a notice is sent as a notification', async () => {
    await test.app.nest.get(Notices, { strict: false }).raise({
      key: 'spec',
      kind: 'account',
      level: 'warning',
      title: verbatim('Look here'),
      text: verbatim('It is so.'),
    });
    expect(await received('notify')).toMatchObject({
      data: { title: 'Look here', body: 'It is so.', icon: '', url: '', tts: false },
    });
  });

  it('a downloaded video is announced', async () => {
    test.app.nest
      .get(UiNotifier, { strict: false })
      .notify('video-download', vod.uuid, { data: { success: true, path: '/vods/teller/x.mp4' } });
    expect(await received('video_download')).toMatchObject({ data: { success: true, path: '/vods/teller/x.mp4' } });
  });

  it('a deleted VOD and a deleted channel are announced', async () => {
    await test.app.call('DELETE', `/vod/${vod.uuid}`);
    expect(await received('vod_removed')).toMatchObject({ data: { uuid: vod.uuid, basename: vod.basename } });
    await test.app.call('DELETE', `/channels/${channel.uuid}`);
    await received('channel_removed');
  });

  it('every action of the contract was received in this spec', async () => {
    test.app.nest.get(UiNotifier, { strict: false }).notify('dead-letter', 'added');
    await received('dead_letters');
    expect([...new Set(frames.map((f) => f.action))].sort()).toEqual(
      WsAction.options.map((o) => o.shape.action.value).sort(),
    );
  });
});
