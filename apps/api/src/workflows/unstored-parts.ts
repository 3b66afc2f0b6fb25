import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { Notices } from '../platform/notices.service.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';
import { CaptureStatusCache } from '../vods/capture-status-cache.js';

const KIND = 'not-stored';
const EVERY_MS = 5000;
/** Storing the rest of a part takes seconds. */
const NOTICE_AFTER_MS = 60_000;

/**
 * Raises a notice for each VOD with a part that has ended and that a recorder has not stored for a minute. The VOD waits
 * for it as long as the recorder lives, because the recorder has the media.
 */
@Injectable()
export class UnstoredParts {
  /** When each VOD was first seen with such a part, ms since the Unix epoch. */
  private firstSeen = new Map<string, number>();
  /**
   * VODs with an open notice; a dismissed notice does not come back. Null until this API, as the leader, has read the
   * notices that were already open.
   */
  private raised: Set<string> | null = null;

  constructor(
    scheduler: Scheduler,
    private readonly snapshots: CaptureStatusCache,
    private readonly vods: VodRepository,
    private readonly notices: Notices,
  ) {
    scheduler.every('unstored-parts', EVERY_MS, (signal) => this.run(signal));
  }

  private async run(term: AbortSignal): Promise<void> {
    if (this.raised === null)
      term.addEventListener('abort', () => {
        this.raised = null;
      });
    const raised = (this.raised ??= new Set(await this.notices.openVods(KIND)));
    const now = Date.now();
    const unstored = this.snapshots.vodsWithUnstoredParts();
    this.firstSeen = new Map(unstored.map((uuid) => [uuid, this.firstSeen.get(uuid) ?? now]));
    const late = unstored.filter((uuid) => now - (this.firstSeen.get(uuid) ?? now) >= NOTICE_AFTER_MS);
    await forEachCollectingErrors(
      [
        ...late.filter((uuid) => !raised.has(uuid)).map((uuid) => () => this.raise(uuid, raised)),
        ...[...raised].filter((uuid) => !this.firstSeen.has(uuid)).map((uuid) => () => this.end(uuid, raised)),
      ],
      (step) => step(),
    );
  }

  private async raise(vodUuid: string, raised: Set<string>): Promise<void> {
    const vod = await this.vods.find(vodUuid);
    if (!vod) return;
    await this.notices.raise({
      key: keyOf(vodUuid),
      kind: KIND,
      level: 'warning',
      channelUuid: vod.channelUuid,
      vodUuid,
      title: message('notice.not-stored.title', { name: vod.channelDisplay }),
      text: message('notice.not-stored.text'),
    });
    raised.add(vodUuid);
  }

  private async end(vodUuid: string, raised: Set<string>): Promise<void> {
    await this.notices.resolve(keyOf(vodUuid));
    raised.delete(vodUuid);
  }
}

const keyOf = (vodUuid: string): string => `not-stored:${vodUuid}`;
