import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Controller, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Serves } from '../../http/implements-route.js';
import { mediaPath } from '../../http/media-path.js';
import { MediaResolver, MediaStore } from '../../platform/storage/ports.js';
import { sendObject } from '../../http/send-object.js';

/**
 * Serves the media URLs of v0 (docs/reference/v0-api.md#media-addresses) from either storage driver, behind the guard.
 * Missing media is 404 with JSON, never the HTML page.
 */
@Controller()
export class MediaController {
  constructor(
    private readonly resolver: MediaResolver,
    private readonly store: MediaStore,
  ) {}

  @Serves({ method: 'GET', path: '/vods/*path', level: 'guest' })
  vods(@Req() req: Request, @Res() res: Response): Promise<void> {
    return this.send(req, res, 'private, no-cache');
  }

  @Serves({ method: 'GET', path: '/saved_vods/*path', level: 'guest' })
  savedVods(@Req() req: Request, @Res() res: Response): Promise<void> {
    return this.send(req, res, 'private, no-cache');
  }

  @Serves({ method: 'GET', path: '/saved_clips/*path', level: 'guest' })
  savedClips(@Req() req: Request, @Res() res: Response): Promise<void> {
    return this.send(req, res, 'private, no-cache');
  }

  @Serves({ method: 'GET', path: '/cache/thumbs/:name', level: 'guest' })
  thumbs(@Req() req: Request, @Res() res: Response): Promise<void> {
    return this.send(req, res, 'private, max-age=300');
  }

  @Serves({ method: 'GET', path: '/cache/pictures/:name', level: 'guest' })
  pictures(@Req() req: Request, @Res() res: Response): Promise<void> {
    return this.send(req, res, 'private, max-age=86400');
  }

  private async send(req: Request, res: Response, cache: string): Promise<void> {
    const path = mediaPath(req.path);
    const found = path === null ? null : await this.resolver.resolve(path);
    if (!found) throw new UserError(message('error.media-missing'), { status: 404 });
    // Express handles HEAD and If-None-Match itself for a complete body.
    if ('json' in found) res.set({ 'Cache-Control': cache }).json(found.json);
    else await sendObject({ req, res, store: this.store }, { ...found, cache });
  }
}
