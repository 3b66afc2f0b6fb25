import { UserError } from '#libs/errors';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { isThere } from '../../views/vod-library.presenter.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { LibraryLinks } from '../../library/library-links.js';
import { type FileEntity } from '../../persistence/entities/file.entity.js';
import { type Fix, fixedIf, type Outcome } from './fix.js';
import { QuickRefresh } from './quick-refresh.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

/** Checks and fixes for the files of a VOD and for the data about them in its row. */
@Injectable()
export class FileFixes {
  readonly all: readonly Fix[] = [
    { name: 'no_end', run: ({ uuid }) => this.correctRow(uuid, noEnd) },
    { name: 'no_duration', run: ({ uuid }) => this.correctRow(uuid, noDuration) },
    { name: 'no_metadata', run: ({ uuid }) => this.correctRow(uuid, noMetadata) },
    { name: 'not_in_library', run: (vod) => this.linkFiles(vod) },
    { name: 'no_thumbnail', run: (vod) => this.makeThumbnail(vod) },
  ];

  constructor(
    private readonly writer: VodWriter,
    private readonly vods: VodRepository,
    private readonly links: LibraryLinks,
    private readonly refresh: QuickRefresh,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  private async correctRow(
    uuid: string,
    correctionOf: (vod: VodEntity, files: readonly FileEntity[]) => Partial<VodEntity> | null,
  ): Promise<Outcome> {
    const files = (await this.vods.files([uuid])).filter(isThere);
    return fixedIf(
      (await this.writer.update(uuid, (vod) => {
        const correction = correctionOf(vod, files);
        if (correction) Object.assign(vod, correction);
        return correction !== null;
      })) !== null,
    );
  }

  private async linkFiles({ uuid }: VodEntity): Promise<Outcome> {
    if (await this.isLinked(uuid)) return 'ok';
    await this.links.follow(uuid);
    return (await this.isLinked(uuid)) ? 'fixed' : 'unchanged';
  }

  /** Whether all files of the VOD are in the library, if there is one. */
  private async isLinked(uuid: string): Promise<boolean> {
    const { library } = this.storage;
    if (!library) return true;
    const files = (await this.vods.files([uuid])).filter(isThere);
    const places = await Promise.all(
      files
        .flatMap((file) => [file, ...file.subtitles])
        .map(async ({ libraryPath, key }) => (libraryPath === null ? 'free' : library.stateOf(libraryPath, key))),
    );
    return places.every((place) => place === 'ours');
  }

  /**
   * Lets a converter make the thumbnail, and waits for it for a short time ({@link QuickRefresh.maxWaitMs}). A file
   * with only sound has none.
   */
  private async makeThumbnail({ uuid }: VodEntity): Promise<Outcome> {
    const files = await this.videoFiles(uuid);
    const withoutThumbnail = await this.withoutThumbnail(files);
    if (files.length === 0 || withoutThumbnail.length < files.length) return 'ok';
    await this.writer.update(
      uuid,
      () => true,
      async (_, tx) => {
        for (const { id } of withoutThumbnail) await this.vods.changeFile(id, { thumbKey: null }, tx);
      },
    );
    const isDone = await this.refreshFiles(uuid);
    if ((await this.withoutThumbnail(await this.videoFiles(uuid))).length < files.length) return 'fixed';
    return isDone ? 'unchanged' : 'started';
  }

  private async videoFiles(uuid: string): Promise<FileEntity[]> {
    return (await this.vods.files([uuid])).filter((f) => isThere(f) && f.metadata.type === 'video');
  }

  private async withoutThumbnail(files: readonly FileEntity[]): Promise<FileEntity[]> {
    const missing: FileEntity[] = [];
    for (const file of files)
      if (file.thumbKey === null || !(await this.storage.head(file.thumbKey))) missing.push(file);
    return missing;
  }

  /** Refreshes the metadata of the files. @returns false if the job, or an earlier one, is still running */
  private async refreshFiles(uuid: string): Promise<boolean> {
    try {
      return !('job' in (await this.refresh.run(uuid)).data);
    } catch (thrown) {
      if (thrown instanceof UserError && thrown.code === 'job-running') return false;
      throw thrown;
    }
  }
}

const noEnd = (vod: VodEntity): Partial<VodEntity> | null =>
  !vod.assigned && vod.endedAt === null
    ? { endedAt: new Date((vod.captureStarted ?? vod.startedAt).getTime() + vod.mediaMs) }
    : null;
const noDuration = (vod: VodEntity, files: readonly FileEntity[]): Partial<VodEntity> | null =>
  vod.mediaMs === 0 && files.length > 0 ? { mediaMs: Math.max(...files.map((f) => f.endMs)) } : null;

function noMetadata(vod: VodEntity, files: readonly FileEntity[]): Partial<VodEntity> | null {
  const first = files.find((f) => f.role === 'segment');
  return vod.metadata === null && first ? { metadata: first.metadata } : null;
}
