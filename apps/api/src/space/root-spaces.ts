import { type SPACE_ROOTS } from '#libs/contracts';
import { type ApiConfig } from '#libs/config';
import { type RootSpace } from '#libs/domain';
import { CONFIG } from '#libs/service-kit';
import { spaceOf } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { access, constants } from 'node:fs/promises';
import { SpaceReportService } from './space-report.service.js';

export type RootName = (typeof SPACE_ROOTS)[number];

export interface MeasuredRoot {
  readonly name: RootName;
  readonly path: string;
  readonly space: RootSpace;
}

interface Folder {
  readonly name: RootName;
  readonly path: string;
}

/**
 * Measures the disks that Vodkeep writes to. The folders of the database and of the messages are known on one machine
 * only (`npm start` sets them).
 */
@Injectable()
export class RootSpaces {
  private readonly control: readonly Folder[];
  private readonly storageDir: string | null;
  private readonly bucket: string;

  constructor(
    @Inject(CONFIG) { core, storage, control }: ApiConfig,
    private readonly report: SpaceReportService,
  ) {
    const { databaseDir, messagesDir } = control;
    this.control = [
      ...(databaseDir === null && messagesDir === null ? [] : [{ name: 'data' as const, path: core.dataDir }]),
      ...(databaseDir === null ? [] : [{ name: 'database' as const, path: databaseDir }]),
      ...(messagesDir === null ? [] : [{ name: 'messages' as const, path: messagesDir }]),
    ];
    this.storageDir = storage.kind === 'file' ? storage.dir : null;
    this.bucket = storage.s3Bucket;
  }

  /** The disks that answer. Folders on the same disk are one root, named by the first. */
  async measure(): Promise<readonly MeasuredRoot[]> {
    const devices = new Set<number>();
    const roots: MeasuredRoot[] = [];
    const storage = await this.storage(devices);
    if (storage) roots.push(storage);
    for (const folder of this.control) {
      const space = await spaceOf(folder.path).catch(() => null);
      if (space === null || devices.has(space.device)) continue;
      devices.add(space.device);
      roots.push({ ...folder, space: { ...space, isReadOnly: await isReadOnly(folder.path) } });
    }
    return roots;
  }

  /** A quota counts as the size of the disk. Null if the storage is away, or if its size is unknown (S3). */
  private async storage(devices: Set<number>): Promise<MeasuredRoot | null> {
    const path = this.storageDir;
    const disk = path === null ? null : await spaceOf(path).catch(() => null);
    if (path !== null && disk === null) return null;
    if (disk !== null) devices.add(disk.device);
    const [free, total] = await this.report.freeAndTotal();
    if (free === null || total === null) return null;
    return {
      name: 'storage',
      path: path ?? this.bucket,
      space: { freeBytes: free, totalBytes: total, isReadOnly: path !== null && (await isReadOnly(path)) },
    };
  }
}

/** Checks the file system without a write. */
const isReadOnly = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => false,
    (thrown: unknown) => (thrown as NodeJS.ErrnoException).code === 'EROFS',
  );
