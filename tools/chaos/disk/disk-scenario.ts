import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Notice } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { openStorage } from '#libs/storage';
import { startInstallation, type Installation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { ApiClient } from '../environment/api-client.js';
import type { StreamEnvironment } from '../environment/stream.js';
import { CHAOS_SETTINGS, type TestEnvironment } from '../environment/test-environment.js';
import { until } from '../../common/until.js';
import { settingsOf } from '../verdict/stored-files.js';

/** The gates look every 5 s; PostgreSQL and nats-server may need half a minute to start again. */
const ALERT_LIMIT_MS = 60_000;
const LINES = / ended \(| is back \(|can't start|disk of|could not be started/;

/** GB. */
const STORAGE_GATE = 0.05;
const DATA_GATE = 0.03;

export interface DiskEnvironment extends StreamEnvironment {
  readonly installation: Installation;
}

/** Folders of the scenario's installation. */
export const dataDirOf = ({ dir }: TestEnvironment): string => join(dir, 'data');

/** Starts an installation with write limits that fit a small disk; it ends with the scenario. */
export async function openOn(
  environment: TestEnvironment,
  { storageDir, ballastMb = 0 }: { readonly storageDir?: string; readonly ballastMb?: number } = {},
): Promise<DiskEnvironment> {
  const { signal, say, cleaning } = environment;
  const installation = await startInstallation({
    dataDir: dataDirOf(environment),
    port: await freePort(),
    host: '127.0.0.1',
    storage: 'file',
    recorders: 1,
    ballastMb,
    ...(storageDir === undefined ? {} : { storageDir }),
    signal,
    say: (line) => {
      if (LINES.test(line)) say(line);
    },
  });
  cleaning.defer(() => installation.stop());
  const api = new ApiClient(installation.url);
  await api.change({
    ...CHAOS_SETTINGS,
    'storage.gate_gb': STORAGE_GATE,
    'storage.data_gate_gb': DATA_GATE,
  });
  return { ...environment, api, installation };
}

const alertsOf = async ({ api }: DiskEnvironment, root: string): Promise<Notice[]> =>
  (await api.notices()).filter(({ kind, title }) => kind === 'low-space' && title.startsWith(`${root}:`));

/**
 * Waits until the alert of a disk is open, or over.
 * @param count number of faults of this disk so far: each one is one alert
 * @throws OutsideError `wrong`: there are more alerts than faults
 */
export async function waitForAlert(
  environment: DiskEnvironment,
  { root, count, isOpen }: { readonly root: string; readonly count: number; readonly isOpen: boolean },
): Promise<void> {
  const { signal, say } = environment;
  const alert = await until(
    `the alert of ${root} is ${isOpen ? 'raised' : 'over'}`,
    { signal, limitMs: ALERT_LIMIT_MS },
    async () => {
      const [first] = await alertsOf(environment, root);
      return first !== undefined && first.count >= count && (first.resolved_at === null) === isOpen && first;
    },
  );
  const alerts = await alertsOf(environment, root);
  if (alerts.length !== 1 || alert.count !== count)
    throw new OutsideError(
      untranslated(
        'wrong',
        `${String(count)} faults of ${root} made ${String(alert.count)} alerts in ${String(alerts.length)} rows`,
      ),
    );
  say(`alert ${isOpen ? 'raised' : 'over'}: ${alert.title}`);
}

/** What lies on storage, with a hash of each object. */
export async function storedObjects({ installation }: DiskEnvironment): Promise<ReadonlyMap<string, string>> {
  const storage = await openStorage(settingsOf(installation.env), { claims: false });
  const found = new Map<string, string>();
  try {
    for await (const { key } of storage.list('vods/'))
      if (key.includes('/s/'))
        found.set(
          key,
          createHash('sha256')
            .update(await storage.read(key))
            .digest('hex'),
        );
  } finally {
    await storage.close();
  }
  return found;
}

/** @throws OutsideError `wrong`: an object that was stored before is missing or has other bytes */
export async function requireUnchanged(
  environment: DiskEnvironment,
  before: ReadonlyMap<string, string>,
): Promise<void> {
  const now = await storedObjects(environment);
  const lost = [...before].filter(([key, hash]) => now.get(key) !== hash);
  if (before.size === 0 || lost.length > 0)
    throw new OutsideError(
      untranslated('wrong', `${String(lost.length)} of ${String(before.size)} stored segments are lost`),
    );
  environment.say(`${String(before.size)} stored segments are unchanged`);
}
