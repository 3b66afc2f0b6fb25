import type { ReadyMessage } from './wait-for.js';

/** A program of Vodkeep that runs next to the four services: provider-sim in the demo, a fake service in a test. */
export interface ExtraService {
  readonly name: string;
  readonly title: string;
  /** absolute path of the script */
  readonly file: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly onReady?: (message: ReadyMessage) => void;
  /** receives progress texts for the operator before the program is ready */
  readonly onProgress?: (text: string) => void;
  /** time limit until the program is ready; default 90 s */
  readonly readyLimitMs?: number;
}

export interface InstallationOptions {
  /** folder of all data; created if missing */
  readonly dataDir: string;
  /** port of the page and the API */
  readonly port: number;
  readonly host?: string;
  readonly basepath?: string;
  /** `s3` without `external.s3` starts a local S3 server, which is installed only for tests and benches */
  readonly storage?: 'file' | 's3';
  /** root of the file driver; default `<dataDir>/storage` */
  readonly storageDir?: string;
  /** moves a damaged database folder aside instead of refusing to start */
  readonly moveDamagedDatabase?: boolean;
  /** replaces the database by this backup before the services start: a file, or `latest` */
  readonly restore?: string;
  /** size of the ballast (see DiskGuard), MB; default 0: none */
  readonly ballastMb?: number;
  /** number of recorder processes; default 1 */
  readonly recorders?: number;
  /** number of recorders for captures whose recorder died, which run only while there are any; default 4 */
  readonly isolatedRecorders?: number;
  /**
   * workers that run only while there is work, and the time they keep running without work; default: all workers run
   */
  readonly onDemand?: { readonly workers: readonly string[]; readonly quietMs: number };
  /** false: services run from the output of tsc, not from their bundles */
  readonly bundled?: boolean;
  /** parts that run elsewhere, which the supervisor does not start */
  readonly external?: { readonly pgUrl?: string; readonly natsUrl?: string; readonly s3?: boolean };
  /** for every service, in addition to the environment of this process */
  readonly env?: Readonly<Record<string, string>>;
  /** replaces the four services, for tests that need only database, messaging and storage */
  readonly services?: readonly ExtraService[];
  /** aborts the start: everything that runs by then is drained */
  readonly signal?: AbortSignal;
  /** receives one line at a time for the operator */
  readonly say?: (line: string) => void;
  /** called when the operator asks a service to stop the whole installation; the caller should then stop it */
  readonly onStopRequested?: () => void;
  /**
   * called for a fault after the installation was ready that no restart can fix; the caller should then stop the
   * installation
   */
  readonly onFatal?: (fault: Error) => void;
}
