import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Shot } from './dialog-shots.js';
import { PASSWORD } from './open-installation.js';

const FOLDER = path.resolve(import.meta.dirname, '../../../../docs/screens');
const SIZES = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } } as const;
const THEMES = ['light', 'dark'] as const;
const run = promisify(execFile);

export async function logIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Connected')).toBeVisible();
}

/** Saves an image with 256 colours: the pages are flat, and the images are part of the repository. */
async function keep(page: Page, name: string): Promise<void> {
  const raw = path.join(tmpdir(), `vodkeep-${String(process.pid)}-${name}.png`);
  await page.screenshot({ path: raw, animations: 'disabled' });
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-i',
    raw,
    '-vf',
    'split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=dither=sierra2_4a:diff_mode=rectangle',
    '-compression_level',
    '9',
    path.join(FOLDER, `${name}.png`),
  ]);
  await rm(raw);
}

/**
 * Takes each picture that is wanted, in both sizes and themes.
 * @param url of the installation to log in to
 */
export async function takeScreens<Where>(
  { browser, url, where }: { readonly browser: Browser; readonly url: string; readonly where: Where },
  shots: Readonly<Record<string, Shot<Where>>>,
): Promise<void> {
  const wanted = Object.entries(shots).filter(([what]) => isWanted(what));
  if (wanted.length === 0) return;
  await mkdir(FOLDER, { recursive: true });
  for (const [width, viewport] of Object.entries(SIZES)) {
    for (const theme of THEMES) {
      const context = await browser.newContext({
        viewport,
        colorScheme: theme,
        locale: 'en-GB',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await logIn(page, url);
      for (const [what, go] of wanted) {
        const putRight = await go(page, where);
        await keep(page, `${what}-${width}-${theme}`);
        await putRight?.();
        await page.unrouteAll();
      }
      await context.close();
    }
  }
}

/** Whether `VODKEEP_SCREENS_ONLY` names the picture, or is empty. */
export function isWanted(what: string): boolean {
  const { only } = test.info().project.metadata as { readonly only: readonly string[] };
  return only.length === 0 || only.includes(what);
}
