import { Bus } from '#libs/bus';
import { type ApiConfig } from '#libs/config';
import { SELF_TEST_KIND, type View, type Vod } from '#libs/contracts';
import { CONFIG } from '#libs/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { FileCheckRepository } from '../persistence/repositories/file-check.repository.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { remuxJobName } from '../vods/job-names.js';
import { JobRepository } from '../persistence/repositories/job.repository.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { Settings } from '../settings/settings.service.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { StreamMetadataRepository } from '../persistence/repositories/stream-metadata.repository.js';
import { CaptureStatusCache } from '../vods/capture-status-cache.js';
import { presentVod } from './vod.presenter.js';
import { type LiveReport, NO_WORKER } from './vod-status.presenter.js';

/** Channel data of a VOD whose channel was removed. */
const UNFOLLOWED = { sourceId: '', broadcasterType: null };

/** VODs in the format for clients. */
@Injectable()
export class VodViews {
  constructor(
    private readonly vods: VodRepository,
    private readonly channels: ChannelRepository,
    private readonly jobs: JobRepository,
    private readonly snapshots: CaptureStatusCache,
    private readonly bus: Bus,
    private readonly metadata: StreamMetadataRepository,
    private readonly settings: Settings,
    private readonly checks: FileCheckRepository,
    @Inject(CONFIG) private readonly config: ApiConfig,
  ) {}

  /** Null for the VOD of a self-test, too. */
  async one(uuid: string): Promise<View<typeof Vod> | null> {
    const vod = await this.vods.find(uuid);
    return vod && vod.providerKind !== SELF_TEST_KIND ? ((await this.present([vod]))[0] ?? null) : null;
  }

  async present(vods: readonly VodEntity[]): Promise<View<typeof Vod>[]> {
    if (vods.length === 0) return [];
    const uuids = vods.map((v) => v.uuid);
    const [favourites, parts, files, chapters, viewers, damaged] = await Promise.all([
      this.metadata.favourites(),
      this.vods.parts(uuids),
      this.vods.allFiles(uuids),
      this.metadata.chapters(uuids),
      this.metadata.viewers(uuids),
      this.checks.damaged(uuids),
    ]);
    const [report, atSites] = await Promise.all([
      this.report(vods),
      this.channels.atSites([...new Set(vods.map((v) => v.channelUuid))]),
    ]);
    const chaptersOf = Map.groupBy(chapters, (c) => c.vodUuid);
    const viewersOf = Map.groupBy(viewers, (v) => v.vodUuid);
    const partsOf = Map.groupBy(parts, (p) => p.vodUuid);
    const days = this.settings.all();
    const damagedOf = Map.groupBy(damaged, (d) => d.vodUuid);
    const filesOf = Map.groupBy(files, (f) => f.vodUuid);
    return vods.map((vod) =>
      presentVod({
        vod,
        metadata: { chapters: chaptersOf.get(vod.uuid) ?? [], viewers: viewersOf.get(vod.uuid) ?? [] },
        parts: partsOf.get(vod.uuid) ?? [],
        files: filesOf.get(vod.uuid) ?? [],
        damaged: damagedOf.get(vod.uuid) ?? [],
        snapshot: this.snapshots.of(vod.uuid),
        report: report.get(vod.uuid) ?? NO_WORKER,
        atSite: atSites.get(vod.channelUuid) ?? UNFOLLOWED,
        days,
        basepath: this.config.http.basepath,
        favourites,
      }),
    );
  }

  /** Activity of the workers for VODs that are being captured or converted. */
  private async report(vods: readonly VodEntity[]): Promise<ReadonlyMap<string, LiveReport>> {
    const silent = vods.some((v) => v.state === 'capturing' && !this.snapshots.of(v.uuid));
    const isLeased = new Set(silent ? (await this.bus.leases.all()).map(({ value }) => value.vodUuid) : []);
    const converting = vods.filter((v) => v.state === 'converting');
    const reportedAt = await this.jobs.updatedAt(converting.map(remuxJobName));
    return new Map(
      vods
        .filter((v) => v.state === 'capturing' || v.state === 'converting')
        .map((v) => [v.uuid, { isLeased: isLeased.has(v.uuid), convertedAt: reportedAt.get(remuxJobName(v)) ?? null }]),
    );
  }
}
