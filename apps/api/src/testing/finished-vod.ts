import { convertJob, type Vod } from '#libs/contracts';
import { type LiveHls } from '#libs/testkit';
import { type TestApp, eventually } from './test-app.js';
import { leaveReceipt, madeFile, takeCommand } from './fake-worker.js';
import { FakePart } from './fake-part.js';

/** The first VOD in the API's list that has this state. */
export const vodThatIs = async (app: TestApp, state: Vod['state']): Promise<Vod | undefined> =>
  (await app.call<Vod[]>('GET', '/vod')).body.data?.find((v) => v.state === state);

/** Follows a channel and records one VOD of two segments to its end, up to the queued conversion. */
export async function recordedVod(app: TestApp, site: LiveHls, internalName: string): Promise<Vod> {
  site.publish({
    name: 's1.ts',
    body: Buffer.from('x'),
    durMs: 2000,
    tags: [`#EXT-X-PROGRAM-DATE-TIME:${new Date().toISOString()}`],
  });
  await app.call('PUT', '/settings', { config: { 'live.poll_s': 0.2, 'capture.grace_s': 0.2 } });
  await app.call('POST', '/channels', { provider: 'hls', url: site.url, internalName });
  const vod = await eventually(() => vodThatIs(app, 'waiting'), 'a VOD');
  const part = new FakePart(app, vod.uuid, { seq: 0, t0: Date.now() });
  await part.write(2);
  await part.seal('endlist');
  part.snapshot('standby');
  site.ended = true;
  return eventually(() => vodThatIs(app, 'converting'), 'the conversion');
}

/** The same, with the conversion done; the converter leaves its receipt and sends no event. */
export async function finishedVod(app: TestApp, site: LiveHls): Promise<Vod> {
  const { uuid } = await recordedVod(app, site, 'quay');
  const { attempt } = await takeCommand(app, convertJob);
  const made = await madeFile(app, { vodUuid: uuid, attempt, basename: 'quay' });
  await leaveReceipt(app, { kind: convertJob.kind, attempt }, made);
  return eventually(() => vodThatIs(app, 'finalized'), 'the finished VOD');
}
