import { STORAGE } from '#libs/service-kit';
import { type Space, type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { Settings } from '../settings/settings.service.js';
import { SpaceRepository, type UsedSpace } from '../persistence/repositories/space.repository.js';

/** `free` and `total` in bytes; null if unknown. */
interface SpaceReport {
  readonly free: number | null;
  readonly total: number | null;
  readonly used: UsedSpace;
}

const GB = 1_000_000_000;

/** Reports used and free storage. */
@Injectable()
export class SpaceReportService {
  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly rows: SpaceRepository,
    private readonly settings: Settings,
  ) {}

  /** Returns `free` of {@link report} for a list of channels. Without a quota it needs no sum of the used space. */
  async free(): Promise<number | null> {
    return (await this.freeAndTotal())[0];
  }

  /** `free` and `total` of {@link report}. Without a quota it needs no database. */
  async freeAndTotal(): Promise<readonly [number | null, number | null]> {
    if (this.settings.get('storage.quota_gb') > 0) {
      const { free, total } = await this.report();
      return [free, total];
    }
    const disk = await this.storage.space().catch(() => null);
    return [disk?.freeBytes ?? null, disk?.totalBytes ?? null];
  }

  /** Bytes of deleted VODs whose objects are still on storage; they become free without further action. */
  bytesOfDeletedVods(): Promise<number> {
    return this.rows.bytesOfDeletedVods();
  }

  /**
   * In a folder, the space is that of the disk. S3 reports none, so the operator may set a quota (`storage.quota_gb`).
   * A quota also applies to a folder.
   */
  async report(): Promise<SpaceReport> {
    const [used, disk] = await Promise.all([this.rows.used(), this.storage.space().catch(() => null)]);
    const quota = this.settings.get('storage.quota_gb') * GB;
    if (quota === 0) return { free: disk?.freeBytes ?? null, total: sizeOf(quota, disk), used };
    const left = Math.max(0, quota - totalOf(used));
    return { free: Math.min(left, disk?.freeBytes ?? left), total: sizeOf(quota, disk), used };
  }

  /** Returns `total` of {@link report} for the given quota. */
  async total(quotaGb: number): Promise<number | null> {
    return sizeOf(quotaGb * GB, await this.storage.space().catch(() => null));
  }
}

const sizeOf = (quota: number, disk: Space | null): number | null =>
  quota === 0 ? (disk?.totalBytes ?? null) : Math.min(quota, disk?.totalBytes ?? quota);

export const totalOf = ({ segments, files, chat, clips, local, other }: UsedSpace): number =>
  segments + files + chat + clips + local + other;
