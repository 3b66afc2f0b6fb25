import { convertVod, deleteVod, editVod, getVod, isYes, listVods } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { editConflict } from '../../platform/edit-conflict.js';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { ViewLoader } from '../../views/view-loader.service.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { ConvertJob } from '../../workflows/convert-job.js';
import { DeleteVod } from './delete-vod.js';
import { EditVod } from './edit-vod.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { VodSearch } from '../../persistence/repositories/vod-search.repository.js';
import { isBeingRecorded, VOD_MISSING } from '../../vods/vod-faults.js';

@Controller()
export class VodController {
  constructor(
    private readonly vods: VodRepository,
    private readonly views: ViewLoader,
    private readonly deletion: DeleteVod,
    private readonly conversions: ConvertJob,
    private readonly writer: VodWriter,
    private readonly edits: EditVod,
    private readonly search: VodSearch,
  ) {}

  @Implements(listVods)
  async list(@ValidatedInput(listVods) { query }: Input<typeof listVods>): Promise<Result<typeof listVods>> {
    const { channel, state, q = '', before, before_uuid: beforeUuid, archived, limit } = query;
    const rows = await this.search.find({
      channelUuid: channel,
      states: state,
      words: q.split(/\s+/).filter((word) => word !== ''),
      before: before === undefined ? undefined : new Date(before),
      beforeUuid,
      archived: isYes(archived),
      limit,
    });
    return { data: await this.views.presentVods(rows) };
  }

  @Implements(getVod)
  async get(@ValidatedInput(getVod) { params }: Input<typeof getVod>): Promise<Result<typeof getVod>> {
    return { data: await this.view(params.uuid) };
  }

  @Implements(editVod)
  async edit(@ValidatedInput(editVod) { params, body }: Input<typeof editVod>): Promise<Result<typeof editVod>> {
    const outcome = await this.edits.run(params.uuid, body);
    if (outcome === 'stale') throw editConflict(editVod, await this.view(params.uuid));
    return { message: message('answer.vod-edited') };
  }

  @Implements(deleteVod)
  async remove(@ValidatedInput(deleteVod) { params }: Input<typeof deleteVod>): Promise<Result<typeof deleteVod>> {
    const { basename, job } = await this.deletion.deleteInBackground(params.uuid);
    return { data: { job }, message: message('answer.deleted', { name: basename }) };
  }

  @Implements(convertVod)
  async convert(@ValidatedInput(convertVod) { params }: Input<typeof convertVod>): Promise<Result<typeof convertVod>> {
    const vod = await this.vods.find(params.uuid);
    if (!vod) throw VOD_MISSING();
    if (isBeingRecorded(vod)) throw new UserError(message('error.vod-capturing.still'), { status: 409 });
    if (vod.segmentsGone) throw new UserError(message('error.no-segments.gone'), { status: 410 });
    const job = await this.conversions.convert((await this.writer.resetConversion(vod.uuid)) ?? vod);
    if (job === null) throw new UserError(message('error.no-segments.nothing-stored'), { status: 410 });
    return { message: message('answer.conversion-queued', { name: vod.basename }) };
  }

  private async view(uuid: string) {
    const vod = await this.views.vod(uuid);
    if (!vod) throw VOD_MISSING();
    return vod;
  }
}
