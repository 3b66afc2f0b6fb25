import type { Vod, VodStage } from '#libs/contracts';
import { SIM_TWITCH_APP } from '#tools/provider-sim/index.js';
import type { ApiClient } from './testing/api-client.js';
import { GULL } from './testing/live-channels.js';
import { expect, test } from './testing/test.js';
import { expectWholeRecording } from './testing/whole-recording.js';

/** A conversion and a download on a busy machine. */
const STAGE_MS = 180_000;

/** Waits until the recording has a gap with this cause. */
async function gapOf(api: ApiClient, cause: Vod['gaps'][number]['cause']): Promise<void> {
  await expect
    .poll(async () => (await api.vodOf(GULL)).gaps.map((gap) => gap.cause), { timeout: 90_000, message: cause })
    .toContain(cause);
}

test("an ad break and lost segments are filled from the site's VOD: every frame once, with its sound, before and after on the page", async ({
  page,
  open,
  sim,
  folder,
}) => {
  test.setTimeout(420_000);
  const { api, installation } = open;
  const goneOn = async (ms: number): Promise<void> => {
    await api.grown(GULL, (await api.vodOf(GULL)).media_ms + ms);
  };

  await test.step('a channel that wants its gaps filled is recorded with an ad break and two lost segments', async () => {
    const { clientId, clientSecret } = SIM_TWITCH_APP;
    const app = await api.call('/api/v0/sites/twitch/app', {
      method: 'PUT',
      body: { client_id: clientId, client_secret: clientSecret },
    });
    expect(app.status).toBe(200);
    await api.set({ 'after_recording.download_delay_min': 0 });
    const added = await api.call('/api/v0/channels', {
      method: 'POST',
      body: { provider: 'twitch', url: `https://www.twitch.tv/${GULL}`, grace_s: 60, stages: { repair: true } },
    });
    expect(added.status, await added.text()).toBe(200);
    sim.act(GULL, { do: 'start' });
    await api.grown(GULL, 9000);
    sim.act(GULL, { do: 'ad', seconds: 6 });
    await gapOf(api, 'ad');
    await goneOn(4000);
    const next = Math.max(...sim.log().channels[GULL]!.segments.map(({ seq }) => seq)) + 2;
    sim.act(GULL, { do: 'fault', on: 'segment', mode: '404', fromSeq: next, toSeq: next + 1 });
    await gapOf(api, 'not-found');
    sim.act(GULL, { do: 'clear' });
    await goneOn(4000);
    await api.setGrace(GULL);
    sim.act(GULL, { do: 'end', how: 'endlist' });
  });

  const vod = await test.step('its gaps are filled, and its file is made again', async () => {
    const { uuid } = await api.finished(GULL);
    const repairStage = async (): Promise<VodStage | undefined> =>
      (await api.get<VodStage[]>(`/api/v0/vod/${uuid}/stages`)).find(({ kind }) => kind === 'repair');
    await expect
      .poll(async () => (await repairStage())?.status, { timeout: STAGE_MS, message: 'the stage' })
      .toMatch(/done|failed|skipped/);
    expect(await repairStage()).toMatchObject({
      status: 'done',
      result: expect.stringContaining('Gaps filled: 2 of 2'),
    });
    await expect.poll(async () => (await api.vod(uuid)).state, { timeout: STAGE_MS }).toBe('finalized');
    const repaired = await api.vod(uuid);
    expect(repaired).toMatchObject({ gaps: [], missing_ms: 0, ad_ms: 0 });
    expect(repaired.repair).toMatchObject({
      missing_ms_before: 4000,
      gaps: [
        { causes: ['ad'], reason: '', muted_ms: 0 },
        { causes: ['not-found'], reason: '', filled_ms: 4000, muted_ms: 0 },
      ],
    });
    expect(repaired.repair!.ad_ms_before).toBeGreaterThan(0);
    return repaired;
  });

  await test.step('the file has every frame of the broadcast once, in order, with its sound', async () => {
    const log = sim.log().channels[GULL]!;
    const segments = log.segments.map((segment) => ({ ...segment, withheld: false }));
    await expectWholeRecording(vod, { ...log, segments }, { api, folder });
  });

  await test.step('the page shows what was missing before, and what is now', async () => {
    await page.goto(`${installation.url}/vod/${vod.uuid}`);
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Filled gaps' }) });
    await expect(section.getByRole('row')).toHaveCount(3);
    await expect(section.getByText(/^Missing: 4.* before, 0/)).toBeVisible();
  });
});
