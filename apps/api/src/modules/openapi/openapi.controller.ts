import { Controller, Res } from '@nestjs/common';
import { type Response } from 'express';
import { HttpConfig } from '../../platform/http-config.js';
import { Serves } from '../../http/implements-route.js';
import { buildOpenapi } from './build-openapi.js';
import { DOCS_POLICY, docsPage } from './docs-page.js';

@Controller()
export class OpenapiController {
  private document: unknown = null;
  constructor(private readonly config: HttpConfig) {}

  @Serves({ method: 'GET', path: '/api/openapi.json', level: 'guest' })
  json(@Res() res: Response): void {
    this.document ??= buildOpenapi(this.config);
    res.json(this.document);
  }

  @Serves({ method: 'GET', path: '/api/docs', level: 'guest' })
  page(@Res() res: Response): void {
    res.setHeader('Content-Security-Policy', DOCS_POLICY);
    res.type('html').send(docsPage(this.config));
  }
}
