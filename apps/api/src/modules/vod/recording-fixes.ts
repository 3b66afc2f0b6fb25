import { Injectable } from '@nestjs/common';
import { ChatRows } from '../../chat/chat-rows.js';
import { ConversionReceipts } from '../../workflows/conversion-receipts.js';
import { PartRows } from '../../workflows/part-rows.js';
import { Recording } from '../../workflows/recording.js';
import { Sealing } from '../../workflows/sealing.js';
import { isThere } from '../../views/vod-library.presenter.js';
import { isConverting } from '../naming/is-busy.js';
import { FileWatch } from './file-watch.js';
import { begunIf, type Fix, mendedIf, type Outcome } from './fix.js';
import { type VodEntity } from './vod.entity.js';
import { VodRepository } from './vod.repository.js';

/**
 * What can be wrong with a recording on its way to a file. Most of it is mended every minute anyway; here at once, and
 * what had been given up too.
 */
@Injectable()
export class RecordingFixes {
  readonly all: readonly Fix[] = [
    { name: 'files_missing_or_back', run: ({ uuid }) => this.watch.look(uuid).then((n) => mendedIf(n > 0)) },
    { name: 'parts_not_read', run: (vod) => this.readParts(vod) },
    { name: 'conversion_not_noted', run: (vod) => this.receipt(vod) },
    { name: 'conversion_lost', run: (vod) => this.lost(vod) },
    { name: 'not_converted', run: (vod) => this.convert(vod) },
    { name: 'chat_not_finished', run: (vod) => this.chat(vod) },
  ];

  constructor(
    private readonly watch: FileWatch,
    private readonly recording: Recording,
    private readonly vods: VodRepository,
    private readonly partRows: PartRows,
    private readonly receipts: ConversionReceipts,
    private readonly sealing: Sealing,
    private readonly chats: ChatRows,
  ) {}

  /** Parts on storage that no event told of, and those whose end was not heard. */
  private async readParts(vod: VodEntity): Promise<Outcome> {
    if (vod.segmentsGone) return 'well';
    const before = await this.totals(vod.uuid);
    await this.partRows.read(vod);
    return mendedIf((await this.totals(vod.uuid)) !== before);
  }

  private async totals(uuid: string): Promise<string> {
    return JSON.stringify((await this.vods.parts([uuid])).map((p) => [p.partId, p.segments, p.bytes, p.endedAt]));
  }

  private async receipt(vod: VodEntity): Promise<Outcome> {
    return mendedIf(vod.convertState !== 'done' && !vod.assigned && (await this.receipts.apply(vod)));
  }

  private async lost(vod: VodEntity): Promise<Outcome> {
    if (!isConverting(vod) || vod.assigned) return 'well';
    await this.sealing.followUp(vod);
    return begunIf((await this.vods.find(vod.uuid))?.version !== vod.version);
  }

  /** One that failed, was never asked for, or whose file is gone while its segments are there. */
  private async convert(vod: VodEntity): Promise<Outcome> {
    if (
      vod.assigned ||
      vod.segmentsGone ||
      isConverting(vod) ||
      (await this.vods.parts([vod.uuid])).some((p) => p.endedAt === null)
    )
      return 'well';
    if (vod.convertState === 'done' && (await this.vods.files([vod.uuid])).some(isThere)) return 'well';
    const row = await this.recording.resetConversion(vod.uuid);
    if (row === null) return 'well';
    return (await this.sealing.convert(row)) === null ? 'left' : 'begun';
  }

  private async chat({ uuid, chat }: VodEntity): Promise<Outcome> {
    if (chat?.state !== 'failed') return 'well';
    return (await this.chats.redo(uuid)) === null ? 'left' : 'begun';
  }
}
