import { objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { isThere } from '../views/vod-library.presenter.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { Settings } from '../settings/settings.service.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';
import { VodWriter } from '../vods/vod-writer.js';

const HOUR_MS = 3_600_000;
/** Folders of a part to delete. The chat folder stays, because the player reads the chat from it. */
const MEDIA = ['s/', 'i/', 'j/', 'r/'] as const;

/**
 * Deletes segments that verified files have replaced (not while one of the files could not be made), or whose last file
 * the operator has deleted. They count as used space until then. Segments wait for the stages after the recording that need
 * them.
 */
@Injectable()
export class SegmentRetention {
  private readonly log = new Logger('sweeper');

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly vods: VodRepository,
    private readonly writer: VodWriter,
    private readonly settings: Settings,
  ) {}

  /**
   * Releases the segments of VODs whose file is old enough, and finishes deletions that a crashed process left.
   * @throws the collected errors, after all VODs were processed
   */
  async sweep(signal?: AbortSignal): Promise<void> {
    const now = Date.now();
    const until = signal ? { signal } : {};
    // Retain the segments of a VOD that may still be reopened, because its next file needs all of them.
    const old = {
      madeBy: new Date(now - this.settings.get('capture.keep_segments_h') * HOUR_MS),
      endedBy: new Date(now - this.settings.get('capture.reopen_s') * 1000),
    };
    // Set the flag before the deletion: a player of the segments then gets 410 with the file's address instead of gaps.
    const flag = async (): Promise<void> =>
      forEachCollectingErrors(await this.vods.withSegments(old), (uuid) => this.giveUp(uuid), {
        about: asIs,
        ...until,
      });
    const drop = (): Promise<void> =>
      forEachCollectingErrors(this.vods.withGivenUpSegments(), (vod) => this.delete(vod), {
        about: ({ basename }) => basename,
        ...until,
      });
    await forEachCollectingErrors([flag, drop], (step) => step());
  }

  /**
   * Safe to interrupt and repeat, because the row changes only at the end.
   * @returns the number and size of the deleted objects
   */
  async delete({
    uuid,
    basename,
  }: Pick<VodEntity, 'uuid' | 'basename'>): Promise<{ readonly objects: number; readonly bytes: number }> {
    const gone = { objects: 0, bytes: 0 };
    await forEachCollectingErrors(this.foldersOf(uuid), async (folder) => {
      const { objects, bytes } = await this.storage.deletePrefix(folder);
      gone.objects += objects;
      gone.bytes += bytes;
    });
    await this.writer.update(uuid, (row) => {
      Object.assign(row, { bytes: 0, facts: { ...row.facts, partsDeleted: true } });
      return true;
    });
    const rest = (await this.vods.files([uuid])).some(isThere) ? 'the file stays' : 'no file left';
    this.log.log(`${basename}: ${gone.objects} segments deleted (${Math.round(gone.bytes / 1e6)} MB), ${rest}`);
    return gone;
  }

  /** Checks again under the lock, which a stage takes to start again. */
  private async giveUp(uuid: string): Promise<void> {
    await this.writer.update(uuid, async (row, tx) => {
      if (!mayGiveUp(row) || (await this.vods.hasOpenMediaStage(uuid, tx))) return false;
      row.segmentsGone = true;
      return true;
    });
  }

  private async *foldersOf(uuid: string): AsyncGenerator<string, void, undefined> {
    for await (const part of this.storage.names(objectKeys.parts(uuid)))
      for (const folder of MEDIA) yield `${objectKeys.parts(uuid)}${part}${folder}`;
  }
}

const asIs = (uuid: string): string => uuid;

const mayGiveUp = ({ state, convertState, facts }: VodEntity): boolean =>
  state === 'finalized' && convertState === 'done' && facts['isPartial'] !== true;
