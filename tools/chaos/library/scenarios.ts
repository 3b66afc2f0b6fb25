import type { Named, StorageKind } from '../scenario.js';
import { PARTS, type Operation, type Part } from './operation.js';
import { archive } from './operations/archive.js';
import { cleanUp, deleteAll } from './operations/deletions.js';
import { download, remux } from './operations/downloads.js';
import { rename, renameLibrary } from './operations/renames.js';

/** One kind of work, and what is lost in its middle, in this order. */
export interface LibraryScenario extends Named {
  readonly operation: Operation;
  readonly parts: readonly Part[];
}

/**
 * Scenarios that play at once: all come to their middle, then the installation gets its fault once. An api does three jobs at a time.
 * Downloads come first: the command of one goes to another recorder within 15 s.
 */
export type Wave = readonly LibraryScenario[];

const TOGETHER: readonly (readonly Operation[])[] = [
  [remux, download],
  [cleanUp, renameLibrary],
  [rename, archive, deleteAll],
];

const wavesOf = (name: string, parts: readonly Part[]): Wave[] =>
  TOGETHER.map((operations) =>
    operations.map((operation) => ({
      name: `${operation.name}-${name}`,
      about: `${operation.about}; ${parts.join(', ')} lost`,
      operation,
      parts,
    })),
  );

/** Everything is lost at once. */
export const SHORT_WAVES: readonly Wave[] = wavesOf('all', PARTS);
/** One part after the other, and everything at once. */
export const WAVES: readonly Wave[] = [...PARTS.flatMap((part) => wavesOf(part, [part])), ...SHORT_WAVES];
export const LIBRARY: readonly LibraryScenario[] = WAVES.flat();

export const runsOn = (scenario: LibraryScenario, storage: StorageKind): boolean =>
  scenario.operation.storage.includes(storage);
/** What is counted, and the scenario's channel: a login. */
export const loginOf = (scenario: LibraryScenario, storage: StorageKind): string =>
  `${scenario.name}-${storage}`.replaceAll('-', '_');
