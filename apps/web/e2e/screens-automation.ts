import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from '@playwright/test';
import { startSim } from '#tools/provider-sim/index.js';
import { AUTOMATED_CHANNEL, AUTOMATION_SHOTS, CLEANUP_SHOTS, furnishAutomation } from './testing/automation-shots.js';
import { openInstallation } from './testing/open-installation.js';
import { isWanted, takeScreens } from './testing/take-screens.js';

/** The other images of docs/screens (screens.ts): pages of what Vodkeep does by itself, from an installation of its own. */
test('pictures of the automation for docs/screens', async ({ browser }) => {
  if (!Object.keys({ ...CLEANUP_SHOTS, ...AUTOMATION_SHOTS }).some(isWanted)) return;
  test.setTimeout(900_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-screens-'));
  await using cleaning = new AsyncDisposableStack();
  cleaning.defer(() => rm(folder, { recursive: true, force: true }));
  const sim = await startSim({
    scenario: { name: 'screens', about: '', channels: [AUTOMATED_CHANNEL], steps: [] },
  });
  cleaning.defer(() => sim.stop());
  const open = await openInstallation(folder, 'automation', { env: { VODKEEP_SITES: `${sim.url}/h/{host}` } });
  cleaning.defer(() => open.installation.stop());
  await open.lock();
  const where = await furnishAutomation(open, sim, path.join(folder, 'automation'));
  for (const shots of [CLEANUP_SHOTS, AUTOMATION_SHOTS])
    await takeScreens({ browser, url: open.installation.url, where }, shots);
});
