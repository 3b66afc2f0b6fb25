import 'reflect-metadata';
import { OutsideError, untranslated } from '#libs/errors';
import { copyOf, objectKeys, type Vod } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ulid } from 'ulid';
import { TestApp, eventually } from '../../testing/test-app.js';
import { JobReports } from '../../testing/fake-worker.js';
import { aChannel, aFile, aVod, store } from '../../testing/rows.js';
import { WorkerJobs } from '../../jobs/worker-jobs.js';
import { SpaceReportService } from '../../space/space-report.service.js';
import { newJob } from '../../jobs/new-job.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';

jest.setTimeout(60_000);

let app: TestApp;
let db: DataSource;
beforeAll(async () => {
  app = await TestApp.start({ without: ['detection', 'file-check'] });
  db = app.nest.get(DataSource, { strict: false });
});
afterAll(async () => {
  await app.stop();
});

const used = async (): Promise<number | undefined> =>
  (await app.call<{ used_total: number }>('GET', '/space')).body.data?.used_total;
const sizeOf = async ({ uuid }: VodEntity): Promise<number | undefined> =>
  (await app.call<Vod>('GET', `/vod/${uuid}`)).body.data?.total_size;
/** Stores a VOD without small objects, whose bytes are counted only a minute after a change. */
async function storeVod(over: Partial<VodEntity> = {}): Promise<VodEntity> {
  const channel = aChannel();
  const vod = aVod({ channelUuid: channel.uuid, bytes: 5_000, ...over });
  await store(db, channel, vod);
  return vod;
}

describe('the used space includes until their deletion', () => {
  it("the segments of the site's copy, from their download on", async () => {
    const vod = await storeVod();
    const [before, beforeOfVod] = [await used(), await sizeOf(vod)];
    const [jobName, attempt, partId] = ['download_vod_77', ulid(), ulid()];
    const input = {
      partId,
      vodUuid: vod.uuid,
      place: 'copy' as const,
      providerKind: 'hls',
      videoId: '77',
      fromMs: 0,
      toMs: null,
      startedAt: 0,
      qualities: [],
      nearestBelow: false,
      channelUuid: vod.channelUuid,
      sealedHeaders: null,
    };
    const request = {
      name: jobName,
      kind: 'download',
      title: verbatim('x'),
      vodUuid: vod.uuid,
      channelUuid: null,
      unit: 'bytes',
      stage: 'copy-download',
      attempt,
      input,
    } as const;
    const job = Object.assign(newJob(request), { status: 'RUNNING', sentAt: new Date() });
    await db.manager.save(job);
    const key = `${objectKeys.parts(copyOf(vod.uuid))}${partId}/s/1.ts`;
    await app.storage.put(key, Buffer.from('x'.repeat(400)));
    const recorder = new JobReports(app);
    const reportBytes = (bytes: number) => recorder.interim({ jobName, attempt }, { bytes });
    await reportBytes(400);
    await eventually(async () => (await used()) === (before ?? 0) + 400, 'what is fetched');
    expect(await sizeOf(vod)).toBe((beforeOfVod ?? 0) + 400);
    await reportBytes(300); // a late report
    expect((await app.call('DELETE', `/jobs/${jobName}`)).status).toBe(200);
    expect(await app.objects(objectKeys.vod(copyOf(vod.uuid)))).toEqual([]);
    // A report whose job was read before the stop, and that is applied only now.
    await app.nest.get(WorkerJobs, { strict: false }).stageOf(job)?.interim?.({ bytes: 300 }, job);
    expect([await used(), await sizeOf(vod)]).toEqual([before, beforeOfVod]);
  });

  it('the objects of a deleted VOD, which a clean-up does not count again', async () => {
    const chat = { attempt: 'a', key: 'k', sizeBytes: 30, messages: 1, libraryPath: null };
    const vod = await storeVod({ downloadedChat: chat });
    await db.manager.save(aFile({ vodUuid: vod.uuid, sizeBytes: 200 }));
    const before = await used();
    const stuck = jest
      .spyOn(app.storage, 'deletePrefix')
      .mockRejectedValue(new OutsideError(untranslated('storage-away', 'the disk is away')));
    const { job } = (await app.call<{ job: string }>('DELETE', `/vod/${vod.uuid}`)).body.data!;
    expect((await app.call('GET', `/vod/${vod.uuid}`)).status).toBe(404);
    await eventually(() => Promise.resolve(stuck.mock.calls.length > 0), 'the deletion');
    expect(await used()).toBe(before);
    expect(await app.nest.get(SpaceReportService, { strict: false }).bytesOfDeletedVods()).toBe(5_230);
    stuck.mockRestore();
    await app.call('POST', `/jobs/${job}/retry`);
    await eventually(async () => (await used()) === (before ?? 0) - 5_230, 'its end');
  });
});
