import { join } from 'node:path';
import { recordingEvidence, reportFault } from '../environment/injected-fault.js';
import { Stream } from '../environment/stream.js';
import type { OwnInstallationScenario } from '../scenario.js';
import { until } from '../../common/until.js';
import { concludeStream } from '../verdict/conclude.js';
import { segmentsRemovedBetween } from '../verdict/judge.js';
import { openOn, requireUnchanged, storedObjects, waitForAlert } from './disk-scenario.js';
import { SmallDisk } from './small-disk.js';

/** More than the converter leaves free; nothing is reserved for it. */
const SIZE_MB = 1536;
const LIMIT_MS = 60_000;
const ROOT = 'Storage';

/** The disk of the recordings is full, then read-only, while a stream is recorded. */
export const storageDisk: OwnInstallationScenario = {
  kind: 'own-installation',
  name: 'storage-disk',
  about:
    'the disk of the recordings is full (ENOSPC), then read-only: the recording pauses, one alert each, nothing stored is lost, it goes on',
  storage: ['file'],
  injectFault: async (environment) => {
    const { cleaning, dir, pace, signal, say } = environment;
    const disk = SmallDisk.mount(join(dir, 'disk'), SIZE_MB);
    cleaning.defer(() => disk.unmount());
    const opened = await openOn(environment, { storageDir: join(disk.dir, 'storage') });
    const { installation, api } = opened;
    const stream = await Stream.goLive(opened);
    const before = await storedObjects(opened);
    const evidence = await recordingEvidence(stream, {
      child: 'recorder-0',
      pid: installation.pids()['recorder-0'] ?? null,
    });
    reportFault(evidence, say);
    const filledAt = Date.now();
    disk.fill();
    say(`fault: ${String(disk.freeBytes)} bytes are free`);
    await waitForAlert(opened, { root: ROOT, count: 1, isOpen: true });
    // Its part ends when what is in the spool can be stored. The live check of the API continues to read segments.
    await until('no recorder has the stream', { signal, limitMs: LIMIT_MS }, async () => {
      const live = (await stream.vod())?.live;
      return live !== undefined && live?.state !== 'writing' && live?.state !== 'spooling';
    });
    await stream.waitForSegments(pace.outage);
    await requireUnchanged(opened, before);
    const emptiedAt = Date.now();
    disk.empty();
    await waitForAlert(opened, { root: ROOT, count: 1, isOpen: false });
    await stream.waitUntilWritten();
    await stream.waitUntilBackfilled(emptiedAt);
    const excused = segmentsRemovedBetween(stream.log, filledAt, Date.now());
    await requireUnchanged(opened, before);

    await disk.makeReadOnly({ signal, limitMs: LIMIT_MS });
    say('fault: the disk is read-only');
    await waitForAlert(opened, { root: ROOT, count: 2, isOpen: true });
    await stream.waitForSegments(pace.outage);
    disk.makeWritable();
    await waitForAlert(opened, { root: ROOT, count: 2, isOpen: false });
    await stream.waitForSegments(pace.after);
    await requireUnchanged(opened, before);
    stream.end();
    return () => concludeStream({ ...environment, api }, { stream, env: installation.env, excused });
  },
};
