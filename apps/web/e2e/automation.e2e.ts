import { expect, type Page, test } from '@playwright/test';
import type { ChannelStage, Clip, Task, VodStage } from '#libs/contracts';
import { openPage } from './testing/stubbed-page.js';
import { CHANNEL, CHANNELS, FINISHED, VOD } from './testing/stubbed-site.js';

const LIST = { streamer_list: CHANNELS, total_size: 4e9, free_size: 2e12 };
const AT = '2026-11-30T03:00:00.000Z';

const stage = (kind: VodStage['kind'], name: string, more: Partial<VodStage> = {}): VodStage => ({
  kind,
  name,
  status: 'done',
  result: '',
  job: null,
  progress: 0,
  log: [],
  started_at: AT,
  ended_at: '2026-11-30T03:01:05.000Z',
  runs: 1,
  can_restart: true,
  ...more,
});

/** Presses Tab until this is focused. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let left = 200; left > 0; left -= 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate("document.activeElement?.getAttribute('aria-label')")) === name) return;
  }
  throw new RangeError(`no Tab leads to ${name}`);
}

test.describe('what follows a recording', () => {
  const STAGES = [
    stage('match', 'Match with the site', { result: 'Matched with the VOD 901' }),
    stage('contact-sheet', 'Contact sheet', {
      status: 'failed',
      result: 'the disk is full',
      log: [
        { at: Date.parse(AT), text: 'started' },
        { at: Date.parse(AT) + 1000, text: 'the disk is full' },
      ],
    }),
    stage('cleanup', 'Clean up', { status: 'waiting', started_at: null, ended_at: null }),
  ];

  test('is a timeline on the page of the VOD: state, result, duration and log, and each step runs again by keyboard', async ({
    page,
  }) => {
    let again = false;
    await openPage(page, `/vod/${VOD}`, {
      'GET /channels': LIST,
      [`GET /vod/${VOD}`]: FINISHED,
      [`GET /vod/${VOD}/stages`]: () =>
        again
          ? STAGES.map((one) => (one.kind === 'contact-sheet' ? { ...one, status: 'running', runs: 2 } : one))
          : STAGES,
      [`POST /vod/${VOD}/stages/contact-sheet/restart`]: () => {
        again = true;
        return {};
      },
    });
    const steps = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Run again from here/ }) });
    await expect(steps).toHaveCount(3);
    await expect(steps.nth(0)).toContainText('Match with the site done');
    await expect(steps.nth(0)).toContainText('took 1:05');
    await expect(steps.nth(1)).toContainText('failed');
    await steps.nth(1).getByText('Job log').click();
    await expect(steps.nth(1).getByRole('listitem')).toHaveCount(2);
    await tabTo(page, 'Run again from here: Contact sheet');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('progressbar', { name: 'Progress of Contact sheet' })).toBeVisible();
    await expect(page.getByText('run 2')).toBeVisible();
  });

  test('fits a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await openPage(page, `/vod/${VOD}`, {
      'GET /channels': LIST,
      [`GET /vod/${VOD}`]: FINISHED,
      [`GET /vod/${VOD}/stages`]: STAGES,
    });
    await expect(page.getByRole('heading', { name: 'After the recording' })).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });
});

test('a channel inherits each step, or chooses for itself; what is not possible says why', async ({ page }) => {
  const choice = (kind: ChannelStage['kind'], name: string, more: Partial<ChannelStage> = {}): ChannelStage => ({
    kind,
    name,
    own: null,
    inherited: false,
    is_wanted: false,
    is_possible: true,
    reason: '',
    ...more,
  });
  const sent: unknown[] = [];
  await openPage(page, `/settings/channels/${CHANNEL}`, {
    'GET /channels': LIST,
    [`GET /channels/${CHANNEL}/stages`]: [
      choice('match', 'Match with the site', { inherited: true, is_wanted: true }),
      choice('download-chat', 'Download the chat', { own: true, is_wanted: true }),
      choice('render', 'Render the chat', {
        is_possible: false,
        reason: 'This version of Vodkeep cannot do this yet.',
      }),
    ],
    [`PUT /channels/${CHANNEL}`]: (body: unknown) => {
      sent.push(body);
      return CHANNELS[0];
    },
  });
  await expect(page.getByRole('combobox', { name: 'Match with the site' })).toHaveText('As for all channels: on');
  await expect(page.getByRole('combobox', { name: 'Download the chat' })).toHaveText('On');
  await expect(page.getByText('This version of Vodkeep cannot do this yet.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Match with the site' }).click();
  await page.getByRole('option', { name: 'Off', exact: true }).click();
  await expect.poll(() => sent).toEqual([{ stages: { match: false } }]);
});

test('the schedules are a table: when, last run, result, next run, and each runs at once', async ({ page }) => {
  const task = (name: string, more: Partial<Task> = {}): Task => ({
    name,
    interval_s: null,
    cron: '45 3 * * *',
    job: null,
    outcome: '',
    where: 'leader',
    node: null,
    running: false,
    last_started_at: AT,
    last_ended_at: AT,
    last_ok_at: AT,
    last_duration_ms: 65_000,
    result: 'ok',
    error: null,
    next_run_at: AT,
    runs: 3,
    failures: 0,
    ...more,
  });
  const ran: string[] = [];
  await openPage(page, '/settings/tasks', {
    'GET /tasks': [
      task('backup', { outcome: 'Saved as /data/backups/daily/x.gz' }),
      task('verify_files', { result: 'failed', error: 'storage is unavailable' }),
      task('self_test', { outcome: 'Recorded, converted and verified in 9.1 s' }),
      task('clean_up', { cron: null, next_run_at: null, result: null, last_started_at: null, last_duration_ms: null }),
      task('outbox-publisher', { interval_s: 1, cron: null }),
    ],
    'POST /tasks/backup/run': () => {
      ran.push('backup');
      return {};
    },
  });
  const rows = page.getByRole('row');
  await expect(rows.filter({ hasText: 'Back up the database' })).toContainText('Saved as /data/backups/daily/x.gz');
  await expect(rows.filter({ hasText: 'Verify stored files' })).toContainText('storage is unavailable');
  await expect(rows.filter({ hasText: 'Self-test' })).toContainText('Recorded, converted and verified in 9.1 s');
  await expect(rows.filter({ hasText: 'Clean up' }).getByRole('link', { name: 'off' })).toHaveAttribute(
    'href',
    /showsetting=schedule\.cron\.clean_up$/,
  );
  await page.getByRole('button', { name: 'Run now: Back up the database' }).click();
  await expect.poll(() => ran).toEqual(['backup']);
  await expect(rows.filter({ hasText: 'outbox-publisher' })).toBeHidden();
  await page.getByText('Periodic tasks of the server').click();
  await expect(rows.filter({ hasText: 'outbox-publisher' })).toContainText('every 1 s');
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
});

test('a damaged clip says on the page of its channel what is wrong', async ({ page }) => {
  const [channel, ...others] = CHANNELS;
  const clip = (title: string, more: Partial<Clip> = {}): Clip => ({
    ...{
      uuid: crypto.randomUUID(),
      folder: 'x',
      basename: `${title}.mp4`,
      extension: 'mp4',
      channel: 'x',
      duration: 5,
    },
    ...{ size: 5e6, channel_uuid: CHANNEL, title, url: `/saved_clips/x/${title}.mp4`, source_url: null },
    ...{ video_metadata: { type: 'video', container: 'mp4', size: 5e6, duration: 5, full_duration: 5, bitrate: 1 } },
    ...{ created_at: AT, saved_at: AT, missing: false },
    ...more,
  });
  const damaged = [{ name: 'Gull.mp4', text: 'it has 4 bytes instead of 5' }];
  const clips_list = [clip('Gull', { damaged }), clip('Fog')];
  await openPage(page, '/dashboard', {
    'GET /channels': { ...LIST, streamer_list: [{ ...channel, clips_list }, ...others] },
  });
  const items = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Play / }) });
  await expect(items.filter({ hasText: 'Gull' })).toContainText('Gull.mp4: it has 4 bytes instead of 5');
  await expect(items.filter({ hasText: 'Fog' })).not.toContainText('instead of');
});
