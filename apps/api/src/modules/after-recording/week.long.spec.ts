import 'reflect-metadata';
import { type Channel, convertJob, type Notice, type Task } from '#libs/contracts';
import { LiveHls, postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DataSource } from 'typeorm';
import { FakePart } from '../../testing/fake-part.js';
import { FakeWorker, madeFile } from '../../testing/fake-worker.js';
import { migratedDatabase } from '../../testing/migrated-database.js';
import { ShiftedClock } from '../../testing/shifted-clock.js';
import { eventually, TestApp } from '../../testing/test-app.js';
import {
  CHANNELS,
  DAY_MS,
  DAYS,
  ExpectedWeek,
  type PlannedChannel,
  STREAM_MS,
  streamsAt,
  WEEK,
} from './week-plan.fixture.js';

jest.setTimeout(900_000);

const HOUR_MS = 3_600_000;
interface Message {
  readonly id: string;
  readonly category: string;
  readonly channel_uuid: string | null;
  readonly path: string;
  /** Time of its arrival. */
  readonly at: number;
}
interface Followed {
  readonly uuid: string;
  readonly site: LiveHls;
}

let clock: ShiftedClock;
let app: TestApp;
let postgres: PostgresOfRun;
let server: Server;
let converter: FakeWorker<typeof convertJob>;
const messages: Message[] = [];
const followed = new Map<string, Followed>();
const expected = new ExpectedWeek();
/** When the quiet hours kept back nothing that was sent to this receiver. */
const isQuiet = (at: number): boolean => new Date(at).getUTCHours() >= 21 || new Date(at).getUTCHours() < 7;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      messages.push({ ...(JSON.parse(body) as Message), path: request.url ?? '', at: Date.now() });
      response.end('ok');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  postgres = await postgresOfRun();
  const databaseUrl = await migratedDatabase(postgres.url);
  clock = await ShiftedClock.start(databaseUrl);
  await clock.goTo(new Date(WEEK + 6 * HOUR_MS));
  app = await TestApp.start({ databaseUrl, running: ['after-recording', 'schedules'] });
  converter = await FakeWorker.start(app, convertJob);
  await prepare();
});
afterAll(async () => {
  await converter.stop();
  await clock.stop();
  await app.stop();
  await postgres.stop();
  server.close();
  server.closeAllConnections();
  for (const { site } of followed.values()) await site.stop();
});

const db = (): DataSource => app.nest.get(DataSource, { strict: false });
async function set(config: Record<string, unknown>): Promise<void> {
  const { status, text } = await app.call('PUT', '/settings', { config });
  if (status !== 200) throw new RangeError(text);
}
const of = ({ name }: PlannedChannel): Followed => followed.get(name) as Followed;

async function prepare(): Promise<void> {
  await set({
    'locale.timezone': 'UTC',
    'live.poll_s': 2,
    'capture.grace_s': 1,
    'create_kodi_nfo': true,
    'after_recording.match': false,
    'after_recording.hook': true,
    'cleanup.after_recording': true,
    'cleanup.report_h': 0,
    'cleanup.max_age_days': expected.ageDays,
    'schedule.cron.clean_up': '0 4 * * *',
    'schedule.cron.backup': '45 3 * * *',
    // It would record a stream of its own, which no fake part answers.
    'schedule.cron.self_test': '',
    'notifications.quiet.from': '21:00',
    'notifications.quiet.to': '07:00',
  });
  for (const channel of CHANNELS) {
    const site = await LiveHls.start();
    // Off until its first stream: a list with an end would be no live address.
    site.fault = (_request, response) => {
      response.writeHead(404).end();
      return true;
    };
    const { body, text } = await app.call<Channel>('POST', '/channels', {
      provider: 'hls',
      url: site.url,
      internalName: channel.name,
      max_vods: channel.vods ?? 0,
      no_count_limit: channel.vods === null,
      no_cleanup: !channel.isCleaned,
    });
    if (!body.data) throw new RangeError(text);
    followed.set(channel.name, { uuid: body.data.uuid, site });
  }
  await receive('/all', false, ['recordingStarted', 'recordingEnded', 'recordingReady']);
  await receive('/quiet', true, ['recordingEnded']);
}

async function receive(path: string, quiet: boolean, categories: readonly string[]): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const config = { url: `http://127.0.0.1:${port}${path}`, secret: '' };
  const form = { kind: 'webhook', name: path, on: true, quiet, config };
  const { body } = await app.call<{ id: string }>('POST', '/notification-receivers', form);
  const rules = categories.map((category) => ({ receiver: body.data?.id, category, channel_uuid: null, on: true }));
  await app.call('PUT', '/notification-rules', rules);
}

const publish = (site: LiveHls): void => {
  const tags = [`#EXT-X-PROGRAM-DATE-TIME:${new Date().toISOString()}`];
  site.publish({ name: `s${Date.now()}.ts`, body: Buffer.from('x'), durMs: 2000, tags });
};
const rowsIn = (state: string): Promise<{ uuid: string; channel: string; basename: string }[]> =>
  db().query('SELECT uuid, channel_uuid AS channel, basename FROM vod WHERE state = $1', [state]);
/** Waits until each of these channels has one VOD in this state, and no other has. */
const allIn = (channels: readonly PlannedChannel[], state: string) => {
  const wanted = channels.map((channel) => of(channel).uuid).sort();
  return eventually(
    async () => {
      const rows = await rowsIn(state);
      return isDeepStrictEqual(rows.map(({ channel }) => channel).sort(), wanted) && rows;
    },
    `${state}: ${channels.length}`,
    120_000,
  );
};
const isNone = (sql: string, what: string): Promise<true> =>
  eventually(async () => (await db().query<unknown[]>(sql)).length === 0, what, 120_000);

/** These channels stream at the same time, and their recordings go through everything that follows. */
async function stream(channels: readonly PlannedChannel[], at: number): Promise<void> {
  await clock.goTo(new Date(at));
  for (const { site } of channels.map(of)) {
    // Node answers with the real time.
    site.fault = (_request, response) => {
      response.setHeader('date', new Date().toUTCString());
      return false;
    };
    site.restart();
    publish(site);
    site.ended = false;
  }
  const waiting = await allIn(channels, 'waiting');
  const parts = waiting.map(({ uuid }) => new FakePart(app, uuid, { seq: 0, t0: Date.now() }));
  for (const part of parts) {
    await part.write(2);
    await part.seal(null);
    part.startSnapshots();
  }
  const capturing = await allIn(channels, 'capturing');
  await clock.goTo(new Date(at + STREAM_MS));
  for (const part of parts) part.snapshot();
  for (const { site } of channels.map(of)) site.ended = true;
  for (const part of parts) await part.end('endlist');
  await convert(new Map(capturing.map(({ uuid, basename }) => [uuid, basename])));
  await isNone(`SELECT FROM vod_stage WHERE status IN ('waiting', 'running')`, 'the end of all stages');
  await isNone(`SELECT FROM job WHERE status IN ('WAITING', 'RUNNING')`, 'the end of all jobs');
  for (const channel of channels) expected.record(channel, at, at + STREAM_MS);
}

async function convert(vods: ReadonlyMap<string, string>): Promise<void> {
  for (const [vodUuid, basename] of vods) {
    const command = await eventually(
      () => Promise.resolve(converter.commands.find(({ input }) => input.vodUuid === vodUuid)),
      `the conversion of ${basename}`,
      120_000,
    );
    await converter.done(command, await madeFile(app, { vodUuid, attempt: command.attempt, basename }));
  }
  await isNone(`SELECT FROM vod WHERE state <> 'finalized'`, 'all VODs');
}

/** The operator protects the first recording of these channels as soon as it is there. */
async function protect(): Promise<void> {
  for (const channel of CHANNELS.filter(({ protectsFirst }) => protectsFirst))
    await db().query(
      `UPDATE vod SET prevent_deletion = true WHERE uuid =
         (SELECT uuid FROM vod WHERE channel_uuid = $1 ORDER BY started_at LIMIT 1)`,
      [of(channel).uuid],
    );
}

const task = async (name: string): Promise<Task | undefined> =>
  (await app.call<Task[]>('GET', '/tasks')).body.data?.find((one) => one.name === name);

/** The schedules of the night run. */
async function night(day: number): Promise<void> {
  const at = WEEK + (day + 1) * DAY_MS;
  for (const [name, time] of [
    ['backup', 3.75 * HOUR_MS],
    ['clean_up', 4 * HOUR_MS],
  ] as const) {
    await clock.goTo(new Date(at + time + 1000));
    await eventually(
      async () => {
        const row = await task(name);
        return row !== undefined && Date.parse(row.next_run_at ?? '') > at + DAY_MS && row.runs === day + 1;
      },
      `${name} of day ${day}`,
      120_000,
    );
    await isNone(`SELECT FROM job WHERE status IN ('WAITING', 'RUNNING')`, 'the end of all jobs');
  }
  expected.night(at + 4 * HOUR_MS);
  await clock.goTo(new Date(at + 7 * HOUR_MS + 1000));
  await isNone(`SELECT FROM notification_delivery WHERE state <> 'sent'`, 'every message');
}

it('a week of 20 channels: recorded, kept, deleted and reported is exactly what the rules say', async () => {
  for (const day of DAYS) {
    if (day === 4) {
      expected.ageDays = 2;
      await set({ 'cleanup.max_age_days': 2 });
    }
    for (const hour of [12, 20] as const) {
      await stream(streamsAt(day, hour), WEEK + day * DAY_MS + hour * HOUR_MS);
      await protect();
    }
    await night(day);
    await expectVods();
  }
  expect(expected.deleted).toBeGreaterThan(20);
  expect(expected.reports).toBeGreaterThan(0);
  await expectObjects();
  await expectMessages();
  expect(await readdir(path.join(app.storageDir, '../backups/daily'))).toHaveLength(DAYS.length);
});

/** The VODs of each channel, by their start. */
async function expectVods(): Promise<void> {
  const rows = await db().query<{ channel: string; at: Date }[]>(
    'SELECT channel_uuid AS channel, started_at AS at FROM vod ORDER BY started_at',
  );
  const found = CHANNELS.map((channel) => [
    channel.name,
    ...rows.filter((row) => row.channel === of(channel).uuid).map(({ at }) => hourOf(at.getTime())),
  ]);
  const wanted = CHANNELS.map((channel) => [
    channel.name,
    ...expected.of(channel).map(({ startedAt }) => hourOf(startedAt)),
  ]);
  expect(found).toEqual(wanted);
}
const hourOf = (at: number): string => new Date(at).toISOString().slice(0, 13);

/** Storage and library have the files of the VODs that are left, and no other ones. */
async function expectObjects(): Promise<void> {
  const rows = await db().query<{ uuid: string; name: string }[]>('SELECT uuid, basename AS name FROM vod');
  const stored = (await app.objects('vods/')).map(({ key }) => key.split('/')[1] ?? '');
  expect([...new Set(stored)].sort()).toEqual(rows.map(({ uuid }) => uuid).sort());
  const shown = (await readdir(app.libraryDir, { recursive: true })).map((name) => path.basename(name));
  expect(shown.filter((name) => name.endsWith('.mp4')).sort()).toEqual(rows.map(({ name }) => `${name}.mp4`).sort());
  expect(shown.filter((name) => name.endsWith('.nfo')).sort()).toEqual(rows.map(({ name }) => `${name}.nfo`).sort());
}

/** Each receiver got each event of its categories once, and nothing in its quiet hours. */
async function expectMessages(): Promise<void> {
  const count = (path: string, category: string, { uuid }: Followed): number =>
    messages.filter((one) => one.path === path && one.category === category && one.channel_uuid === uuid).length;
  const streams = (channel: PlannedChannel): number =>
    DAYS.flatMap((day) => [...streamsAt(day, 12), ...streamsAt(day, 20)]).filter((one) => one === channel).length;
  const tally = CHANNELS.map((channel) => [
    count('/all', 'recordingStarted', of(channel)),
    count('/all', 'recordingEnded', of(channel)),
    count('/all', 'recordingReady', of(channel)),
    count('/quiet', 'recordingEnded', of(channel)),
  ]);
  expect(tally).toEqual(CHANNELS.map((channel) => Array.from({ length: 4 }, () => streams(channel))));
  expect(messages).toHaveLength(4 * expected.recorded);
  expect(messages.filter(({ path, at }) => path === '/quiet' && isQuiet(at))).toEqual([]);
  const reports = ((await app.call<Notice[]>('GET', '/notices')).body.data ?? []).filter(
    ({ kind }) => kind === 'cleanup-report',
  );
  expect(reports.reduce((sum, { count: times }) => sum + times, 0)).toBe(expected.reports);
}
