import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Locks } from '../../db/advisory-lock.js';
import { SingletonRounds } from '../../workflows/singleton-rounds.js';
import { Settings } from '../settings/settings.service.js';
import { ChatDumpFiles } from './chat-dump-files.js';
import { DownloadJobs } from './download-jobs.js';

const EVERY_MS = 2000;

/** Keeps downloads going: as many at once as the operator wants, in order, and none forgotten. One api at a time. */
@Injectable()
export class DownloadRounds implements OnModuleDestroy {
  private readonly rounds: SingletonRounds;

  constructor(locks: Locks, private readonly jobs: DownloadJobs, private readonly dumps: ChatDumpFiles, private readonly settings: Settings) {
    this.rounds = new SingletonRounds(locks.of('downloads'), { name: 'downloads', everyMs: EVERY_MS, work: () => this.round() });
  }

  start(): void { this.rounds.start(); }
  /** After the commit that queued it. */
  added(jobName: string): void {
    this.jobs.added(jobName);
    this.rounds.wake();
  }

  /** One has ended. */
  wake(): void { this.rounds.wake(); }
  async onModuleDestroy(): Promise<void> { await this.rounds.stop(); }

  private async round(): Promise<void> {
    await this.jobs.askAgain();
    await this.dumps.look();
    await this.jobs.handOver(this.settings.get('downloads.concurrent'));
  }
}
