import { STAGE_KINDS, type StageKind } from '#libs/contracts';
import { chooseStages, stageQuality } from '#libs/domain';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../persistence/database/tx.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodStageEntity } from '../persistence/entities/vod-stage.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { VodStageRepository } from '../persistence/repositories/vod-stage.repository.js';
import { Settings } from '../settings/settings.service.js';
import { refuseWhileRecorded, VOD_MISSING } from '../vods/vod-faults.js';

/** A recording that ended earlier than this gets no stages: its file was only made again. */
const OLD_MS = 7 * 86_400_000;
const WITHOUT_FILE = 'without-file';

/** Decides which stages follow a recording. */
@Injectable()
export class StagePlan {
  constructor(
    private readonly transactions: Transactions,
    private readonly vods: VodRepository,
    private readonly channels: ChannelRepository,
    private readonly stages: VodStageRepository,
    private readonly settings: Settings,
  ) {}

  /**
   * Plans the stages of a recording. Call it in the transaction in which the VOD becomes final, under its lock; the
   * caller saves the VOD. A repeated call changes nothing until the recording continues.
   * @param end `hasFile` false: its conversion failed; if another one succeeds, all stages follow again
   */
  async plan(vod: VodEntity, tx: Tx, { hasFile = true } = {}): Promise<void> {
    const planned = vod.facts['stagesPlanned'];
    if (vod.origin !== 'capture' || planned === true || (planned === WITHOUT_FILE && !hasFile)) return;
    if (vod.endedAt !== null && Date.now() - vod.endedAt.getTime() > OLD_MS) return;
    vod.facts = { ...vod.facts, stagesPlanned: hasFile || WITHOUT_FILE };
    const wanted = await this.wanted(vod, tx);
    await this.stages.replace(
      vod.uuid,
      [...wanted].map(([kind, quality]) => newStage(vod.uuid, kind, quality)),
      tx,
    );
  }

  /**
   * Lets a stage and all stages after it run again, as the channel wants them now. The stage itself runs in any case.
   * @throws UserError `vod-missing` (404), `vod-capturing` (409), `stage-running` (409)
   */
  async restart(vodUuid: string, from: StageKind): Promise<void> {
    await this.transactions.run(async (tx) => {
      const vod = await this.vods.lock(vodUuid, tx);
      if (!vod) throw VOD_MISSING();
      refuseWhileRecorded(vod);
      const before = await this.stages.ofVod(vodUuid, tx);
      const first = STAGE_KINDS.indexOf(from);
      const again = before.filter(({ position }) => position >= first);
      if (again.some(({ status }) => status === 'running'))
        throw new UserError(message('error.stage-running'), { status: 409 });
      const wanted = await this.wanted(vod, tx);
      if (!wanted.has(from)) wanted.set(from, await this.qualityOf(vod, from, tx));
      const fresh = [...wanted]
        .filter(([kind]) => STAGE_KINDS.indexOf(kind) >= first)
        .map(([kind, quality]) => {
          const earlier = again.find((stage) => stage.kind === kind);
          return Object.assign(newStage(vodUuid, kind, quality), { runs: (earlier?.runs ?? 0) + 1 });
        });
      await this.stages.replace(vodUuid, [...before.filter(({ position }) => position < first), ...fresh], tx);
    });
  }

  /** The wanted stages, with the quality of the site's VOD. */
  private async wanted(vod: VodEntity, tx: Tx): Promise<Map<StageKind, string | null>> {
    const options = (await this.channels.find(vod.channelUuid, tx))?.options ?? {};
    const wanted = chooseStages(this.settings.all(), options).filter(({ isWanted }) => isWanted);
    const rows: [StageKind, string | null][] = [];
    for (const { kind } of wanted) rows.push([kind, await this.qualityOf(vod, kind, tx)]);
    return new Map(rows);
  }

  private async qualityOf({ channelUuid }: VodEntity, kind: StageKind, tx: Tx): Promise<string | null> {
    if (kind !== 'download-vod') return null;
    return stageQuality(this.settings.all(), (await this.channels.find(channelUuid, tx))?.options ?? {});
  }
}

const newStage = (vodUuid: string, kind: StageKind, quality: string | null): VodStageEntity =>
  Object.assign(new VodStageEntity(), {
    vodUuid,
    kind,
    position: STAGE_KINDS.indexOf(kind),
    status: 'waiting',
    quality,
    job: null,
    result: null,
    log: [],
    runs: 1,
    tries: 0,
    notBefore: null,
    startedAt: null,
    endedAt: null,
  } satisfies VodStageEntity);
