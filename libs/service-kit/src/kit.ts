import { type Bus } from '#libs/bus';
import { type ConfigOf, type ServiceName } from '#libs/config';
import { type OpenStorage } from '#libs/storage';
import { type Drain } from './drain.js';
import { type HealthRegistry } from './health-registry.js';
import { type Log } from './log.js';

/** What every service stands on; opened once by `startService`, handed to its module. */
export interface Kit<N extends ServiceName> {
  readonly name: N;
  readonly version: string;
  readonly config: ConfigOf<N>;
  readonly log: Log;
  readonly bus: Bus;
  readonly storage: OpenStorage;
  readonly health: HealthRegistry;
  readonly drain: Drain;
}
