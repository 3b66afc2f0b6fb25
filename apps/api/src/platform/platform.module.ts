import { type ApiConfig } from '#libs/config';
import { CONFIG, Keyring } from '#libs/service-kit';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type Database, urlOf } from '../persistence/database/data-source.js';
import { LeaderSession } from '../persistence/database/leader-session.js';
import { Clock } from './clock.js';
import { HttpConfig } from './http-config.js';
import { HealthChecks } from './health-checks.js';
import { KeyringCheck } from './keyring-check.js';
import { DeadLetterNotifier } from './messaging/dead-letter-notifier.js';
import { OutboxPublisher } from './messaging/outbox-publisher.js';
import { UiNotifier } from './messaging/ui-notifier.js';
import { workerDemandProvider } from './messaging/worker-demand.provider.js';
import { LeaderOnlyConsumption } from './messaging/leader-only-consumption.js';
import { Notices } from './notices.service.js';
import { CronTasks } from './scheduler/cron-tasks.js';
import { Notifications } from './notifications.service.js';
import { LEADER_TIMES, LeaderLock } from './scheduler/leader-lock.js';
import { Scheduler } from './scheduler/scheduler.js';
import { TaskRecords } from './scheduler/task-records.js';
import { StorageIdentity } from './storage/storage-identity.js';

/** Parts that the process creates before the start. */
export interface PlatformParts {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly http: HttpConfig;
}

const PROVIDERS = [
  Clock,
  CronTasks,
  DeadLetterNotifier,
  HealthChecks,
  StorageIdentity,
  KeyringCheck,
  Notices,
  Notifications,
  OutboxPublisher,
  Scheduler,
  TaskRecords,
  UiNotifier,
  LeaderOnlyConsumption,
];

/** Services that every feature uses and that depend on no feature: scheduler, leader, health, messages, keys. */
@Global()
@Module({})
export class PlatformModule {
  static of({ db, keyring, http }: PlatformParts): DynamicModule {
    const given = [
      workerDemandProvider,
      { provide: Keyring, useValue: keyring },
      { provide: HttpConfig, useValue: http },
      {
        provide: LeaderLock,
        useFactory: ({ core }: ApiConfig) =>
          new LeaderLock((onEnd) =>
            LeaderSession.open(urlOf(db), {
              name: `${core.node}/${process.pid}`,
              idleTimeoutMs: LEADER_TIMES.sessionTimeoutMs,
              onEnd,
            }),
          ),
        inject: [CONFIG],
      },
    ];
    return {
      module: PlatformModule,
      providers: [...given, ...PROVIDERS],
      exports: [...given.map(({ provide }) => provide), ...PROVIDERS],
    };
  }
}
