import { localizedOf } from '#libs/errors';
import { type Message, message, verbatim } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defineApiJob, type ApiJobRun } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { type InSameTransaction } from '../../jobs/new-job.js';
import { SITE_CHECKS, type SiteCheck, SiteVodRepository } from '../../persistence/repositories/site-vod.repository.js';
import { SiteVodCheckService } from './site-vod-check.service.js';

const CHECK = defineApiJob(
  'check',
  z.strictObject({
    what: z.enum(SITE_CHECKS),
    channelUuid: z.uuid().nullable(),
    /** Also check VODs that already have a result. */
    force: z.boolean(),
  }),
);
type Input = z.infer<typeof CHECK.schema>;

/** VODs per request to a site (Helix accepts 100 ids). */
const PAGE_SIZE = 100;

interface SiteVodQuery {
  readonly what: SiteCheck;
  readonly channel?: { readonly uuid: string; readonly internalName: string };
  readonly force?: boolean;
}

/** Checks many VODs at their sites, as a job. */
@Injectable()
export class SiteVodCheckJob {
  constructor(
    private readonly apiJobs: ApiJobs,
    private readonly site: SiteVodCheckService,
    private readonly rows: SiteVodRepository,
  ) {
    apiJobs.register(CHECK, (run) => this.run(run));
  }

  /**
   * @param also work in the transaction that adds the job
   * @returns name of the job
   * @throws UserError `job-running` (409)
   */
  start({ what, channel, force = false }: SiteVodQuery, also?: InSameTransaction): Promise<string> {
    const name = channel ? `${what}_${channel.internalName}` : what;
    const job = {
      name,
      title: channel ? verbatim(channel.internalName) : message('job.title.all-channels'),
      channelUuid: channel?.uuid ?? null,
      input: { what, channelUuid: channel?.uuid ?? null, force },
    };
    return this.apiJobs.add(CHECK, job, also);
  }

  private run(job: ApiJobRun<Input>): Promise<Message> {
    switch (job.input.what) {
      case 'check_deleted_vods':
        return this.checkDeleted(job);
      case 'check_muted_vods':
        return this.checkMuted(job);
      case 'match_vods':
        return this.matchChannels(job);
    }
  }

  private async checkDeleted({ input, signal, progress, say }: ApiJobRun<Input>): Promise<Message> {
    const all = await this.rows.count(input);
    let [seen, gone] = [0, 0];
    for await (const vods of this.rows.pages(input, PAGE_SIZE)) {
      signal.throwIfAborted();
      const lost = await this.site.checkExistence(vods, signal);
      for (const vod of lost) say(message('job.video-gone-from-site', { name: vod.basename }));
      gone += lost.length;
      seen += vods.length;
      progress(seen / all, message('job.n-of-all', { n: seen, all }));
    }
    return gone === 1
      ? message('job.vods-looked-1-gone', { n: seen })
      : message('job.vods-looked-gone', { n: seen, gone });
  }

  private async checkMuted({ input, signal, progress, say }: ApiJobRun<Input>): Promise<Message> {
    const all = await this.rows.count(input);
    let [seen, muted, failed] = [0, 0, 0];
    for await (const vods of this.rows.pages(input, PAGE_SIZE)) {
      for (const { uuid, basename } of vods) {
        signal.throwIfAborted();
        try {
          if ((await this.site.checkMute(uuid, signal)).muted === 'yes') {
            muted += 1;
            say(message('job.parts-muted-site', { name: basename }));
          }
        } catch (thrown) {
          // a failed check does not stop the others
          failed += 1;
          say(message('job.name-remark', { name: basename, remark: localizedOf(thrown) }));
        }
        seen += 1;
        progress(seen / all, message('job.n-of-all', { n: seen, all }));
      }
    }
    return failed > 0
      ? message('job.vods-looked-muted-failed', {
          n: seen,
          muted,
          failed,
        })
      : message('job.vods-looked-muted', { n: seen, muted });
  }

  private async matchChannels({ input, signal, progress, say }: ApiJobRun<Input>): Promise<Message> {
    const channels = await this.rows.channels(input);
    let [seen, found] = [0, 0];
    for (const [i, channelUuid] of channels.entries()) {
      signal.throwIfAborted();
      const vods = await this.rows.ofChannel({ ...input, channelUuid });
      seen += vods.length;
      try {
        found += await this.site.matchAll(vods, signal);
      } catch (thrown) {
        say(message('job.name-remark', { name: vods[0]?.channelDisplay ?? '', remark: localizedOf(thrown) }));
      }
      progress((i + 1) / channels.length, message('job.channels', { n: i + 1, all: channels.length }));
    }
    return message('job.vods-matched', { n: found, all: seen });
  }
}
