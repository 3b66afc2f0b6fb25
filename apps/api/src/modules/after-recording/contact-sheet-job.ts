import { contactSheetJob, objectKeys } from '#libs/contracts';
import { message, verbatim } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { type JobChange, type JobReport, type StageEnd, type WorkerJobStage } from '../../jobs/worker-job-stage.js';
import { WorkerJobs } from '../../jobs/worker-jobs.js';
import { JOB_MISSING } from '../../jobs/job-faults.js';
import { Transactions } from '../../persistence/database/tx.js';
import { type FileEntity } from '../../persistence/entities/file.entity.js';
import { type JobEntity } from '../../persistence/entities/job.entity.js';
import { type SideFile } from '../../persistence/entities/side-file.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Settings } from '../../settings/settings.service.js';
import { isThere } from '../../views/vod-library.presenter.js';
import { VodSideFiles } from '../../workflows/vod-side-files.js';
import {
  type ClaimStage,
  type StageStart,
  type StageStarted,
  type StageWork,
  VodStages,
} from '../../workflows/vod-stages.js';

type Report = JobReport<typeof contactSheetJob>;
interface Published {
  readonly file: SideFile;
  readonly before: VodEntity;
}

/** Requests the contact sheet of a VOD from a converter, and adds it to the files beside the VOD. */
@Injectable()
export class ContactSheetJob implements WorkerJobStage<typeof contactSheetJob, Published | null>, StageWork {
  readonly name = 'contact-sheet';
  readonly kind = 'contact-sheet';
  readonly def = contactSheetJob;
  readonly locksVod = 'done';

  constructor(
    stages: VodStages,
    private readonly jobs: WorkerJobs,
    private readonly transactions: Transactions,
    private readonly vods: VodRepository,
    private readonly sideFiles: VodSideFiles,
    private readonly settings: Settings,
    private readonly notifier: UiNotifier,
  ) {
    stages.register(this);
    jobs.register(this);
  }

  async start({ vod, claim }: StageStart): Promise<StageStarted> {
    const file = await this.fileOf(vod.uuid);
    if (!file) return { skipped: message('stage.no-file') };
    if (file.metadata.type === 'audio') return { skipped: message('stage.no-picture') };
    await this.add(vod, file, claim);
    return 'job';
  }

  async prepare({ vodUuid }: JobEntity, { result: { key, sizeBytes } }: Report): Promise<Published | null> {
    const vod = vodUuid === null ? null : await this.vods.find(vodUuid);
    return vod && { file: await this.sideFiles.publish(vod, { kind: 'contact-sheet', key, sizeBytes }), before: vod };
  }

  async done(
    _report: Report,
    { vod, tx, prepared }: JobChange & { prepared: Published | null },
  ): Promise<StageEnd | false> {
    if (!vod || !prepared) return false;
    await this.sideFiles.replace(vod, prepared.file, tx);
    return { note: message('stage.contact-sheet-made') };
  }

  async after(_report: Report, { prepared }: { readonly prepared: Published | null }): Promise<void> {
    if (!prepared) return;
    await this.sideFiles.drop(prepared.before, prepared.file.key, 'contact-sheet');
    this.notifier.notify('vod', prepared.before.uuid, { actions: ['vod_updated'] });
  }

  /** Starts again from the present settings and file, which may have changed. */
  async retry({ name, vodUuid }: JobEntity): Promise<void> {
    const vod = vodUuid === null ? null : await this.vods.find(vodUuid);
    const file = vod && (await this.fileOf(vod.uuid));
    if (!vod || !file) throw JOB_MISSING(name);
    await this.add(vod, file);
  }

  /** The longest file; a VOD has several if its format changed. */
  private async fileOf(vodUuid: string): Promise<FileEntity | null> {
    const files = (await this.vods.files([vodUuid])).filter((file) => file.role === 'segment' && isThere(file));
    return files.toSorted((a, b) => b.videoMs - a.videoMs)[0] ?? null;
  }

  private async add(vod: VodEntity, file: FileEntity, claim?: ClaimStage): Promise<void> {
    const name = `contact_sheet_${vod.uuid}`;
    const attempt = ulid();
    const [columns = 3, rows = 5] = this.settings.get('contact_sheet.grid').split('x').map(Number);
    const input = {
      fileKey: file.key,
      videoMs: file.videoMs,
      columns,
      rows,
      width: this.settings.get('contact_sheet.width'),
      outKey: objectKeys.file(vod.uuid, 'side', `contact-sheet-${attempt}.png`),
    };
    const { uuid: vodUuid, channelUuid, basename } = vod;
    await this.transactions.run(async (tx) => {
      await this.jobs.add(this, { name, attempt, title: verbatim(basename), vodUuid, channelUuid, input }, tx);
      await claim?.(name, tx);
    });
    this.jobs.added(name);
  }
}
