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
import { startedIf, type Fix, fixedIf, type Outcome } from './fix.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

/**
 * Checks and fixes for a recording that is not a file yet. Periodic tasks fix most of this every minute; here it
 * happens at once, and includes what was given up.
 */
@Injectable()
export class RecordingFixes {
  readonly all: readonly Fix[] = [
    { name: 'files_missing_or_back', run: ({ uuid }) => this.watch.check(uuid).then((n) => fixedIf(n > 0)) },
    { name: 'parts_not_read', run: (vod) => this.readParts(vod) },
    { name: 'conversion_not_noted', run: (vod) => this.applyUnreportedReceipt(vod) },
    { name: 'conversion_lost', run: (vod) => this.resumeLostConversion(vod) },
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

  /** Reads parts on storage that no event reported, and parts whose end was not received. */
  private async readParts(vod: VodEntity): Promise<Outcome> {
    if (vod.segmentsGone) return 'ok';
    const before = await this.totals(vod.uuid);
    await this.partRows.read(vod);
    return fixedIf((await this.totals(vod.uuid)) !== before);
  }

  private async totals(uuid: string): Promise<string> {
    return JSON.stringify((await this.vods.parts([uuid])).map((p) => [p.partId, p.segments, p.bytes, p.endedAt]));
  }

  private async applyUnreportedReceipt(vod: VodEntity): Promise<Outcome> {
    const isOpen = vod.convertState !== 'done' && !vod.assigned;
    return fixedIf(isOpen && (await this.jobs.applyReceipt(remuxJobName(vod))));
  }

  private async resumeLostConversion(vod: VodEntity): Promise<Outcome> {
    if (!isConverting(vod) || vod.assigned) return 'ok';
    return startedIf(await this.conversions.recover(vod));
  }

  /** Starts a conversion that failed or was never requested, or whose file is missing while its segments exist. */
  private async convert(vod: VodEntity): Promise<Outcome> {
    if (
      vod.assigned ||
      vod.segmentsGone ||
      isConverting(vod) ||
      (await this.vods.parts([vod.uuid])).some((p) => p.endedAt === null)
    )
      return 'ok';
    if (vod.convertState === 'done' && (await this.vods.files([vod.uuid])).some(isThere)) return 'ok';
    const row = await this.writer.resetConversion(vod.uuid);
    if (row === null) return 'ok';
    return (await this.conversions.convert(row)) === null ? 'unchanged' : 'started';
  }

  private async chat({ uuid, chat }: VodEntity): Promise<Outcome> {
    if (chat?.state !== 'failed') return 'ok';
    return (await this.chats.redo(uuid)) === null ? 'unchanged' : 'started';
  }
}
