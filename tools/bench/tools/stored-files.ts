import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseSegmentName } from '#libs/contracts';
import type { StoredSegment } from '../measure/score.js';
import { streamOf, type LiveClock } from '../source/live-clock.js';

/**
 * What the bare loop left: `<stream>/<seq>.ts`. A rename is the last that happens to a file: its time is the change
 * time.
 */
export function storedByLoop(dir: string): StoredSegment[] {
  return filesBelow(dir).flatMap((file) => {
    const found = /\/(\d+)\/(\d+)\.ts$/.exec(file);
    return found ? [{ stream: Number(found[1]), seq: Number(found[2]), ...infoOf(file) }] : [];
  });
}

/** What the recorders stored with the file driver, distinguished by programme date-time. */
export function storedByInstallation(storageDir: string, clock: LiveClock): StoredSegment[] {
  return filesBelow(storageDir).flatMap((file) => {
    const info = file.includes('/s/') ? parseSegmentName(file.slice(file.lastIndexOf('/') + 1)) : null;
    if (!info || info.pdtMs === null) return [];
    return [{ stream: streamOf(clock, info.pdtMs), seq: info.seq, ...infoOf(file) }];
  });
}

const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

function infoOf(file: string): { readonly at: number; readonly bytes: number } {
  const { ctimeMs, size } = statSync(file);
  return { at: ctimeMs, bytes: size };
}
