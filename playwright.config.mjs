import { defineConfig } from '@playwright/test';

/** They use one installation without a password, and what it records from the start (`recordingTest`). */
const RECORDINGS = ['errors', 'library', 'operate', 'players', 'third-party'].map((name) => `${name}.e2e.ts`);
/** Each follows one stream in real time for a minute or two. */
const BROADCASTS = ['recording.e2e.ts', 'repair.e2e.ts', 'twitch.e2e.ts'];
/** Its clean-up counts every VOD, so that it has an installation of its own. */
const UNATTENDED = 'unattended.e2e.ts';
/** Services are killed and come back. */
const OUTAGES = 'outages.e2e.ts';
/** One installation that records all odd sources side by side. */
const SOURCES = 'sources*.e2e.ts';

/**
 * Chromium takes the last switch only, so this list begins with that of Playwright, without the features of Windows, Mac
 * and Edge. The last three are added: otherwise Chromium loads the suggestions of its address bar for each context (half a
 * second of CPU per test) and keeps a renderer in reserve.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];

/**
 * Tests of the whole installation: its services as processes, live sources, and Debian's Chromium. They need the build in
 * dist (`npm run build`). The projects run beside each other, each in one worker: its tests share a simulator and the
 * installations that they ask for.
 */
export default defineConfig({
  testDir: 'apps/web/e2e',
  build: { external: ['dist/**'] },
  outputDir: '.cache/e2e',
  globalSetup: 'apps/web/e2e/testing/encode-media.ts',
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  projects: [
    {
      name: 'pages',
      testMatch: '*.e2e.ts',
      testIgnore: [...RECORDINGS, ...BROADCASTS, UNATTENDED, OUTAGES, SOURCES],
      workers: 1,
    },
    { name: 'recordings', testMatch: RECORDINGS, workers: 1 },
    { name: 'broadcasts', testMatch: BROADCASTS, workers: 1 },
    // Minutes long; not part of `npm test`: `npm test -- long`.
    ...(process.env['VODKEEP_LONG'] === '1' ? [{ name: 'unattended', testMatch: UNATTENDED, workers: 1 }] : []),
    { name: 'sources', testMatch: SOURCES, workers: 1 },
    { name: 'outages', testMatch: OUTAGES, workers: 1 },
    // The pictures in docs/screens, made anew; not part of `npm test`.
    ...(process.env['VODKEEP_SCREENS'] === '1'
      ? [
          {
            name: 'screens',
            testMatch: ['screens.ts', 'screens-automation.ts'],
            workers: 1,
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
        `--disable-features=${DISABLED_FEATURES.join(',')}`,
      ],
    },
  },
});
