import { convertJob, objectKeys, type Vod } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { LiveHls } from '#libs/testkit';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { FileEntity } from '../persistence/entities/file.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { TestApp, eventually } from '../testing/test-app.js';
import { JobReports, takeCommand } from '../testing/fake-worker.js';
import { finishedVod, vodThatIs } from '../testing/finished-vod.js';
import { FakePart } from '../testing/fake-part.js';
import { VodFiles } from '../workflows/vod-files.js';

jest.setTimeout(120_000);

let app: TestApp;
let site: LiveHls;
beforeEach(async () => {
  app = await TestApp.start();
  site = await LiveHls.start();
});
afterEach(async () => {
  await app.stop();
  await site.stop();
});

const air = (): void => {
  site.publish({
    name: `s${Date.now()}.ts`,
    body: Buffer.from('x'),
    durMs: 2000,
    tags: [`#EXT-X-PROGRAM-DATE-TIME:${new Date().toISOString()}`],
  });
};
const vod = async (uuid: string): Promise<Vod> => (await app.call<Vod>('GET', `/vod/${uuid}`)).body.data as Vod;
const lengths = async (uuid: string) => {
  const { duration, api_getDuration, media_ms } = await vod(uuid);
  return [duration, api_getDuration, media_ms];
};
/** As a recorder speaks, until it is so. */
const saying = (part: FakePart, uuid: string, wanted: (v: Vod) => boolean) =>
  eventually(
    async () => {
      part.snapshot();
      return wanted(await vod(uuid));
    },
    `what its recorder says: ${String(wanted)}`,
  );

it('what two recorders wrote twice counts once while it is recorded, at no time twice', async () => {
  air();
  await app.call('PUT', '/settings', { config: { 'live.poll_s': 0.2, 'capture.grace_s': 1 } });
  await app.call('POST', '/channels', { provider: 'hls', url: site.url, internalName: 'quay' });
  const { uuid } = await eventually(() => vodThatIs(app, 'waiting'), 'a VOD');
  const t0 = Date.now();
  const first = new FakePart(app, uuid, { seq: 0, t0 });
  await first.write(6);
  await first.seal(null);
  await first.started();
  await saying(first, uuid, (v) => v.media_ms === 12_000);
  const second = new FakePart(app, uuid, { seq: 3, t0 });
  await second.write(2);
  await second.seal(null);
  await second.started();
  await saying(second, uuid, (v) => v.parts.length === 2 && v.live?.bytes === 8 * 9);
  expect(await lengths(uuid)).toEqual([12, 12, 12_000]);
  await second.write(3);
  const seen = new Set<number>();
  await saying(second, uuid, (v) => {
    seen.add(v.media_ms);
    return v.media_ms === 16_000;
  });
  expect([...seen].every((ms) => ms <= 16_000)).toBe(true);
  await second.write(1);
  await saying(second, uuid, (v) => v.media_ms === 18_000);
  expect(await lengths(uuid)).toEqual([18, 18, 18_000]);
  // A recorder that only falls silent counts as gone after 16 s.
  await first.end('stale');
  await second.end('endlist');
  expect(
    (
      await eventually(async () => {
        const now = await vod(uuid);
        return now.state !== 'capturing' && now;
      }, 'the end')
    ).media_ms,
  ).toBe(18_000);
  site.ended = true;
  await eventually(() => vodThatIs(app, 'converting'), 'the conversion');
  expect(await lengths(uuid)).toEqual([18, 18, 18_000]);
});

it('what two recorders missed counts once while it is recorded, and what one of them has is not missing', async () => {
  air();
  await app.call('PUT', '/settings', { config: { 'live.poll_s': 0.2, 'capture.grace_s': 1 } });
  await app.call('POST', '/channels', { provider: 'hls', url: site.url, internalName: 'quay' });
  const { uuid } = await eventually(() => vodThatIs(app, 'waiting'), 'a VOD');
  const t0 = Date.now();
  const first = new FakePart(app, uuid, { seq: 0, t0 });
  await first.write(3);
  first.miss(2);
  await first.write(1);
  await first.seal(null);
  await first.started();
  await saying(first, uuid, (v) => v.missing_ms === 4000);
  const second = new FakePart(app, uuid, { seq: 1, t0 });
  await second.write(2);
  second.miss(1);
  await second.write(3);
  await second.seal(null);
  await second.started();
  await saying(second, uuid, (v) => v.parts.length === 2 && v.media_ms === 12_000 && v.live?.missing_ms === 2000);
  expect((await vod(uuid)).missing_ms).toBe(2000);
});

it('a recording that goes on is as long as it is now, not as the file that was made of its beginning', async () => {
  const { uuid } = await finishedVod(app, site);
  expect(await lengths(uuid)).toEqual([4, 4, 4000]);
  site.ended = false;
  air();
  await eventually(() => vodThatIs(app, 'paused'), 'its return');
  const next = new FakePart(app, uuid, { seq: 10, t0: Date.now() });
  await next.write(5);
  await next.seal(null);
  await next.started();
  await saying(next, uuid, (v) => v.media_ms === 14_000);
  expect(await lengths(uuid)).toEqual([14, 14, 14_000]);
  await next.end('endlist');
  site.ended = true;
  const { attempt, jobName } = await takeCommand(app, convertJob);
  expect(await lengths(uuid)).toEqual([14, 14, 14_000]);
  const [old = new FileEntity()] = await app.nest.get(VodRepository, { strict: false }).files([uuid]);
  const before = (await vod(uuid)).total_size;
  const vodFiles = app.nest.get(VodFiles, { strict: false });
  const remove = jest
    .spyOn(vodFiles, 'deleteObjects')
    .mockRejectedValue(new OutsideError(untranslated('storage-away', 'the disk is away')));
  const key = objectKeys.file(uuid, 'f0', `${attempt}.mp4`);
  await app.storage.put(key, Buffer.from('a longer file'));
  const metadata = { type: 'video', container: 'mp4', size: 13, duration: 14, full_duration: 14, bitrate: 1 } as const;
  const file = { fileId: 'f0', attempt, key, basename: 'quay.mp4', sizeBytes: 13 };
  const times = { startMs: 0, endMs: 14_000, videoMs: 14_000 };
  await new JobReports<typeof convertJob>(app).done(
    { jobName, attempt },
    { warnings: [], files: [{ ...file, ...times, metadata, thumbKey: null, keyframesKey: null }] },
  );
  await eventually(() => vodThatIs(app, 'finalized'), 'the file of it all');
  // The file that it replaces counts as long as it is there.
  expect([(await app.storage.head(old.key)) !== null, (await vod(uuid)).total_size]).toEqual([true, before + 13]);
  await eventually(() => Promise.resolve(remove.mock.calls.length > 0), 'a try to delete it at once');
  expect(remove.mock.calls[0]?.[0]).toEqual([old.key]);
  remove.mockRestore();
  await vodFiles.deleteObjects([old.key]);
  expect([await app.storage.head(old.key), (await vod(uuid)).total_size]).toEqual([null, before - old.sizeBytes + 13]);
});
