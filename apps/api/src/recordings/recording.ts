import { type EVENTS, type Payload } from '#libs/contracts';
import { english, type Message, message } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { Transactions, type Tx } from '../persistence/database/tx.js';
import { violatesUnique } from '../persistence/database/unique-violation.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { captureJobName } from '../vods/job-names.js';
import { WorkerJobs } from '../jobs/worker-jobs.js';
import { VodNames } from '../library/vod-names.js';
import { numberedStreamId } from '../persistence/entities/stream-id.js';
import { startedChat } from '../persistence/entities/vod-chat.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { setHeldForSpace } from '../vods/space-hold.js';
import { setUnrecorded, unrecordedOf } from '../vods/unrecorded.js';
import { edgeOf, VodWriter } from '../vods/vod-writer.js';
import { presentDeletedCapture } from '../views/deleted-job.js';
import { Assignments } from './assignments.js';
import { type Broadcast, newVod } from '../vods/new-vod.js';
import { resetForNewMedia } from '../vods/repeated-conversion.js';
import { mergeUpdate, newPart, type PartUpdate } from './part-update.js';
import { StreamEndTime } from './stream-end-time.js';

type PartStarted = Payload<typeof EVENTS.partStarted>;
type PartEnded = Payload<typeof EVENTS.partEnded>;

const CAME_BACK = message('job.stream-came-back');

/** Lifecycle of a recording: start, parts and end, with its rows and its assignment (docs/flows/recording.md). */
@Injectable()
export class Recording {
  private readonly log = new Logger('recording');

  constructor(
    private readonly transactions: Transactions,
    private readonly vods: VodRepository,
    private readonly writer: VodWriter,
    private readonly channels: ChannelRepository,
    private readonly notifier: UiNotifier,
    private readonly assignments: Assignments,
    private readonly names: VodNames,
    private readonly ends: StreamEndTime,
    private readonly jobs: WorkerJobs,
  ) {}

  /**
   * Starts recording a broadcast: creates its VOD, or reopens the existing one if the stream came back. Safe to repeat.
   * @returns the VOD, and whether this call changed anything
   */
  async begin(channel: ChannelEntity, stream: Broadcast): Promise<{ vod: VodEntity; changed: boolean }> {
    const begin = async (tx: Tx) => {
      const { vod, isNew } = await this.vodFor(channel, stream, tx);
      const before = vod.state;
      if (!isNew && (vod.assigned || isAborted(vod))) return { vod, changed: false, actions: [], stopped: [] };
      resetForNewMedia(vod);
      Object.assign(vod, {
        assigned: true,
        assignedAt: new Date(),
        endedAt: null,
        refusal: null,
      } satisfies Partial<VodEntity>);
      const assignment = await this.assignments.put(channel, vod, tx);
      if (assignment.chat === true || vod.chat) vod.chat = startedChat(vod.chat);
      // Stop the jobs of an earlier end, because their results would be discarded.
      const stopped = isNew ? [] : await this.jobs.stopOfRecording(vod.uuid, CAME_BACK, tx);
      const saved = await this.writer.save(vod, tx);
      await this.writer.report(before, saved, tx);
      return { vod: saved, changed: true, actions: edgeOf(before, saved.state), stopped };
    };
    const result = await this.transactions.run(begin).catch((thrown: unknown) => {
      // A poll and a push message, or two push messages, ran at once. The other call created the VOD, so use that one.
      if (violatesUnique(thrown, 'vod_channel_uuid_stream_id_key')) return this.transactions.run(begin);
      throw thrown;
    });
    if (!result.changed) return result;
    for (const job of result.stopped) await this.jobs.wasStopped(job, CAME_BACK);
    this.log.log(`${channel.displayName}: live, recording into ${result.vod.basename}`);
    this.notifier.notify('vod', result.vod.uuid, { actions: ['start_download', ...result.actions] });
    this.notifier.notify('job', captureJobName(result.vod), { actions: ['job_save'] });
    this.notifier.notify('channel', channel.uuid);
    return result;
  }

  /**
   * Removes the assignment: the recorder stops, and the VOD is finished.
   * @param aborted the operator stopped it: this broadcast is not recorded again
   * @param isLost its source is lost, so the reopening time begins now and not at the end of its media
   */
  async end(vodUuid: string, reason: Message, { aborted = false, isLost = false } = {}): Promise<void> {
    const ending = await this.vods.find(vodUuid);
    if (!ending?.assigned) return;
    const endedAt = await this.ends.of(ending);
    const endedBy = aborted ? null : await this.ends.unobservedEnd(ending);
    const changed = await this.writer.update(
      vodUuid,
      (vod) => {
        if (!vod.assigned) return false;
        if (aborted) vod.facts = { ...vod.facts, aborted: true };
        if (isLost) vod.facts = { ...vod.facts, closedAt: Date.now() };
        vod.assigned = false;
        setHeldForSpace(vod, false);
        const known = unrecordedOf(vod);
        vod.endedAt = new Date(Math.max(endedAt.getTime(), known?.until ?? 0));
        if (known || endedBy !== null)
          setUnrecorded(vod, { since: null, until: null, ...known, isNow: false, endedBy });
        return true;
      },
      async (vod, tx) => {
        await this.assignments.take(vod.uuid, tx);
        if (aborted) await this.channels.refuseStream(vod.channelUuid, vod.streamId, tx);
      },
    );
    if (!changed) return;
    this.notifier.notify('job-removed', captureJobName(changed), { data: presentDeletedCapture(changed) });
    this.log.log(`${changed.basename}: recording ended (${english(reason)})`);
  }

  /** Writes the assignment of a VOD again with the channel's present settings. */
  async assignAgain(vodUuid: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const vod = await this.vods.lock(vodUuid, tx);
      const channel = vod ? await this.channels.find(vod.channelUuid, tx) : null;
      if (vod?.assigned && channel) await this.assignments.put(channel, vod, tx);
    });
  }

  async partStarted(e: PartStarted): Promise<void> {
    await this.applyPart(e.vodUuid, {
      partId: e.partId,
      recorder: e.recorder,
      startedAt: e.at,
      rendition: e.rendition,
      width: e.width,
      height: e.height,
      fps: e.fps,
    });
  }

  async partEnded(e: PartEnded): Promise<void> {
    const { at, reason: _reason, ...totals } = e;
    await this.applyPart(e.vodUuid, { ...totals, startedAt: at, endedAt: at });
  }

  async refused(e: Payload<typeof EVENTS.captureRefused>): Promise<void> {
    await this.writer.update(e.vodUuid, (vod) => {
      vod.refusal = e.reason;
      return true;
    });
  }

  /** Inserts or updates the row of a part; see {@link mergeUpdate}. */
  async applyPart(vodUuid: string, update: PartUpdate): Promise<void> {
    const its = { isTurned: false };
    const done = await this.writer.update(
      vodUuid,
      () => true,
      async (vod, tx) => {
        const part =
          (await this.vods.parts([vodUuid], tx)).find((p) => p.partId === update.partId) ?? newPart(vodUuid, update);
        const wasOpen = part.endedAt === null && part.segments > 0;
        const before = part.bytes;
        mergeUpdate(part, update);
        await this.vods.savePart(part, tx);
        if (part.bytes > before) resetConversion(vod);
        if (part.segments > 0) {
          vod.refusal = null;
          vod.captureStarted ??= new Date(part.startedAt);
          await this.names.number(vod, tx);
        }
        its.isTurned = wasOpen !== (part.endedAt === null);
      },
    );
    if (done && its.isTurned) this.notifier.notify('job', captureJobName(done));
  }

  /**
   * Finds or creates the VOD of a broadcast. A VOD whose segments were deleted cannot continue, because a new file
   * would contain the new part alone. Such a broadcast continues in another VOD, whose stream id has a number appended.
   */
  private async vodFor(channel: ChannelEntity, stream: Broadcast, tx: Tx): Promise<{ vod: VodEntity; isNew: boolean }> {
    for (let n = 1; ; n += 1) {
      const streamId = numberedStreamId(stream.streamId, n);
      const known = await this.vods.byStream(channel.uuid, streamId, tx);
      // Read again under the lock: the sweeper may have released its segments meanwhile.
      const vod = known ? await this.vods.lock(known.uuid, tx) : null;
      if (!vod) return { vod: await this.withName(newVod(channel, { ...stream, streamId }), stream, tx), isNew: true };
      if (!vod.segmentsGone) return { vod, isNew: false };
    }
  }

  private async withName(vod: VodEntity, { title, category }: Broadcast, tx: Tx): Promise<VodEntity> {
    await this.names.nameNew(vod, { title, game: category ? { id: category.id, name: category.name } : null }, tx);
    return vod;
  }
}

export const isAborted = (vod: VodEntity): boolean => vod.facts['aborted'] === true;

/**
 * When the reopening time of a VOD began, ms since the Unix epoch: when Vodkeep gave its source up, otherwise at its end;
 * `-Infinity` if it has not ended.
 */
export const closedAt = ({ facts, endedAt }: Pick<VodEntity, 'facts' | 'endedAt'>): number =>
  endedAt === null ? -Infinity : Math.max(endedAt.getTime(), Number(facts['closedAt'] ?? 0));

/**
 * Requests a new file of all media if media arrive after the end (a spool uploaded late, or a recorder marked as lost).
 */
function resetConversion(vod: VodEntity): void {
  if (vod.assigned || vod.segmentsGone || vod.convertState === null) return;
  resetForNewMedia(vod);
  vod.chat = vod.chat && startedChat(vod.chat);
}
