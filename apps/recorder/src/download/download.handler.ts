import { Controller } from '@nestjs/common';
import { type MessageContext, OnCommand } from '#libs/bus';
import { download, type Payload } from '#libs/contracts';
import { type Delivered } from '#libs/service-kit';
import { VideoDownload } from './video-download.service.js';

/** What a site keeps of the past -> our storage, at the command of api. */
@Controller()
export class DownloadHandler {
  constructor(private readonly videos: VideoDownload) {}

  @OnCommand(download)
  async video(command: Payload<typeof download>, context: MessageContext): Promise<void> { await this.videos.run(command, deliveredOf(context)); }
}

const deliveredOf = (context: MessageContext): Delivered => ({ attempt: context.attempt, signal: context.signal, progress: () => { context.progress(); } });
