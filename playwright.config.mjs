import { defineConfig } from '@playwright/test';

/** Takes minutes of real time by itself: `npm test` runs it beside the others, in an installation of its own. */
const LONG = 'twitch.e2e.ts';

/**
 * Tests of the whole installation: its services as processes, live sources, and Debian's Chromium. They need the build in
 * dist (`npm run build`). One worker: it keeps one installation for all tests, and what must run in real time runs beside
 * them from the start.
 */
export default defineConfig({
  testDir: 'apps/web/e2e',
  outputDir: '.cache/e2e',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  projects: [
    { name: 'main', testMatch: '*.e2e.ts', testIgnore: LONG },
    { name: 'long', testMatch: LONG },
    // The pictures in docs/screens, made anew; not part of `npm test`.
    ...(process.env['VODKEEP_SCREENS'] === '1'
      ? [
          {
            name: 'screens',
            testMatch: 'screens.ts',
            metadata: { only: (process.env['VODKEEP_SCREENS_ONLY'] ?? '').split(',').filter((name) => name !== '') },
          },
        ]
      : []),
  ],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    // Costs more than the tests themselves: VODKEEP_TRACE=1 where it is needed.
    trace: process.env['VODKEEP_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
