import { SELF_TEST_KIND, STAGE_KINDS, type StageKind } from '#libs/contracts';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LiveWatch } from '../../detection/live-watch.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { Transactions } from '../../persistence/database/tx.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Recording } from '../../recordings/recording.js';
import { isBeingRecorded } from '../../vods/vod-faults.js';
import { DeleteVod } from '../vod/delete-vod.js';

/** The stream ends by itself and does not come back, so its grace time is short. */
const GRACE_S = 2;
const POLL_S = 5;
const CHECK_MS = 500;
/** A recorder that does not end its part within this time is gone; the next self-test removes the rest. */
const STOP_MS = 30_000;

const NO_STAGES = Object.fromEntries(STAGE_KINDS.map((kind) => [kind, false])) as Record<StageKind, boolean>;

/** The channel of a self-test: it is recorded like any other, and removed with all that was recorded. */
@Injectable()
export class SelfTestChannel {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly vods: VodRepository,
    private readonly recording: Recording,
    private readonly deletion: DeleteVod,
    private readonly watch: LiveWatch,
    private readonly notifier: UiNotifier,
  ) {}

  /** @returns its uuid */
  async add(sourceUrl: string): Promise<string> {
    const uuid = randomUUID();
    const name = `selftest_${uuid.slice(0, 8)}`;
    await this.transactions.run((tx) =>
      this.channels.insert(
        {
          uuid,
          providerKind: SELF_TEST_KIND,
          internalName: name,
          displayName: name,
          sourceUrl,
          sourceAddress: null,
          sourceId: uuid,
          sourceNetwork: null,
          credentials: null,
          // Real streams get a recorder first.
          options: { priority: 0, grace_s: GRACE_S, poll_s: POLL_S, no_cleanup: true, stages: NO_STAGES },
          site: null,
          createdAt: new Date(),
          verdictState: 'unknown',
          verdictReason: null,
        },
        tx,
      ),
    );
    this.watch.checkNow(uuid);
    this.notifier.notify('channel', uuid);
    return uuid;
  }

  find(uuid: string): Promise<ChannelEntity | null> {
    return this.channels.find(uuid);
  }

  vodOf(uuid: string): Promise<VodEntity | null> {
    return this.vods.newestOf(uuid);
  }

  /** Removes all channels of self-tests, also of those that were killed, with their VODs. Safe to repeat. */
  async removeAll(): Promise<void> {
    for (const { uuid } of await this.channels.ofSelfTests()) await this.remove(uuid);
  }

  /** Safe to repeat. */
  async remove(uuid: string): Promise<void> {
    for (const vod of await this.vods.listOf([uuid])) await this.removeVod(vod.uuid);
    await this.transactions.run((tx) => this.channels.remove(uuid, tx));
    this.watch.forget(uuid);
    this.notifier.notify('channel', uuid);
  }

  private async removeVod(uuid: string): Promise<void> {
    await this.recording.end(uuid, message('self-test.over'), { aborted: true });
    for (let waitedMs = 0; waitedMs < STOP_MS; waitedMs += CHECK_MS) {
      const vod = await this.vods.find(uuid);
      if (!vod) return;
      if (!isBeingRecorded(vod)) break;
      await pause(CHECK_MS);
    }
    await this.deletion.run(uuid);
  }
}
