import { siteHook } from '#libs/contracts';
import { Controller, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Implements } from '../../http/implements-route.js';
import { type RawBody } from '../../http/raw-body.js';
import { WebhookService } from './webhook.service.js';

/**
 * Webhook that sites call. It follows their protocol: plain text, and a status that says whether the call was accepted.
 */
@Controller()
export class WebhookController {
  constructor(private readonly hooks: WebhookService) {}

  @Implements(siteHook)
  async hook(@Req() req: Request<{ kind: string }>, @Res() res: Response): Promise<void> {
    const headers = Object.fromEntries(
      Object.entries(req.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
    );
    const { status, text } = await this.hooks.answer({ kind: req.params.kind, headers, body: req.body as RawBody });
    res.status(status).type('text/plain').send(text);
  }
}
