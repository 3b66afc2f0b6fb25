import { type PartInfo } from '#libs/domain';
import { Injectable, Logger } from '@nestjs/common';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Transactions } from '../../persistence/database/tx.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { PartReader } from '../../vods/part-reader.js';
import { PartRows } from '../../recordings/part-rows.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { ScanRepository } from '../../persistence/repositories/scan.repository.js';

/** Replaces the unknown provider. A key, not a text for users. */
const PROVIDER_KIND = 'recovered';

/**
 * Creates a VOD from media without a manifest: the database was lost before the first manifest was written. The
 * journals of the parts give the VOD its content. Its channel is unknown, so it belongs to none. It is finished like
 * any other VOD: Vodkeep builds its timeline and makes its file.
 */
@Injectable()
export class OrphanVod {
  private readonly log = new Logger('scan');

  constructor(
    private readonly transactions: Transactions,
    private readonly rows: ScanRepository,
    private readonly vods: VodRepository,
    private readonly writer: VodWriter,
    private readonly parts: PartReader,
    private readonly partRows: PartRows,
    private readonly notifier: UiNotifier,
  ) {}

  /** @returns whether a VOD was created */
  async run(uuid: string): Promise<boolean> {
    const parts = (await this.parts.readAll(uuid)).filter((p) => p.segments.length > 0);
    if (parts.length === 0) return false;
    const saved = await this.transactions.run(async (tx) => {
      await this.rows.claim(uuid, tx);
      if (await this.vods.find(uuid, tx)) return null;
      return this.writer.add(orphan(uuid, parts), tx);
    });
    if (!saved) return false;
    await this.partRows.read(saved);
    this.log.warn(`${saved.basename}: restored from ${parts.length} part(s) without a manifest`);
    this.notifier.notify('vod', uuid);
    return true;
  }
}

function orphan(uuid: string, parts: readonly PartInfo[]): VodEntity {
  const startedAt = new Date(Math.min(...parts.map(startOf)));
  const endedAt = new Date(Math.max(...parts.map((p) => p.end?.at ?? startOf(p))));
  // The name of the channel is unknown. The replacement is stored in rows and in the library, so it must not depend on
  // a language.
  const name = uuid.slice(0, 8);
  return Object.assign(new VodEntity(), {
    uuid,
    channelUuid: uuid,
    providerKind: PROVIDER_KIND,
    streamId: uuid,
    basename: `${name}_${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`,
    channelName: name,
    channelDisplay: name,
    title: '',
    state: 'ended',
    stateReason: null,
    assigned: false,
    assignedAt: startedAt,
    startedAt,
    endedAt,
    createdAt: new Date(),
    captureStarted: startedAt,
    facts: { recovered: true },
  } satisfies Partial<VodEntity>);
}

const startOf = ({ part, epochs }: PartInfo): number => part?.startedAt ?? epochs.get(0)?.startAt ?? Date.now();
