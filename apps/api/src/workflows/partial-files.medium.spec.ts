import { convertJob, type Vod } from '#libs/contracts';
import { LiveHls } from '#libs/testkit';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { leaveReceipt, madeFile, takeCommand } from '../testing/fake-worker.js';
import { recordedVod, vodThatIs } from '../testing/finished-vod.js';
import { eventually, TestApp } from '../testing/test-app.js';
import { Sweeper } from './sweeper.js';

jest.setTimeout(90_000);

let app: TestApp;
let site: LiveHls;
beforeAll(async () => {
  app = await TestApp.start({ receivesEvents: false });
  site = await LiveHls.start();
});
afterAll(async () => {
  await app.stop();
  await site.stop();
});

it('sources-17 keeps the segments of a VOD of which one file could not be made', async () => {
  const { uuid } = await recordedVod(app, site, 'quay');
  const { attempt } = await takeCommand(app, convertJob);
  const made = await madeFile(app, { vodUuid: uuid, attempt, basename: 'quay' });
  await leaveReceipt(app, { kind: convertJob.kind, attempt }, { ...made, isPartial: true });
  await eventually(() => vodThatIs(app, 'finalized'), 'the finished VOD');
  await app.call('PUT', '/settings', { config: { 'capture.keep_segments_h': 0, 'capture.reopen_s': 0 } });
  await app.nest.get(Sweeper, { strict: false }).run();
  expect((await app.call<Vod>('GET', `/vod/${uuid}`)).body.data?.playlist_url).not.toBeNull();
  expect((await app.call('GET', `/vod/${uuid}/index.m3u8`)).status).toBe(200);
});
