import { type ApiConfig } from '#libs/config';
import { CONFIG, Keyring } from '#libs/service-kit';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type Database, urlOf } from '../persistence/database/data-source.js';
import { LeaderSession } from '../persistence/database/leader-session.js';
import { Clock } from './clock.js';
import { DoorConfig } from './door-config.js';
import { HealthChecks } from './health-checks.js';
import { KeyCheck } from './key-check.js';
import { DeadLetterBell } from './messaging/dead-letter-bell.js';
import { Relay } from './messaging/relay.js';
import { UiBell } from './messaging/ui-bell.js';
import { WorkflowGate } from './messaging/workflow-gate.js';
import { Notices } from './notices.service.js';
import { LEADER_TIMES, LeaderLock } from './scheduler/leader-lock.js';
import { Scheduler } from './scheduler/scheduler.js';
import { TaskRecords } from './scheduler/task-records.js';
import { HouseStorage } from './storage/house-storage.js';

/** What the process is started with. */
export interface PlatformParts {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly door: DoorConfig;
}

const OWN = [
  Clock,
  DeadLetterBell,
  HealthChecks,
  HouseStorage,
  KeyCheck,
  Notices,
  Relay,
  Scheduler,
  TaskRecords,
  UiBell,
  WorkflowGate,
];

/** What every feature stands on and knows no feature: scheduler, leader, health, messages, keys. */
@Global()
@Module({})
export class PlatformModule {
  static of({ db, keyring, door }: PlatformParts): DynamicModule {
    const given = [
      { provide: Keyring, useValue: keyring },
      { provide: DoorConfig, useValue: door },
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
      providers: [...given, ...OWN],
      exports: [...given.map(({ provide }) => provide), ...OWN],
    };
  }
}
