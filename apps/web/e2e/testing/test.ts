import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base } from '@playwright/test';
import { until } from '#tools/common/until.js';
import { startFfmpegHls, startNginxRtmp, type ThirdPartySource } from '#tools/third-party/index.js';
import { freePort } from '#tools/supervisor/ports.js';
import type { Sim } from '#tools/provider-sim/index.js';
import type { ApiClient } from './api-client.js';
import { addressOf, BRIEF, HARBOUR, startChannels, THIRD_PARTY_S } from './live-channels.js';
import { openInstallation, type OpenInstallation } from './open-installation.js';

const GRACE_S = 4;
/** Media of each brief channel: several segments. */
const BRIEF_MS = 12_000;
const BRIEF_LIMIT_MS = 120_000;
/** Of a simulator that must encode its media first, or of an installation. */
const START_MS = 240_000;

interface TestSetup {
  /** Port of the open installation. */
  readonly port: number;
  readonly sim: Sim;
  /** Files of this worker only. */
  readonly folder: string;
  /** No password, at the root of its address. */
  readonly open: OpenInstallation;
  /** Below `/dvr`. */
  readonly dvr: OpenInstallation;
}

/** Each worker has its own simulator, and the installations that its tests ask for. */
export const test = base.extend<object, TestSetup>({
  folder: [
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-e2e-'));
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  port: [
    async ({}, use) => {
      await use(await freePort());
    },
    { scope: 'worker' },
  ],
  sim: [
    async ({ port }, use) => {
      const sim = await startChannels(port);
      await use(sim);
      await sim.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  open: [
    async ({ folder, sim, port }, use) => {
      const open = await openInstallation(folder, 'open', {
        port,
        env: { VODKEEP_SITES: `${sim.url}/h/{host}`, VODKEEP_FILES_API: '1' },
      });
      await use(open);
      await open.installation.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  dvr: [
    async ({ folder }, use) => {
      const dvr = await openInstallation(folder, 'dvr', { basepath: '/dvr' });
      await use(dvr);
      await dvr.installation.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
});

interface Recordings {
  readonly thirdParty: readonly ThirdPartySource[];
  /** Resolves when the brief channels have ended; their VODs may not be finalized yet. */
  readonly briefEnded: Promise<void>;
}

/**
 * Each is followed as soon as it streams, whatever the others need to start: while it still lists its first segments, so
 * that none is lost before Vodkeep reads it.
 */
function thirdPartySources(api: ApiClient): Promise<ThirdPartySource[]> {
  const starts = [
    startFfmpegHls({ fmp4: false, seconds: THIRD_PARTY_S }),
    startFfmpegHls({ fmp4: true, seconds: THIRD_PARTY_S }),
    startNginxRtmp({ seconds: THIRD_PARTY_S }),
  ];
  return Promise.all(
    starts.map(async (start) => {
      const source = await start;
      await api.follow({ name: source.name, url: source.url, graceS: GRACE_S });
      return source;
    }),
  );
}

/** Ends the brief channels when enough of each is stored. Runs beside tests, so it polls without `expect.poll`. */
async function endBrief(api: ApiClient, sim: Sim, signal: AbortSignal): Promise<void> {
  for (const name of Object.values(BRIEF)) {
    await until(`${name} is long enough`, { signal, limitMs: BRIEF_LIMIT_MS }, async () =>
      (await api.channel(name)).vods_list.some(({ media_ms }) => media_ms >= BRIEF_MS),
    );
    sim.act(name, { do: 'end', how: 'endlist' });
  }
}

/** With recordings in the open installation that start with the worker and run beside its tests in real time. */
export const recordingTest = test.extend<object, { readonly recordings: Recordings }>({
  recordings: [
    async ({ open, sim }, use) => {
      const names = [BRIEF.ts, BRIEF.fmp4, HARBOUR];
      await Promise.all(names.map((name) => open.api.follow({ name, url: addressOf(sim, name), graceS: GRACE_S })));
      for (const name of names) sim.act(name, { do: 'start' });
      const thirdParty = await thirdPartySources(open.api);
      const stopped = new AbortController();
      const briefEnded = endBrief(open.api, sim, stopped.signal);
      // A failure belongs to the test that waits for the end; perhaps none does.
      briefEnded.catch(() => undefined);
      await use({ thirdParty, briefEnded });
      stopped.abort();
      await Promise.allSettled([briefEnded, ...thirdParty.map((source) => source.stop())]);
    },
    { scope: 'worker', auto: true, timeout: START_MS },
  ],
});

export { expect } from '@playwright/test';
