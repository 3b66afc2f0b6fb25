import { type SettingKey } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { type CronTask, CronTasks } from '../../platform/scheduler/cron-tasks.js';
import { Settings } from '../../settings/settings.service.js';
import { AutomaticCleanup } from '../cleanup/automatic-cleanup.js';
import { SiteVodCheckJob } from '../site-vod/site-vod-check-job.js';
import { BackupJob } from './backup-job.js';
import { ClipScheduleJob } from './clip-schedule-job.js';
import { SelfTestJob } from './self-test-job.js';
import { VerifyFilesJob } from './verify-files-job.js';

type CronName = Extract<SettingKey, `schedule.cron.${string}`> extends `schedule.cron.${infer Name}` ? Name : never;
type Switch =
  | 'schedule_muted_vods'
  | 'schedule_deleted_vods'
  | 'schedule_match_vods'
  | 'scheduler.clipdownload.enabled';

/** The schedules of the installation: when they run and what they start. */
@Injectable()
export class Schedules {
  constructor(
    private readonly tasks: CronTasks,
    private readonly settings: Settings,
    cleanup: AutomaticCleanup,
    checks: SiteVodCheckJob,
    clips: ClipScheduleJob,
    backup: BackupJob,
    files: VerifyFilesJob,
    selfTest: SelfTestJob,
  ) {
    this.add('check_muted_vods', (also) => checks.start({ what: 'check_muted_vods' }, also), 'schedule_muted_vods');
    this.add(
      'check_deleted_vods',
      (also) => checks.start({ what: 'check_deleted_vods' }, also),
      'schedule_deleted_vods',
    );
    this.add('match_vods', (also) => checks.start({ what: 'match_vods' }, also), 'schedule_match_vods');
    this.add('clipdownload', (also) => clips.start(also), 'scheduler.clipdownload.enabled');
    this.add('clean_up', async (also) => (await cleanup.all(also)).job);
    this.add('backup', (also) => backup.start(also));
    this.add('verify_files', (also) => files.start(also));
    this.add('self_test', (also) => selfTest.start(also));
  }

  /** @returns name of the job; null if there is nothing to do @throws UserError `job-running` (409) */
  runNow(name: CronName): Promise<string | null> {
    return this.tasks.runNow(name);
  }

  private add(name: CronName, start: CronTask['start'], isOn?: Switch): void {
    const cron = (): string | null => {
      const text = this.settings.get(`schedule.cron.${name}`);
      return text === '' || (isOn !== undefined && !this.settings.get(isOn)) ? null : text;
    };
    this.tasks.register({ name, cron, start });
  }
}
