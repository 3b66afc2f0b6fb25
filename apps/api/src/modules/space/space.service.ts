import { STORAGE } from '#libs/service-kit';
import { type Space, type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { Settings } from '../../settings/settings.service.js';
import { SpaceRepository, type UsedSpace } from '../../persistence/repositories/space.repository.js';

/** `free` and `total` in bytes; null: it cannot be known. */
interface SpaceReport {
  readonly free: number | null;
  readonly total: number | null;
  readonly used: UsedSpace;
}

const GB = 1_000_000_000;

/** How much lies on storage, and how much may still. */
@Injectable()
export class SpaceService {
  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly rows: SpaceRepository,
    private readonly settings: Settings,
  ) {}

  /** What of {@link report} a list of channels shows: without a quota nothing has to be summed up for it. */
  async free(): Promise<number | null> {
    if (this.settings.get('storage.quota_gb') > 0) return (await this.report()).free;
    return this.storage.space().then(
      (disk) => disk?.freeBytes ?? null,
      () => null,
    );
  }

  /** What of the used bytes goes by itself, as it is deleted already. */
  leaving(): Promise<number> {
    return this.rows.leaving();
  }

  /**
   * On a folder, what its disk has; on S3 nobody says, so the operator may (`storage.quota_gb`). A quota holds on a
   * folder too.
   */
  async report(): Promise<SpaceReport> {
    const [used, disk] = await Promise.all([this.rows.used(), this.storage.space().catch(() => null)]);
    const quota = this.settings.get('storage.quota_gb') * GB;
    if (quota === 0) return { free: disk?.freeBytes ?? null, total: sizeOf(quota, disk), used };
    const left = Math.max(0, quota - totalOf(used));
    return { free: Math.min(left, disk?.freeBytes ?? left), total: sizeOf(quota, disk), used };
  }

  /** As `total` of {@link report}, with that quota. */
  async total(quotaGb: number): Promise<number | null> {
    return sizeOf(quotaGb * GB, await this.storage.space().catch(() => null));
  }
}

const sizeOf = (quota: number, disk: Space | null): number | null =>
  quota === 0 ? (disk?.totalBytes ?? null) : Math.min(quota, disk?.totalBytes ?? quota);

export const totalOf = ({ segments, files, chat, clips, local, other }: UsedSpace): number =>
  segments + files + chat + clips + local + other;
