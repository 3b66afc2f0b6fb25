import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { isThere } from '../../views/vod-library.presenter.js';
import { Recording } from '../../workflows/recording.js';
import { LibraryLinks } from '../naming/library-links.js';
import { type FileEntity } from './file.entity.js';
import { type Fix } from './fix.js';
import { RefreshMetadata } from './refresh-metadata.js';
import { type VodEntity } from './vod.entity.js';
import { VodRepository } from './vod.repository.js';

/** What can be wrong with the files of a VOD, or with what its row says of them. */
@Injectable()
export class FileFixes {
  readonly all: readonly Fix[] = [
    { name: 'no_end', run: ({ uuid }) => this.correct(uuid, noEnd) },
    { name: 'no_duration', run: ({ uuid }) => this.correct(uuid, noLength) },
    { name: 'no_metadata', run: ({ uuid }) => this.correct(uuid, noMetadata) },
    { name: 'not_in_library', run: (vod) => this.show(vod) },
    { name: 'no_thumbnail', run: (vod) => this.picture(vod) },
  ];

  constructor(
    private readonly recording: Recording, private readonly vods: VodRepository, private readonly links: LibraryLinks, private readonly refresh: RefreshMetadata,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  private async correct(uuid: string, fault: (vod: VodEntity, files: readonly FileEntity[]) => Partial<VodEntity> | null): Promise<boolean> {
    const files = (await this.vods.files([uuid])).filter(isThere);
    return (await this.recording.change(uuid, (vod) => {
      const right = fault(vod, files);
      if (right) Object.assign(vod, right);
      return right !== null;
    })) !== null;
  }

  private async show({ uuid }: VodEntity): Promise<boolean> {
    if (await this.isShown(uuid)) return false;
    await this.links.follow(uuid);
    return this.isShown(uuid);
  }

  /** Whether each of its files stands in the library, where there is one. */
  private async isShown(uuid: string): Promise<boolean> {
    const { library } = this.storage;
    if (!library) return true;
    const files = (await this.vods.files([uuid])).filter(isThere);
    const places = await Promise.all(files.map(async ({ libraryPath, key }) => (libraryPath === null ? 'free' : library.look(libraryPath, key))));
    return places.every((place) => place === 'ours');
  }

  /** Made by a converter: on its way counts as fixed. */
  private async picture({ uuid }: VodEntity): Promise<boolean> {
    const files = (await this.vods.files([uuid])).filter(isThere);
    const lost: FileEntity[] = [];
    for (const file of files) if (file.thumbKey === null || !(await this.storage.head(file.thumbKey))) lost.push(file);
    if (files.length === 0 || lost.length < files.length) return false;
    await this.recording.change(uuid, () => true, async (_, tx) => { for (const { id } of lost) await this.vods.changeFile(id, { thumbKey: null }, tx); });
    await this.refresh.start(uuid);
    return true;
  }
}

const noEnd = (vod: VodEntity): Partial<VodEntity> | null => (!vod.assigned && vod.endedAt === null ? { endedAt: new Date((vod.captureStarted ?? vod.startedAt).getTime() + vod.mediaMs) } : null);
const noLength = (vod: VodEntity, files: readonly FileEntity[]): Partial<VodEntity> | null => (vod.mediaMs === 0 && files.length > 0 ? { mediaMs: Math.max(...files.map((f) => f.endMs)) } : null);

function noMetadata(vod: VodEntity, files: readonly FileEntity[]): Partial<VodEntity> | null {
  const first = files.find((f) => f.role === 'segment');
  return vod.metadata === null && first ? { metadata: first.metadata } : null;
}
