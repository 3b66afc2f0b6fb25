import { convertJob, type Job, type Vod } from '#libs/contracts';
import { LiveHls } from '#libs/testkit';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { FakeWorker, madeFile } from '../testing/fake-worker.js';
import { finishedVod } from '../testing/finished-vod.js';
import { eventually, TestApp } from '../testing/test-app.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';

jest.setTimeout(90_000);

let app: TestApp;
let site: LiveHls;
let converter: FakeWorker<typeof convertJob>;
let vod: Vod;
let tries = 0;
beforeAll(async () => {
  app = await TestApp.start();
  site = await LiveHls.start();
  vod = await finishedVod(app, site);
  converter = await FakeWorker.start(app, convertJob);
});
afterAll(async () => {
  await converter.stop();
  await app.stop();
  await site.stop();
});

const now = async (): Promise<Vod> => (await app.call<Vod>('GET', `/vod/${vod.uuid}`)).body.data as Vod;
const jobNow = async (): Promise<Job | undefined> =>
  (await app.call<Job[]>('GET', '/jobs')).body.data?.find(({ kind }) => kind === 'convert');

const isOver = (status: Job['status'] | undefined): boolean => status === 'STOPPED' || status === 'ERROR';

/** Requests the conversion again. @returns the command that the converter gets */
async function convertAgain() {
  expect((await app.call('POST', `/vod/${vod.uuid}/convert`)).status).toBe(200);
  tries += 1;
  const { name = '' } = (await jobNow()) ?? {};
  return converter.command(name, tries);
}

it.each([
  [
    'that the operator stops',
    async ({ jobName }: { readonly jobName: string }) => {
      await app.call('DELETE', `/jobs/${encodeURIComponent(jobName)}`);
    },
  ],
  [
    'that fails',
    async (command: { readonly jobName: string; readonly attempt: string }) => {
      await converter.failed(command, 'the disk is broken');
    },
  ],
] as const)('integrity-6 a repeated conversion %s leaves the VOD as its file is', async (_, end) => {
  const command = await convertAgain();
  await converter.started(command);
  await eventually(async () => (await now()).state === 'converting', 'its start');
  await end(command);
  await eventually(async () => isOver((await jobNow())?.status), 'the end of the job');
  const { state, state_reason, is_finalized, media_ms, missing_ms, files, is_converted } = await now();
  expect({ state, state_reason, is_finalized, media_ms, missing_ms, files, is_converted }).toEqual({
    state: 'finalized',
    state_reason: '',
    is_finalized: true,
    media_ms: vod.media_ms,
    missing_ms: vod.missing_ms,
    files: vod.files,
    is_converted: true,
  });
});

it('integrity-6 a file in another container replaces the old one, also in the library', async () => {
  const [old] = await app.nest.get(VodRepository, { strict: false }).files([vod.uuid]);
  const inLibrary = async (path: string): Promise<boolean> => Boolean(await app.storage.library?.head(path));
  expect(await inLibrary(old?.libraryPath ?? '')).toBe(true);
  await app.call('PUT', '/settings', { config: { vod_container: 'mkv' } });
  const command = await convertAgain();
  expect(command.input.container).toBe('mkv');
  const { attempt } = command;
  await converter.done(
    command,
    await madeFile(app, { vodUuid: vod.uuid, attempt, basename: 'quay', container: 'mkv' }),
  );
  await eventually(async () => (await now()).state === 'finalized', 'the new file');
  expect((await now()).files).toMatchObject([{ basename: 'quay.mkv' }]);
  await eventually(async () => !(await inLibrary(old?.libraryPath ?? '')), 'the end of the old file in the library');
  const [made] = await app.nest.get(VodRepository, { strict: false }).files([vod.uuid]);
  expect([made?.libraryPath?.endsWith('quay.mkv'), await inLibrary(made?.libraryPath ?? '')]).toEqual([true, true]);
});
