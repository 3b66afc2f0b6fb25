import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Task, VodStage } from '#libs/contracts';
import { SIM_TWITCH_APP, smallChannel, type Sim } from '#tools/provider-sim/index.js';
import type { ApiClient } from './api-client.js';
import type { Shot } from './dialog-shots.js';
import { MessageServer } from './message-server.js';
import type { OpenInstallation } from './open-installation.js';

/** The site keeps its broadcast as a VOD, so that the gaps of its recording can be filled. */
const GULL = 'grey_gull';
export const AUTOMATED_CHANNEL = smallChannel(GULL, {
  window: 8,
  twitch: {
    userId: '50000003',
    displayName: 'Grey_Gull',
    title: 'Gulls over the breakwater',
    category: 'Just Chatting',
    viewers: 48,
    past: {},
  },
});
const STAGE_MS = 240_000;
const SCHEDULES = ['backup', 'verify_files', 'self_test', 'match_vods'];

/** An installation with one recording that each stage follows. */
export interface Automated {
  readonly open: OpenInstallation;
  readonly uuid: string;
  readonly channel: string;
}

async function addReceivers(api: ApiClient, messages: MessageServer): Promise<void> {
  const forms = [
    { kind: 'ntfy', name: 'Phone', config: { url: `${messages.url}/ntfy`, topic: 'vods', token: '' } },
    { kind: 'gotify', name: 'Hallway', config: { url: `${messages.url}/gotify`, token: 'token' } },
    { kind: 'script', name: 'Copy to the NAS', config: { file: 'copy-to-nas.sh' } },
    { kind: 'webhook', name: 'Media server', config: { url: `${messages.url}/library`, secret: '' } },
  ];
  for (const form of forms) {
    const isHook = form.kind === 'script' || form.kind === 'webhook';
    const body = { on: true, quiet: !isHook, ...form };
    const answer = await api.call('/api/v0/notification-receivers', { method: 'POST', body });
    expect(answer.status, await answer.clone().text()).toBe(200);
    const { data } = (await answer.json()) as { data: { id: string } };
    const wanted = isHook ? ['recordingReady'] : ['streamOnline', 'recordingStarted', 'recordingEnded', 'system'];
    const rules = wanted.map((category) => ({ receiver: data.id, category, channel_uuid: null, on: true }));
    expect((await api.call('/api/v0/notification-rules', { method: 'PUT', body: rules })).status).toBe(200);
  }
}

async function addScript(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'hooks', 'copy-to-nas.sh');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '#!/bin/sh\ncat > /dev/null\n');
  await chmod(file, 0o755);
}

/** Records a stream with an ad break and two lost segments. */
async function recordWithGaps(api: ApiClient, sim: Sim): Promise<void> {
  const goneOn = async (ms: number): Promise<void> => {
    await api.grown(GULL, (await api.vodOf(GULL)).media_ms + ms);
  };
  const gapOf = (cause: string): Promise<void> =>
    expect
      .poll(async () => (await api.vodOf(GULL)).gaps.map((gap) => gap.cause as string), { timeout: 90_000 })
      .toContain(cause);
  sim.act(GULL, { do: 'start' });
  await api.grown(GULL, 9000);
  sim.act(GULL, { do: 'ad', seconds: 6 });
  await gapOf('ad');
  await goneOn(4000);
  const next = Math.max(...sim.log().channels[GULL]!.segments.map(({ seq }) => seq)) + 2;
  sim.act(GULL, { do: 'fault', on: 'segment', mode: '404', fromSeq: next, toSeq: next + 1 });
  await gapOf('not-found');
  sim.act(GULL, { do: 'clear' });
  await goneOn(8000);
  await api.setGrace(GULL);
  sim.act(GULL, { do: 'end', how: 'endlist' });
}

/**
 * Records, and waits until every stage has ended: the gaps are filled, and one webhook has failed.
 * @param dataDir of the installation
 */
export async function furnishAutomation(open: OpenInstallation, sim: Sim, dataDir: string): Promise<Automated> {
  const { api } = open;
  const messages = await MessageServer.start();
  try {
    messages.answer = ({ path: to }) => (to.startsWith('/gotify') ? 401 : to.startsWith('/library') ? 400 : 200);
    await addScript(dataDir);
    await addReceivers(api, messages);
    const { clientId: client_id, clientSecret: client_secret } = SIM_TWITCH_APP;
    const app = await api.call('/api/v0/sites/twitch/app', { method: 'PUT', body: { client_id, client_secret } });
    expect(app.status).toBe(200);
    await api.set({
      'after_recording.download_delay_min': 0,
      'after_recording.download_chat': true,
      'after_recording.hook': true,
      'contact_sheet.enable': true,
      'create_kodi_nfo': true,
      'notifications.quiet.from': '23:00',
      'notifications.quiet.to': '07:30',
    });
    const form = { provider: 'twitch', url: `https://www.twitch.tv/${GULL}`, grace_s: 60, stages: { repair: true } };
    const added = await api.call('/api/v0/channels', { method: 'POST', body: form });
    expect(added.status, await added.text()).toBe(200);
    await recordWithGaps(api, sim);
    const { uuid } = await api.finished(GULL);
    await expect
      .poll(async () => (await api.get<VodStage[]>(`/api/v0/vod/${uuid}/stages`)).map(({ status }) => status), {
        timeout: STAGE_MS,
        message: 'stages',
      })
      .not.toContainEqual(expect.stringMatching(/waiting|running/));
    await expect.poll(async () => (await api.vod(uuid)).repair, { timeout: STAGE_MS }).toBeTruthy();
    await runSchedules(api);
    return { open, uuid, channel: (await api.channel(GULL)).uuid };
  } finally {
    await messages.stop();
  }
}

async function runSchedules(api: ApiClient): Promise<void> {
  for (const name of SCHEDULES) {
    const answer = await api.call(`/api/v0/tasks/${name}/run`, { method: 'POST', body: {} });
    expect(answer.status, `${name}: ${await answer.text()}`).toBe(200);
  }
  await expect
    .poll(
      async () =>
        (await api.get<Task[]>('/api/v0/tasks'))
          .filter(({ name, last_ended_at: ended }) => SCHEDULES.includes(name) && ended === null)
          .map(({ name }) => name),
      { timeout: STAGE_MS, message: 'schedules' },
    )
    .toEqual([]);
}

/** Opens a page, and scrolls a part of it to the top of the window. */
async function showPart(page: Page, url: string, part: (page: Page) => Locator): Promise<void> {
  await page.goto('about:blank');
  await page.goto(url);
  const found = part(page).first();
  await expect(found).toBeVisible({ timeout: 30_000 });
  await page.waitForLoadState('networkidle');
  const top = (await found.boundingBox())?.y ?? 0;
  await page.evaluate(`scrollBy(0, ${String(top - 80)})`);
}

const heading =
  (name: string) =>
  (page: Page): Locator =>
    page.getByRole('heading', { name, exact: true });
const part =
  (where: (shown: Automated) => string, what: (page: Page) => Locator): Shot<Automated> =>
  async (page, shown) => {
    await showPart(page, `${shown.open.installation.url}${where(shown)}`, what);
    return undefined;
  };
const ofVod = ({ uuid }: Automated): string => `/vod/${uuid}`;
const notifications = (): string => '/settings/notifications';

/** Taken before {@link AUTOMATION_SHOTS}: they play the VOD, and a clean-up spares what was watched in the last minutes. */
export const CLEANUP_SHOTS: Readonly<Record<string, Shot<Automated>>> = {
  'clean-up-plan': async (page, { open }) => {
    await open.api.set({ vods_to_keep: 0 });
    await page.goto('about:blank');
    await page.goto(`${open.installation.url}/tools`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('button', { name: 'Delete 1 VOD' })).toBeVisible();
    return () => open.api.set({ vods_to_keep: 5 });
  },
};

/** The pages of what Vodkeep does by itself. */
export const AUTOMATION_SHOTS: Readonly<Record<string, Shot<Automated>>> = {
  'tasks': part(() => '/settings/tasks', heading('Schedules')),
  'stages': part(ofVod, heading('After the recording')),
  'repair': part(ofVod, heading('Filled gaps')),
  'channel-stages': part(({ channel }) => `/settings/channels/${channel}`, heading('After the recording')),
  'hook-settings': async (page, { open }) => {
    await page.goto('about:blank');
    await page.goto(`${open.installation.url}/settings/config?showsetting=after_recording.hook`);
    await expect(page.locator('.setting-shown')).toBeInViewport();
    return undefined;
  },
  'notifications': part(notifications, heading('Receivers')),
  'notification-rules': part(notifications, heading('Events')),
  'notification-log': part(notifications, heading('Messages')),
  'notification-texts': async (page, { open }) => {
    await page.goto(`${open.installation.url}${notifications()}`);
    await page.getByRole('button', { name: 'Texts: Recording ends' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    return undefined;
  },
  'notification-script': async (page, { open }) => {
    await page.goto(`${open.installation.url}${notifications()}`);
    await page.getByRole('button', { name: 'Add a receiver', exact: true }).click();
    await page.getByRole('dialog').getByRole('combobox').first().click();
    await page.getByRole('option', { name: 'Script', exact: true }).click();
    await expect(page.getByRole('dialog').getByText('An executable file in the folder hooks')).toBeVisible();
    return undefined;
  },
};
