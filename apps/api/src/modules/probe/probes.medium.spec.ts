import 'reflect-metadata';
import { type Consumption } from '#libs/bus';
import { EVENTS } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { ulid } from 'ulid';
import { ClipEntity } from '../../persistence/entities/clip.entity.js';
import { LocalVideoEntity } from '../../persistence/entities/local-video.entity.js';
import { TestApp, eventually } from '../../testing/test-app.js';
import { aChannel } from '../../testing/rows.js';
import { consumeProbes, METADATA } from './fake-probes.fixture.js';
import { Probes } from './probes.js';

jest.setTimeout(60_000);

const HOUR_MS = 3_600_000;

let app: TestApp;
let db: DataSource;
let channelUuid: string;
let converter: Consumption | null = null;
beforeAll(async () => {
  app = await TestApp.start({ without: ['file-probes', 'manifests'] });
  db = app.nest.get(DataSource, { strict: false });
  channelUuid = (await db.manager.save(aChannel())).uuid;
});
afterEach(async () => {
  await converter?.close();
  converter = null;
  await db.query('DELETE FROM clip; DELETE FROM local_video');
});
afterAll(() => app.stop());

const ago = (ms: number): string => ulid(Date.now() - ms);
const rowOf = async (uuid: string): Promise<ClipEntity | LocalVideoEntity | null> =>
  (await db.manager.findOneBy(ClipEntity, { uuid })) ?? db.manager.findOneBy(LocalVideoEntity, { uuid });
const sendAgain = (): Promise<void> => app.nest.get(Probes, { strict: false }).sendAgain();

/** A clip whose measurement was requested, and no answer came. */
async function aClip(probeAttempt: string): Promise<string> {
  const uuid = randomUUID();
  await db.manager.save(
    Object.assign(new ClipEntity(), {
      uuid,
      channelUuid,
      channelName: 'quay',
      providerKind: 'hls',
      siteId: uuid,
      folder: 'quay',
      basename: `${uuid}.mp4`,
      title: '',
      key: `clips/${uuid}/a.mp4`,
      sizeBytes: 6,
      durationMs: 1,
      metadata: null,
      thumbKey: null,
      probeAttempt,
      siteClip: null,
      sourceUrl: null,
      libraryPath: null,
      createdAt: new Date(),
      savedAt: new Date(),
      missingSince: null,
      manifestVersion: 0,
    } satisfies Omit<ClipEntity, 'version'>),
  );
  return uuid;
}

async function aLocalVideo(probeAttempt: string): Promise<string> {
  const uuid = randomUUID();
  await db.manager.save(
    Object.assign(new LocalVideoEntity(), {
      uuid,
      channelUuid,
      path: `quay/${uuid}.mp4`,
      basename: `${uuid}.mp4`,
      sizeBytes: 6,
      modifiedAt: new Date(),
      foundAt: new Date(),
      metadata: null,
      thumbKey: null,
      probeAttempt,
      fault: null,
    } satisfies LocalVideoEntity),
  );
  return uuid;
}

/** Measures every file. @returns the ids of those that it was asked for */
async function converterComes(): Promise<string[]> {
  const asked: string[] = [];
  converter = await consumeProbes(app, async ({ id, owner, attempt }) => {
    asked.push(id);
    const found = { sizeBytes: 6, videoMs: 3000, metadata: METADATA, thumbKey: null, warnings: [] };
    await app.bus.publish(EVENTS.probeDone, { id, owner, attempt, at: Date.now(), ...found }, { msgId: ulid() });
  });
  return asked;
}

it('measures files whose answer was lost, and leaves those that were only just requested', async () => {
  const lost = [await aClip(ago(HOUR_MS)), await aLocalVideo(ago(HOUR_MS))];
  const young = [await aClip(ago(1000)), await aLocalVideo(ago(1000))];
  const asked = await converterComes();
  await sendAgain();
  for (const uuid of lost)
    await eventually(async () => (await rowOf(uuid))?.metadata, 'what the converter has measured');
  for (const uuid of lost) expect(await rowOf(uuid)).toMatchObject({ metadata: METADATA, probeAttempt: null });
  for (const uuid of young) expect(await rowOf(uuid)).toMatchObject({ metadata: null });
  expect(asked.toSorted()).toEqual(lost.toSorted());
});

it('asks once for a file whose command still waits for a converter', async () => {
  const waiting = [await aClip(ago(HOUR_MS)), await aLocalVideo(ago(HOUR_MS))];
  await sendAgain();
  await sendAgain();
  const asked = await converterComes();
  await eventually(() => app.bus.isIdle(), 'an empty queue');
  expect(asked.toSorted()).toEqual(waiting.toSorted());
});

it('leaves a file to the operator whose command is a dead letter', async () => {
  const [attempt, other] = [ago(HOUR_MS), ago(HOUR_MS)];
  const [buried, lost] = [await aClip(attempt), await aClip(other)];
  await app.bus.deadLetters.bury(
    { subject: `cmd.probe.${buried}`, payload: { id: buried, attempt }, stream: 'CMD', seq: 1, durable: 'cmd-probe' },
    { code: 'broken', message: verbatim('broken'), fault: 'bug', attempts: 1, stack: null },
    new Date(),
  );
  const asked = await converterComes();
  await sendAgain();
  await eventually(async () => (await rowOf(lost))?.metadata, 'the other one');
  expect(asked).toEqual([lost]);
});
