import { COMMAND_POLICY, Gate } from '#libs/bus';
import { COMMANDS, type EVENTS, objectKeys, type Payload, type Vod } from '#libs/contracts';
import { type LiveHls } from '#libs/testkit';
import { type ApiHouse, eventually } from './api-house.js';
import { PlayedPart } from './played-part.js';

/** Plays a converter that takes one command and answers it. */
export async function takeCommand(house: ApiHouse): Promise<{ attempt: string; jobName: string }> {
  const { promise, resolve } = Promise.withResolvers<{ attempt: string; jobName: string }>();
  const consumption = await house.bus.consume({
    stream: 'CMD',
    durable: 'cmd-convert',
    filter: 'cmd.convert.*',
    concurrency: 1,
    gate: new Gate(),
    policy: COMMAND_POLICY,
    defOf: () => COMMANDS.convert,
    handle: (_, payload) => {
      resolve(payload as never);
      return Promise.resolve();
    },
  });
  const command = await promise;
  await consumption.close();
  return command;
}

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
  await leaveReceipt(house, uuid, await takeCommand(house));
  return eventually(() => vodThatIs(house, 'finalized'), 'the finished VOD');
}

async function leaveReceipt(
  house: ApiHouse,
  vodUuid: string,
  { attempt, jobName }: { attempt: string; jobName: string },
): Promise<void> {
  const key = objectKeys.file(vodUuid, 'f0', `${attempt}.mp4`);
  await house.storage.put(key, Buffer.from('a file'));
  const metadata = { type: 'video', container: 'mp4', size: 6, duration: 4, full_duration: 4, bitrate: 1 } as const;
  const done: Payload<typeof EVENTS.convertDone> = {
    vodUuid,
    jobName,
    attempt,
    at: Date.now(),
    warnings: [],
    files: [
      {
        fileId: 'f0',
        attempt,
        key,
        basename: 'quay.mp4',
        sizeBytes: 6,
        startMs: 0,
        endMs: 4000,
        videoMs: 4000,
        metadata,
        thumbKey: null,
        keyframesKey: null,
      },
    ],
  };
  await house.storage.put(objectKeys.receipt(vodUuid, attempt), Buffer.from(JSON.stringify(done)));
}
