import { objectKeys, vodChat, vodChatAsset, vodChatAssets } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Controller, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { MediaStore } from '../../platform/storage/ports.js';
import { sendObject } from '../../http/send-object.js';
import { ChatService } from './chat.service.js';

const MIME: Readonly<Record<string, string>> = {
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};
/** Image names that recorders use (`asset-download-queue.ts`). Excludes paths to other folders and the index. */
const IMAGE_NAME = /^[0-9a-z][0-9A-Za-z_.-]*\.(png|gif|webp|avif)$/;

/**
 * The chat of a VOD and its stored images, during the recording and afterwards. Missing content is 404 with a message.
 */
@Controller()
export class ChatController {
  constructor(
    private readonly chat: ChatService,
    private readonly store: MediaStore,
  ) {}

  @Implements(vodChat)
  async page(@ValidatedInput(vodChat) { params, query }: Input<typeof vodChat>): Promise<Result<typeof vodChat>> {
    return {
      data: await this.chat.page(params.uuid, {
        fromMs: Math.round(query.from * 1000),
        toMs: Math.round(query.to * 1000),
        author: query.author,
        source: query.source,
      }),
    };
  }

  @Implements(vodChatAssets)
  async assets(
    @ValidatedInput(vodChatAssets) { params }: Input<typeof vodChatAssets>,
  ): Promise<Result<typeof vodChatAssets>> {
    return { data: await this.chat.assets(params.uuid) };
  }

  @Implements(vodChatAsset)
  asset(
    @ValidatedInput(vodChatAsset) { params }: Input<typeof vodChatAsset>,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const contentType = MIME[IMAGE_NAME.exec(params.name)?.[1] ?? ''];
    if (contentType === undefined) throw new UserError(message('error.picture-missing'), { status: 404 });
    return sendObject(
      { req, res, store: this.store },
      {
        key: objectKeys.chatAsset(params.uuid, params.name),
        contentType,
        cache: 'private, max-age=31536000, immutable',
      },
    );
  }
}
