import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { SpaceRepository } from '../../persistence/repositories/space.repository.js';
import { Clock } from '../../platform/clock.js';
import { Notices } from '../../platform/notices.service.js';
import { SpaceReportService } from '../../space/space-report.service.js';

/** So many VODs in a row are deleted for free space without an effect. */
const MAX_VODS = 3;
/** Some file systems free the space of a deleted file only later, so the operator is told after this time. */
const SETTLE_MS = 60_000;
/** This share of what was deleted must become free: running recordings write meanwhile. */
const MIN_SHARE = 0.1;
const NOTICE = 'cleanup-frees-nothing';

/**
 * Whether deletions free space. Hard links, snapshots, versions of objects or another file system may keep it; clean-up
 * would then delete VOD after VOD. It stops for all APIs, and continues as soon as more space is free.
 */
@Injectable()
export class FreedSpace {
  constructor(
    private readonly space: SpaceReportService,
    private readonly rows: SpaceRepository,
    private readonly notices: Notices,
    private readonly clock: Clock,
  ) {}

  /** Whether a further VOD may be deleted for free space, as the disk is now. */
  async mayDelete(): Promise<boolean> {
    const unfreed = await this.rows.unfreed();
    if (unfreed === null) return true;
    const free = await this.space.free();
    if (free === null || free - unfreed.freeBytes > unfreed.bytes * MIN_SHARE) {
      await this.forget();
      return true;
    }
    if (unfreed.vods < MAX_VODS) return true;
    if (this.clock.now() - unfreed.at.getTime() >= SETTLE_MS)
      await this.notices.raise({
        key: NOTICE,
        kind: 'low-space',
        level: 'warning',
        title: message('notice.cleanup-frees-nothing.title'),
        text: message('notice.cleanup-frees-nothing.text', { n: unfreed.vods }),
      });
    return false;
  }

  /** @param work deletes a VOD for free space, and returns its size; null: it was not deleted */
  async observe(work: () => Promise<number | null>): Promise<void> {
    const before = await this.space.free();
    const bytes = await work();
    if (bytes === null || before === null) return;
    const after = await this.space.free();
    if (after === null || after - before > bytes * MIN_SHARE) {
      await this.forget();
      return;
    }
    await this.add(bytes, before);
  }

  private async add(bytes: number, freeBytes: number): Promise<void> {
    const at = new Date(this.clock.now());
    const last = (await this.rows.unfreed()) ?? { vods: 0, bytes: 0, freeBytes };
    await this.rows.saveUnfreed({ ...last, vods: last.vods + 1, bytes: last.bytes + bytes, at });
  }

  private async forget(): Promise<void> {
    await this.rows.forgetUnfreed();
    await this.notices.resolve(NOTICE);
  }
}
