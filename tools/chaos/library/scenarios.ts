import type { Named, StorageKind } from '../scenario.js';
import { PARTS, type Operation, type Part } from './operation.js';
import { archive } from './operations/archive.js';
import { cleanUp, deleteAll } from './operations/deletions.js';
import { download, remux } from './operations/downloads.js';
import { rename, renameLibrary } from './operations/renames.js';

/** One operation, and the parts that fail in its middle, in this order. */
export interface LibraryScenario extends Named {
  readonly operation: Operation;
  readonly parts: readonly Part[];
}

/**
 * Scenarios that run in parallel: all reach the middle of their work, then the installation gets its fault once. An api
 * runs three jobs at a time. Downloads come first, because their commands go to another recorder within 15 s.
 */
export type Wave = readonly LibraryScenario[];

const PARALLEL_OPERATIONS: readonly (readonly Operation[])[] = [
  [remux, download],
  [cleanUp, renameLibrary],
  [rename, archive, deleteAll],
];

const wavesOf = (name: string, parts: readonly Part[]): Wave[] =>
  PARALLEL_OPERATIONS.map((operations) =>
    operations.map((operation) => ({
      name: `${operation.name}-${name}`,
      about: `${operation.about}; ${parts.join(', ')} lost`,
      operation,
      parts,
    })),
  );

/** All parts fail at once. */
export const SHORT_WAVES: readonly Wave[] = wavesOf('all', PARTS);
/** Each part fails alone, then all parts fail at once. */
export const WAVES: readonly Wave[] = [...PARTS.flatMap((part) => wavesOf(part, [part])), ...SHORT_WAVES];
export const LIBRARY: readonly LibraryScenario[] = WAVES.flat();

export const runsOn = (scenario: LibraryScenario, storage: StorageKind): boolean =>
  scenario.operation.storage.includes(storage);
/** Name in the results, and login of the scenario's channel. */
export const loginOf = (scenario: LibraryScenario, storage: StorageKind): string =>
  `${scenario.name}-${storage}`.replaceAll('-', '_');
