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
/** Folders of a part that go; chat lies with the parts, and stays: the player reads it from there. */
const MEDIA = ['s/', 'i/', 'j/'] as const;

/**
 * Lets go of segments that a verified file has replaced, or that the operator gave up with the last file. They count
 * until they are gone.
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
   * Those of VODs whose file has stood long enough, and what a process that died has left of others.
   * @throws the faults, after all were checked
   */
  async sweep(signal?: AbortSignal): Promise<void> {
    const now = Date.now();
    const until = signal ? { signal } : {};
    // A VOD that may still be reopened keeps its segments: its next file is made of all of them.
    const old = {
      madeBy: new Date(now - this.settings.get('capture.keep_segments_h') * HOUR_MS),
      endedBy: new Date(now - this.settings.get('capture.reopen_s') * 1000),
    };
    // The flag first: whoever plays the segments right now is answered 410 with the file's address, instead of meeting
    // gaps.
    const flag = async (): Promise<void> =>
      forEachCollectingErrors(await this.vods.withSegments(old), (uuid) => this.writer.update(uuid, giveUp), {
        about: asIs,
        ...until,
      });
    const drop = (): Promise<void> =>
      forEachCollectingErrors(this.vods.halfSwept(), (vod) => this.delete(vod), {
        about: ({ basename }) => basename,
        ...until,
      });
    await forEachCollectingErrors([flag, drop], (step) => step());
  }

  /** May be cut off and begun again: the VOD is recorded as done at the end only. @returns what went */
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

  private async *foldersOf(uuid: string): AsyncGenerator<string, void, undefined> {
    for await (const part of this.storage.names(objectKeys.parts(uuid)))
      for (const folder of MEDIA) yield `${objectKeys.parts(uuid)}${part}${folder}`;
  }
}

const asIs = (uuid: string): string => uuid;

function giveUp(row: VodEntity): boolean {
  if (row.state !== 'finalized' || row.convertState !== 'done') return false;
  row.segmentsGone = true;
  return true;
}
