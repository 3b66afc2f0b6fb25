import type { Named, StorageKind } from '../scenario.js';
import type { InstallationEnvironment } from '../environment/test-environment.js';
import type { LibraryApi } from './library-api.js';
import type { LibraryDb } from './library-db.js';

/**
 * A part of the installation that can fail. `storage`: the S3 server is killed, or the folder of the file driver is
 * missing, like a disk that is not mounted.
 */
export const PARTS = ['recorder', 'converter', 'storage', 'api'] as const;
export type Part = (typeof PARTS)[number];

/**
 * Environment of an operation: an installation with a channel for this operation only, whose VODs are in its library.
 */
export interface OperationEnvironment extends InstallationEnvironment {
  readonly api: LibraryApi;
  readonly db: LibraryDb;
  readonly channelUuid: string;
  /** SHA-256 of the file of each VOD of the channel. */
  readonly digest: string;
}

/** Work that has started and is in its middle. */
export interface InProgress {
  /** Current step of the work, for the operator. */
  readonly evidence: string;
  /** Removes what blocks the work, so that it can continue. */
  release(): Promise<void>;
  /**
   * Waits for the end of the work, after all parts have restarted. @throws OutsideError when something is incomplete
   */
  conclude(): Promise<void>;
}

/** One kind of work on the library, which is blocked in its middle until the fault. */
export interface Operation extends Named {
  readonly storage: readonly StorageKind[];
  /** Number of VODs that its channel has before the operation. */
  readonly vods: number;
  /** Length in seconds of the video that the channel has at its site; undefined: no video. */
  readonly videoS?: number;
  /** @throws OutsideError `never`: when the work did not reach its middle */
  begin(environment: OperationEnvironment): Promise<InProgress>;
}
