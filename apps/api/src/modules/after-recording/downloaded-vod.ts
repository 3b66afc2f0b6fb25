import { replacementFault, timesOfVideo, uncoveredRanges, videoClockOf } from '#libs/domain';
import { type Message, message } from '#libs/messages';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Tx } from '../../persistence/database/tx.js';
import { type FileEntity } from '../../persistence/entities/file.entity.js';
import { startedChat } from '../../persistence/entities/vod-chat.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { copyPlacesOf } from '../../vods/copy-places.js';
import { isAtWork, refuseWhileRecorded, VOD_MISSING } from '../../vods/vod-faults.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { matchedVideoOf } from '../download/matched-video.js';
import { isThere } from '../../views/vod-library.presenter.js';
import { type NewVodFiles, VodFiles } from '../../workflows/vod-files.js';

const REPLACED = message('stage.replaced');
const COPY_DELETED = message('stage.copy-deleted');

/**
 * The site's VOD beside a recording. One transaction decides which of the two counts from then on, and lists the objects
 * to delete; after a crash, the sweeper deletes them.
 */
@Injectable()
export class DownloadedVod {
  private readonly log = new Logger('after-recording');

  constructor(
    private readonly writer: VodWriter,
    private readonly vods: VodRepository,
    private readonly files: VodFiles,
    private readonly notifier: UiNotifier,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /**
   * The recording is deleted only if the VOD is at least as complete, by what is stored and was received. Safe to repeat.
   * @returns what was done, or why not
   */
  async replaceRecording(vodUuid: string): Promise<Message> {
    const whole = await this.wholeObjects(vodUuid, 'downloaded');
    const done: { outcome: Message; files: NewVodFiles | null } = { outcome: REPLACED, files: null };
    await this.writer.update(vodUuid, async (vod, tx) => {
      const { own, copy } = await this.filesOf(vod, tx);
      if (copy.length === 0) {
        done.outcome = vod.facts['replaced'] === true ? REPLACED : message('stage.no-copy');
        return false;
      }
      const fault = copy.every(({ key }) => whole.has(key)) ? faultOf(vod, own, copy) : message('stage.copy-damaged');
      if (fault) {
        done.outcome = message('stage.not-replaced', { why: fault });
        return false;
      }
      done.files = await this.adoptCopy(vod, { own, copy }, tx);
      return true;
    });
    if (done.files) await this.finish(vodUuid, done.files, 'the downloaded VOD replaced the recording');
    return done.outcome;
  }

  /**
   * The downloaded VOD is deleted only if the recording has a whole file: it may be all that there is. Safe to repeat.
   * @returns what was done, or why not
   */
  async delete(vodUuid: string): Promise<Message> {
    const whole = await this.wholeObjects(vodUuid, 'segment');
    const done: { outcome: Message; files: NewVodFiles | null } = { outcome: COPY_DELETED, files: null };
    await this.writer.update(vodUuid, async (vod, tx) => {
      const { own, copy } = await this.filesOf(vod, tx);
      if (copy.length === 0) return false;
      const fault = keepFault(vod) ?? (isWhole(own, whole) ? null : message('stage.no-file'));
      if (fault) {
        done.outcome = message('stage.not-replaced', { why: fault });
        return false;
      }
      done.files = { role: 'downloaded', files: [], before: copy, dropped: [] };
      await this.files.replace(vodUuid, done.files, tx);
      return true;
    });
    if (done.files) await this.finish(vodUuid, done.files, 'the downloaded VOD was deleted');
    return done.outcome;
  }

  private async filesOf(vod: VodEntity, tx: Tx): Promise<Record<'own' | 'copy', FileEntity[]>> {
    refuseWhileRecorded(vod);
    const all = await this.vods.allFiles([vod.uuid], tx);
    return {
      own: all.filter(({ role }) => role === 'segment'),
      copy: all.filter((file) => file.role === 'downloaded' && isThere(file)),
    };
  }

  /** Keys of the files that are on storage with the size that was verified when they were stored. */
  private async wholeObjects(vodUuid: string, of: FileEntity['role']): Promise<ReadonlySet<string>> {
    if (!(await this.vods.find(vodUuid))) throw VOD_MISSING();
    const whole = new Set<string>();
    for (const { role, key, sizeBytes } of await this.vods.files([vodUuid]))
      if (role === of && (await this.storage.head(key))?.sizeBytes === sizeBytes) whole.add(key);
    return whole;
  }

  /** The files of the VOD become those of the recording, whose segments the sweeper deletes. */
  private async adoptCopy(
    vod: VodEntity,
    { own, copy }: Record<'own' | 'copy', FileEntity[]>,
    tx: Tx,
  ): Promise<NewVodFiles> {
    const files: NewVodFiles = { role: 'segment', files: copy, before: own, dropped: [] };
    await this.vods.replaceFiles(vod.uuid, { role: 'downloaded', files: [] }, tx);
    await this.files.replace(vod.uuid, files, tx);
    const lengthMs = Math.round(Math.max(...copy.map(({ endMs }) => endMs)));
    const startedAt = videoStartOf(vod);
    Object.assign(vod, {
      segmentsGone: true,
      mediaMs: lengthMs,
      missingMs: 0,
      clock: videoClockOf({ startedAt, lengthMs }, vod.gaps),
      gaps: [],
      metadata: copy[0]?.metadata ?? null,
      chat: vod.chat && startedChat(vod.chat),
      facts: { ...vod.facts, replaced: true, isPartial: false, warnings: [], mediaStartAt: startedAt },
    } satisfies Partial<VodEntity>);
    return files;
  }

  private async finish(vodUuid: string, files: NewVodFiles, what: string): Promise<void> {
    await this.files.drop(vodUuid, files);
    this.notifier.notify('vod', vodUuid, { actions: ['vod_updated'] });
    this.log.log(`VOD ${vodUuid}: ${what}`);
  }
}

/** Why nothing of the VOD may be deleted now; null: it may. */
function keepFault(vod: VodEntity): Message | null {
  if (vod.preventDeletion) return message('stage.protected');
  const isMade = !isAtWork(vod) && vod.convertState === 'done' && vod.facts['isPartial'] !== true;
  return isMade ? null : message('stage.no-file');
}

/** Whether the recording has files, and each of them is whole on storage. */
function isWhole(own: readonly FileEntity[], whole: ReadonlySet<string>): boolean {
  const present = own.filter((file) => !file.deleted);
  return present.length > 0 && present.every((file) => isThere(file) && whole.has(file.key));
}

function faultOf(vod: VodEntity, own: readonly FileEntity[], copy: readonly FileEntity[]): Message | null {
  const [first] = own;
  const fault = keepFault(vod);
  if (fault || !first) return fault ?? message('stage.no-file');
  const present = own.filter(isThere);
  // Counts what was received, also if a file is missing or the operator has deleted it meanwhile.
  const videoMs = Math.max(0, vod.mediaMs - present.reduce((ms, file) => ms + file.videoMs, 0));
  const rest = videoMs > 0 ? [{ videoMs, metadata: first.metadata }] : [];
  return replacementFault({
    own: [...present, ...rest],
    copy,
    missing: vod.clock ? uncoveredRanges(vod.clock, timesOfCopy(vod, copy)) : [],
    muted: vod.siteVod?.muted === 'yes' ? vod.siteVod.mutedRanges : null,
  });
}

/** The site's time of what was downloaded. Copies of earlier versions are taken as whole. */
function timesOfCopy(vod: VodEntity, copy: readonly FileEntity[]) {
  const startedAt = videoStartOf(vod);
  const lengthMs = copy.reduce((ms, { videoMs }) => ms + videoMs, 0);
  const fromMs = vod.siteVod?.id ? matchedVideoOf(vod).fromMs : 0;
  const whole = [{ site: startedAt + fromMs, siteMs: lengthMs, file: 0, fileMs: lengthMs }];
  return timesOfVideo(copyPlacesOf(vod) ?? whole, startedAt, vod.gaps);
}

const videoStartOf = ({ siteVod, startedAt }: VodEntity): number => siteVod?.createdAt ?? startedAt.getTime();
