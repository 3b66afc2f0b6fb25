import { chatDownloadJob, type ChatMethod, ChatRecord, type JobInput, objectKeys } from '#libs/contracts';
import { message } from '#libs/messages';
import { type PastVideo } from '#libs/providers';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ulid } from 'ulid';
import { z } from 'zod';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Transactions } from '../../persistence/database/tx.js';
import { type InSameTransaction } from '../../jobs/new-job.js';
import {
  requestedInput,
  inputOf,
  type JobChange,
  type JobReport,
  type StageEnd,
  type WorkerJobStage,
} from '../../jobs/worker-job-stage.js';
import { WorkerJobs } from '../../jobs/worker-jobs.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { dropInterruptedChats, otherPartIds } from '../chat/interrupted-chats.js';
import { putChatChunk } from '../chat/put-chat-chunk.js';
import { streamerOf } from '../../vods/streamer-of.js';
import { JOB_MISSING } from '../../jobs/job-faults.js';
import { type JobEntity } from '../../persistence/entities/job.entity.js';
import { libraryPlace, SAVED_CHATS, SAVED_VODS } from '../../library/library-place.js';
import { DOWNLOADED_CHAT } from '../../library/vod-file-list.js';
import { Settings } from '../../settings/settings.service.js';
import { stretchText } from '../../persistence/entities/stream-id.js';
import { startedChat } from '../../persistence/entities/vod-chat.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { downloadQueue } from './download-queue.js';
import { matchedVideoOf } from './matched-video.js';

type Input = JobInput<typeof chatDownloadJob>;
type Report = JobReport<typeof chatDownloadJob>;
/** Library path of the new file, and the key of the file of the same VOD that it replaces. */
interface PublishedChat {
  readonly libraryPath: string | null;
  readonly replaced: string | null;
}

/** `vod`: null for a video without one. */
interface ChatRequest {
  readonly vod: VodEntity | null;
  readonly input: Input;
  readonly also?: InSameTransaction | undefined;
}

const Line = z.object({ record: ChatRecord });

/**
 * Downloads the chat of a video from its site. For a VOD the chat becomes a file next to it (v0's name), and the VOD's
 * own chat if the VOD has none. For any other video it becomes a saved file.
 */
@Injectable()
export class ChatDownloadJob implements WorkerJobStage<typeof chatDownloadJob, PublishedChat> {
  readonly name = 'chat-download';
  readonly kind = 'chat-download';
  readonly def = chatDownloadJob;
  readonly locksVod = 'done';
  readonly queue = downloadQueue(this.settings);
  private readonly log = new Logger('download');

  constructor(
    private readonly jobs: WorkerJobs,
    private readonly settings: Settings,
    private readonly transactions: Transactions,
    private readonly vods: VodRepository,
    private readonly channels: ChannelRepository,
    private readonly writer: VodWriter,
    private readonly notifier: UiNotifier,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    jobs.register(this);
  }

  /**
   * @param also work in the transaction that adds the job
   * @returns name of the job
   * @throws UserError `vod-missing` (404), `no-site-vod`, `job-running` (409)
   */
  async startForVod(vodUuid: string, method: ChatMethod, also?: InSameTransaction): Promise<string> {
    const vod = await this.vods.find(vodUuid);
    if (!vod) throw VOD_MISSING();
    const { videoId, ...stretch } = matchedVideoOf(vod);
    const attempt = ulid();
    return this.add(`${jobNameOf(videoId)}${stretchText(stretch)}`, attempt, {
      vod,
      input: {
        vodUuid,
        providerKind: vod.providerKind,
        method,
        videoId,
        ...stretch,
        outKey: outKeyOf(vod, attempt),
        workPrefix: `${objectKeys.vod(vodUuid)}chat-download/${attempt}/`,
        category: '',
        streamer: streamerOf(vod, await this.channels.find(vod.channelUuid)),
        ...videoInfoOf(vod),
      },
      also,
    });
  }

  /**
   * Downloads the chat of a video by its address: for the VOD of the same video if there is one, else as a saved file.
   * @returns name of the job, and the place of the chat
   */
  async startForVideo(
    providerKind: string,
    video: PastVideo,
    method: ChatMethod,
  ): Promise<{ readonly job: string; readonly place: string }> {
    const channel = await this.channels.bySource(providerKind, video.owner.id);
    const vod = channel ? await this.vods.bySiteVod(channel.uuid, video.id) : null;
    if (vod) return { job: await this.startForVod(vod.uuid, method), place: vod.basename };
    const attempt = ulid();
    const outKey = `${SAVED_CHATS}${video.owner.login}.${video.id}.chat.json`;
    const job = await this.add(jobNameOf(video.id), attempt, {
      vod: null,
      input: {
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
    });
    return { job, place: outKey };
  }

  async prepare(job: JobEntity, { result: { key } }: Report): Promise<PublishedChat> {
    const input = inputOf(this, job);
    if (!input) return { libraryPath: null, replaced: null };
    const published = await (input.vodUuid === null
      ? this.publishSaved(key)
      : this.publishForVod(input.vodUuid, key, input));
    // The work files must be deleted before the job ends: nothing deletes them afterwards.
    await this.storage.deletePrefix(input.workPrefix);
    return published;
  }

  private async publishSaved(key: string): Promise<PublishedChat> {
    const place = { channel: SAVED_VODS, name: key.slice(SAVED_CHATS.length) };
    return { libraryPath: (await this.storage.library?.publish(key, place)) ?? null, replaced: null };
  }

  private async publishForVod(vodUuid: string, key: string, input: Input): Promise<PublishedChat> {
    const vod = await this.vods.find(vodUuid);
    if (!vod) {
      await this.storage.delete([key]);
      return { libraryPath: null, replaced: null };
    }
    const { library } = this.storage;
    const before = vod.downloadedChat;
    const place = libraryPlace(vod, `${vod.basename}${DOWNLOADED_CHAT}`);
    const libraryPath = (await library?.publish(key, place, before?.libraryPath ?? undefined)) ?? null;
    if (!vod.chat) await this.saveAsVodChat(vod, input.workPrefix);
    return { libraryPath, replaced: before && before.key !== key ? before.key : null };
  }

  done(
    { result: { key, sizeBytes, messages } }: Report,
    change: JobChange & { prepared: PublishedChat },
  ): Promise<StageEnd> {
    const { job, vod, prepared } = change;
    if (vod) {
      const { libraryPath } = prepared;
      vod.downloadedChat = { attempt: job.attempt ?? '', key, sizeBytes, messages, libraryPath };
      this.log.log(`${vod.basename}: chat downloaded (${messages} messages)`);
    }
    return Promise.resolve({ say: message('job.messages', { n: messages }) });
  }

  async after(_report: Report, { job, prepared }: { job: JobEntity; prepared: PublishedChat | null }): Promise<void> {
    if (prepared?.replaced) await this.storage.delete([prepared.replaced]);
    if (job.vodUuid !== null) this.notifier.notify('vod', job.vodUuid, { actions: ['vod_updated'] });
  }

  /** A cancelled download leaves no files. */
  async stopped(job: JobEntity): Promise<void> {
    const input = inputOf(this, job);
    if (input) await this.storage.deletePrefix(input.workPrefix);
  }

  /** Continues with the chat that is already downloaded. */
  async retry(job: JobEntity): Promise<void> {
    const input = requestedInput(this, job);
    if (!input) throw JOB_MISSING(job.name);
    const vod = input.vodUuid === null ? null : await this.vods.find(input.vodUuid);
    if (input.vodUuid !== null && !vod) throw VOD_MISSING();
    const attempt = ulid();
    await this.put(job.name, attempt, {
      vod,
      input: { ...input, outKey: vod ? outKeyOf(vod, attempt) : input.outKey },
    });
  }

  private add(plain: string, attempt: string, { vod, input, also }: ChatRequest): Promise<string> {
    const isOurs = (job: JobEntity): boolean => requestedInput(this, job)?.vodUuid === input.vodUuid;
    return this.put({ plain, own: vod ? `${plain}_${vod.uuid}` : plain, isOurs }, attempt, { vod, input, also });
  }

  private async put(
    named: string | Parameters<WorkerJobs['chooseName']>[0],
    attempt: string,
    { vod, input, also }: ChatRequest,
  ): Promise<string> {
    const name = await this.transactions.run(async (tx) => {
      const free = typeof named === 'string' ? named : await this.jobs.chooseName(named, tx);
      await this.jobs.add(
        this,
        {
          name: free,
          attempt,
          title: vod
            ? message('job.title.chat', { name: vod.basename })
            : message('job.title.video-chat', { id: input.videoId }),
          vodUuid: vod?.uuid ?? null,
          channelUuid: vod?.channelUuid ?? null,
          input,
        },
        tx,
      );
      await also?.(free, tx);
      return free;
    });
    this.jobs.added(name);
    return name;
  }

  /**
   * Saves the chat as the chat of a VOD that has none, in chunks like those of a recorder, so that it plays like any
   * other chat. If the VOD got a chat in the meantime, that one stays: it was received live and contains messages that
   * moderators deleted later.
   */
  private async saveAsVodChat({ uuid: vodUuid }: VodEntity, workPrefix: string): Promise<void> {
    const partId = ulid();
    let n = 0;
    for await (const { key } of this.storage.list(workPrefix)) {
      const records = recordsOf((await this.storage.read(key)).toString('utf8'));
      if (records.length > 0) await putChatChunk(this.storage, { vodUuid, partId, n: n++ }, records);
    }
    const partIds = await otherPartIds(this.storage, { vodUuid, partId });
    const began = await this.writer.update(vodUuid, (row) => {
      if (row.chat) return false;
      row.chat = startedChat(null);
      return true;
    });
    if (began) await dropInterruptedChats(this.storage, { vodUuid, partIds });
    else await this.storage.deletePrefix(objectKeys.chat(vodUuid, partId));
  }
}

const jobNameOf = (videoId: string): string => `chatdownload_${videoId}`;

/** Video details that the site reported when the VOD was matched. */
function videoInfoOf({
  siteVod,
  startedAt,
  title,
  mediaMs,
}: VodEntity): Pick<Input, 'startedAt' | 'title' | 'lengthMs'> {
  const { createdAt, durationMs, title: siteTitle } = siteVod ?? { createdAt: null, durationMs: null, title: '' };
  return {
    startedAt: createdAt ?? startedAt.getTime(),
    title: siteTitle === '' ? title : siteTitle,
    lengthMs: durationMs ?? mediaMs,
  };
}

const outKeyOf = ({ uuid }: VodEntity, attempt: string): string =>
  `${objectKeys.vod(uuid)}chat/downloaded-${attempt}.json`;

/** Parses the records of a chunk. The first line contains the position of the chunk. */
const recordsOf = (text: string): ChatRecord[] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .flatMap((line) => Line.safeParse(JSON.parse(line)).data?.record ?? []);
