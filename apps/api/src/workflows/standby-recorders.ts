import { messageOf } from '#libs/errors';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { LiveWatch } from '../detection/live-watch.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { CaptureStatusCache, type Snapshot } from '../vods/capture-status-cache.js';
import { Reconcile } from './reconcile.js';

/**
 * Acts when a recorder begins to wait for the stream to return: reads what it has recorded, and checks the channel,
 * because the site's answer from before would keep an ended stream open until the next poll.
 */
@Injectable()
export class StandbyRecorders implements OnApplicationBootstrap {
  private readonly log = new Logger('reconcile');
  /** The id of the next part of each VOD whose recorder waits. */
  private readonly nextParts = new Map<string, string>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly vods: VodRepository,
    private readonly snapshots: CaptureStatusCache,
    private readonly reconcile: Reconcile,
    private readonly liveWatch: LiveWatch,
  ) {}

  onApplicationBootstrap(): void {
    this.snapshots.onSnapshot((s) => {
      if (s.state === 'standby' && this.scheduler.isLeader) this.receive(s);
    });
  }

  private receive({ vodUuid, partId }: Snapshot): void {
    if (this.nextParts.get(vodUuid) === partId) return;
    for (const uuid of this.nextParts.keys()) if (this.snapshots.of(uuid) === null) this.nextParts.delete(uuid);
    this.nextParts.set(vodUuid, partId);
    this.reconcile.checkAll();
    this.checkChannel(vodUuid).catch((thrown: unknown) => {
      this.log.debug(`VOD ${vodUuid}: live status not requested: ${messageOf(thrown)}`);
    });
  }

  private async checkChannel(vodUuid: string): Promise<void> {
    const vod = await this.vods.find(vodUuid);
    if (vod) this.liveWatch.checkNow(vod.channelUuid);
  }
}
