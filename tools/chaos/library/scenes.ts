import type { Named, StorageKind } from '../scenario.js';
import { PARTS, type Act, type Part } from './act.js';
import { archive } from './acts/archive.js';
import { cleanUp, deleteAll } from './acts/deletions.js';
import { download, remux } from './acts/downloads.js';
import { rename, renameLibrary } from './acts/renames.js';

/** One kind of work, and what is lost in its middle, in this order. */
export interface LibraryScene extends Named {
  readonly act: Act;
  readonly parts: readonly Part[];
}

/**
 * Scenes that play at once: all come to their middle, then the house is struck once. An api does three jobs at a time.
 * Downloads come first: the command of one goes to another recorder within 15 s.
 */
export type Wave = readonly LibraryScene[];

const TOGETHER: readonly (readonly Act[])[] = [
  [remux, download],
  [cleanUp, renameLibrary],
  [rename, archive, deleteAll],
];

const wavesOf = (name: string, parts: readonly Part[]): Wave[] =>
  TOGETHER.map((acts) =>
    acts.map((act) => ({ name: `${act.name}-${name}`, about: `${act.about}; ${parts.join(', ')} lost`, act, parts })),
  );

/** Everything is lost at once. */
export const SHORT_WAVES: readonly Wave[] = wavesOf('all', PARTS);
/** One part after the other, and everything at once. */
export const WAVES: readonly Wave[] = [...PARTS.flatMap((part) => wavesOf(part, [part])), ...SHORT_WAVES];
export const LIBRARY: readonly LibraryScene[] = WAVES.flat();

export const playsOn = (scene: LibraryScene, storage: StorageKind): boolean => scene.act.storage.includes(storage);
/** What is counted, and the scene's channel: a login. */
export const loginOf = (scene: LibraryScene, storage: StorageKind): string =>
  `${scene.name}-${storage}`.replaceAll('-', '_');
