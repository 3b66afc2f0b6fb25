import { type Job, type ReceiverView, type VodStage } from '#libs/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { Transactions } from '../../persistence/database/tx.js';
import { Notifications } from '../../platform/notifications.service.js';
import { aChannel, aVod, store } from '../../testing/rows.js';
import { eventually, TestApp } from '../../testing/test-app.js';
import { VersionReport } from './version-report.js';

jest.setTimeout(120_000);

let app: TestApp;
let server: Server;
let origin: string;
let received: Record<string, unknown>[] = [];
/** Answers of the next requests; afterwards 200. */
let answers: number[] = [];
beforeAll(async () => {
  server = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    req.on('end', () => {
      received.push(JSON.parse(body) as Record<string, unknown>);
      res.writeHead(answers.shift() ?? 200).end('from the hook');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = await TestApp.start({ running: ['after-recording'] });
});
afterAll(async () => {
  await app.stop();
  server.close();
  server.closeAllConnections();
});
beforeEach(async () => {
  for (const table of ['vod', 'channel', 'job', 'notice', 'notification_delivery', 'notification_rule'])
    await db().query(`DELETE FROM ${table}`);
  await db().query(`DELETE FROM notification_receiver WHERE id <> kind`);
  [received, answers] = [[], []];
});

const db = (): DataSource => app.nest.get(DataSource, { strict: false });
async function webhookFor(category: string): Promise<void> {
  const form = { kind: 'webhook', name: 'Hook', on: true, quiet: false, config: { url: origin, secret: '' } };
  const { body } = await app.call<ReceiverView>('POST', '/notification-receivers', form);
  await app.call('PUT', '/notification-rules', [{ receiver: body.data?.id, category, channel_uuid: null, on: true }]);
}
async function storeVod(): Promise<string> {
  const channel = aChannel({ internalName: 'quay' });
  const vod = aVod({ channelUuid: channel.uuid, segmentsGone: true });
  await store(db(), channel, vod);
  return vod.uuid;
}
const restart = async (uuid: string): Promise<void> => {
  expect((await app.call('POST', `/vod/${uuid}/stages/hook/restart`)).status).toBe(200);
};
const stageIn = (uuid: string, status: VodStage['status'], runs = 1): Promise<VodStage> =>
  eventually(
    async () =>
      ((await app.call<VodStage[]>('GET', `/vod/${uuid}/stages`)).body.data ?? []).find(
        (stage) => stage.kind === 'hook' && stage.status === status && stage.runs === runs,
      ),
    `the hook ${status}`,
  );

describe('the stage of scripts and webhooks', () => {
  it('reports that the recording is ready, once for each run, with the answer in its log', async () => {
    await webhookFor('recordingReady');
    const uuid = await storeVod();
    await restart(uuid);
    expect(await stageIn(uuid, 'done')).toMatchObject({
      job: `hook_${uuid}`,
      result: 'Delivered: 1',
      log: expect.arrayContaining([expect.objectContaining({ text: 'Hook: 200 from the hook' })]),
    });
    expect(received).toMatchObject([{ category: 'recordingReady', vod_uuid: uuid, ended: false }]);
    await restart(uuid);
    await stageIn(uuid, 'done', 2);
    expect(new Set(received.map(({ id }) => id)).size).toBe(2);
  });

  it('fails if the receiver refuses the message, which is one notification, and a retry sends it again', async () => {
    await webhookFor('recordingReady');
    await webhookFor('jobFailed');
    const uuid = await storeVod();
    answers = [400];
    await restart(uuid);
    expect(await stageIn(uuid, 'failed')).toMatchObject({ result: 'Not delivered: Hook' });
    await eventually(() => Promise.resolve(received.length === 2), 'the report of the failure');
    expect((await app.call('POST', `/jobs/hook_${uuid}/retry`)).status).toBe(200);
    expect(await stageIn(uuid, 'done')).toMatchObject({ result: 'Delivered: 1' });
    await eventually(() => Promise.resolve(received.length === 4), 'the report of its end');
    expect(received.map(({ category, ended }) => [category, ended])).toEqual([
      ['recordingReady', false],
      ['jobFailed', false],
      ['recordingReady', false],
      ['jobFailed', true],
    ]);
    expect(received[2]?.['id']).toBe(received[0]?.['id']);
  });

  it('waits while the receiver cannot answer', async () => {
    await webhookFor('recordingReady');
    const uuid = await storeVod();
    answers = [503];
    await restart(uuid);
    const job = await eventually(
      async () =>
        ((await app.call<Job[]>('GET', '/jobs')).body.data ?? []).find(
          ({ name, status, note }) => name === `hook_${uuid}` && status === 'WAITING' && note.includes('Hook'),
        ),
      'the wait',
    );
    expect(job.note).toContain('Not delivered yet: Hook');
    expect(await stageIn(uuid, 'done')).toMatchObject({ result: 'Delivered: 1' });
    expect(received).toHaveLength(2);
  });

  it('is done if no receiver gets the event', async () => {
    const uuid = await storeVod();
    await restart(uuid);
    expect(await stageIn(uuid, 'done')).toMatchObject({
      result: 'No receiver gets the event "Recording is ready".',
    });
  });
});

describe('another version', () => {
  it('is reported once; the first one of an installation is not', async () => {
    await webhookFor('update');
    const reports = new VersionReport(
      app.nest.get(Transactions, { strict: false }),
      app.nest.get(Notifications, { strict: false }),
    );
    await reports.report('98.0.0');
    await reports.report('98.0.0');
    await eventually(() => Promise.resolve(received.length === 1), 'the report');
    expect(received).toMatchObject([{ category: 'update', title: 'Vodkeep runs in version 98.0.0' }]);
    await db().query('DELETE FROM last_version');
    await reports.report('99.0.0');
    await reports.report('99.1.0');
    await eventually(() => Promise.resolve(received.length === 2), 'the next report');
    expect(received[1]).toMatchObject({ text: 'Before: 99.0.0' });
  });
});
