import {
  chatDownloadJob,
  type JobInput,
  objectKeys,
  type RepairGap,
  type RepairPlan,
  repairJob,
  repairOf,
  videoDownloadJob,
} from '#libs/contracts';
import { adMs, buildTimeline, planRepair, stretchesOf, truncatedSegments } from '#libs/domain';
import { type Message, message, verbatim } from '#libs/messages';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import {
  inputOf,
  type JobChange,
  type JobReport,
  type StageEnd,
  type WorkerJobStage,
} from '../../jobs/worker-job-stage.js';
import { WorkerJobs } from '../../jobs/worker-jobs.js';
import { JOB_MISSING } from '../../jobs/job-faults.js';
import { lockJobName } from '../../jobs/lock-job-name.js';
import { Transactions } from '../../persistence/database/tx.js';
import { type JobEntity } from '../../persistence/entities/job.entity.js';
import { startedChat, withNewChatFile } from '../../persistence/entities/vod-chat.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { putJson } from '../../platform/storage/put-json.js';
import { newPart } from '../../recordings/part-update.js';
import { Settings } from '../../settings/settings.service.js';
import { PartReader } from '../../vods/part-reader.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { addChatRepair, addRepair, type RepairReport } from '../../vods/repair-report.js';
import { resetToRepeat } from '../../vods/repeated-conversion.js';
import { gapsWithEnd } from '../../vods/unrecorded.js';
import { type ClaimStage } from '../../workflows/vod-stages.js';
import { downloadQueue } from '../download/download-queue.js';
import { SiteViewer } from '../download/site-viewer.js';
import { chatFolderOf, ChatRepair } from '../download/chat-repair.js';
import { reportOf } from './repair-outcome.js';

const DOWNLOAD_STAGE = { name: 'repair-download', def: videoDownloadJob } as const;
const CHAT_STAGE = { name: 'repair-chat', def: chatDownloadJob } as const;
const FILL_STAGE = { name: 'repair-fill', def: repairJob } as const;

const SEPARATE_AUDIO = message('repair.separate-audio');

type Download = JobInput<typeof videoDownloadJob>;
type Chat = JobInput<typeof chatDownloadJob>;
type Report = JobReport<typeof repairJob>;
interface PreparedFill {
  readonly plan: RepairPlan;
  /** The download for the gaps of the chat; null: there are none. */
  readonly chat: Chat | null;
}

/** The gaps of a recording that the site's VOD may fill. */
export interface PlannedRepair {
  readonly vod: VodEntity;
  readonly gaps: readonly RepairGap[];
  /** Name of the recorded rendition, at its site. */
  readonly rendition: string;
  /** The download for the gaps of its chat; null: there are none. */
  readonly chat: Chat | null;
}

/**
 * Fills the gaps of a recording from the site's VOD: a recorder fetches the stretches around them, a converter cuts what
 * is missing, exact to the frame, and stores it as another part of the recording. Then the file of the recording is made
 * again; the present one stays until then.
 */
@Injectable()
export class RepairJob {
  constructor(
    private readonly jobs: WorkerJobs,
    private readonly transactions: Transactions,
    private readonly vods: VodRepository,
    private readonly channels: ChannelRepository,
    private readonly viewer: SiteViewer,
    private readonly parts: PartReader,
    private readonly writer: VodWriter,
    private readonly chats: ChatRepair,
    settings: Settings,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    const shared = {
      kind: 'repair' as const,
      // The media of a recording that returns are not complete.
      needsWholeRecording: true,
      stopped: (job: JobEntity) => this.deleteDownloads(job),
      retry: (job: JobEntity) => this.retry(job),
    };
    jobs.register({
      ...shared,
      ...DOWNLOAD_STAGE,
      locksVod: 'never',
      queue: downloadQueue(settings),
      refreshInput: (input) => this.viewer.refresh(input),
      prepare: (job) => this.putPlan(job),
      done: (_report, { prepared }) => Promise.resolve(afterDownload(prepared)),
    } satisfies WorkerJobStage<typeof videoDownloadJob, string | null>);
    jobs.register({
      ...shared,
      ...FILL_STAGE,
      locksVod: 'done',
      prepare: (job) => this.readPlan(job),
      done: (report, change) => this.addPart(report, change),
      after: (_report, { job }) => this.deleteRest(job),
    } satisfies WorkerJobStage<typeof repairJob, PreparedFill | null>);
    jobs.register({
      ...shared,
      ...CHAT_STAGE,
      locksVod: 'done',
      queue: downloadQueue(settings),
      prepare: (job) => this.storeChat(job),
      done: (report, change) => Promise.resolve(chatFilled(report, change)),
      after: (_report, { job }) => this.deleteDownloads(job),
    } satisfies WorkerJobStage<typeof chatDownloadJob, RepairReport['chat'] | null>);
  }

  /** @returns what there is to do */
  async plan(vod: VodEntity): Promise<PlannedRepair> {
    return { ...(await this.planMedia(vod)), chat: await this.chatOf(vod) };
  }

  private async planMedia(vod: VodEntity): Promise<Omit<PlannedRepair, 'chat'>> {
    const { parts, timeline } = await this.parts.timelineOf(vod.uuid);
    const planned = planRepair(timeline, gapsWithEnd(vod, timeline), {
      videoStartedAt: videoStartOf(vod),
      truncated: new Set([...truncatedSegments(parts)].map(({ name }) => name)),
    });
    const hasOwnAudio = parts.some(({ part }) => (part?.renditions ?? []).length > 0);
    const gaps = hasOwnAudio ? planned.map((gap) => ({ ...gap, refused: SEPARATE_AUDIO })) : planned;
    const recorded = parts.findLast(({ part }) => part !== null && part.origin === undefined);
    return { vod, gaps, rendition: recorded?.part?.rendition ?? '' };
  }

  /** Says of each gap why it can't be filled, if that is so of all of them. @returns the first reason; null: it is not */
  async refuse({ vod, gaps }: PlannedRepair): Promise<Message | null> {
    const [first] = gaps.map(({ refused }) => refused);
    if (!first || gaps.some(({ refused }) => !refused)) return null;
    await this.writer.update(vod.uuid, (row) => {
      addRepair(row, repairOfVod(row, Date.now(), reportOf({ gaps: [...gaps] }, [], knownOf(row))));
      return true;
    });
    return first;
  }

  /** @throws UserError `job-running` (409) */
  async begin({ vod, gaps, rendition, chat }: PlannedRepair, claim: ClaimStage): Promise<void> {
    const { uuid: vodUuid, channelUuid, basename, siteVod, providerKind } = vod;
    const channel = await this.channels.find(channelUuid);
    if (!channel || !siteVod?.id) throw JOB_MISSING(nameOf(vodUuid));
    const stretches = stretchesOf(gaps);
    const input: Download = {
      partId: ulid(),
      vodUuid,
      place: 'repair',
      providerKind,
      videoId: siteVod.id,
      fromMs: stretches[0]?.fromMs ?? 0,
      toMs: stretches.at(-1)?.toMs ?? null,
      stretches,
      startedAt: videoStartOf(vod),
      // Only the recorded rendition has the same frames.
      qualities: [rendition, 'best'],
      nearestBelow: false,
      ...(await this.viewer.viewerOf(channel)),
    };
    const name = nameOf(vodUuid);
    // A repair that runs still needs what it has downloaded and stored.
    await this.transactions.run((tx) => lockJobName(name, tx));
    await this.storage.deletePrefix(objectKeys.vod(repairOf(vodUuid)));
    await this.storage.deletePrefix(chatFolderOf(vodUuid));
    await this.deleteUnfinished(vod.uuid);
    await this.transactions.run(async (tx) => {
      const job = { name, title: verbatim(basename), vodUuid, channelUuid };
      if (chat && stretches.length === 0) await this.jobs.add(CHAT_STAGE, { ...job, input: chat }, tx);
      else await this.jobs.add(DOWNLOAD_STAGE, { ...job, input }, tx);
      await claim(name, tx);
    });
    this.jobs.added(name);
  }

  /** Parts of earlier tries that were begun or stored, but do not count. */
  private async deleteUnfinished(uuid: string): Promise<void> {
    const known = new Set((await this.vods.parts([uuid])).map(({ partId }) => partId));
    for (const partId of await this.parts.partIds(uuid)) {
      if (known.has(partId)) continue;
      const { part } = await this.parts.read(uuid, partId);
      if (part?.origin !== undefined) await this.storage.deletePrefix(`${objectKeys.parts(uuid)}${partId}/`);
    }
  }

  private async putPlan(job: JobEntity): Promise<string | null> {
    const fetched = inputOf(DOWNLOAD_STAGE, job);
    const vod = fetched && (await this.vods.find(fetched.vodUuid));
    if (!vod || job.attempt === null) return null;
    const { gaps } = await this.planMedia(vod);
    const source = buildTimeline([await this.parts.read(repairOf(vod.uuid), fetched.partId)]).runs;
    const key = objectKeys.timeline(vod.uuid, job.attempt);
    if (gaps.length > 0)
      await putJson({ storage: this.storage, key }, {
        vodUuid: vod.uuid,
        videoStartedAt: fetched.startedAt,
        source,
        gaps: [...gaps],
      } satisfies RepairPlan);
    return gaps.length > 0 ? JSON.stringify({ vodUuid: vod.uuid, planKey: key }) : null;
  }

  /** Reads what the transaction of the end needs: the chat of a day has many chunks. */
  private async readPlan(job: JobEntity): Promise<PreparedFill | null> {
    const input = inputOf(FILL_STAGE, job);
    const vod = input && (await this.vods.find(input.vodUuid));
    if (!vod) return null;
    const plan = JSON.parse((await this.storage.read(input.planKey)).toString()) as RepairPlan;
    return { plan, chat: await this.chatOf(vod) };
  }

  private async chatOf(vod: VodEntity): Promise<Chat | null> {
    return vod.segmentsGone ? null : this.chats.inputOf(vod, await this.chats.gapsOf(vod));
  }

  /** Adds the part. Conversion and chat file are due again, because times in the file change. */
  private async addPart(
    report: Report,
    change: JobChange & { prepared: PreparedFill | null },
  ): Promise<StageEnd | false> {
    const { prepared } = change;
    if (!prepared) return false;
    const note = await this.countFill(report, { ...change, prepared: prepared.plan });
    if (note === false) return false;
    return prepared.chat ? { next: { stage: CHAT_STAGE.name, input: prepared.chat, say: note } } : { note };
  }

  private async countFill(
    { result, at }: Report,
    { vod, tx, prepared }: JobChange & { prepared: RepairPlan },
  ): Promise<Message | false> {
    if (!vod) return false;
    // Without the segments of the recording, a new file would contain the filled gaps alone.
    if (vod.segmentsGone) return message('stage.segments-gone');
    const report = repairOfVod(vod, at, reportOf(prepared, result.gaps, knownOf(vod)));
    addRepair(vod, report);
    const filledMs = report.gaps.reduce((sum, one) => sum + one.filledMs, 0);
    if (result.part) {
      const { partId, recorder, startedAt } = result.part;
      const part = newPart(vod.uuid, { partId, recorder, startedAt });
      await this.vods.savePart(Object.assign(part, { ...result.part, cause: 'endlist' as const }), tx);
      resetToRepeat(vod);
      vod.chat = vod.chat && startedChat(vod.chat);
    }
    const seconds = Math.round(filledMs / 1000);
    const n = report.gaps.filter((gap) => gap.filledMs > 0).length;
    const [why] = result.gaps.flatMap(({ reason }) => reason ?? []);
    if (n === 0) return message('repair.nothing', { remark: why ?? message('repair.nothing-there') });
    return message('repair.done', { n, all: prepared.gaps.length, seconds });
  }

  /** Stores the messages before they count: readers merge them with what is there. */
  private async storeChat(job: JobEntity): Promise<RepairReport['chat'] | null> {
    const input = inputOf(CHAT_STAGE, job);
    const vod = input?.vodUuid ? await this.vods.find(input.vodUuid) : null;
    if (!input || !vod || job.attempt === null) return null;
    const gaps = await this.chats.gapsOf(vod);
    return this.chats.store({ vodUuid: vod.uuid, partId: job.attempt }, gaps, input);
  }

  /** Plans again, because the site's VOD or the recording may have changed. */
  private async retry({ name, vodUuid }: JobEntity): Promise<void> {
    const vod = vodUuid === null ? null : await this.vods.find(vodUuid);
    if (!vod || vod.segmentsGone) throw JOB_MISSING(name);
    const planned = await this.plan(vod);
    if (!planned.chat && planned.gaps.every(({ refused }) => refused)) throw JOB_MISSING(name);
    await this.begin(planned, () => Promise.resolve());
  }

  /** The download of the chat may run already. */
  private async deleteRest(job: JobEntity): Promise<void> {
    await this.deleteDownload(job);
    if (job.vodUuid !== null) await this.deleteUnfinished(job.vodUuid);
  }

  private async deleteDownloads(job: JobEntity): Promise<void> {
    await this.deleteDownload(job);
    if (job.vodUuid !== null) await this.storage.deletePrefix(chatFolderOf(job.vodUuid));
  }

  private async deleteDownload({ vodUuid }: JobEntity): Promise<void> {
    if (vodUuid !== null) await this.storage.deletePrefix(objectKeys.vod(repairOf(vodUuid)));
  }
}

const knownOf = ({ gaps, siteVod }: VodEntity) => ({ vodGaps: gaps, muted: siteVod?.mutedRanges ?? [] });

const repairOfVod = ({ missingMs, gaps }: VodEntity, at: number, lines: RepairReport['gaps']): RepairReport => ({
  ...{ at, before: { missingMs, adMs: adMs({ runs: [], gaps }) }, gaps: lines, chat: [] },
});

const nameOf = (vodUuid: string): string => `repair_${vodUuid}`;
const videoStartOf = ({ siteVod, startedAt }: VodEntity): number => siteVod?.createdAt ?? startedAt.getTime();

/** The chat file is made again. */
function chatFilled(
  { at }: JobReport<typeof chatDownloadJob>,
  { vod, prepared }: JobChange & { prepared: RepairReport['chat'] | null },
): StageEnd | false {
  if (!vod || !prepared) return false;
  const n = prepared.reduce((sum, { messages }) => sum + messages, 0);
  addChatRepair(vod, prepared, repairOfVod(vod, at, []));
  if (n > 0) vod.chat = vod.chat && withNewChatFile(vod.chat);
  const open = prepared.filter(({ reason }) => reason !== null).length;
  return { note: message('repair.chat-done', { n, gaps: prepared.length - open, all: prepared.length }) };
}

function afterDownload(prepared: string | null): StageEnd {
  if (prepared === null) return { note: message('stage.no-gaps') };
  return { next: { stage: FILL_STAGE.name, input: JSON.parse(prepared) as object, say: message('repair.cutting') } };
}
