import { isSiteKind, SITE_NAMES } from '#libs/contracts';
import { type Episode, episodeNfo, placeChapters, zonedDate } from '#libs/domain';
import { type Message, message, verbatim } from '#libs/messages';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type ApiJobRun, defineApiJob } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { type FileEntity } from '../../persistence/entities/file.entity.js';
import { broadcastOf } from '../../persistence/entities/stream-id.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { StreamMetadataRepository } from '../../persistence/repositories/stream-metadata.repository.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { durationText } from '../../views/duration-text.js';
import { isThere } from '../../views/vod-library.presenter.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';
import { chapterTitle } from '../../vods/chapter-title.js';
import { VodSideFiles } from '../../workflows/vod-side-files.js';
import { type StageStart, type StageStarted, type StageWork, VodStages } from '../../workflows/vod-stages.js';

const NFO = defineApiJob('nfo', z.strictObject({ vodUuid: z.uuid() }));
const SERVER_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Writes what media servers read beside a video: its `.nfo` and its picture. */
@Injectable()
export class NfoStage implements StageWork {
  readonly kind = 'nfo';

  constructor(
    stages: VodStages,
    private readonly apiJobs: ApiJobs,
    private readonly vods: VodRepository,
    private readonly metadata: StreamMetadataRepository,
    private readonly sideFiles: VodSideFiles,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    stages.register(this);
    apiJobs.register(NFO, (run) => this.run(run));
  }

  async start({ vod: { uuid, basename, channelUuid }, claim }: StageStart): Promise<StageStarted> {
    if ((await this.filesOf(uuid)).length === 0) return { skipped: message('stage.no-file') };
    const job = {
      name: `nfo_${uuid}`,
      title: verbatim(basename),
      vodUuid: uuid,
      channelUuid,
      input: { vodUuid: uuid },
    };
    await this.apiJobs.add(NFO, job, claim);
    return 'job';
  }

  private async run({ input: { vodUuid } }: ApiJobRun<z.infer<typeof NFO.schema>>): Promise<Message> {
    const nfo = episodeNfo(await this.episodeOf(await this.vod(vodUuid)));
    const name = await this.sideFiles.write(await this.vod(vodUuid), 'nfo', {
      body: Buffer.from(nfo),
      extension: '.nfo',
    });
    const picture = await this.writePicture(vodUuid);
    const names = [name, picture].filter((one) => one !== null);
    return message('stage.files-written', { names: names.map((one) => verbatim(one)) });
  }

  private async writePicture(vodUuid: string): Promise<string | null> {
    const thumbKey = (await this.filesOf(vodUuid)).find((file) => file.thumbKey !== null)?.thumbKey ?? null;
    if (thumbKey === null || (await this.storage.head(thumbKey)) === null) return null;
    const extension = thumbKey.slice(thumbKey.lastIndexOf('.')) as `.${string}`;
    return this.sideFiles.write(await this.vod(vodUuid), 'poster', {
      body: await this.storage.read(thumbKey),
      extension,
    });
  }

  private async filesOf(vodUuid: string): Promise<FileEntity[]> {
    return (await this.vods.files([vodUuid])).filter((file) => file.role === 'segment' && isThere(file));
  }

  private async vod(uuid: string): Promise<VodEntity> {
    const vod = await this.vods.find(uuid);
    if (!vod) throw VOD_MISSING();
    return vod;
  }

  private async episodeOf(vod: VodEntity): Promise<Episode> {
    const rows = await this.metadata.chapters([vod.uuid]);
    const startedAt = vod.startedAt.getTime();
    const chapters = placeChapters(rows, { fileMs: (at) => at - startedAt, lengthMs: vod.mediaMs });
    const { year, month, day } = zonedDate(vod.startedAt, SERVER_ZONE);
    return {
      title: chapterTitle(vod),
      show: vod.channelDisplay,
      season: vod.season,
      episode: vod.streamNumber,
      aired: `${year}-${month}-${day}`,
      minutes: Math.round(vod.mediaMs / 60_000),
      plot: chapters.map(({ offsetMs, change }) => `${durationText(Math.round(offsetMs / 1000))} ${change.title}`),
      genres: [...new Set(chapters.flatMap(({ change }) => change.category?.name ?? []))],
      studio: isSiteKind(vod.providerKind) ? SITE_NAMES[vod.providerKind] : vod.channelDisplay,
      id: { type: vod.providerKind, value: broadcastOf(vod.streamId) },
    };
  }
}
