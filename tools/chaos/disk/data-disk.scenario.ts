import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ballastFile } from '../../supervisor/disk-guard.js';
import { recordingEvidence, reportFault } from '../environment/injected-fault.js';
import { Stream } from '../environment/stream.js';
import type { OwnInstallationScenario } from '../scenario.js';
import { until } from '../../common/until.js';
import { concludeStream } from '../verdict/conclude.js';
import { BIG_ROW, withDatabase } from './control-disk.scenario.js';
import { dataDirOf, openOn, waitForAlert } from './disk-scenario.js';
import { SmallDisk } from './small-disk.js';

const SIZE_MB = 1200;
const BALLAST_MB = 64;
const LIMIT_MS = 60_000;
const ROOT = 'Data folder';

/** The disk of the whole data folder is full: database and messages live on the ballast. */
export const dataDisk: OwnInstallationScenario = {
  kind: 'own-installation',
  isLong: true,
  name: 'data-disk',
  about:
    'the disk of the data folder is full: its ballast is freed, so that the database can still write; it comes back with the space',
  storage: ['file'],
  injectFault: async (environment) => {
    const { cleaning, dir, pace, signal, say } = environment;
    const disk = SmallDisk.mount(dataDirOf(environment), SIZE_MB);
    cleaning.defer(() => disk.unmount());
    const opened = await openOn(environment, { storageDir: join(dir, 'storage'), ballastMb: BALLAST_MB });
    const { installation, api } = opened;
    const ballast = ballastFile(installation.dataDir);
    const stream = await Stream.goLive(opened);
    await withDatabase(opened, (db) => db.query('CREATE TABLE chaos_fill (x text)'));
    await until('there is a ballast', { signal, limitMs: LIMIT_MS }, () => existsSync(ballast));
    reportFault(
      await recordingEvidence(stream, { child: 'postgres', pid: installation.pids()['postgres'] ?? null }),
      say,
    );
    disk.fill();
    say(`fault: ${String(disk.freeBytes)} bytes are free`);
    await until('the ballast is freed', { signal, limitMs: LIMIT_MS }, () => !existsSync(ballast));
    await withDatabase(opened, (db) => db.query(BIG_ROW));
    say(`PostgreSQL wrote 3 MB; ${String(disk.freeBytes)} bytes are free`);
    await stream.waitForSegments(pace.outage);
    disk.empty();
    await waitForAlert(opened, { root: ROOT, count: 1, isOpen: false });
    await until('the ballast is back', { signal, limitMs: LIMIT_MS }, () => existsSync(ballast));
    await stream.waitForSegments(pace.after);
    stream.end();
    return () => concludeStream({ ...environment, api }, { stream, env: installation.env });
  },
};
