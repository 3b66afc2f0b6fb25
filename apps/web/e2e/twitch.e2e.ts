import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { sessionLog, SIM_TWITCH_APP, type Sim } from '#tools/provider-sim/index.js';
import { FrameClock } from './testing/frame-clock.js';
import { SALTY } from './testing/live-channels.js';
import { expect, test } from './testing/test.js';
import { PlayerDriver } from './testing/player-driver.js';
import { expectWholeRecording } from './testing/whole-recording.js';

/** Of a drop: a busy machine takes its time to see the stream again and to store of it. */
const GRACE_S = 60;
/** Largest distance of a time stamp from its picture, in s. */
const NEAR_S = 0.1;

async function addOnThePage(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Add channel' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add channel' });
  await dialog.getByLabel('Link or name').fill(`https://m.twitch.tv/${SALTY.toUpperCase()}?lang=en`);
  await dialog.getByRole('button', { name: 'More options' }).click();
  await dialog.getByLabel('Wait for a dropped stream').fill(String(GRACE_S));
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  await expect(dialog).toBeHidden();
}

interface ChatSent {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

/** Says a line in the chat. @returns it as the site sent it */
function say(sim: Sim, text: string): ChatSent {
  sim.act(SALTY, { do: 'say', login: 'pebbledash', text });
  const line = sim.log().chat[SALTY]!.lines.findLast((one) => one.line?.endsWith(text) === true);
  expect(line, `"${text}" was said`).toBeDefined();
  return { id: line!.id ?? '', at: line!.at, text };
}

async function chaptersOf(file: string): Promise<{ readonly title: string; readonly startS: number }[]> {
  const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', '-show_chapters', '-of', 'json', file]);
  const { chapters } = JSON.parse(stdout) as { chapters: { start_time: string; tags: { title: string } }[] };
  return chapters.map(({ start_time, tags }) => ({ title: tags.title, startS: Number(start_time) }));
}

test('a Twitch channel: live with two ads, a drop, another category and title; the file, its chat and its chapters fit to a tenth of a second', async ({
  page,
  open,
  sim,
  folder,
}) => {
  test.setTimeout(300_000);
  const { api, installation } = open;
  const sent: ChatSent[] = [];
  const changed: { at: number; title: string }[] = [];
  const goneOn = async (ms: number): Promise<void> => {
    await api.grown(SALTY, (await api.vodOf(SALTY)).media_ms + ms);
  };
  /** A break is on the timeline when content goes on behind it. */
  const behindAds = async (count: number): Promise<void> => {
    await expect
      .poll(async () => (await api.vodOf(SALTY)).gaps.filter(({ cause }) => cause === 'ad').length, {
        timeout: 60_000,
        message: 'ad breaks on the timeline',
      })
      .toBe(count);
    await goneOn(4000);
  };
  const update = (change: { title?: string; category?: string }, title: string): void => {
    changed.push({ at: Date.now(), title });
    sim.act(SALTY, { do: 'update', ...change });
  };

  await test.step('it is added by a pasted link, and its site tells of it by webhook', async () => {
    expect(
      (
        await api.call('/api/v0/sites/twitch/app', {
          method: 'PUT',
          body: { client_id: SIM_TWITCH_APP.clientId, client_secret: SIM_TWITCH_APP.clientSecret },
        })
      ).status,
    ).toBe(200);
    await api.set({ app_url: 'https://vod.example.org' });
    await page.goto(installation.url);
    await addOnThePage(page);
    await expect
      .poll(async () => (await api.channel(SALTY)).push.status, { timeout: 60_000, message: 'subscriptions' })
      .toBe('active');
    expect(await api.channel(SALTY)).toMatchObject({
      displayName: 'Salty_Harbour',
      provider: 'twitch',
      live_chat: true,
      api_getSubscriptionStatus: true,
    });
  });

  await test.step('it goes live: the page shows category, title and viewers', async () => {
    sim.act(SALTY, { do: 'start' });
    const box = page.getByRole('region', { name: 'Salty_Harbour' });
    await expect(box.getByText('Just Chatting').first()).toBeVisible();
    await expect(box.getByText('Boats come and go').first()).toBeVisible();
    await api.grown(SALTY, 4000);
    sent.push(say(sim, 'before anything happened'));
    // An ad takes the place of the segment that is being made: this one shall be out.
    await api.grown(SALTY, 9000);
  });

  await test.step('an ad, another category, a drop, another title, and an ad again', async () => {
    sim.act(SALTY, { do: 'ad', seconds: 6 });
    await behindAds(1);
    sent.push(say(sim, 'after the first ad'));
    update({ category: 'Music' }, 'Boats come and go');
    await goneOn(6000);
    sim.act(SALTY, { do: 'drop', answer: '404' });
    await expect.poll(async () => (await api.vodOf(SALTY)).state, { timeout: 60_000 }).toBe('paused');
    sim.act(SALTY, { do: 'resume' });
    await expect.poll(async () => (await api.vodOf(SALTY)).state, { timeout: 60_000 }).toBe('capturing');
    await goneOn(6000);
    sent.push(say(sim, 'after the drop'));
    update({ title: 'Boats at night' }, 'Boats at night');
    await goneOn(6000);
    sim.act(SALTY, { do: 'ad', seconds: 6 });
    await behindAds(2);
    sent.push(say(sim, 'after the second ad'));
    await goneOn(6000);
    await api.setGrace(SALTY);
  });

  await test.step('it ends, and is one VOD: every content frame once, no ad, with its sound', async () => {
    sim.act(SALTY, { do: 'end', how: 'endlist' });
    const vod = await api.finished(SALTY);
    expect(vod.gaps.filter(({ cause }) => cause === 'ad')).toHaveLength(2);
    expect(vod.missing_ms).toBe(0);
    await expectWholeRecording(vod, sessionLog(sim.log(), SALTY), { api, folder });
  });

  await test.step('chapters and viewers stand at their pictures: in the file and in what the API tells', async () => {
    const vod = await api.finished(SALTY);
    const file = path.join(folder, vod.files[0]!.basename);
    const clock = await FrameClock.read(file, sim.log().channels[SALTY]!);
    const inFile = await chaptersOf(file);
    expect(vod.chapters.map(({ title, game_name }) => [title, game_name])).toEqual([
      ['Boats come and go', 'Just Chatting'],
      ['Boats come and go', 'Music'],
      ['Boats at night', 'Music'],
    ]);
    for (const [n, { at, title }] of changed.entries()) {
      const seconds = clock.secondsOf(at);
      expect(Math.abs(vod.chapters[n + 1]!.offset - seconds), `chapter "${title}" of the API`).toBeLessThanOrEqual(
        NEAR_S,
      );
      expect(inFile[n + 1]!.title).toContain(title);
      expect(Math.abs(inFile[n + 1]!.startS - seconds), `chapter "${title}" in the file`).toBeLessThanOrEqual(NEAR_S);
    }
    const sample = vod.viewers.find(({ offset }) => offset > 0);
    expect(sample?.amount).toBe(123);
    expect(Math.abs(sample!.offset - clock.secondsOf(Date.parse(sample!.timestamp)))).toBeLessThanOrEqual(NEAR_S);
  });

  await test.step('chat stands at its pictures: in the finished JSON and in the player', async () => {
    const vod = await api.finished(SALTY);
    const clock = await FrameClock.read(path.join(folder, vod.files[0]!.basename), sim.log().channels[SALTY]!);
    const dump = await finishedChat(async () => (await api.call(`/vods/${SALTY}/${vod.basename}.chatdump`)).text());
    await page.goto(`${installation.url}/vod/${vod.uuid}`);
    const video = new PlayerDriver(page);
    await video.play();
    await page.keyboard.press('Space');
    await expect.poll(async () => (await video.status()).paused, { message: 'paused' }).toBe(true);
    for (const { id, at, text } of sent) {
      const seconds = clock.secondsOf(at);
      expect(
        Math.abs(dump.find((comment) => comment._id === id)!.content_offset_seconds - seconds),
        `"${text}" in the JSON`,
      ).toBeLessThanOrEqual(NEAR_S);
      const line = page.locator(`[data-id="${id}"]`);
      await video.seek(seconds - NEAR_S);
      await expect(line, `"${text}" is not there ${String(NEAR_S)} s before its picture`).toHaveCount(0);
      await video.seek(seconds + NEAR_S);
      await expect(line, `"${text}" is there ${String(NEAR_S)} s after its picture`).toBeVisible();
    }
  });
});

/** Waits for the chat file; a job of its own makes it after the video. */
async function finishedChat(
  load: () => Promise<string>,
): Promise<readonly { readonly _id: string; readonly content_offset_seconds: number }[]> {
  let text = '';
  await expect
    .poll(
      async () => {
        text = await load();
        return text.startsWith('{"FileInfo"');
      },
      { timeout: 60_000, message: 'the finished chat' },
    )
    .toBe(true);
  return (JSON.parse(text) as { comments: { _id: string; content_offset_seconds: number }[] }).comments;
}
