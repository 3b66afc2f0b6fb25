import 'reflect-metadata';
import { type Notice, type Channel, type SpaceRoot, type Vod } from '#libs/contracts';
import { LiveHls } from '#libs/testkit';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { FakePart } from '../testing/fake-part.js';
import { vodThatIs } from '../testing/finished-vod.js';
import { eventually, TestApp } from '../testing/test-app.js';
import { WriteGates } from './write-gates.js';

jest.setTimeout(240_000);

const GB = 1_000_000_000;

let app: TestApp;
let site: LiveHls;
beforeAll(async () => {
  app = await TestApp.start({ without: ['file-check'] });
  await app.call('PUT', '/settings', { config: { 'live.poll_s': 0.2, 'storage.gate_gb': 10 } });
});
afterAll(async () => {
  await app.stop();
});
beforeEach(async () => {
  site = await LiveHls.start();
  site.publish({
    name: 's1.ts',
    body: Buffer.from('x'),
    durMs: 2000,
    tags: [`#EXT-X-PROGRAM-DATE-TIME:${new Date().toISOString()}`],
  });
});

/** From now on, so much of a disk of 1,000 GB is free. */
async function free(gb: number): Promise<void> {
  jest.spyOn(app.storage, 'space').mockResolvedValue({ freeBytes: gb * GB, totalBytes: 1000 * GB, device: 1 });
  app.nest.get(WriteGates, { strict: false }).wake();
  await eventually(async () => (await storage())?.free === gb * GB, 'the measurement');
}
const storage = async (): Promise<SpaceRoot | undefined> =>
  (await app.call<{ roots: SpaceRoot[] }>('GET', '/space/roots')).body.data?.roots.find(
    ({ name }) => name === 'storage',
  );
const notices = async (): Promise<Notice[]> =>
  ((await app.call<Notice[]>('GET', '/notices')).body.data ?? []).filter(({ kind }) => kind === 'low-space');
const verdict = async (uuid: string) => (await app.call<Channel>('GET', `/channels/${uuid}`)).body.data?.verdict;
const follow = async (internalName: string): Promise<string> => {
  const { body } = await app.call<Channel>('POST', '/channels', { provider: 'hls', url: site.url, internalName });
  return body.data?.uuid ?? '';
};

it('below the limit new recordings wait with one notice, and begin by themselves when there is space again', async () => {
  await free(9);
  expect(await storage()).toMatchObject({ state: 'low', limit: 10 * GB, seal_limit: 2 * GB });
  const channel = await follow('quay');
  await eventually(async () => (await verdict(channel))?.state === 'not-recorded', 'the refusal');
  expect((await verdict(channel))?.reason).toMatch(/^The disk is almost full \(Storage\)/);
  expect(await vodThatIs(app, 'waiting')).toBeUndefined();
  expect((await app.call('POST', `/channels/${channel}/force_record`)).body).toMatchObject({ code: 'no-room' });
  await free(8);
  expect(await notices()).toMatchObject([{ title: 'Storage: the disk is almost full', count: 1, resolved_at: null }]);
  await free(12);
  await eventually(() => vodThatIs(app, 'waiting'), 'the recording');
  await eventually(async () => (await notices())[0]?.resolved_at !== null, 'the end of the notice');
  expect(await notices()).toMatchObject([{ count: 1 }]);
  await app.call('DELETE', `/channels/${channel}`);
  await site.stop();
});

it('below a fifth of the limit a running recording pauses, and goes on in the same VOD', async () => {
  await free(12);
  const channel = await follow('pier');
  const vod = await eventually(
    async () => (await app.call<Vod[]>('GET', '/vod')).body.data?.find((v) => v.channel_uuid === channel),
    'a VOD',
  );
  const assigned = async (): Promise<boolean> =>
    (await app.bus.assignments.all()).some(({ value }) => value.vodUuid === vod.uuid);
  await eventually(assigned, 'the assignment');
  const part = new FakePart(app, vod.uuid, { seq: 0, t0: Date.now() });
  await part.write(2);
  await part.started();
  await free(9);
  expect(await assigned()).toBe(true);
  await free(1.9);
  expect((await storage())?.state).toBe('sealed');
  await eventually(async () => !(await assigned()), 'the end of the assignment');
  await part.seal('stopped');
  await part.ended('stopped');
  const paused = await eventually(async () => {
    const now = (await app.call<Vod>('GET', `/vod/${vod.uuid}`)).body.data;
    return now?.state === 'paused' && now;
  }, 'the pause');
  expect(paused.state_reason).toMatch(/^Paused: the disk is almost full/);
  await free(10.5);
  expect([(await storage())?.state, await assigned()]).toEqual(['sealed', false]);
  await free(11);
  await eventually(assigned, 'the next assignment');
  expect((await notices()).filter(({ resolved_at }) => resolved_at === null)).toEqual([]);
  await app.call('DELETE', `/channels/${channel}`);
  await site.stop();
});
