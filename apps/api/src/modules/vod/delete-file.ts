import { UserError } from '#libs/errors';
import { message, verbatim } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { type Tx } from '../../persistence/database/tx.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { isThere, segmentsOf } from '../../views/vod-library.presenter.js';
import { VodFiles } from '../../workflows/vod-files.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { LibraryLinks } from '../../library/library-links.js';
import { DELETE } from './delete-job.js';
import { type FileEntity } from '../../persistence/entities/file.entity.js';
import { isAtWork, refuseWhileRecorded, VOD_MISSING } from '../../vods/vod-faults.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

interface FileDeletion {
  /** Index in the list of segments, from 0. */
  readonly index: number;
  readonly keepEntry: boolean;
}

/** Deletes one file of a VOD. It disappears at once; a job deletes its bytes. */
@Injectable()
export class DeleteFile {
  private readonly log = new Logger('vod');

  constructor(
    private readonly writer: VodWriter,
    private readonly vods: VodRepository,
    private readonly links: LibraryLinks,
    private readonly apiJobs: ApiJobs,
    private readonly vodFiles: VodFiles,
  ) {}

  /**
   * Also deletes the HLS segments with the last file, because the operator wants to free the space.
   * @returns name of the job
   * @throws UserError `vod-missing` (404), `vod-capturing`, `vod-busy` (409), `vod-protected`, `segment-missing`
   */
  async run(uuid: string, wanted: FileDeletion): Promise<string> {
    let job = '';
    const saved = await this.writer.update(
      uuid,
      (vod) => {
        requireDeletable(vod);
        vod.editVersion += 1;
        return true;
      },
      async (vod, tx) => {
        const files = await this.vods.allFiles([uuid], tx);
        const file = segmentsOf(files)[wanted.index];
        if (!file || (file.deleted && wanted.keepEntry))
          throw new UserError(message('error.segment-missing.delete'), {
            fields: [{ path: 'segment', message: message('field.not-segment-of-vod') }],
          });
        await this.deleteRow(file, wanted.keepEntry, tx);
        if (wanted.keepEntry) vod.cloudStorage = true;
        const segments = giveUpSegments(
          vod,
          files.filter((f) => f.id !== file.id),
        );
        job = await this.queue(vod, { file, keepEntry: wanted.keepEntry, segments }, tx);
      },
    );
    if (!saved) throw VOD_MISSING();
    this.apiJobs.added(job);
    this.log.log(`${saved.basename}: file deleted${wanted.keepEntry ? ', entry kept' : ''}`);
    return job;
  }

  /** The library name is saved as a leftover, so that it is deleted even if the job never runs. */
  private async deleteRow(file: FileEntity, keepEntry: boolean, tx: Tx): Promise<void> {
    for (const { libraryPath: path, key } of [file, ...file.subtitles])
      if (path !== null) await this.links.saveLeftover(file.vodUuid, { path, key }, tx);
    await (keepEntry
      ? this.vods.changeFile(file.id, { deleted: true, missingSince: null, libraryPath: null, subtitles: [] }, tx)
      : this.vods.removeFile(file.id, tx));
  }

  /** If the entry stays, its thumbnail stays too. */
  private async queue(
    { uuid, basename, channelUuid }: VodEntity,
    {
      file,
      keepEntry,
      segments,
    }: { readonly file: FileEntity; readonly keepEntry: boolean; readonly segments: boolean },
    tx: Tx,
  ): Promise<string> {
    const name = `delete_${file.basename}`;
    const keys = await this.vodFiles.queueDeletion(file, { keepsPicture: keepEntry }, tx);
    await this.apiJobs.addIn(
      DELETE,
      {
        name,
        title: verbatim(basename),
        vodUuid: uuid,
        channelUuid,
        input: { what: 'files', vodUuid: uuid, keys, segments },
      },
      tx,
    );
    return name;
  }
}

function requireDeletable(vod: VodEntity): void {
  refuseWhileRecorded(vod);
  if (vod.preventDeletion) throw new UserError(message('error.vod-protected.segment'));
  if (isAtWork(vod)) throw new UserError(message('error.vod-busy.segment'), { status: 409 });
}

/**
 * Keeps the segments of a VOD that was not converted: they are its only media.
 * @returns whether the segments are deleted
 */
function giveUpSegments(vod: VodEntity, remaining: readonly FileEntity[]): boolean {
  if (remaining.some((f) => f.role === 'segment' && isThere(f)) || vod.segmentsGone || vod.convertState !== 'done')
    return false;
  vod.segmentsGone = true;
  return true;
}
