import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Browser, chromium, type Page } from '@playwright/test';
import { FONT_FAMILIES, fontMeasurer } from '#libs/chat-layout';

const SAMPLES = [
  'good evening from the night shift',
  'AVATAR To. fi ffl ->',
  'Zażółć gęślą jaźń',
  'Привет, мир',
  'Ωμέγα άλφα',
  'Tiếng Việt',
  'שלום עולם',
  'สวัสดีครับ',
  'e\u0301 n\u0303 o\u0308',
  '0:12:34 1,234.5 %',
  '“quotes” –— …',
];
const PX = 14;
const PACKAGES = ['inter', 'noto-sans-hebrew', 'noto-sans-arabic', 'noto-sans-thai'];

let browser: Browser;
let page: Page;

async function faces(): Promise<string> {
  const require = createRequire(import.meta.url);
  const sheets = await Promise.all(
    PACKAGES.map(async (name) => {
      const folder = path.dirname(require.resolve(`@fontsource-variable/${name}/package.json`));
      const css = await readFile(path.join(folder, 'wght.css'), 'utf8');
      const files = [...css.matchAll(/url\(\.\/(files\/[^)]+)\)/g)].map(([, file = '']) => file);
      const inlined = new Map(
        await Promise.all(
          files.map(async (file) => [file, (await readFile(path.join(folder, file))).toString('base64')] as const),
        ),
      );
      return css.replace(
        /url\(\.\/(files\/[^)]+)\)/g,
        (_, file: string) => `url(data:font/woff2;base64,${inlined.get(file) ?? ''})`,
      );
    }),
  );
  return sheets.join('\n');
}

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  page = await browser.newPage();
  const family = FONT_FAMILIES.map((f) => `"${f}"`).join(', ');
  const spans = [400, 600]
    .flatMap((weight) => SAMPLES.map((text) => `<span style="font-weight:${weight}">${text}</span><br>`))
    .join('');
  await page.setContent(
    `<style>${await faces()} span { font: ${PX}px ${family}; font-kerning: none; font-variant-ligatures: none; font-feature-settings: "liga" 0, "calt" 0, "clig" 0; text-rendering: geometricPrecision; white-space: pre }</style>${spans}`,
  );
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}, 60_000);
afterAll(() => browser.close());

it('measures every sample as Chromium draws it, to a hundredth of a pixel', async () => {
  const drawn = await page.evaluate<number[]>(
    '[...document.querySelectorAll("span")].map((s) => s.getBoundingClientRect().width)',
  );
  const measured = [false, true].flatMap((bold) =>
    SAMPLES.map((text) => fontMeasurer.advance(text, { px: PX, bold }).width),
  );
  const off = measured
    .map((width, i) => ({ text: SAMPLES[i % SAMPLES.length], by: Math.round((width - (drawn[i] ?? 0)) * 100) / 100 }))
    .filter(({ by }) => Math.abs(by) > 0.02);
  expect(off).toEqual([]);
});
