import { type VodState } from '#libs/contracts';
import { deriveVodState, type PartState, STATE_FLAGS } from '#libs/domain';
import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../persistence/database/tx.js';
import { type PartEntity } from '../persistence/entities/part.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { Settings } from '../settings/settings.service.js';
import { NOT_CONVERTED } from './new-vod.js';
import { joinedMs } from './vod-length.js';

/**
 * The only way to change the row of a VOD: under its lock, and with its state derived again. Lint holds it. Past it go
 * only statements whose columns decide nothing of the state, and whose row may be held by somebody else:
 *
 * - `VodRepository`: `manifest_revision`, `manifest_at`, `manifest_version` (of the manifest, so that writing it makes
 *   the row no newer) and `copy_bytes` (a counter of a download that runs);
 * - `SpaceRepository.note`: `rest_bytes`, `other_bytes`, `space_version`, which a listing of storage counted;
 * - `StreamMetadataRepository.addChapter`: `edit_version` alone, each time that the site reports a chapter;
 * - `ScanRepository`: puts the row of a lost VOD back as its manifest has it, state and version included;
 * - the triggers of `functions.sql.ts`: sums of rows that belong to the VOD.
 */
@Injectable()
export class VodWriter {
  constructor(
    private readonly transactions: Transactions,
    private readonly vods: VodRepository,
    private readonly settings: Settings,
    private readonly notifier: UiNotifier,
  ) {}

  /**
   * Changes a VOD under its row lock, derives its state again, and notifies when anything is new.
   * @returns null when nothing changed or the VOD is gone
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
      return after;
    });
    if (saved) {
      this.notifier.notify('vod', saved.uuid, actions.length === 0 ? {} : { actions });
      this.notifier.notify('channel', saved.channelUuid);
    }
    return saved;
  }

  /**
   * Forgets how the last conversion ended, so that a new one can be asked for.
   * @param isDue asked about the row under its lock; always due when not given
   * @returns null while the VOD is recorded, or when it is not due
   */
  resetConversion(
    vodUuid: string,
    isDue: (vod: VodEntity, tx: Tx) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<VodEntity | null> {
    return this.update(vodUuid, async (vod, tx) => {
      if (vod.assigned || !(await isDue(vod, tx))) return false;
      Object.assign(vod, NOT_CONVERTED);
      return true;
    });
  }

  /** Stores a VOD in the state that it has: its parts follow, and the state is derived with them. */
  add(vod: VodEntity, tx: Tx): Promise<VodEntity> {
    return tx.save(vod);
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
    });
    vod.state = state;
    vod.stateReason = reason;
    // What two recorders wrote twice lies on storage twice, and is seen once; and a part may be known only when it is
    // whole already.
    const stored = sum(parts, (p) => p.bytes);
    if (stored > 0 && !vod.segmentsGone) vod.bytes = stored;
    // Once it is over, its timeline says more than its parts.
    if (vod.assigned || parts.some((p) => p.endedAt === null)) {
      vod.mediaMs = joinedMs(parts);
      vod.missingMs = sum(parts, (p) => p.missingMs);
    }
    return tx.save(vod);
  }
}

/**
 * What v0 calls the two ends of a capture and the beginning of a conversion, as a change of state tells them: each
 * once, reported when it is so. A pause, and a recorder that dies while another one goes on, are neither.
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
