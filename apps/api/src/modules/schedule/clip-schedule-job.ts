import { localizedOf, UserError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { type PastClip } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type ApiJobRun, defineApiJob } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { type InSameTransaction } from '../../jobs/new-job.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { Settings } from '../../settings/settings.service.js';
import { Sites } from '../../sites/sites.js';
import { videoArchiveOf } from '../../sites/video-archive-of.js';
import { ClipDownloadJob } from '../download/clip-download-job.js';

const CLIPS = defineApiJob('clips', z.strictObject({}));
type Run = ApiJobRun<z.infer<typeof CLIPS.schema>>;
const PAGE_SIZE = 100;

interface Source {
  readonly providerKind: string;
  readonly sourceId: string;
}

/** Downloads the most viewed new clips of the channels in the settings. */
@Injectable()
export class ClipScheduleJob {
  constructor(
    private readonly apiJobs: ApiJobs,
    private readonly clips: ClipDownloadJob,
    private readonly channels: ChannelRepository,
    private readonly sites: Sites,
    private readonly settings: Settings,
  ) {
    apiJobs.register(CLIPS, (run) => this.run(run));
  }

  /** @returns name of the job @throws UserError `no-clip-channels`, `job-running` (409) */
  async start(also: InSameTransaction): Promise<string> {
    if (this.logins().length === 0) throw new UserError(message('error.no-clip-channels'));
    return this.apiJobs.add(CLIPS, { name: 'clipdownload', title: message('job.title.clips'), input: {} }, also);
  }

  /** A failure of one channel or clip does not stop the others. A clip that was downloaded before is skipped. */
  private async run({ signal, say, progress }: Run): Promise<Message> {
    const logins = this.logins();
    let queued = 0;
    for (const [i, login] of logins.entries()) {
      signal.throwIfAborted();
      try {
        queued += await this.ofChannel(login, { signal, say });
      } catch (thrown) {
        signal.throwIfAborted();
        say(message('job.name-remark', { name: login, remark: localizedOf(thrown) }));
      }
      progress((i + 1) / logins.length, message('job.channels', { n: i + 1, all: logins.length }));
    }
    return message('job.clips-queued', { n: queued });
  }

  private async ofChannel(login: string, { signal, say }: Pick<Run, 'signal' | 'say'>): Promise<number> {
    const { providerKind, sourceId } = await this.sourceOf(login, signal);
    let queued = 0;
    for (const { id, title } of await this.wanted({ providerKind, sourceId }, signal))
      try {
        await this.clips.begin({ providerKind, id, quality: 'best', withChat: true, under: 'scheduler' });
        queued += 1;
        say(message('job.title.clip', { name: title }));
      } catch (thrown) {
        signal.throwIfAborted();
        if (!isKnown(thrown)) say(message('job.name-remark', { name: title, remark: localizedOf(thrown) }));
      }
    return queued;
  }

  /** The most viewed clips that are not too old. */
  private async wanted({ providerKind, sourceId }: Source, signal: AbortSignal): Promise<PastClip[]> {
    const since = Date.now() - this.settings.get('scheduler.clipdownload.age') * 1000;
    const { rows } = await videoArchiveOf(this.sites, providerKind).clips(
      sourceId,
      { limit: PAGE_SIZE, from: new Date(since), to: new Date() },
      signal,
    );
    return rows
      .filter((clip) => clip.createdAt.getTime() >= since)
      .toSorted((a, b) => b.viewCount - a.viewCount)
      .slice(0, this.settings.get('scheduler.clipdownload.amount'));
  }

  private async sourceOf(login: string, signal: AbortSignal): Promise<Source> {
    const channel = await this.channels.byRef(login);
    if (channel) return channel;
    // As in v0, the channel need not be followed.
    const site = this.sites.all().find(({ videoArchive }) => videoArchive);
    if (!site) throw new UserError(message('error.no-past.channel'));
    return { providerKind: site.kind, sourceId: (await site.identify(login, signal)).sourceId };
  }

  private logins(): string[] {
    return this.settings
      .get('scheduler.clipdownload.channels')
      .split(/[\s,]+/)
      .filter((login) => login !== '')
      .map((login) => login.toLowerCase());
  }
}

/** Whether the clip is saved already, or its download runs. */
const isKnown = (thrown: unknown): boolean =>
  thrown instanceof UserError && (thrown.code.startsWith('clip-known') || thrown.code.startsWith('job-running'));
