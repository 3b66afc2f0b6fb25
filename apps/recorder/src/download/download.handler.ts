import { Controller } from '@nestjs/common';
import { type MessageContext, OnCommand } from '#libs/bus';
import { chatDownload, chatDump, clipDownload, download, type Payload } from '#libs/contracts';
import { deliveredOf } from '#libs/service-kit';
import { ChatDownload } from './chat-download.service.js';
import { ChatDump } from './chat-dump.service.js';
import { ClipDownload } from './clip-download.service.js';
import { VideoDownload } from './video-download.service.js';

/** What a site keeps of the past, or says from now on -> our storage, at the command of api. */
@Controller()
export class DownloadHandler {
  constructor(
    private readonly videos: VideoDownload,
    private readonly chats: ChatDownload,
    private readonly dumps: ChatDump,
    private readonly clips: ClipDownload,
  ) {}

  @OnCommand(download)
  async video(command: Payload<typeof download>, context: MessageContext): Promise<void> {
    await this.videos.run(command, deliveredOf(context));
  }

  @OnCommand(chatDownload)
  async chat(command: Payload<typeof chatDownload>, context: MessageContext): Promise<void> {
    await this.chats.run(command, deliveredOf(context));
  }

  @OnCommand(chatDump)
  async dump(command: Payload<typeof chatDump>, context: MessageContext): Promise<void> {
    await this.dumps.run(command, deliveredOf(context));
  }

  @OnCommand(clipDownload)
  async clip(command: Payload<typeof clipDownload>, context: MessageContext): Promise<void> {
    await this.clips.run(command, deliveredOf(context));
  }
}
