import { type ApiConfig } from '#libs/config';
import { CONFIG } from '#libs/service-kit';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type Database, urlOf } from '../db/data-source.js';
import { LeaderSession } from '../db/leader-session.js';
import { HealthChecks } from './health/health-checks.js';
import { LEADER_TIMES, LeaderLock } from './scheduler/leader-lock.js';
import { LeaderRepository } from './scheduler/leader.repository.js';
import { Scheduler } from './scheduler/scheduler.js';
import { TaskRecords } from './scheduler/task-records.js';
import { TaskRepository } from './scheduler/task.repository.js';

const OWN = [HealthChecks, LeaderRepository, Scheduler, TaskRecords, TaskRepository];

/** What runs the features: the scheduler, the choice of the leading api, and their health. */
@Global()
@Module({})
export class PlatformModule {
  static of(db: Database): DynamicModule {
    const leaderLock = {
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
    };
    return { module: PlatformModule, providers: [leaderLock, ...OWN], exports: [LeaderLock, ...OWN] };
  }
}
