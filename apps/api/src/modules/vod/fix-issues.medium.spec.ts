import { EVENTS, type Job, type Vod } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { LiveHls } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Transactions } from '../../persistence/database/tx.js';
import { TestApp } from '../../testing/test-app.js';
import { finishedVod } from '../../testing/finished-vod.js';
import { FileEntity } from '../../persistence/entities/file.entity.js';
import { consumeProbes, type ProbeCommand } from '../probe/fake-probes.fixture.js';
import { QuickRefresh } from './quick-refresh.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

jest.setTimeout(120_000);

describe('fix issues of a VOD', () => {
  let app: TestApp;
  let site: LiveHls;
  let uuid: string;
  let converter: { close(): Promise<unknown> };
  /** Result of the fake converter for every file; null: the file is not media. */
  let probeResult: { readonly videoMs: number; readonly width: number; readonly pictures?: boolean } | null = null;

  const row = () => app.nest.get(VodRepository, { strict: false }).find(uuid);
  const files = () => app.nest.get(VodRepository, { strict: false }).files([uuid]);
  const tx = () => app.nest.get(Transactions, { strict: false }).plain;
  const post = (action: string) => app.call<Record<string, unknown>>('POST', `/vod/${uuid}/${action}`);
  const vod = async (): Promise<Vod> => (await app.call<Vod>('GET', `/vod/${uuid}`)).body.data as Vod;

  const answer = async ({ owner, id, attempt, thumb }: ProbeCommand): Promise<void> => {
    const request = { owner, id, attempt, at: Date.now() };
    if (probeResult === null) {
      await app.bus.publish(EVENTS.probeFailed, { ...request, reason: verbatim('it is no media') }, { msgId: attempt });
      return;
    }
    const metadata = {
      type: 'video',
      container: 'MPEG-4',
      size: 6,
      duration: Math.round(probeResult.videoMs / 1000),
      full_duration: 7,
      bitrate: 1,
      width: probeResult.width,
    } as const;
    const thumbKey = probeResult.pictures === false ? null : (thumb?.key ?? null);
    if (thumbKey !== null) await app.storage.put(thumbKey, Buffer.from('a picture'));
    await app.bus.publish(
      EVENTS.probeDone,
      { ...request, sizeBytes: 6, videoMs: probeResult.videoMs, metadata, thumbKey, warnings: [] },
      { msgId: attempt },
    );
  };

  beforeAll(async () => {
    app = await TestApp.start({ without: ['file-check'] });
    site = await LiveHls.start();
    uuid = (await finishedVod(app, site)).uuid;
    // Long enough that a request gets the result of the fake converter even on a busy machine.
    app.nest.get(QuickRefresh, { strict: false }).maxWaitMs = 60_000;
    converter = await consumeProbes(app, answer);
  });
  afterAll(async () => {
    await converter.close();
    await app.stop();
    await site.stop();
  });

  it('refresh_metadata probes the files again, answers with the new values, and creates a missing thumbnail', async () => {
    probeResult = { videoMs: 7000, width: 640 };
    const { status, body } = await post('refresh_metadata');
    expect([status, body.message]).toEqual([
      200,
      'Old duration: 00:00:04, new duration: 00:00:07, difference: 00:00:03',
    ]);
    expect(body.data).toMatchObject({ type: 'video', duration: 7, width: 640 });
    expect(await vod()).toMatchObject({
      duration: 7,
      video_metadata: { width: 640 },
      thumbnail_url: expect.stringContaining(uuid),
    });
    expect((await row())?.facts['probing']).toBeUndefined();
  });

  it('refresh_metadata of a file that is not media answers with the reason and changes nothing', async () => {
    probeResult = null;
    const before = await files();
    const { status, body } = await post('refresh_metadata');
    expect([status, body.code, body.message]).toEqual([400, 'probe-failed', 'it is no media']);
    expect(await files()).toEqual(before);
    expect((await app.call<Job[]>('GET', '/jobs')).body.data?.find((j) => j.name.startsWith('refresh_'))).toMatchObject(
      { status: 'ERROR', error: 'it is no media', can_retry: true },
    );
  });

  it('fix_issues finds no issue in a healthy VOD, and refuses an invalid force', async () => {
    expect((await post('fix_issues')).body).toEqual({ status: 'OK', message: '0 issues fixed ()' });
    expect((await post('fix_issues?force=1')).status).toBe(200);
    expect((await post('fix_issues?force=hard')).body.fields?.[0]?.path).toBe('force');
  });

  it('fix_issues restores a deleted name in the library', async () => {
    const [file] = await files();
    await app.storage.library?.remove(file?.libraryPath ?? '');
    expect((await post('fix_issues')).body.message).toBe('1 issues fixed (not_in_library)');
    expect(await app.storage.library?.stateOf(file?.libraryPath ?? '', file?.key ?? '')).toBe('ours');
  });

  it('fix_issues restores the end, duration and metadata in the row, and the thumbnail', async () => {
    probeResult = { videoMs: 7000, width: 640 };
    await tx().update(VodEntity, { uuid }, { endedAt: null, mediaMs: 0, metadata: null });
    const [file] = await files();
    await app.storage.delete([file?.thumbKey ?? '']);
    expect((await post('fix_issues')).body.message).toBe(
      '4 issues fixed (no_end, no_duration, no_metadata, no_thumbnail)',
    );
    expect(await row()).toMatchObject({ mediaMs: 4000, metadata: { width: 640 }, endedAt: expect.any(Date) });
    const [fixed] = await files();
    expect(await app.storage.head(fixed?.thumbKey ?? '')).not.toBeNull();
  });

  it('fix_issues counts a thumbnail as fixed only if it is stored', async () => {
    probeResult = { videoMs: 7000, width: 640, pictures: false };
    await tx().update(FileEntity, { vodUuid: uuid }, { thumbKey: null });
    expect((await post('fix_issues')).body.message).toBe('0 issues fixed (). Not fixed: no_thumbnail');
    expect(
      (
        (await (
          await fetch(`${app.origin}/api/v0/vod/${uuid}/fix_issues`, {
            method: 'POST',
            headers: { 'x-language': 'sv' },
          })
        ).json()) as { message: string }
      ).message,
    ).toBe('0 fel åtgärdade (). Inte åtgärdat: no_thumbnail');
    probeResult = null;
    expect((await post('fix_issues')).body.message).toBe('0 issues fixed (). Not fixed: no_thumbnail');
  });

  it('fix_issues expects no thumbnail of a file with only sound', async () => {
    probeResult = { videoMs: 7000, width: 640, pictures: false };
    const [file] = await files();
    await tx().query(
      `UPDATE file SET metadata = jsonb_set(metadata, '{type}', '"audio"'), thumb_key = NULL WHERE vod_uuid = $1`,
      [uuid],
    );
    expect((await post('fix_issues')).body.message).toBe('0 issues fixed ()');
    await tx().query('UPDATE file SET metadata = $2, thumb_key = $3 WHERE vod_uuid = $1', [
      uuid,
      file?.metadata,
      'a picture',
    ]);
    await app.storage.put('a picture', Buffer.from('a picture'));
  });

  it('fix_issues converts the segments again if the file is missing, and the VOD is no longer failed', async () => {
    const [file] = await files();
    await app.storage.delete([file?.key ?? '']);
    expect((await post('fix_issues')).body.message).toBe(
      '1 issues fixed (files_missing_or_back). Started as jobs: not_converted',
    );
    expect((await vod()).is_converting).toBe(true);
    await tx().update(FileEntity, { vodUuid: uuid }, { missingSince: new Date() });
    await tx().update(VodEntity, { uuid }, { convertState: 'failed', state: 'failed' });
    expect((await post('fix_issues')).body.message).toBe('0 issues fixed (). Started as jobs: not_converted');
    expect((await vod()).failed).toBe(false);
  });

  it('refresh_metadata of a VOD without a file gets 410, and both actions refuse an unknown uuid', async () => {
    const answered = await post('refresh_metadata');
    expect([answered.status, answered.body.code]).toEqual([410, 'no-segments']);
    for (const action of ['fix_issues', 'refresh_metadata'])
      expect((await app.call('POST', `/vod/00000000-0000-4000-8000-000000000000/${action}`)).body.code).toBe(
        'vod-missing',
      );
  });
});
