import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base } from '@playwright/test';
import { startFfmpegHls, startNginxRtmp, type ThirdPartySource } from '../../../../tools/third-party/index.js';
import { freePort } from '../../../../tools/supervisor/ports.js';
import type { Sim } from '../../../../tools/provider-sim/index.js';
import type { ApiClient } from './api-client.js';
import { addressOf, BRIEF, HARBOUR, startChannels } from './live-channels.js';
import { openInstallation, type OpenInstallation } from './open-installation.js';

const GRACE_S = 4;
const THIRD_PARTY_S = 32;
/** On a fresh clone, the set-up encodes the media first. */
const STAGE_MS = 240_000;

interface TestSetup {
  /** Port of the open installation. */
  readonly port: number;
  readonly sim: Sim;
  /** Files of this run only. */
  readonly folder: string;
  /** No password, at the root of its address. All recordings run here. */
  readonly open: OpenInstallation;
  readonly thirdParty: readonly ThirdPartySource[];
  /** Below `/dvr`. */
  readonly dvr: OpenInstallation;
}

/** Followed while they still list their first segments, so that none is lost before Vodkeep reads it. */
async function thirdPartySources(api: ApiClient): Promise<ThirdPartySource[]> {
  const sources = await Promise.all([
    startFfmpegHls({ fmp4: false, seconds: THIRD_PARTY_S }),
    startFfmpegHls({ fmp4: true, seconds: THIRD_PARTY_S }),
    startNginxRtmp({ seconds: THIRD_PARTY_S }),
  ]);
  await Promise.all(sources.map(({ name, url }) => api.follow({ name, url, graceS: GRACE_S })));
  return sources;
}

/** Everything that takes real time starts with the worker and runs in parallel with the tests. */
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
    { scope: 'worker', timeout: STAGE_MS },
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
    { scope: 'worker', timeout: STAGE_MS },
  ],
  thirdParty: [
    async ({ open, sim }, use) => {
      const names = [BRIEF.ts, BRIEF.fmp4, HARBOUR];
      await Promise.all(names.map((name) => open.api.follow({ name, url: addressOf(sim, name), graceS: GRACE_S })));
      for (const name of names) sim.act(name, { do: 'start' });
      const sources = await thirdPartySources(open.api);
      await use(sources);
      await Promise.all(sources.map((source) => source.stop()));
    },
    { scope: 'worker', auto: true, timeout: STAGE_MS },
  ],
  dvr: [
    async ({ folder }, use) => {
      const dvr = await openInstallation(folder, 'dvr', { basepath: '/dvr' });
      await use(dvr);
      await dvr.installation.stop();
    },
    { scope: 'worker', timeout: STAGE_MS },
  ],
});

export { expect } from '@playwright/test';
