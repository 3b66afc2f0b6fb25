import type { Named, StorageKind } from '../scenario.js';
import type { InstallationEnvironment } from '../environment/test-environment.js';
import type { LibraryApi } from './library-api.js';
import type { LibraryDb } from './library-db.js';

/**
 * A part of the installation that can be lost. `storage`: the S3 server is killed, or the folder of the file driver is not
 * there, as a disk that is not mounted.
 */
export const PARTS = ['recorder', 'converter', 'storage', 'api'] as const;
export type Part = (typeof PARTS)[number];

/** Where an operation runs: an installation with a channel of the operation's own, whose VODs stand in its library. */
export interface OperationEnvironment extends InstallationEnvironment {
  readonly api: LibraryApi;
  readonly db: LibraryDb;
  readonly channelUuid: string;
  /** SHA-256 of the file of each of its VODs. */
  readonly digest: string;
}

/** Work that was begun and stands in its middle. */
export interface InProgress {
  /** What it was at, for the operator. */
  readonly evidence: string;
  /** From now on nothing keeps it from going on. */
  release(): Promise<void>;
  /** Waits for its end, with all parts there again. @throws OutsideError what is half done */
  conclude(): Promise<void>;
}

/** One kind of work on the library, which is kept in its middle until the installation is hit. */
export interface Operation extends Named {
  readonly storage: readonly StorageKind[];
  /** How many VODs its channel has before. */
  readonly vods: number;
  /** The channel has a video at its site, so many seconds long. */
  readonly videoS?: number;
  /** @throws OutsideError `never` when it did not come to its middle */
  begin(environment: OperationEnvironment): Promise<InProgress>;
}
