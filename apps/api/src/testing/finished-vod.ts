import { convertJob, type Vod } from '#libs/contracts';
import { type LiveHls } from '#libs/testkit';
import { type ApiHouse, eventually } from './api-house.js';
import { leaveReceipt, madeFile, takeCommand } from './fake-worker.js';
import { PlayedPart } from './played-part.js';

/** The VOD of a channel's only stream, by its state. */
export const vodThatIs = async (house: ApiHouse, state: Vod['state']): Promise<Vod | undefined> =>
  (await house.call<Vod[]>('GET', '/vod')).body.data?.find((v) => v.state === state);

/** Follows a site and records one VOD of two segments to its end, up to the queued conversion. */
export async function recordedVod(house: ApiHouse, site: LiveHls, internalName: string): Promise<Vod> {
  site.publish({
    name: 's1.ts',
    body: Buffer.from('x'),
    durMs: 2000,
    tags: [`#EXT-X-PROGRAM-DATE-TIME:${new Date().toISOString()}`],
  });
  await house.call('PUT', '/settings', { config: { 'live.poll_s': 0.2, 'capture.grace_s': 0.2 } });
  await house.call('POST', '/channels', { provider: 'hls', url: site.url, internalName });
  const vod = await eventually(() => vodThatIs(house, 'waiting'), 'a VOD');
  const part = new PlayedPart(house, vod.uuid, { seq: 0, t0: Date.now() });
  await part.write(2);
  await part.seal('endlist');
  part.snapshot('standby');
  site.ended = true;
  return eventually(() => vodThatIs(house, 'converting'), 'the conversion');
}

/** The same, converted; the converter leaves its receipt and sends no event. */
export async function finishedVod(house: ApiHouse, site: LiveHls): Promise<Vod> {
  const { uuid } = await recordedVod(house, site, 'quay');
  const { attempt } = await takeCommand(house, convertJob);
  const made = await madeFile(house, { vodUuid: uuid, attempt, basename: 'quay' });
  await leaveReceipt(house, { kind: convertJob.kind, attempt }, made);
  return eventually(() => vodThatIs(house, 'finalized'), 'the finished VOD');
}
