import 'reflect-metadata';
import { type KeepChoice, objectKeys, segmentName, type VodStage } from '#libs/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ulid } from 'ulid';
import { type FileEntity } from '../../persistence/entities/file.entity.js';
import { PartEntity } from '../../persistence/entities/part.entity.js';
import { UNKNOWN_SITE_VOD } from '../../persistence/entities/site-vod.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { aFile, aVod, store } from '../../testing/rows.js';
import { DownloadTestApp } from '../../testing/download-test-app.js';
import { eventually } from '../../testing/test-app.js';
import { onTwitch } from '../../testing/twitch-test-app.js';
import { SegmentRetention } from '../../workflows/segment-retention.js';
import { VodFiles } from '../../workflows/vod-files.js';
import { type StageStart } from '../../workflows/vod-stages.js';
import { DownloadedVod } from './downloaded-vod.js';
import { ReplaceStage } from './replace-stage.js';

jest.setTimeout(120_000);

let test: DownloadTestApp;
beforeAll(async () => {
  test = await DownloadTestApp.open({
    channels: [onTwitch('pier', '74000019', { past: { videos: [] } })],
    running: ['after-recording'],
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => test.stop());

const OWN_MS = 10_000;
const AT = new Date('2026-11-20T10:00:00Z');
const METADATA: FileEntity['metadata'] = {
  ...{ type: 'video', container: 'mp4', size: 3, duration: 10, full_duration: 10, bitrate: 1 },
  ...{ width: 1280, height: 720, video_codec: 'h264', audio_codec: 'aac' },
};

interface Recorded {
  readonly vod: VodEntity;
  readonly own: FileEntity;
  readonly copy: FileEntity;
  readonly segment: string;
}
interface Over {
  readonly vod?: Partial<VodEntity>;
  readonly own?: Partial<FileEntity>;
  readonly copy?: Partial<FileEntity>;
}

/** The clock of a recording without a gap. */
const clockOf = (ms: number): Pick<VodEntity, 'clock' | 'gaps' | 'mediaMs'> => ({
  ...{ clock: [{ site: AT.getTime(), siteMs: ms, file: 0, fileMs: ms }], gaps: [], mediaMs: ms },
});
const startsAt = (ms: number): Pick<VodEntity, 'siteVod'> => ({
  siteVod: { ...UNKNOWN_SITE_VOD, id: '908', exists: 'yes', createdAt: AT.getTime() + ms },
});
/** Of the site's VOD that starts 30 s before the recording. */
const placesOf = (...ranges: readonly (readonly [number, number])[]) =>
  ranges.map(([from, to]) => ({
    site: AT.getTime() - 30_000 + from,
    siteMs: to - from,
    file: from,
    fileMs: to - from,
  }));

/** A finished recording with segments, and the site's VOD of it beside it. */
async function recorded(over: Over = {}): Promise<Recorded> {
  const siteVod = { ...UNKNOWN_SITE_VOD, id: '908', exists: 'yes' as const, createdAt: AT.getTime() - 2000 };
  const vod = aVod({
    ...{ channelUuid: test.channel.uuid, channelName: 'pier', providerKind: 'twitch', siteVod },
    ...{ startedAt: AT, mediaMs: OWN_MS, missingMs: 4000, bytes: 5 },
    gaps: [{ at: AT.getTime() + 5000, durMs: 4000, cause: 'not-found' }],
    ...over.vod,
  });
  await store(test.db, vod);
  const part = { partId: ulid(), vodUuid: vod.uuid, recorder: 'n/0', startedAt: 1, endedAt: 2, segments: 1, bytes: 5 };
  await test.db.manager.save(Object.assign(new PartEntity(), { ...part, cause: 'endlist' as const }));
  const name = segmentName({
    epoch: 0,
    seq: 0,
    ptsMs: 0,
    durMs: OWN_MS,
    bytes: 5,
    pdtMs: null,
    crc: '00000000',
    ext: 'ts',
  });
  const segment = objectKeys.segment(vod.uuid, part.partId, name);
  const shared = { vodUuid: vod.uuid, sizeBytes: 3, metadata: METADATA };
  const own = aFile({ ...shared, endMs: OWN_MS, videoMs: OWN_MS, basename: 'own.mp4', ...over.own });
  const copy = aFile({
    ...{ ...shared, fileId: 'c0', role: 'downloaded', endMs: 14_000, videoMs: 14_000, basename: 'own_vod.mp4' },
    ...over.copy,
  });
  await test.db.manager.save([own, copy]);
  await test.app.storage.put(own.key, Buffer.from('own'));
  await test.app.storage.put(copy.key, Buffer.from('vod'));
  await test.app.storage.put(segment, Buffer.from('12345'));
  return { vod, own, copy, segment };
}

const keep = async (choice: KeepChoice | null): Promise<void> => {
  const { status } = await test.call('PUT', `/channels/${test.channel.uuid}`, { keep_after_download: choice });
  expect(status).toBe(200);
};
/** Runs the stage. @returns it when it has ended */
async function run({ vod }: Recorded): Promise<VodStage> {
  expect((await test.call('POST', `/vod/${vod.uuid}/stages/replace/restart`)).status).toBe(200);
  return eventually(async () => {
    const { body } = await test.call<VodStage[]>('GET', `/vod/${vod.uuid}/stages`);
    return body.data?.find(({ kind, ended_at }) => kind === 'replace' && ended_at !== null);
  }, 'the end of the stage');
}
const isStored = async (key: string): Promise<boolean> => (await test.app.storage.head(key)) !== null;
const files = async ({ vod }: Recorded): Promise<string[]> =>
  ((await test.vodOf(vod.uuid))?.files ?? [])
    .map(({ basename, is_copy }) => `${basename}${is_copy ? ' (copy)' : ''}`)
    .sort();

describe('after the download of the VOD', () => {
  it('P60 the VOD replaces the recording, whose file and segments are deleted', async () => {
    await keep('vod');
    const one = await recorded();
    expect(await files(one)).toEqual(['own.mp4', 'own_vod.mp4 (copy)']);
    expect(await run(one)).toMatchObject({
      status: 'done',
      result: 'The downloaded VOD has replaced the recording.',
      job: `replace_${one.vod.uuid}`,
    });
    expect(await files(one)).toEqual(['own_vod.mp4']);
    expect(await test.vodOf(one.vod.uuid)).toMatchObject({
      ...{
        state: 'finalized',
        gaps: [],
        missing_ms: 0,
        media_ms: 14_000,
        is_vod_downloaded: false,
        is_converted: true,
      },
    });
    expect([await isStored(one.own.key), await isStored(one.copy.key)]).toEqual([false, true]);
    await test.app.nest.get(SegmentRetention, { strict: false }).sweep();
    expect(await isStored(one.segment)).toBe(false);
  });

  it.each([
    ['shorter', { copy: { endMs: 9900, videoMs: 9900 } }, 'the downloaded VOD has 9.9 s, the recording has 10.0 s.'],
    [
      'shorter than what was received',
      { vod: { mediaMs: 20_000 } },
      'the downloaded VOD has 14.0 s, the recording has 20.0 s.',
    ],
    ['smaller', { copy: { metadata: { ...METADATA, height: 360 } } }, 'the picture of the downloaded VOD is smaller.'],
    [
      'without sound',
      { copy: { metadata: { ...METADATA, audio_codec: undefined } } },
      'the downloaded VOD lacks a track of the recording.',
    ],
    [
      'muted',
      { vod: { siteVod: { ...UNKNOWN_SITE_VOD, id: '908', exists: 'yes', muted: 'yes' } } },
      'the site has muted parts of its VOD.',
    ],
    [
      'muted in places that the site names',
      {
        vod: {
          siteVod: {
            ...{ ...UNKNOWN_SITE_VOD, id: '908', createdAt: AT.getTime() - 2000 },
            ...({ exists: 'yes', muted: 'yes' } as const),
            mutedRanges: [{ offsetMs: 60_000, durMs: 30_000 }],
          },
        },
      },
      'the site has muted these parts of its VOD: 00:01:00–00:01:30.',
    ],
    [
      'long enough, but starts later',
      { vod: { ...clockOf(60_000), ...startsAt(20_000) }, copy: { endMs: 90_000, videoMs: 90_000 } },
      'the downloaded VOD lacks these times of the recording: 00:00:00–00:00:15.',
    ],
    [
      'long enough, but ends earlier',
      { vod: { ...clockOf(60_000), ...startsAt(-60_000) }, copy: { endMs: 90_000, videoMs: 90_000 } },
      'the downloaded VOD lacks these times of the recording: 00:00:35–00:01:00.',
    ],
    [
      'long enough, but lacks a piece in the middle',
      {
        vod: {
          ...clockOf(60_000),
          ...startsAt(-30_000),
          facts: { copyPlaces: placesOf([0, 50_000], [62_000, 120_000]) },
        },
        copy: { endMs: 108_000, videoMs: 108_000 },
      },
      'the downloaded VOD lacks these times of the recording: 00:00:20–00:00:32.',
    ],
    ['damaged', { copy: { sizeBytes: 4 } }, 'the file of the downloaded VOD is not complete on storage.'],
    ['of a protected recording', { vod: { preventDeletion: true } }, 'the VOD is protected from deletion.'],
  ] satisfies [string, Over, string][])(
    'P60 a VOD that is %s replaces nothing, and the stage says why',
    async (_, over, why) => {
      await keep('vod');
      const one = await recorded(over);
      expect(await run(one)).toMatchObject({ status: 'done', result: `Both are kept: ${why}` });
      expect(await files(one)).toEqual(['own.mp4', 'own_vod.mp4 (copy)']);
      expect([await isStored(one.own.key), await isStored(one.copy.key), await isStored(one.segment)]).toEqual([
        ...[true, true, true],
      ]);
    },
  );

  it('a VOD that is shorter than what was received replaces nothing either while the file is missing', async () => {
    await keep('vod');
    const one = await recorded({ own: { missingSince: AT }, copy: { endMs: 9000, videoMs: 9000 } });
    const why = 'the downloaded VOD has 9.0 s, the recording has 10.0 s.';
    expect(await run(one)).toMatchObject({ status: 'done', result: `Both are kept: ${why}` });
    expect([await isStored(one.own.key), await isStored(one.segment)]).toEqual([true, true]);
  });

  it.each([
    ['has no file, because its conversion failed', { vod: { convertState: 'failed' } }],
    ['has lost its file', { own: { missingSince: AT } }],
    ['has a file of another size than was stored', { own: { sizeBytes: 4 } }],
    ['was deleted by the operator', { own: { deleted: true } }],
    ['is protected', { vod: { preventDeletion: true } }],
  ] as const)('the downloaded VOD stays while the recording %s', async (_, over) => {
    await keep('recording');
    const one = await recorded(over);
    expect((await run(one)).result).toMatch(/^Both are kept: /);
    expect(await isStored(one.copy.key)).toBe(true);
    expect(await files(one)).toContain('own_vod.mp4 (copy)');
  });

  it('only the recording stays, or both, as the channel or else the setting wants', async () => {
    await keep('recording');
    const one = await recorded();
    expect(await run(one)).toMatchObject({ result: 'The downloaded VOD was deleted, the recording stays.' });
    expect(await files(one)).toEqual(['own.mp4']);
    expect([await isStored(one.own.key), await isStored(one.copy.key), await isStored(one.segment)]).toEqual([
      ...[true, false, true],
    ]);
    expect(await run(one)).toMatchObject({ status: 'skipped', result: 'There is no downloaded VOD.' });
    await keep(null);
    const both = await recorded();
    expect(await run(both)).toMatchObject({ result: 'The recording and the downloaded VOD are both kept.' });
    await test.call('PUT', '/settings', { config: { 'after_recording.keep': 'vod' } });
    expect(await run(both)).toMatchObject({ result: 'The downloaded VOD has replaced the recording.' });
    await test.call('PUT', '/settings', { config: { 'after_recording.keep': 'both' } });
  });

  it.each(['both', 'recording'] as const)('a choice that becomes "%s" after queueing counts', async (choice) => {
    await keep('vod');
    const one = await recorded();
    const job = `replace_${one.vod.uuid}`;
    const stage = test.app.nest.get(ReplaceStage, { strict: false });
    const start = { vod: one.vod, quality: null, isRepeated: false, claim: () => keep(choice) };
    expect(await stage.start(start as StageStart)).toBe('job');
    await test.jobIn(job, 'STOPPED');
    expect([await isStored(one.own.key), await isStored(one.copy.key)]).toEqual([true, choice === 'both']);
  });

  it('a crash before the commit changes nothing, and one after it leaves only objects that are swept', async () => {
    const vodFiles = test.app.nest.get(VodFiles, { strict: false });
    const downloaded = test.app.nest.get(DownloadedVod, { strict: false });
    const one = await recorded();
    jest.spyOn(vodFiles, 'replace').mockRejectedValueOnce(new RangeError('crash'));
    await expect(downloaded.replaceRecording(one.vod.uuid)).rejects.toThrow('crash');
    expect(await files(one)).toEqual(['own.mp4', 'own_vod.mp4 (copy)']);
    expect([await isStored(one.own.key), await isStored(one.copy.key)]).toEqual([true, true]);

    jest.spyOn(vodFiles, 'drop').mockRejectedValueOnce(new RangeError('crash'));
    await expect(downloaded.replaceRecording(one.vod.uuid)).rejects.toThrow('crash');
    expect(await files(one)).toEqual(['own_vod.mp4']);
    expect(await downloaded.replaceRecording(one.vod.uuid)).toMatchObject({ key: 'stage.replaced' });
    expect([await isStored(one.own.key), await isStored(one.copy.key)]).toEqual([true, true]);
    await test.db.query(`UPDATE due_object SET at = now() - interval '2 hours'`);
    await vodFiles.sweep();
    expect([await isStored(one.own.key), await isStored(one.copy.key)]).toEqual([false, true]);
  });
});
