import 'reflect-metadata';
import {
  contactSheetJob,
  convertJob,
  type Job,
  type Notice,
  objectKeys,
  type Vod,
  type VodStage,
} from '#libs/contracts';
import { LiveHls } from '#libs/testkit';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { FakeWorker, type JobCommand, madeFile, takeCommand } from '../../testing/fake-worker.js';
import { recordedVod, vodThatIs } from '../../testing/finished-vod.js';
import { eventually, TestApp } from '../../testing/test-app.js';
import { VodStageRepository } from '../../persistence/repositories/vod-stage.repository.js';

jest.setTimeout(120_000);

const RUNNING = { running: ['after-recording'] };
let app: TestApp;
let site: LiveHls;
let converter: FakeWorker<typeof contactSheetJob> | null = null;
beforeEach(async () => {
  [app, site] = [await TestApp.start(RUNNING), await LiveHls.start()];
});
afterEach(async () => {
  jest.restoreAllMocks();
  await converter?.stop();
  converter = null;
  await app.stop();
  await site.stop();
});

const stages = async ({ uuid }: Pick<Vod, 'uuid'>): Promise<VodStage[]> =>
  (await app.call<VodStage[]>('GET', `/vod/${uuid}/stages`)).body.data ?? [];
const statuses = async (vod: Pick<Vod, 'uuid'>): Promise<Record<string, string>> =>
  Object.fromEntries((await stages(vod)).map(({ kind, status }) => [kind, status]));
const stageIn = (vod: Pick<Vod, 'uuid'>, kind: VodStage['kind'], is: Partial<VodStage>): Promise<VodStage> =>
  eventually(
    async () => {
      const { status, runs } = { runs: 1, ...is };
      return (await stages(vod)).find((one) => one.kind === kind && one.status === status && one.runs === runs);
    },
    `${kind} in ${JSON.stringify(is)}`,
  );
const openNotices = async (): Promise<Notice[]> =>
  ((await app.call<Notice[]>('GET', '/notices')).body.data ?? []).filter(
    ({ kind, resolved_at }) => kind === 'after-recording' && resolved_at === null,
  );

/** Records a VOD, and converts it. */
async function convertedVod(): Promise<Vod> {
  const { uuid, basename } = await recordedVod(app, site, 'quay');
  const command = await takeCommand(app, convertJob);
  const reports = await FakeWorker.start(app, convertJob);
  await reports.done(command, await madeFile(app, { vodUuid: uuid, attempt: command.attempt, basename }));
  const vod = await eventually(() => vodThatIs(app, 'finalized'), 'the finished VOD');
  await reports.stop();
  return vod;
}

async function makeSheet({ input, ...attempt }: JobCommand<typeof contactSheetJob>): Promise<void> {
  await app.storage.put(input.outKey, Buffer.from('picture'));
  await converter?.done(attempt, { key: input.outKey, sizeBytes: 7 });
}

const ALL = { 'create_kodi_nfo': true, 'contact_sheet.enable': true, 'cleanup.after_recording': true };

describe('what follows a recording', () => {
  it('runs in order, each with log and result, and skips with a reason what cannot be done', async () => {
    await app.call('PUT', '/settings', {
      config: { ...ALL, 'capture.autosplit-enabled': true, 'contact_sheet.width': 800, 'contact_sheet.grid': '4x2' },
    });
    converter = await FakeWorker.start(app, contactSheetJob);
    const vod = await convertedVod();
    const command = await converter.command(`contact_sheet_${vod.uuid}`);
    expect(await statuses(vod)).toEqual({
      'match': 'skipped',
      'split': 'skipped',
      'nfo': 'done',
      'contact-sheet': 'running',
      'cleanup': 'waiting',
    });
    expect(command.input).toMatchObject({ columns: 4, rows: 2, width: 800, videoMs: 4000 });
    await makeSheet(command);
    await stageIn(vod, 'cleanup', { status: 'done' });
    const [match, split, nfo, sheet] = await stages(vod);
    expect(match).toMatchObject({ result: 'The site of this channel keeps no VODs.', job: null });
    expect(split).toMatchObject({ result: 'This version of Vodkeep cannot do this yet.' });
    expect(nfo).toMatchObject({ result: `Written: ${vod.basename}.nfo`, job: `nfo_${vod.uuid}`, can_restart: true });
    expect(nfo?.log.length).toBeGreaterThan(1);
    expect(sheet).toMatchObject({ result: 'Contact sheet created', started_at: expect.any(String), runs: 1 });
    expect(Date.parse(sheet?.ended_at ?? '')).toBeGreaterThanOrEqual(Date.parse(sheet?.started_at ?? ''));
    const names = [`${vod.basename}.nfo`, `${vod.basename}-contact_sheet.png`];
    const folder = path.join(app.libraryDir, vod.webpath.replace('/vods', ''));
    const [text] = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    expect(text).toContain('<showtitle>quay</showtitle>');
    for (const name of names)
      expect((await fetch(`${app.origin}${vod.webpath}/${encodeURIComponent(name)}`)).status).toBe(200);
  });

  it('is decided by the channel before the settings, and a repeated conversion starts nothing', async () => {
    await app.call('PUT', '/settings', { config: { 'create_kodi_nfo': true, 'contact_sheet.enable': true } });
    const waiting = recordedVod(app, site, 'quay');
    await eventually(async () => (await app.call('GET', '/channels/quay')).status === 200, 'the channel');
    const edit = await app.call('PUT', '/channels/quay', {
      stages: { 'nfo': false, 'contact-sheet': false, 'match': false },
    });
    expect(edit.status).toBe(200);
    expect((await app.call<{ kind: string }[]>('GET', '/channels/quay/stages')).body.data).toContainEqual({
      kind: 'nfo',
      name: 'Media server files',
      own: false,
      inherited: true,
      is_wanted: false,
      is_possible: true,
      reason: '',
    });
    const { uuid, basename } = await waiting;
    const reports = await FakeWorker.start(app, convertJob);
    const first = await reports.command(`remux_${basename}`);
    await reports.done(first, await madeFile(app, { vodUuid: uuid, attempt: first.attempt, basename }));
    const vod = await eventually(() => vodThatIs(app, 'finalized'), 'the finished VOD');
    expect(await stages(vod)).toEqual([]);
    await app.call('PUT', '/channels/quay', { stages: { nfo: true } });
    await app.call('POST', `/jobs/${encodeURIComponent(`remux_${basename}`)}/retry`);
    const second = await reports.command(`remux_${basename}`, 2);
    await reports.done(second, await madeFile(app, { vodUuid: uuid, attempt: second.attempt, basename }));
    await eventually(() => vodThatIs(app, 'finalized'), 'the second file');
    await reports.stop();
    expect(await stages(vod)).toEqual([]);
  });

  it('reports a failed stage, and goes on from its retry or from a restart', async () => {
    await app.call('PUT', '/settings', { config: ALL });
    converter = await FakeWorker.start(app, contactSheetJob);
    const vod = await convertedVod();
    const job = `contact_sheet_${vod.uuid}`;
    await converter.failed(await converter.command(job), 'the disk is full');
    expect(await stageIn(vod, 'contact-sheet', { status: 'failed' })).toMatchObject({ result: 'the disk is full' });
    expect(await openNotices()).toMatchObject([
      { vod_uuid: vod.uuid, text: 'Contact sheet: the disk is full', title: expect.stringContaining(vod.basename) },
    ]);
    await stageIn(vod, 'cleanup', { status: 'done' });
    await app.call('POST', `/jobs/${job}/retry`);
    await makeSheet(await converter.command(job, 2));
    await stageIn(vod, 'contact-sheet', { status: 'done' });
    await eventually(async () => (await openNotices()).length === 0, 'the end of the notice');

    expect((await app.call('POST', `/vod/${vod.uuid}/stages/contact-sheet/restart`)).status).toBe(200);
    const third = await converter.command(job, 3);
    expect(await app.call('POST', `/vod/${vod.uuid}/stages/nfo/restart`)).toMatchObject({
      status: 409,
      body: { code: 'stage-running' },
    });
    await makeSheet(third);
    await stageIn(vod, 'cleanup', { status: 'done', runs: 2 });
    expect((await stages(vod)).map(({ kind, runs }) => [kind, runs])).toEqual([
      ['match', 1],
      ['nfo', 1],
      ['contact-sheet', 2],
      ['cleanup', 2],
    ]);
    const pictures = async (): Promise<string[]> =>
      (await app.objects(`${objectKeys.files(vod.uuid)}side/`)).flatMap(({ key }) =>
        key.endsWith('.png') ? [key] : [],
      );
    // Deleted after the commit that ends the job.
    await eventually(async () => (await pictures()).length === 1, 'the end of the replaced picture');
    expect(await pictures()).toEqual([third.input.outKey]);
  });

  it('refuses to restart stages of an unknown VOD and unknown stages', async () => {
    expect(await app.call('POST', '/vod/11111111-1111-4111-8111-111111111111/stages/nfo/restart')).toMatchObject({
      status: 404,
      body: { code: 'vod-missing' },
    });
    expect((await app.call('POST', '/vod/11111111-1111-4111-8111-111111111111/stages/none/restart')).status).toBe(400);
    expect((await app.call('GET', '/vod/11111111-1111-4111-8111-111111111111/stages')).status).toBe(404);
  });
});

describe('a crash of the API', () => {
  const crashOnce = (method: 'claim' | 'end'): Promise<void> =>
    new Promise((resolve) => {
      jest.spyOn(app.nest.get(VodStageRepository, { strict: false }), method).mockImplementationOnce(() => {
        resolve();
        return Promise.reject(new RangeError('crash'));
      });
    });
  const jobs = async (): Promise<string[]> =>
    ((await app.call<Job[]>('GET', '/jobs')).body.data ?? []).map(({ name }) => name);

  it('before the job of a stage is committed leaves neither, and the stage starts once', async () => {
    await app.call('PUT', '/settings', { config: { 'contact_sheet.enable': true } });
    converter = await FakeWorker.start(app, contactSheetJob);
    // As a temporary failure: any other thrown value would fail the stage, while a crash leaves it waiting.
    const rows = app.nest.get(VodStageRepository, { strict: false });
    const crashed = new Promise<void>((resolve) => {
      jest.spyOn(rows, 'claim').mockImplementationOnce(() => {
        resolve();
        return Promise.resolve(false);
      });
      const postpone = rows.postpone.bind(rows);
      jest.spyOn(rows, 'postpone').mockImplementation((key, wait) => postpone(key, { ...wait, notBefore: new Date() }));
    });
    const vod = await convertedVod();
    await crashed;
    const command = await converter.command(`contact_sheet_${vod.uuid}`);
    await makeSheet(command);
    await stageIn(vod, 'contact-sheet', { status: 'done' });
    expect(converter.commands).toHaveLength(1);
  });

  it('after the job of a stage ended counts its result once', async () => {
    await app.call('PUT', '/settings', { config: { ...ALL, 'contact_sheet.enable': false } });
    const crashed = crashOnce('end');
    const vod = await convertedVod();
    await crashed;
    await stageIn(vod, 'cleanup', { status: 'done' });
    expect(await jobs()).toContain(`nfo_${vod.uuid}`);
    expect(await statuses(vod)).toEqual({ match: 'skipped', nfo: 'done', cleanup: 'done' });
  });

  it('while a stage runs lets the next API continue, with the result that came meanwhile', async () => {
    await app.call('PUT', '/settings', { config: ALL });
    converter = await FakeWorker.start(app, contactSheetJob);
    const vod = await convertedVod();
    const command = await converter.command(`contact_sheet_${vod.uuid}`);
    const before = converter;
    await before.stop();
    app = await app.restarted(RUNNING);
    converter = await FakeWorker.start(app, contactSheetJob);
    await stageIn(vod, 'contact-sheet', { status: 'running' });
    await makeSheet(command);
    await stageIn(vod, 'cleanup', { status: 'done' });
    expect([...before.commands, ...converter.commands]).toHaveLength(1);
    expect((await stages(vod)).every(({ runs }) => runs === 1)).toBe(true);
  });

  it('does not lose a result although the operator clears all ended jobs', async () => {
    await app.call('PUT', '/settings', { config: { 'contact_sheet.enable': true } });
    converter = await FakeWorker.start(app, contactSheetJob);
    const vod = await convertedVod();
    const command = await converter.command(`contact_sheet_${vod.uuid}`);
    const rows = app.nest.get(VodStageRepository, { strict: false });
    const open = jest.spyOn(rows, 'open').mockResolvedValue([]);
    await makeSheet(command);
    await eventually(async () => {
      const job = ((await app.call<Job[]>('GET', '/jobs')).body.data ?? []).find(
        ({ kind }) => kind === 'contact-sheet',
      );
      return job?.status === 'STOPPED';
    }, 'the end of the job');
    await app.call('DELETE', '/jobs/*?clear=1');
    expect(await jobs()).toContain(`contact_sheet_${vod.uuid}`);
    open.mockRestore();
    await stageIn(vod, 'contact-sheet', { status: 'done' });
    await app.call('DELETE', '/jobs/*?clear=1');
    expect(await jobs()).not.toContain(`contact_sheet_${vod.uuid}`);
    expect(await stages(vod)).toMatchObject([{ kind: 'match' }, { kind: 'contact-sheet', log: expect.any(Array) }]);
  });
});
