import { messageOf } from '#libs/errors';
import { Injectable, Logger } from '@nestjs/common';
import { ulid } from 'ulid';
import { type Tx } from '../../db/tx.js';
import { Recording } from '../../workflows/recording.js';
import { ChannelRepository } from '../channel/channel.repository.js';
import { VOD_MISSING } from '../vod/vod-faults.js';
import { type VodEntity } from '../vod/vod.entity.js';
import { VodRepository } from '../vod/vod.repository.js';
import { CopyFiles } from './copy-files.js';
import { type DownloadCommand, DownloadJobs, type JobNames } from './download-jobs.js';
import { DownloadRounds } from './download-rounds.js';
import { matchedVideoOf } from './matched-video.js';
import { SiteViewer } from './site-viewer.js';

type Command = DownloadCommand<'download'>;

/** Has the site's own copy of a recording fetched, to stand beside it. */
@Injectable()
export class CopyDownloads {
  private readonly log = new Logger('download');

  constructor(
    private readonly vods: VodRepository,
    private readonly channels: ChannelRepository,
    private readonly recording: Recording,
    private readonly jobs: DownloadJobs,
    private readonly rounds: DownloadRounds,
    private readonly viewer: SiteViewer,
    private readonly files: CopyFiles,
  ) {}

  /** @returns the job's name @throws UserError `vod-missing` (404), `no-site-vod`, `job-running` (409) */
  async begin(vodUuid: string, quality: string): Promise<string> {
    const vod = await this.vods.find(vodUuid);
    if (!vod) throw VOD_MISSING();
    const video = matchedVideoOf(vod);
    const channel = await this.channels.find(vod.channelUuid);
    if (!channel) throw VOD_MISSING();
    const command: Command = {
      jobName: `download_vod_${video.videoId}`,
      attempt: ulid(),
      partId: ulid(),
      vodUuid,
      place: 'copy',
      providerKind: vod.providerKind,
      ...video,
      startedAt: vod.siteVod?.createdAt ?? vod.startedAt.getTime(),
      qualities: [quality],
      nearestBelow: false,
      ...(await this.viewer.of(channel)),
    };
    const jobName = await this.add(command, (row, tx) => this.jobs.nameIn(this.namesOf(row, command), tx));
    await this.files.dropOthers(vodUuid, command.partId).catch((thrown: unknown) => {
      this.log.warn(`${vod.basename}: what an earlier copy left stays until this one is here: ${messageOf(thrown)}`);
    });
    return jobName;
  }

  /** Goes on behind what is stored; after a stop nothing is. */
  async again(command: Command): Promise<void> {
    await this.add({ ...command, attempt: ulid() }, () => Promise.resolve(command.jobName));
  }

  private async add(command: Command, nameOf: (row: VodEntity, tx: Tx) => Promise<string>): Promise<string> {
    let { jobName } = command;
    const vod = await this.recording.change(
      command.vodUuid,
      () => true,
      async (row, tx) => {
        jobName = await nameOf(row, tx);
        await this.jobs.addIn(
          {
            kind: 'download',
            title: row.basename,
            command: { ...command, jobName },
            vodUuid: row.uuid,
            channelUuid: row.channelUuid,
          },
          tx,
        );
      },
    );
    if (!vod) throw VOD_MISSING();
    this.rounds.added(jobName);
    return jobName;
  }

  /** The download of a video has v0's name for itself: of a VOD that was made of one, the copy never has it. */
  private namesOf({ uuid, download }: VodEntity, { jobName }: Command): JobNames {
    return {
      plain: download ? null : jobName,
      own: `${jobName}_copy_${uuid}`,
      isOurs: (job) => {
        const command = this.jobs.commandOf('download', job);
        return command?.place === 'copy' && command.vodUuid === uuid;
      },
    };
  }
}
