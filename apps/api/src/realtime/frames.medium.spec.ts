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

let all: TwitchTestApp;
let socket: WebSocket;
let channel: Channel;
let vod: Vod;
let noticesOfTheRecording: Frame[];
const frames: Frame[] = [];
const of = (...actions: string[]): Frame[] => frames.filter((f) => actions.includes(f.action));
const received = (action: string, is: (frame: Frame) => boolean = () => true): Promise<Frame> =>
  eventually(() => Promise.resolve(of(action).find(is)), action);

/**
 * The stream drops and returns, and the recorder that takes it up again is killed and followed by another.
 * @returns the part of that one
 */
async function overADropAndAKill(first: FakePart, t0: number): Promise<FakePart> {
  const { vodUuid } = first;
  await first.end('stale');
  await all.vodThat(channel.uuid, (v) => v.state === 'paused', 'the pause');
  const killed = await partAt({ vodUuid, seq: 10, t0 });
  await all.vodThat(channel.uuid, (v) => v.state === 'capturing', 'the return');
  const last = await partAt({ vodUuid, seq: 17, t0 });
  await all.vodThat(channel.uuid, (v) => v.parts.length === 3, 'the part of another recorder');
  last.startSnapshots();
  await all.app.nest
    .get(Recording, { strict: false })
    .applyPart(vodUuid, { partId: killed.partId, recorder: 'n/0', startedAt: t0, endedAt: Date.now(), cause: 'lost' });
  return last;
}

async function partAt({ vodUuid, ...from }: { vodUuid: string; seq: number; t0: number }): Promise<FakePart> {
  const part = new FakePart(all.app, vodUuid, from);
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
async function oneRecording(): Promise<void> {
  channel = await all.follow('teller');
  all.act('teller', { do: 'start' });
  const t0 = Date.now() - 40_000;
  const first = await all.recorded(channel.uuid, t0);
  await received('start_capture');
  const part = await overADropAndAKill(first, t0);
  for (const title of ['Second title', 'Third title']) {
    all.act('teller', { do: 'update', title });
    await received('chapter_update', (f) => f.data.vod?.chapters.some((c) => c.title === title) === true);
    await received('channel_updated', (f) => f.data.channel?.current_chapter?.title === title);
  }
  // Enough of them that the titles lie within, however long it took to tell of them.
  await part.write(20);
  part.snapshot();
  await all.vodThat(channel.uuid, (v) => v.media_ms === 52_000, 'the media behind the titles');
  all.act('teller', { do: 'end', how: 'endlist' });
  await part.seal('endlist');
  part.snapshot('standby');
  await part.ended('endlist');
  await received('vod_updated', (f) => f.data.vod?.state === 'ended');
  await all.vodThat(channel.uuid, (v) => v.state === 'converting', 'the conversion');
  await convert(await takeCommand(all.app, convertJob), part.vodUuid);
  await received('end_download');
  noticesOfTheRecording = of('notify');
  vod = await all.vodThat(channel.uuid, (v) => v.state === 'finalized', 'the finished VOD');
}

async function convert({ attempt, jobName }: JobTry, vodUuid: string): Promise<void> {
  const result = await madeFile(all.app, { vodUuid, attempt, basename: 'teller' });
  const started = { jobName, attempt, worker: 'c', pid: 1 };
  for (const n of [1, 2])
    await all.app.bus.publish(EVENTS.jobStarted, { ...started, at: Date.now() }, { msgId: `started ${n}` });
  await received('start_convert');
  all.app.bus.pulse(PULSES.jobPulse, {
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
  const converter = new JobReports<typeof convertJob>(all.app);
  for (const n of [1, 2]) await converter.done({ jobName, attempt }, result, `${n}`);
  await all.app.bus.publish(EVENTS.jobStarted, { ...started, at: Date.now() }, { msgId: 'started late' });
}

/** A VOD is sealed within a second of its end: here a frame shows it in between. */
function sealedOnceItWasSeen(): void {
  const sealing = all.app.nest.get(ConvertJob, { strict: false });
  const seal = sealing.seal.bind(sealing);
  jest.spyOn(sealing, 'seal').mockImplementation(async (vodUuid) => {
    await received('vod_updated', (f) => f.data.vod?.state === 'ended');
    await seal(vodUuid);
  });
}

beforeAll(async () => {
  all = await TwitchTestApp.open({
    channels: [onTwitch('teller', '77000001')],
    settings: { 'capture.grace_site_s': 0.2, 'websocket_log': true },
  });
  sealedOnceItWasSeen();
  socket = new WebSocket(`${all.app.origin.replace('http', 'ws')}/socket/`);
  socket.on('open', () => {
    socket.send('{"action":"helloworld"}');
  });
  socket.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as Frame);
  });
  await received('init');
  await oneRecording();
});
afterAll(async () => {
  socket.terminate();
  await all.stop();
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

  it('come in the order of v0, each end once, however often it is reported, over a drop and a killed recorder', () => {
    const life = of(...LIFE).map((f) => f.action);
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

  it('each hold the state of that moment: nothing older than what was said before', () => {
    const states = frames.flatMap((f) => f.data.vod?.state ?? []);
    // A frame is read when it is sent: what was over within moments is not seen in between.
    expect(once(states.filter((s) => !['waiting', 'paused', 'ended'].includes(s)))).toEqual([
      'capturing',
      'converting',
      'finalized',
    ]);
    const flag = (action: string, is: keyof Vod): unknown[] => of(action).map((f) => f.data.vod?.[is]);
    expect([
      flag('start_capture', 'is_capturing'),
      flag('end_capture', 'is_capturing'),
      flag('start_convert', 'is_converting'),
      flag('end_convert', 'is_converting'),
      flag('end_download', 'is_finalized'),
      of('end_capture', 'end_convert').map((f) => f.data.success),
    ]).toEqual([[true], [false], [true], [false], [true], [true, true]]);
  });

  it('say that a VOD is converted by start_convert first', () => {
    const first = (is: (v: Vod) => boolean) => frames.find((f) => f.data.vod !== undefined && is(f.data.vod))?.action;
    expect(first((v) => v.is_converting)).toBe('start_convert');
  });

  const TITLES = ['Title of teller', 'Second title', 'Third title'];
  const titlesOf = (v: Vod | undefined): (string | undefined)[] => v?.chapters.map((c) => c.title) ?? [];

  it('tell of a new chapter with that chapter, and with the VOD that has it, before there are media of it', () => {
    const updates = of('chapter_update').map((f) => [f.data.chapter?.title, titlesOf(f.data.vod)]);
    expect(updates.slice(-2)).toEqual([
      ['Second title', TITLES.slice(0, 2)],
      ['Third title', TITLES],
    ]);
  });

  it('never lose a chapter again, nor move one, in whatever state', () => {
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

  it('Q19 announce nothing of files that are our own', () => {
    expect(noticesOfTheRecording).toEqual([]);
  });

  it('tell of the capture as a job that runs and goes, and of the conversion as one that ends', async () => {
    await received(
      'job_update',
      (f) => f.data.job_name?.startsWith('remux_') === true && f.data.job?.status === 'STOPPED',
    );
    const jobs = (start: string) =>
      of('job_save', 'job_update', 'job_clear').filter((f) => f.data.job_name?.startsWith(start) === true);
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

  it('hold the VODs of the channel, since this client did not say that it needs none', async () => {
    await received('channel_updated', (f) => f.data.channel?.vods_list.some((v) => v.is_finalized) === true);
    expect(of('channel_updated').some((f) => f.data.channel?.is_capturing === true)).toBe(true);
  });
});

describe('the other frames', () => {
  const line = { module: 'spec', time: Date.now(), pid: 1, service: 'recorder', node: 'n' };

  it('a line of the log, of any service, while the setting is on; not a word after', async () => {
    await all.app.bus.log.write({ ...line, level: 'info', text: 'a line to be seen' });
    const log = await received('log', (f) => JSON.stringify(f.data).includes('a line to be seen'));
    expect(log).toMatchObject({
      server: true,
      data: expect.arrayContaining([
        expect.objectContaining({ module: 'spec', level: 'INFO', text: 'a line to be seen' }),
      ]),
    });
    await all.set({ websocket_log: false });
    await all.app.bus.log.write({ ...line, level: 'info', text: 'a line not to be seen' });
    await all.app.bus.log.write({ ...line, level: 'fatal', text: 'out of memory at /srv/app/x.js' });
    const { data } = await received('alert');
    expect((data as { text?: string }).text).toMatch(/^recorder: out of memory at (?!\/srv)/);
    expect(JSON.stringify(of('log'))).not.toContain('not to be seen');
  });

  it('a notice, once', async () => {
    await all.app.nest.get(Notices, { strict: false }).raise({
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

  it('a file of the past', async () => {
    all.app.nest
      .get(UiNotifier, { strict: false })
      .notify('video-download', vod.uuid, { data: { success: true, path: '/vods/teller/x.mp4' } });
    expect(await received('video_download')).toMatchObject({ data: { success: true, path: '/vods/teller/x.mp4' } });
  });

  it('a VOD that goes, and its channel', async () => {
    await all.app.call('DELETE', `/vod/${vod.uuid}`);
    expect(await received('vod_removed')).toMatchObject({ data: { uuid: vod.uuid, basename: vod.basename } });
    await all.app.call('DELETE', `/channels/${channel.uuid}`);
    await received('channel_removed');
  });

  it('of every action that the contract knows one was sent here', async () => {
    all.app.nest.get(UiNotifier, { strict: false }).notify('dead-letter', 'added');
    await received('dead_letters');
    expect([...new Set(frames.map((f) => f.action))].sort()).toEqual(
      WsAction.options.map((o) => o.shape.action.value).sort(),
    );
  });
});
