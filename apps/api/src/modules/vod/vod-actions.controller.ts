import { archiveVod, deleteSegment, fixIssues, isYes, refreshMetadata, saveVod, unarchiveVod } from '#libs/contracts';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { Archives } from './archives.js';
import { DeleteFile } from './delete-file.js';
import { fixedMessage, FixIssues } from './fix-issues.js';
import { QuickRefresh } from './quick-refresh.js';

/** VOD actions that run as jobs. */
@Controller()
export class VodActionsController {
  constructor(
    private readonly segments: DeleteFile,
    private readonly archives: Archives,
    private readonly fixes: FixIssues,
    private readonly refreshing: QuickRefresh,
  ) {}

  @Implements(deleteSegment)
  async removeSegment(
    @ValidatedInput(deleteSegment) { params, query }: Input<typeof deleteSegment>,
  ): Promise<Result<typeof deleteSegment>> {
    return {
      data: { job: await this.segments.run(params.uuid, { index: query.segment, keepEntry: isYes(query.keep_entry) }) },
    };
  }

  @Implements(archiveVod)
  async archive(@ValidatedInput(archiveVod) { params }: Input<typeof archiveVod>): Promise<Result<typeof archiveVod>> {
    return { data: { job: await this.archives.change(params.uuid, 'archive') } };
  }

  @Implements(saveVod)
  async save(@ValidatedInput(saveVod) { params }: Input<typeof saveVod>): Promise<Result<typeof saveVod>> {
    return { data: { job: await this.archives.change(params.uuid, 'archive') } };
  }

  @Implements(fixIssues)
  async fix(@ValidatedInput(fixIssues) { params }: Input<typeof fixIssues>): Promise<Result<typeof fixIssues>> {
    return { message: fixedMessage(await this.fixes.run(params.uuid)) };
  }

  @Implements(refreshMetadata)
  refresh(
    @ValidatedInput(refreshMetadata) { params }: Input<typeof refreshMetadata>,
  ): Promise<Result<typeof refreshMetadata>> {
    return this.refreshing.run(params.uuid);
  }

  @Implements(unarchiveVod)
  async unarchive(
    @ValidatedInput(unarchiveVod) { params }: Input<typeof unarchiveVod>,
  ): Promise<Result<typeof unarchiveVod>> {
    return { data: { job: await this.archives.change(params.uuid, 'restore') } };
  }
}
