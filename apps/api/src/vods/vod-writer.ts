import { type VodState } from '#libs/contracts';
import { deriveVodState, type PartState, STATE_FLAGS } from '#libs/domain';
import { Injectable } from '@nestjs/common';
import { Transactions, type Tx, type VodTx } from '../persistence/database/tx.js';
import { type PartEntity } from '../persistence/entities/part.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { Settings } from '../settings/settings.service.js';
import { Notifications } from '../platform/notifications.service.js';
import { gapEvent, recordingEvents } from './recording-events.js';
import { resetToRepeat } from './repeated-conversion.js';
import { isHeldForSpace } from './space-hold.js';
import { setAsideAfter } from './suspicion.js';
import { unrecordedOf } from './unrecorded.js';
import { joinedMs } from './vod-length.js';

/**
 * Changes the row of a VOD under its lock and derives its state again. It is the only way to do so: the types of `Tx` and lint
 * enforce it.
 * Exceptions are statements whose columns do not affect the state and whose row another process may have locked:
 *
 * - `VodRepository`: `manifest_revision`, `manifest_at`, `manifest_version` (writing the manifest must not make the row
 *   newer) and `copy_bytes` (the counter of a running download);
 * - `SpaceRepository.record`: `rest_bytes`, `other_bytes`, `space_version` (counted by a storage listing);
 * - `StreamMetadataRepository.addChapter`: only `edit_version`, each time the site reports a chapter;
 * - `ScanRepository`: restores the row of a lost VOD from its manifest, including state and version;
 * - the triggers of `functions.sql.ts`: sums of rows that belong to the VOD.
 */
@Injectable()
export class VodWriter {
  constructor(
    private readonly transactions: Transactions,
    private readonly vods: VodRepository,
    private readonly settings: Settings,
    private readonly notifier: UiNotifier,
    private readonly notifications: Notifications,
  ) {}

  /**
   * Changes a VOD under its row lock, derives its state again and notifies if anything changed.
   * @returns null if nothing changed or the VOD was deleted
   */
  async update(
    vodUuid: string,
    edit: (vod: VodEntity, tx: Tx) => boolean | Promise<boolean>,
    also?: (vod: VodEntity, tx: Tx) => Promise<void>,
  ): Promise<VodEntity | null> {
    let actions: string[] = [];
    const saved = await this.transactions.run(async (tx) => {
      const vod = await this.vods.lock(vodUuid, tx);
      if (!vod) return null;
      const before = vod.state;
      if (!(await edit(vod, tx))) return null;
      await also?.(vod, tx);
      const after = await this.save(vod, tx);
      actions = edgeOf(before, after.state);
      await this.report(before, after, tx);
      return after;
    });
    if (saved) {
      this.notifier.notify('vod', saved.uuid, actions.length === 0 ? {} : { actions });
      this.notifier.notify('channel', saved.channelUuid);
    }
    return saved;
  }

  /**
   * Resets the conversion, so that a new one of the same media can be requested.
   * @param isDue evaluated under the row lock; by default always due
   * @returns null while the VOD is recorded, or if the conversion is not due
   */
  resetConversion(
    vodUuid: string,
    isDue: (vod: VodEntity, tx: Tx) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<VodEntity | null> {
    return this.update(vodUuid, async (vod, tx) => {
      if (vod.assigned || !(await isDue(vod, tx))) return false;
      resetToRepeat(vod);
      return true;
    });
  }

  /** Reports what a change of state means for a recording, in the transaction of the change. */
  async report(before: VodState, vod: VodEntity, tx: Tx): Promise<void> {
    await this.notifications.addAll(recordingEvents(before, vod), tx);
  }

  /** Reports that a recording that is over has gaps, once: a repeated conversion has the same. */
  async reportGaps(vod: VodEntity, tx: Tx): Promise<void> {
    if (vod.origin === 'capture' && vod.missingMs > 0) await this.notifications.add(gapEvent(vod, vod.missingMs), tx);
  }

  /** Inserts a VOD with its present state. The caller adds the parts later, and the state is derived then. */
  add(vod: VodEntity, tx: Tx): Promise<VodEntity> {
    return (tx as VodTx).save(vod);
  }

  /** Derives the state of a new or locked VOD and saves it; the caller notifies after the commit. */
  async save(vod: VodEntity, tx: Tx): Promise<VodEntity> {
    const parts = await this.vods.parts([vod.uuid], tx);
    const { state, reason } = deriveVodState({
      assigned: vod.assigned,
      parts: parts.map(toPartState),
      refusal: vod.refusal,
      convertState: vod.convertState,
      convertReason: vod.convertReason,
      wantsConversion: !this.settings.get('no_vod_convert'),
      download: vod.download,
      isUnrecorded: unrecordedOf(vod)?.isNow === true,
      setAsideAfter: setAsideAfter(vod),
      isHeldForSpace: isHeldForSpace(vod),
    });
    vod.state = state;
    vod.stateReason = reason;
    // Media that two recorders wrote are stored twice but shown once, so `bytes` counts both copies. A part may also
    // become known only when it is complete.
    const stored = sum(parts, (p) => p.bytes);
    if (stored > 0 && !vod.segmentsGone) vod.bytes = stored;
    // After the end, the timeline is more precise than the parts.
    if (vod.assigned || parts.some((p) => p.endedAt === null)) {
      vod.mediaMs = joinedMs(parts);
      vod.missingMs = sum(parts, (p) => p.missingMs);
    }
    return (tx as VodTx).save(vod);
  }
}

/**
 * Maps a change of state to v0's actions: start and end of a capture, start of a conversion. Each is reported once. A
 * pause causes none, and neither does a crashed recorder while another one continues.
 */
export function edgeOf(before: VodState, after: VodState): string[] {
  const [was, is] = [STATE_FLAGS[before], STATE_FLAGS[after]];
  return [
    ...(is.is_capturing === was.is_capturing ? [] : [is.is_capturing ? 'start_capture' : 'end_capture']),
    ...(is.is_converting && !was.is_converting ? ['start_convert'] : []),
  ];
}

export const toPartState = (p: PartEntity): PartState => ({
  startedAt: p.startedAt,
  endedAt: p.endedAt,
  segments: p.segments,
  cause: p.cause,
});

const sum = (parts: readonly PartEntity[], of: (p: PartEntity) => number): number =>
  parts.reduce((total, p) => total + of(p), 0);
