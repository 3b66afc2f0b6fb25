import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const PHONE = { width: 390, height: 844 };

/** End of a test's title; `expectAccessible` checks it. */
export const ACCESSIBLE = 'has no fault that axe finds, in light and in dark, and does not scroll sideways on a phone';

/** A dialog comes in by a fade, and a half-faded text has no contrast yet. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(
    'Promise.all(document.getAnimations().filter((a) => a.effect?.getComputedTiming().endTime !== Infinity).map((a) => a.finished.catch(() => undefined))).then(() => undefined)',
  );

/**
 * Expects that axe finds no fault in the open page, or in one part of it. Axe's legacy mode tests no frames of other
 * origins, of which there are none, and takes a third of the time: the usual mode loads axe into a second page.
 * @param within selector of the part
 */
export async function expectNoAxeFault(
  page: Page,
  { within, what }: { within?: string; what?: string } = {},
): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
    what,
  ).toEqual([]);
}

/** Checks the open page with axe in both colour schemes, then its width on a phone. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    await expectNoAxeFault(page, { what: colorScheme });
  }
  await page.setViewportSize(PHONE);
  await settled(page);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
}
