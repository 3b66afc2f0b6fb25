import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { Settings } from '../../settings/settings.service.js';
import { isThere } from '../../views/vod-library.presenter.js';
import { type StageStart, type StageStarted, type StageWork, VodStages } from '../../workflows/vod-stages.js';
import { ChatDownloadJob } from '../download/chat-download-job.js';
import { SiteCopyJob } from '../download/site-copy-job.js';

const MINUTE_MS = 60_000;
const NO_SITE_VIDEO = { skipped: message('stage.no-site-video') } as const;

/** Downloads the chat of the site's video. */
@Injectable()
export class ChatDownloadStage implements StageWork {
  readonly kind = 'download-chat';

  constructor(
    stages: VodStages,
    private readonly chats: ChatDownloadJob,
  ) {
    stages.register(this);
  }

  async start({ vod, isRepeated, claim }: StageStart): Promise<StageStarted> {
    if (!vod.siteVod?.id) return NO_SITE_VIDEO;
    if (!isRepeated && vod.downloadedChat) return { done: message('stage.chat-there') };
    await this.chats.startForVod(vod.uuid, 'td', claim);
    return 'job';
  }
}

/**
 * A site needs some minutes after the end of a broadcast to complete its video.
 * @param delayMin minutes from the end of the recording
 * @returns the wait for them; null if they are over
 */
export function waitForWholeVideo({ endedAt }: Pick<VodEntity, 'endedAt'>, delayMin: number): StageStarted | null {
  const from = (endedAt?.getTime() ?? 0) + delayMin * MINUTE_MS;
  return Date.now() < from ? { waits: message('stage.waits-for-site', { n: delayMin }), until: from } : null;
}

/** Downloads the site's video as a copy beside the recording. The recording stays. */
@Injectable()
export class VodDownloadStage implements StageWork {
  readonly kind = 'download-vod';

  constructor(
    stages: VodStages,
    private readonly copies: SiteCopyJob,
    private readonly vods: VodRepository,
    private readonly settings: Settings,
  ) {
    stages.register(this);
  }

  async start({ vod, quality, isRepeated, claim }: StageStart): Promise<StageStarted> {
    if (!vod.siteVod?.id) return NO_SITE_VIDEO;
    const files = await this.vods.allFiles([vod.uuid]);
    if (!isRepeated && files.some((file) => file.role === 'downloaded' && isThere(file)))
      return { done: message('stage.copy-there') };
    const wait = isRepeated ? null : waitForWholeVideo(vod, this.settings.get('after_recording.download_delay_min'));
    if (wait) return wait;
    await this.copies.begin(vod.uuid, quality ?? 'best', claim);
    return 'job';
  }
}
