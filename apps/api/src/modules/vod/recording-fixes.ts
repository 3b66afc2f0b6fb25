import { Injectable } from '@nestjs/common';
import { ChatFileJob } from '../../workflows/chat-file-job.js';
import { WorkerJobs } from '../../jobs/worker-jobs.js';
import { ConvertJob } from '../../workflows/convert-job.js';
import { PartRows } from '../../recordings/part-rows.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { isThere } from '../../views/vod-library.presenter.js';
import { remuxJobName } from '../../vods/job-names.js';
import { isConverting } from '../../vods/is-converting.js';
import { MissingFiles } from './missing-files.js';
import { begunIf, type Fix, mendedIf, type Outcome } from './fix.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

/**
 * What can be wrong with a recording on its way to a file. Most of it is mended every minute anyway; here at once, and
 * what had been given up too.
 */
@Injectable()
export class RecordingFixes {
  readonly all: readonly Fix[] = [
    { name: 'files_missing_or_back', run: ({ uuid }) => this.watch.check(uuid).then((n) => mendedIf(n > 0)) },
    { name: 'parts_not_read', run: (vod) => this.readParts(vod) },
    { name: 'conversion_not_noted', run: (vod) => this.receipt(vod) },
    { name: 'conversion_lost', run: (vod) => this.lost(vod) },
    { name: 'not_converted', run: (vod) => this.convert(vod) },
    { name: 'chat_not_finished', run: (vod) => this.chat(vod) },
  ];

  constructor(
    private readonly watch: MissingFiles,
    private readonly writer: VodWriter,
    private readonly vods: VodRepository,
    private readonly partRows: PartRows,
    private readonly jobs: WorkerJobs,
    private readonly conversions: ConvertJob,
    private readonly chats: ChatFileJob,
  ) {}

  /** Parts on storage that no event reported, and those whose end was not received. */
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
    const isOpen = vod.convertState !== 'done' && !vod.assigned;
    return mendedIf(isOpen && (await this.jobs.applyReceipt(remuxJobName(vod))));
  }

  private async lost(vod: VodEntity): Promise<Outcome> {
    if (!isConverting(vod) || vod.assigned) return 'well';
    return begunIf(await this.conversions.recover(vod));
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
    const row = await this.writer.resetConversion(vod.uuid);
    if (row === null) return 'well';
    return (await this.conversions.convert(row)) === null ? 'left' : 'begun';
  }

  private async chat({ uuid, chat }: VodEntity): Promise<Outcome> {
    if (chat?.state !== 'failed') return 'well';
    return (await this.chats.redo(uuid)) === null ? 'left' : 'begun';
  }
}
