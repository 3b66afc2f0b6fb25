import { UserError } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { Recording } from '../../workflows/recording.js';
import { ChannelRepository } from '../channel/channel.repository.js';
import { VOD_MISSING } from '../vod/vod-faults.js';
import { type VodEntity } from '../vod/vod.entity.js';
import { VodRepository } from '../vod/vod.repository.js';
import { type DownloadCommand, DownloadJobs } from './download-jobs.js';
import { DownloadRounds } from './download-rounds.js';
import { SiteViewer } from './site-viewer.js';

type Command = DownloadCommand<'download'>;

/** Has the site's own copy of a recording fetched, to stand beside it. */
@Injectable()
export class CopyDownloads {
  constructor(private readonly vods: VodRepository, private readonly channels: ChannelRepository, private readonly recording: Recording, private readonly jobs: DownloadJobs, private readonly rounds: DownloadRounds, private readonly viewer: SiteViewer) {}

  /** @returns the job's name @throws UserError `vod-missing` (404), `no-site-vod`, `job-running` (409) */
  async begin(vodUuid: string, quality: string): Promise<string> {
    const vod = await this.vods.find(vodUuid);
    if (!vod) throw VOD_MISSING();
    const videoId = siteVideoOf(vod);
    const channel = await this.channels.find(vod.channelUuid);
    if (!channel) throw VOD_MISSING();
    const command: Command = {
      jobName: `download_vod_${videoId}`, attempt: ulid(), partId: ulid(), vodUuid, place: 'copy', providerKind: vod.providerKind, videoId, startedAt: vod.siteVod?.createdAt ?? vod.startedAt.getTime(), fromMs: 0, toMs: null,
      qualities: [quality], nearestBelow: false, ...(await this.viewer.of(channel)),
    };
    await this.add(command);
    return command.jobName;
  }

  /** Goes on behind what is stored; after a stop nothing is. */
  async again(command: Command): Promise<void> { await this.add({ ...command, attempt: ulid() }); }

  private async add(command: Command): Promise<void> {
    const vod = await this.recording.change(command.vodUuid, () => true, (row, tx) => this.jobs.addIn({ kind: 'download', title: row.basename, command, vodUuid: row.uuid, channelUuid: row.channelUuid }, tx));
    if (!vod) throw VOD_MISSING();
    this.rounds.added(command.jobName);
  }
}

/** @throws UserError `no-site-vod` */
export function siteVideoOf({ siteVod }: Pick<VodEntity, 'siteVod'>): string {
  if (!siteVod?.id) throw new UserError('no-site-vod', 'No twitch_vod_id: match this VOD with its video at the site first.');
  return siteVod.id;
}
