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

/** A clip whose probe has no answer yet. */
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

/** Answers every probe. @returns ids of the probed files; grows */
async function startConverter(): Promise<string[]> {
  const probed: string[] = [];
  converter = await consumeProbes(app, async ({ id, owner, attempt }) => {
    probed.push(id);
    const found = { sizeBytes: 6, videoMs: 3000, metadata: METADATA, thumbKey: null, warnings: [] };
    await app.bus.publish(EVENTS.probeDone, { id, owner, attempt, at: Date.now(), ...found }, { msgId: ulid() });
  });
  return probed;
}

it('a probe whose answer was lost is sent again, and a recent one is not', async () => {
  const lost = [await aClip(ago(HOUR_MS)), await aLocalVideo(ago(HOUR_MS))];
  const young = [await aClip(ago(1000)), await aLocalVideo(ago(1000))];
  const probed = await startConverter();
  await sendAgain();
  for (const uuid of lost)
    await eventually(async () => (await rowOf(uuid))?.metadata, 'what the converter has measured');
  for (const uuid of lost) expect(await rowOf(uuid)).toMatchObject({ metadata: METADATA, probeAttempt: null });
  for (const uuid of young) expect(await rowOf(uuid)).toMatchObject({ metadata: null });
  expect(probed.toSorted()).toEqual(lost.toSorted());
});

it('a probe whose command is still queued is not sent twice', async () => {
  const waiting = [await aClip(ago(HOUR_MS)), await aLocalVideo(ago(HOUR_MS))];
  await sendAgain();
  await sendAgain();
  const probed = await startConverter();
  await eventually(() => app.bus.isIdle(), 'an empty queue');
  expect(probed.toSorted()).toEqual(waiting.toSorted());
});

it('a probe whose command is a dead letter is not sent again', async () => {
  const [attempt, other] = [ago(HOUR_MS), ago(HOUR_MS)];
  const [deadLettered, lost] = [await aClip(attempt), await aClip(other)];
  await app.bus.deadLetters.add(
    {
      subject: `cmd.probe.${deadLettered}`,
      payload: { id: deadLettered, attempt },
      stream: 'CMD',
      seq: 1,
      durable: 'cmd-probe',
    },
    { code: 'broken', message: verbatim('broken'), fault: 'bug', attempts: 1, stack: null },
    new Date(),
  );
  const probed = await startConverter();
  await sendAgain();
  await eventually(async () => (await rowOf(lost))?.metadata, 'the other one');
  expect(probed).toEqual([lost]);
});
