import { type ChatMethod, objectKeys } from '#libs/contracts';
import { type PastVideo } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { Transactions, type Tx } from '../../db/tx.js';
import { ChannelRepository } from '../channel/channel.repository.js';
import { streamerOf } from '../chat/streamer-of.js';
import { SAVED_CHATS } from '../naming/library-place.js';
import { stretchText } from '../vod/stream-id.js';
import { VOD_MISSING } from '../vod/vod-faults.js';
import { type VodEntity } from '../vod/vod.entity.js';
import { VodRepository } from '../vod/vod.repository.js';
import { type DownloadCommand, DownloadJobs } from './download-jobs.js';
import { DownloadRounds } from './download-rounds.js';
import { matchedVideoOf } from './matched-video.js';

type Command = DownloadCommand<'chat-download'>;

/** Has the chat fetched that a site keeps beside a video. */
@Injectable()
export class ChatDownloads {
  constructor(
    private readonly transactions: Transactions,
    private readonly vods: VodRepository,
    private readonly channels: ChannelRepository,
    private readonly jobs: DownloadJobs,
    private readonly rounds: DownloadRounds,
  ) {}

  /** @returns the job's name @throws UserError `vod-missing` (404), `no-site-vod`, `job-running` (409) */
  async ofVod(vodUuid: string, method: ChatMethod): Promise<string> {
    const vod = await this.vods.find(vodUuid);
    if (!vod) throw VOD_MISSING();
    const video = matchedVideoOf(vod);
    const attempt = ulid();
    return this.add(
      {
        jobName: `${jobOf(video.videoId)}${stretchText(video)}`,
        attempt,
        vodUuid,
        providerKind: vod.providerKind,
        method,
        ...video,
        outKey: outOf(vod, attempt),
        workPrefix: `${objectKeys.vod(vodUuid)}chat-download/${attempt}/`,
        category: '',
        streamer: streamerOf(vod, await this.channels.find(vod.channelUuid)),
        ...videoFactsOf(vod),
      },
      vod,
    );
  }

  /**
   * By its address: to the VOD that is the same video, else a file of its own.
   * @returns the job's name, and where the chat will be
   */
  async ofVideo(
    providerKind: string,
    video: PastVideo,
    method: ChatMethod,
  ): Promise<{ readonly job: string; readonly place: string }> {
    const channel = await this.channels.bySource(providerKind, video.owner.id);
    const vod = channel ? await this.vods.bySiteVod(channel.uuid, video.id) : null;
    if (vod) return { job: await this.ofVod(vod.uuid, method), place: vod.basename };
    const attempt = ulid();
    const outKey = `${SAVED_CHATS}${video.owner.login}.${video.id}.chat.json`;
    const job = await this.add(
      {
        jobName: jobOf(video.id),
        attempt,
        vodUuid: null,
        providerKind,
        videoId: video.id,
        method,
        startedAt: video.createdAt.getTime(),
        fromMs: 0,
        toMs: null,
        outKey,
        workPrefix: `work/chat-download/${attempt}/`,
        streamer: { id: video.owner.id, login: video.owner.login, name: video.owner.displayName },
        title: video.title,
        category: '',
        lengthMs: video.durationMs,
      },
      null,
    );
    return { job, place: outKey };
  }

  /** Goes on with what is fetched. */
  async again(command: Command): Promise<void> {
    const vod = command.vodUuid === null ? null : await this.vods.find(command.vodUuid);
    if (command.vodUuid !== null && !vod) throw VOD_MISSING();
    const attempt = ulid();
    await this.put({ ...command, attempt, outKey: vod ? outOf(vod, attempt) : command.outKey }, vod);
  }

  private add(command: Command, vod: VodEntity | null): Promise<string> {
    const plain = command.jobName;
    const own = vod ? `${plain}_${vod.uuid}` : plain;
    return this.put(command, vod, (tx) =>
      this.jobs.nameIn(
        { plain, own, isOurs: (job) => this.jobs.commandOf('chat-download', job)?.vodUuid === command.vodUuid },
        tx,
      ),
    );
  }

  private async put(
    command: Command,
    vod: VodEntity | null,
    nameIn: (tx: Tx) => Promise<string> = () => Promise.resolve(command.jobName),
  ): Promise<string> {
    const jobName = await this.transactions.run(async (tx) => {
      const name = await nameIn(tx);
      await this.jobs.addIn(
        {
          kind: 'chat-download',
          title: vod ? `Chat of ${vod.basename}` : `Chat of video ${command.videoId}`,
          command: { ...command, jobName: name },
          vodUuid: vod?.uuid ?? null,
          channelUuid: vod?.channelUuid ?? null,
        },
        tx,
      );
      return name;
    });
    this.rounds.added(jobName);
    return jobName;
  }
}

const jobOf = (videoId: string): string => `chatdownload_${videoId}`;

/** As the site told when the VOD was matched. */
function videoFactsOf({
  siteVod,
  startedAt,
  title,
  mediaMs,
}: VodEntity): Pick<Command, 'startedAt' | 'title' | 'lengthMs'> {
  const { createdAt, durationMs, title: told } = siteVod ?? { createdAt: null, durationMs: null, title: '' };
  return {
    startedAt: createdAt ?? startedAt.getTime(),
    title: told === '' ? title : told,
    lengthMs: durationMs ?? mediaMs,
  };
}

const outOf = ({ uuid }: VodEntity, attempt: string): string =>
  `${objectKeys.vod(uuid)}chat/downloaded-${attempt}.json`;
