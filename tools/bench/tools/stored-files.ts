import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseSegmentName } from '#libs/contracts';
import type { StoredSegment } from '../measure/score.js';
import { streamOf, type LiveClock } from '../source/live-clock.js';

/**
 * Files of the bare loop: `<stream>/<seq>.ts`. A rename is the last change to a file, so the change time (ctime) is the
 * time of completion.
 */
export function storedByLoop(dir: string): StoredSegment[] {
  return filesBelow(dir).flatMap((file) => {
    const found = /\/(\d+)\/(\d+)\.ts$/.exec(file);
    return found ? [{ stream: Number(found[1]), seq: Number(found[2]), ...infoOf(file) }] : [];
  });
}

/** Segments that the recorders stored with the file driver, assigned to streams by programme date-time. */
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
