import { UserError } from '#libs/errors';
import { type Message, message, verbatim } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { type z } from 'zod';
import { type ApiJobRun } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { VodFiles } from '../../workflows/vod-files.js';
import { SegmentRetention } from '../../workflows/segment-retention.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { LibraryLinks } from '../../library/library-links.js';
import { DELETE, type Rest } from './delete-job.js';
import { DeleteVod } from './delete-vod.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

type Run = ApiJobRun<z.infer<typeof DELETE.schema>>;
type Input<W extends Run['input']['what']> = Extract<Run['input'], { what: W }>;

/** Long deletions as jobs. Each step is safe to repeat. */
@Injectable()
export class Deletions {
  constructor(
    private readonly apiJobs: ApiJobs,
    private readonly vods: VodRepository,
    private readonly channels: ChannelRepository,
    private readonly deletion: DeleteVod,
    private readonly links: LibraryLinks,
    private readonly vodFiles: VodFiles,
    private readonly segments: SegmentRetention,
    private readonly notifier: UiNotifier,
  ) {
    apiJobs.register(DELETE, (run) => this.work(run));
  }

  /**
   * Deletes all VODs of a channel in a job, except the archived ones.
   * @returns name of the job
   * @throws UserError `no-vods`, `job-running` (409)
   */
  async deleteAllOf(channelUuid: string): Promise<string> {
    const channel = await this.channels.find(channelUuid);
    if (!channel || (await this.vodsToDelete(channelUuid)).length === 0) throw new UserError(message('error.no-vods'));
    return this.apiJobs.add(DELETE, {
      name: `deleteallvods_${channel.internalName}`,
      title: message('job.title.all-vods', { name: channel.displayName }),
      channelUuid,
      input: { what: 'channel', channelUuid },
    });
  }

  /** Archived VODs are not in the list of a channel, and stay. */
  private async vodsToDelete(channelUuid: string): Promise<VodEntity[]> {
    return (await this.vods.listOf([channelUuid])).filter((v) => v.archivedAt === null);
  }

  /**
   * Deletes VODs at once for all clients; one job deletes their objects.
   * @throws as {@link DeleteVod.run}; the VODs before the failing one are deleted
   */
  async deleteMany(uuids: readonly string[], title: Message): Promise<void> {
    const rests: Rest[] = [];
    try {
      for (const uuid of uuids) rests.push(await this.deletion.deleteRows(uuid));
    } finally {
      if (rests.length > 0)
        await this.apiJobs.add(DELETE, { name: `delete_${randomUUID()}`, title, input: { what: 'rests', rests } });
    }
  }

  private work(run: Run): Promise<Message> {
    const { input } = run;
    switch (input.what) {
      case 'rests':
        return this.deleteObjects(input, run);
      case 'files':
        return this.files(input);
      case 'channel':
        return this.channel(input.channelUuid, run);
    }
  }

  private async deleteObjects({ rests }: Input<'rests'>, { signal, progress, count, counted }: Run): Promise<Message> {
    for (const [n, rest] of rests.entries()) {
      signal.throwIfAborted();
      progress(n / rests.length, verbatim(rest.basename));
      await count(await this.deletion.deleteObjects(rest));
    }
    const { objects = 0, bytes = 0 } = await counted();
    return message('job.deleted-objects-mb', { n: objects, mb: Math.round(bytes / 1e6) });
  }

  private async files({ vodUuid, keys, segments }: Input<'files'>): Promise<Message> {
    await this.links.dropOld(vodUuid);
    await this.vodFiles.deleteObjects(keys);
    const vod = segments ? await this.vods.find(vodUuid) : null;
    const gone = vod?.segmentsGone === true ? await this.segments.delete(vod) : { objects: 0 };
    this.notifier.notify('vod', vodUuid);
    return message('job.deleted-objects', { n: keys.length + gone.objects });
  }

  /** Skips and names a VOD that must not be deleted; deletes the others. */
  private async channel(channelUuid: string, { signal, progress, say, count, counted }: Run): Promise<Message> {
    const vods = await this.vodsToDelete(channelUuid);
    const retained: string[] = [];
    for (const [n, vod] of vods.entries()) {
      signal.throwIfAborted();
      progress(n / vods.length, verbatim(vod.basename));
      if ((await this.deletion.runOrReport(vod, say, { also: (_, tx) => count({ vods: 1 }, tx) })) === null)
        retained.push(vod.basename);
    }
    const { vods: gone = 0 } = await counted();
    if (retained.length > 0)
      throw new UserError(
        message('error.vods-kept', { gone, kept: retained.length, names: retained.slice(0, 20).join(', ') }),
      );
    return message('job.deleted-vods', { n: gone });
  }
}
