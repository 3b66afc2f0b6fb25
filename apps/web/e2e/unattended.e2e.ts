import type { Notice, SpaceRoot, Vod, VodStage } from '#libs/contracts';
import { addressOf, PONTOON, QUAY, WHARF } from './testing/live-channels.js';
import { MessageServer } from './testing/message-server.js';
import type { OpenInstallation } from './testing/open-installation.js';
import { expect, test } from './testing/test.js';

const GRACE_S = 2;
const GB = 1_000_000_000;
const MEDIA_MS = 8000;
/** A first run only reports, and room is made at most every 30 s. */
const ROOM_MS = 120_000;
const KINDS = ['webhook', 'ntfy', 'gotify', 'apprise'] as const;

let messages: MessageServer;
const receivers: string[] = [];
test.beforeAll(async () => {
  messages = await MessageServer.start();
});
test.afterAll(async ({ open }) => {
  await open.api.set({
    'storage.quota_gb': null,
    'storage.gate_gb': null,
    'capture.reopen_s': null,
    'cleanup.make_room': null,
    'cleanup.report_h': null,
    'after_recording.hook': null,
    'create_kodi_nfo': null,
  });
  for (const id of receivers) await open.api.call(`/api/v0/notification-receivers/${id}`, { method: 'DELETE' });
  await messages.stop();
});

/** Reports to one receiver of each kind that needs only an address. */
async function addReceivers({ api }: OpenInstallation): Promise<void> {
  const { url } = messages;
  const configs = {
    webhook: { url: `${url}/webhook`, secret: '' },
    ntfy: { url: `${url}/ntfy`, topic: 'vods', token: '' },
    gotify: { url: `${url}/gotify`, token: 'token' },
    apprise: { url: `${url}/apprise`, tag: '' },
  };
  for (const kind of KINDS) {
    const form = { kind, name: kind, on: true, quiet: false, config: configs[kind] };
    const answer = await api.call('/api/v0/notification-receivers', { method: 'POST', body: form });
    const { data } = (await answer.json()) as { data: { id: string } };
    receivers.push(data.id);
    const wanted = ['recordingStarted', 'recordingEnded', ...(kind === 'webhook' ? ['recordingReady'] : [])];
    const rules = wanted.map((category) => ({ receiver: data.id, category, channel_uuid: null, on: true }));
    await api.call('/api/v0/notification-rules', { method: 'PUT', body: rules });
  }
}

const notices = async ({ api }: OpenInstallation, kind: Notice['kind']): Promise<Notice[]> =>
  (await api.get<Notice[]>('/api/v0/notices')).filter((one) => one.kind === kind && one.resolved_at === null);
const storage = async ({ api }: OpenInstallation): Promise<SpaceRoot | undefined> =>
  (await api.get<{ roots: SpaceRoot[] }>('/api/v0/space/roots')).roots.find(({ name }) => name === 'storage');
const vodsOf = async ({ api }: OpenInstallation, name: string): Promise<Vod[]> => (await api.channel(name)).vods_list;

test('two channels record, the disk fills, room is made, and the third is recorded from its start; a stage that fails runs again from the page', async ({
  page,
  open,
  sim,
}) => {
  test.setTimeout(400_000);
  const { api, installation } = open;

  /** @param nth of its recordings, from 1 */
  const finished = async (name: string, nth: number): Promise<Vod> => {
    await expect
      .poll(async () => (await vodsOf(open, name)).map(({ state }) => state), {
        timeout: 120_000,
        message: `recordings of ${name}`,
      })
      .toEqual(Array.from({ length: nth }, () => 'finalized'));
    return (await vodsOf(open, name)).at(-1)!;
  };
  const grown = (name: string, nth: number, mediaMs = MEDIA_MS): Promise<void> =>
    expect
      .poll(async () => (await vodsOf(open, name))[nth - 1]?.media_ms ?? 0, { timeout: 60_000, message: name })
      .toBeGreaterThanOrEqual(mediaMs);
  const recorded = async (name: string, nth: number, mediaMs = MEDIA_MS): Promise<Vod> => {
    sim.act(name, { do: 'start' });
    await grown(name, nth, mediaMs);
    sim.act(name, { do: 'end', how: 'endlist' });
    return finished(name, nth);
  };

  await addReceivers(open);
  await api.set({ 'capture.reopen_s': 0, 'cleanup.make_room': true, 'cleanup.report_h': 0, 'create_kodi_nfo': true });
  for (const name of [QUAY, WHARF])
    await api.follow({ name, url: addressOf(sim, name), graceS: GRACE_S, more: { stages: { match: false } } });

  const [oldest, newer] = await test.step('two channels record, one of them twice', async () => {
    const [first] = await Promise.all([recorded(QUAY, 1, 2 * MEDIA_MS), recorded(WHARF, 1)]);
    return [first, await recorded(QUAY, 2)];
  });

  await test.step('the disk fills: the page says what will go, and then there is room', async () => {
    const { used_total: used } = await api.get<{ used_total: number }>('/api/v0/space');
    const limit = newer.files[0]?.size ?? 0;
    await api.set({ 'storage.gate_gb': limit / GB, 'storage.quota_gb': (used + limit / 2) / GB });
    await expect.poll(async () => (await storage(open))?.state).toBe('low');
    await page.goto(`${installation.url}/`);
    await expect(page.getByText('VODs that the next clean-up deletes: 1').first()).toBeVisible({ timeout: 60_000 });
    await expect
      .poll(async () => (await vodsOf(open, QUAY)).map(({ uuid }) => uuid), { timeout: ROOM_MS })
      .toEqual([newer.uuid]);
    expect((await api.call(`/api/v0/vod/${oldest.uuid}`)).status).toBe(404);
    expect(await vodsOf(open, WHARF)).toHaveLength(1);
    await expect.poll(async () => (await storage(open))?.state).toBe('open');
    await expect.poll(() => notices(open, 'low-space')).toEqual([]);
  });

  const third = await test.step('the third channel is recorded from its start', async () => {
    messages.answer = ({ body }) => (body.includes('recordingReady') ? 400 : 200);
    await api.set({ 'after_recording.hook': true });
    await api.follow({
      name: PONTOON,
      url: addressOf(sim, PONTOON),
      graceS: GRACE_S,
      more: { stages: { match: false } },
    });
    sim.act(PONTOON, { do: 'start' });
    await grown(PONTOON, 1, 1);
    await api.set({ 'storage.quota_gb': null, 'storage.gate_gb': null });
    await grown(PONTOON, 1);
    sim.act(PONTOON, { do: 'end', how: 'endlist' });
    const vod = await finished(PONTOON, 1);
    expect(vod).toMatchObject({ missing_ms: 0, gaps: [] });
    return vod;
  });

  await test.step('a stage fails, the page says why, and it runs again from there', async () => {
    const stages = async (): Promise<string[]> =>
      (await api.get<VodStage[]>(`/api/v0/vod/${third.uuid}/stages`)).map(({ kind, status }) => `${kind} ${status}`);
    await expect.poll(stages, { timeout: 60_000 }).toEqual(['nfo done', 'hook failed']);
    await page.goto(`${installation.url}/vod/${third.uuid}`);
    const hook = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Run again from here: Script/ }) });
    await expect(hook).toContainText('failed');
    messages.answer = () => 200;
    await hook.getByRole('button', { name: /^Run again from here/ }).click();
    await expect.poll(stages, { timeout: 60_000 }).toEqual(['nfo done', 'hook done']);
    await expect(hook).toContainText('done');
    await expect.poll(() => notices(open, 'after-recording')).toEqual([]);
  });

  await test.step('each receiver got each event once', async () => {
    const events = [
      [QUAY, 2],
      [WHARF, 1],
      [PONTOON, 1],
    ] as const;
    for (const kind of KINDS)
      for (const [name, times] of events)
        for (const text of [`${name}: recording started`, `${name}: recording finished`])
          expect(messages.of(`/${kind}`, text), `${kind}: ${text}`).toHaveLength(times);
    expect(messages.of('/webhook', third.uuid).filter(({ status }) => status !== 200)).toHaveLength(1);
    expect(
      messages
        .of('/webhook', 'recordingReady')
        .filter(({ body, status }) => body.includes(third.uuid) && status === 200),
    ).toHaveLength(1);
  });
});
