import { QUEUED_REASON } from '#libs/domain';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Locks } from '../db/advisory-lock.js';
import { Notices } from '../modules/notice/notices.service.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { SingletonRounds } from '../workflows/singleton-rounds.js';

const EVERY_MS = 5000;
/** A site tells of a stream some seconds before it offers its media: that is no news (peers case 4). */
const PATIENCE_MS = 20_000;

/** Raises a notice for each stream that is live and of which nothing is written, with the reason; recorders try again all the while (spec L151). */
@Injectable()
export class CouldNotRecord implements OnModuleDestroy {
  private readonly rounds: SingletonRounds;
  /** VODs with an open notice, by what this api knows; one raised before a restart is resolved by its VOD's next good round. */
  private readonly raised = new Set<string>();

  constructor(locks: Locks, private readonly vods: VodRepository, private readonly notices: Notices) {
    this.rounds = new SingletonRounds(locks.of('watchdog'), { name: 'watchdog', everyMs: EVERY_MS, work: () => this.round() });
  }

  start(): void { this.rounds.start(); }
  async onModuleDestroy(): Promise<void> { await this.rounds.stop(); }

  private async round(): Promise<void> {
    const open = (await this.vods.unfinished()).filter((v) => v.assigned);
    for (const vod of open) {
      if (vod.state === 'waiting' && Date.now() - vod.assignedAt.getTime() > PATIENCE_MS) await this.raise(vod);
      else if (vod.state === 'capturing') await this.resolve(vod.uuid);
    }
    for (const uuid of this.raised) if (!open.some((v) => v.uuid === uuid)) await this.ended(uuid);
  }

  private async raise(vod: VodEntity): Promise<void> {
    this.raised.add(vod.uuid);
    const isQueued = vod.stateReason === QUEUED_REASON;
    await this.notices.raise({
      key: keyOf(vod.uuid), kind: 'could-not-record', level: 'error', channelUuid: vod.channelUuid, vodUuid: vod.uuid, title: `${vod.channelDisplay} is live and is not being recorded`,
      text: isQueued ? 'Every recorder is full, or none runs. Raise VODKEEP_RECORDER_SLOTS, start another recorder, or stop a recording of lower priority; it is taken as soon as there is room.' : `${vod.stateReason} It is tried again.`,
    });
  }

  private async resolve(uuid: string): Promise<void> {
    if (this.raised.delete(uuid)) await this.notices.resolve(keyOf(uuid));
  }

  /** The stream is over. When nothing of it was written, the notice stays and says so. */
  private async ended(uuid: string): Promise<void> {
    this.raised.delete(uuid);
    const vod = await this.vods.find(uuid);
    if (vod?.state !== 'failed') { await this.notices.resolve(keyOf(uuid)); return; }
    await this.notices.raise({ key: keyOf(uuid), kind: 'could-not-record', level: 'error', channelUuid: vod.channelUuid, vodUuid: uuid, title: `A stream of ${vod.channelDisplay} was not recorded`, text: vod.stateReason });
  }
}

const keyOf = (vodUuid: string): string => `could-not-record:${vodUuid}`;
