import { notImplementedMessage, type NotImplementedRoute, SCHEDULED } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { Sites } from '../../sites/sites.js';
import { SiteVodCheckJob } from '../site-vod/site-vod-check-job.js';
import { type SiteCheck } from '../../persistence/repositories/site-vod.repository.js';
import { Schedules } from '../schedule/schedules.service.js';
import { SiteAccounts } from '../sites/site-accounts.service.js';

type Scheduled = (typeof SCHEDULED)[number];
/** Runs at once, or returns the name of the job that runs it. */
type Run = () => Promise<string | null>;

/** Runs schedules on request (v0's `runscheduler` and cron routes). */
@Injectable()
export class ScheduledRuns {
  private readonly runs: Readonly<Record<Scheduled, Run>>;

  constructor(
    private readonly checks: SiteVodCheckJob,
    schedules: Schedules,
    sites: Sites,
    accounts: SiteAccounts,
  ) {
    this.runs = {
      check_muted_vods: () => schedules.runNow('check_muted_vods'),
      check_deleted_vods: () => schedules.runNow('check_deleted_vods'),
      match_vods: () => schedules.runNow('match_vods'),
      clipdownload: () => schedules.runNow('clipdownload'),
      validate_oauth: async () => {
        for (const { kind } of sites.all().filter(({ account }) => account !== null)) await accounts.testUser(kind);
        return null;
      },
      export_vods: () => Promise.reject(notImplementedYet('later.export-automatically')),
    };
  }

  /**
   * @returns name of the job; null if the task is done
   * @throws UserError `no-such-schedule`, `no-clip-channels`, `job-running` (409), `comes-later` (501)
   */
  run(name: string): Promise<string | null> {
    const known = SCHEDULED.find((one) => one === name);
    if (known === undefined)
      throw new UserError(message('error.no-such-schedule'), {
        fields: [{ path: 'name', message: message('field.one-of', { choices: SCHEDULED }) }],
      });
    return this.runs[known]();
  }

  /** @param force also check VODs that already have a result */
  check(what: SiteCheck, force: boolean): Promise<string> {
    return this.checks.start({ what, force });
  }
}

const notImplementedYet = (what: NotImplementedRoute['what']) =>
  new UserError(notImplementedMessage({ what, fate: { comes: 'later.issue.automation' } }), { status: 501 });
