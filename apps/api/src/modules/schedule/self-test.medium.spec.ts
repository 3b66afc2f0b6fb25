import 'reflect-metadata';
import {
  type Channel,
  convertJob,
  type Job,
  type Notice,
  objectKeys,
  type ReceiverView,
  SELF_TEST_KIND,
  type Vod,
} from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';
import { FakePart } from '../../testing/fake-part.js';
import { FakeWorker } from '../../testing/fake-worker.js';
import { aChannel, aVod, store } from '../../testing/rows.js';
import { taskRun } from '../../testing/task-run.js';
import { eventually, TestApp } from '../../testing/test-app.js';

jest.setTimeout(300_000);

let app: TestApp;
let db: DataSource;
beforeAll(async () => {
  app = await TestApp.start();
  db = app.nest.get(DataSource, { strict: false });
});
afterAll(() => app.stop());

const openNotices = async (): Promise<Pick<Notice, 'kind' | 'text'>[]> =>
  ((await app.call<Notice[]>('GET', '/notices')).body.data ?? []).flatMap(({ kind, text, resolved_at }) =>
    resolved_at === null ? [{ kind, text }] : [],
  );
const messages = async (): Promise<string[]> =>
  (await db.query<{ category: string }[]>(`SELECT event ->> 'category' AS category FROM notification_delivery`)).map(
    ({ category }) => category,
  );
const recording = (): Promise<VodEntity | null> =>
  db.manager.findOneBy(VodEntity, { providerKind: SELF_TEST_KIND, assigned: true });
async function rest(): Promise<readonly unknown[]> {
  const channels = await db.manager.findBy(ChannelEntity, { providerKind: SELF_TEST_KIND });
  const vods = await db.manager.findBy(VodEntity, { providerKind: SELF_TEST_KIND });
  return [...channels, ...vods, ...(await app.objects(objectKeys.vods()))];
}

describe('the self-test', () => {
  it('removes what a killed one has left, is seen nowhere, and reports its failure once', async () => {
    // Nothing listens there: its messages wait.
    const config = { url: 'http://127.0.0.1:9/hook', secret: '' };
    const form = { kind: 'webhook', name: 'all', on: true, quiet: false, config };
    const { id } = (await app.call<ReceiverView>('POST', '/notification-receivers', form)).body.data ?? { id: '' };
    await db.query(
      `INSERT INTO notification_rule (receiver_id, category, is_on)
      SELECT $1, name, true FROM unnest(ARRAY['streamOnline', 'streamOffline', 'recordingStarted', 'recordingEnded',
        'recordingReady', 'recordingFailed', 'jobFailed', 'selfTestFailed', 'system']) AS name`,
      [id],
    );
    const killed = { channel: aChannel({ providerKind: SELF_TEST_KIND }), vodUuid: randomUUID() };
    await store(db, killed.channel);
    await store(
      db,
      aVod({ uuid: killed.vodUuid, channelUuid: killed.channel.uuid, providerKind: SELF_TEST_KIND, state: 'failed' }),
    );
    await app.storage.put(objectKeys.chatFile(killed.vodUuid, 'a'), Buffer.from('{}'));
    const worker = await FakeWorker.start(app, convertJob);

    const failed = taskRun(app, 'self_test', 'failed');
    const vod = await eventually(recording, 'its recording');
    expect(vod.channelUuid).not.toBe(killed.channel.uuid);
    expect((await app.call<Channel[]>('GET', '/channels')).body.data).toMatchObject({ streamer_list: [] });
    expect((await app.call<Vod[]>('GET', '/vod')).body.data).toEqual([]);
    expect((await app.call('GET', `/vod/${vod.uuid}`)).status).toBe(404);
    expect((await app.call<Job[]>('GET', '/jobs')).body.data?.map(({ name }) => name)).toEqual(['self_test']);
    const part = new FakePart(app, vod.uuid, { seq: 100, t0: Date.now() });
    await part.write(3);
    await part.seal('endlist');
    part.snapshot('standby');
    await fetchAll();
    const command = await eventually(() => Promise.resolve(worker.commands[0]), 'the conversion');
    await worker.failed(command, 'ffmpeg is broken');

    expect((await failed).error).toBe('ffmpeg is broken');
    expect(await rest()).toEqual([]);
    expect(await openNotices()).toEqual([{ kind: 'self-test-failed', text: 'ffmpeg is broken' }]);
    // One for the page, and one for the receiver.
    expect(await messages()).toEqual(['selfTestFailed', 'selfTestFailed']);
    await worker.stop();

    /** Ends the stream, as the recorder does by fetching all of it. */
    async function fetchAll(): Promise<void> {
      const { sourceUrl } = await db.manager.findOneByOrFail(ChannelEntity, { uuid: vod.channelUuid });
      expect((await fetch(sourceUrl.replace(/\w+\/live/, 'live'))).status).toBe(404);
      await eventually(async () => {
        const list = await (await fetch(sourceUrl)).text();
        for (const name of list.match(/^\d+\.ts$/gm) ?? []) await (await fetch(new URL(name, sourceUrl))).arrayBuffer();
        return list.includes('ENDLIST');
      }, 'the end of the stream');
    }
  });

  it('cannot be added as a channel', async () => {
    const form = { provider: SELF_TEST_KIND, url: 'http://127.0.0.1:9/live.m3u8', internalName: 'mine' };
    expect((await app.call('POST', '/channels', form)).status).toBe(400);
  });
});
