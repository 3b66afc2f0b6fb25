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
 * Checks and fixes for the recording of a VOD, its conversion and its chat file. Periodic tasks fix most of this within a
 * minute; here it happens at once. Only here, conversions and chat files that have failed are requested again.
 */
@Injectable()
export class RecordingFixes {
  readonly all: readonly Fix[] = [
    { name: 'files_missing_or_back', run: ({ uuid }) => this.checkFiles(uuid) },
    { name: 'parts_not_read', run: (vod) => this.readParts(vod) },
    { name: 'conversion_not_noted', run: (vod) => this.applyUnreportedReceipt(vod) },
    { name: 'conversion_lost', run: (vod) => this.recoverLostConversion(vod) },
    { name: 'not_converted', run: (vod) => this.requestConversion(vod) },
    { name: 'chat_not_finished', run: (vod) => this.remakeFailedChatFile(vod) },
  ];

  constructor(
    private readonly missingFiles: MissingFiles,
    private readonly writer: VodWriter,
    private readonly vods: VodRepository,
    private readonly partRows: PartRows,
    private readonly workerJobs: WorkerJobs,
    private readonly convertJob: ConvertJob,
    private readonly chatFileJob: ChatFileJob,
  ) {}

  private async checkFiles(uuid: string): Promise<Outcome> {
    return fixedIf((await this.missingFiles.check(uuid)) > 0);
  }

  /** Reads parts on storage that no event reported, and parts whose end was not received. */
  private async readParts(vod: VodEntity): Promise<Outcome> {
    if (vod.segmentsGone) return 'ok';
    const before = await this.partsSummary(vod.uuid);
    await this.partRows.read(vod);
    return fixedIf((await this.partsSummary(vod.uuid)) !== before);
  }

  /** The data of the part rows that storage can correct, as text. */
  private async partsSummary(uuid: string): Promise<string> {
    return JSON.stringify((await this.vods.parts([uuid])).map((p) => [p.partId, p.segments, p.bytes, p.endedAt]));
  }

  private async applyUnreportedReceipt(vod: VodEntity): Promise<Outcome> {
    const isOpen = vod.convertState !== 'done' && !vod.assigned;
    return fixedIf(isOpen && (await this.workerJobs.applyReceipt(remuxJobName(vod))));
  }

  private async recoverLostConversion(vod: VodEntity): Promise<Outcome> {
    if (!isConverting(vod) || vod.assigned) return 'ok';
    return startedIf(await this.convertJob.recover(vod));
  }

  /** Starts a conversion that failed or was never requested, or whose file is missing while its segments exist. */
  private async requestConversion(vod: VodEntity): Promise<Outcome> {
    if (vod.assigned || vod.segmentsGone || isConverting(vod)) return 'ok';
    if ((await this.vods.parts([vod.uuid])).some((p) => p.endedAt === null)) return 'ok';
    if (vod.convertState === 'done' && (await this.vods.files([vod.uuid])).some(isThere)) return 'ok';
    const row = await this.writer.resetConversion(vod.uuid);
    if (row === null) return 'ok';
    return (await this.convertJob.convert(row)) === null ? 'unchanged' : 'started';
  }

  private async remakeFailedChatFile({ uuid, chat }: VodEntity): Promise<Outcome> {
    if (chat?.state !== 'failed') return 'ok';
    return (await this.chatFileJob.redo(uuid)) === null ? 'unchanged' : 'started';
  }
}
