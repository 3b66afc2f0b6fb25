import type { ReadyMessage } from './wait-for.js';

/** A program of ours that runs beside the four services: provider-sim in the demo, a stand-in in a test. */
export interface ExtraService {
  readonly name: string;
  readonly title: string;
  /** absolute path of the script */
  readonly file: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly onReady?: (message: ReadyMessage) => void;
  /** what it does before it is ready, for the operator */
  readonly onProgress?: (text: string) => void;
  /** how long it may take until it is ready; 90 s when not given */
  readonly readyLimitMs?: number;
}

/** What an installation is made of. */
export interface InstallationOptions {
  /** everything it keeps; made when missing */
  readonly dataDir: string;
  /** port of page and API */
  readonly port: number;
  readonly host?: string;
  readonly basepath?: string;
  /** `s3` without `external.s3` starts an S3 server of its own, which only tests and benches have installed */
  readonly storage?: 'file' | 's3';
  /** root of the file driver; `<dataDir>/storage` when not said */
  readonly storageDir?: string;
  /** moves a damaged database folder aside, instead of refusing to start */
  readonly moveDamagedDatabase?: boolean;
  /** recorder processes; 1 when not said */
  readonly recorders?: number;
  /** workers that run only while there is work for them, and for how long they stay without any; all run when not given */
  readonly onDemand?: { readonly workers: readonly string[]; readonly quietMs: number };
  /** false: services run as tsc wrote them, not from their bundles */
  readonly bundled?: boolean;
  /** parts that run elsewhere and are not started here */
  readonly external?: { readonly pgUrl?: string; readonly natsUrl?: string; readonly s3?: boolean };
  /** on top of the environment of this process, for every service */
  readonly env?: Readonly<Record<string, string>>;
  /** in the place of the four services: tests that need only the ground */
  readonly services?: readonly ExtraService[];
  /** breaks the start off: everything that runs by then is drained */
  readonly signal?: AbortSignal;
  /** one line at a time, for the operator */
  readonly say?: (line: string) => void;
  /** the operator asked a service of ours to end the whole installation; it should be stopped then */
  readonly onStopRequested?: () => void;
  /** a fault that no restart mends, after the installation was ready; it should be stopped then */
  readonly onFatal?: (fault: Error) => void;
}
