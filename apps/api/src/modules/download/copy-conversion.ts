import { COMMANDS, type ConvertTimeline, copyOf, objectKeys } from '#libs/contracts';
import { buildTimeline, mediaMs, words } from '#libs/domain';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '../../db/outbox.repository.js';
import { PartReader } from '../../workflows/part-reader.js';
import { Recording } from '../../workflows/recording.js';
import { Settings } from '../settings/settings.service.js';
import { VodRepository } from '../vod/vod.repository.js';
import { type DownloadCommand, DownloadJobs } from './download-jobs.js';

/** v0's name of the site's copy beside the recording (server-behaviour 1.11). */
const COPY_FILE = '_vod';

/** Has the file of a site's copy made; what follows from it is with `CopyFiles`. */
@Injectable()
export class CopyConversion {
  constructor(
    private readonly jobs: DownloadJobs,
    private readonly vods: VodRepository,
    private readonly recording: Recording,
    private readonly parts: PartReader,
    private readonly settings: Settings,
    private readonly outbox: Outbox,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /**
   * All of it is stored: its file is asked for. Safe to repeat: a converter answers a finished attempt from its
   * receipt.
   */
  async convert({ vodUuid, attempt, jobName, partId }: DownloadCommand<'download'>): Promise<void> {
    const vod = await this.vods.find(vodUuid);
    if (!vod) return;
    // Of the copy alone: the timeline of the recording is another one.
    const timeline = buildTimeline([await this.parts.read(copyOf(vodUuid), partId)]);
    const timelineKey = objectKeys.timeline(vodUuid, attempt);
    await this.storage.put(
      timelineKey,
      Buffer.from(
        JSON.stringify({
          vodUuid,
          runs: timeline.runs,
          chapters: [{ offsetMs: 0, title: vod.title }],
        } satisfies ConvertTimeline),
      ),
      { contentType: 'application/json' },
    );
    const command = {
      vodUuid,
      jobName,
      attempt,
      place: 'copy' as const,
      container: this.settings.get('vod_container'),
      basename: `${vod.basename}${COPY_FILE}`,
      channelFolder: vod.channelName,
      timelineKey,
    };
    await this.recording.change(
      vodUuid,
      () => true,
      async (_vod, tx) => {
        await this.outbox.command(COMMANDS.convert, command, tx);
        await this.jobs.note(
          jobName,
          {
            say: words('{{s}} s fetched; its file is made', { s: Math.round(mediaMs(timeline) / 1000) }),
            note: 'waits for a converter',
            progress: 0,
          },
          tx,
        );
      },
    );
  }
}
