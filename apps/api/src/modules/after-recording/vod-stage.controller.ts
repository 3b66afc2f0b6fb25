import { listChannelStages, listVodStages, restartVodStage, type View, type ChannelStage } from '#libs/contracts';
import { chooseStages, type StageChoice } from '#libs/domain';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { Implements, type Result } from '../../http/implements-route.js';
import { type Input, ValidatedInput } from '../../http/validated-input.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { VodStageRepository } from '../../persistence/repositories/vod-stage.repository.js';
import { Settings } from '../../settings/settings.service.js';
import { Sites } from '../../sites/sites.js';
import { presentStage } from '../../views/vod-stage.presenter.js';
import { STAGE_NAMES } from '../../vods/stage-names.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';
import { VodStages } from '../../workflows/vod-stages.js';
import { ChannelService } from '../channel/channel.service.js';

/** Stages that need the videos of a site. */
const OF_SITE: readonly string[] = ['match', 'download-chat', 'download-vod', 'repair', 'replace'];

@Controller()
export class VodStageController {
  constructor(
    private readonly stages: VodStages,
    private readonly rows: VodStageRepository,
    private readonly vods: VodRepository,
    private readonly channels: ChannelService,
    private readonly sites: Sites,
    private readonly settings: Settings,
  ) {}

  @Implements(listVodStages)
  async list(
    @ValidatedInput(listVodStages) { params }: Input<typeof listVodStages>,
  ): Promise<Result<typeof listVodStages>> {
    if (!(await this.vods.find(params.uuid))) throw VOD_MISSING();
    return { data: (await this.rows.withJobs(params.uuid)).map(presentStage) };
  }

  @Implements(restartVodStage)
  async restart(
    @ValidatedInput(restartVodStage) { params }: Input<typeof restartVodStage>,
  ): Promise<Result<typeof restartVodStage>> {
    await this.stages.restart(params.uuid, params.kind);
    return { message: message('answer.stage-restarted') };
  }

  @Implements(listChannelStages)
  async ofChannel(
    @ValidatedInput(listChannelStages) { params }: Input<typeof listChannelStages>,
  ): Promise<Result<typeof listChannelStages>> {
    const { options, providerKind } = await this.channels.get(params.uuid);
    const hasArchive = Boolean(this.sites.of(providerKind).videoArchive);
    return { data: chooseStages(this.settings.all(), options).map((choice) => this.present(choice, hasArchive)) };
  }

  private present({ kind, own, inherited, isWanted }: StageChoice, hasArchive: boolean): View<typeof ChannelStage> {
    const why = this.obstacleOf(kind, hasArchive);
    return {
      kind,
      name: STAGE_NAMES[kind],
      own,
      inherited,
      is_wanted: isWanted,
      is_possible: why === null,
      reason: why ?? '',
    };
  }

  private obstacleOf(kind: StageChoice['kind'], hasArchive: boolean) {
    if (!this.stages.has(kind)) return message('stage.not-implemented');
    return OF_SITE.includes(kind) && !hasArchive ? message('stage.no-archive') : null;
  }
}
