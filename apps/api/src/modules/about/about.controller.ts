import { getAbout, getLicence } from '#libs/contracts';
import { VERSION } from '#libs/service-kit';
import { Controller, Res } from '@nestjs/common';
import { type Response } from 'express';
import { existsSync } from 'node:fs';
import { Checked, type Input } from '../../http/checked.js';
import { Clock } from '../../platform/clock.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { licenceOf } from './licences.js';
import { findTools, type ToolFacts } from './tools.js';

const LOOK_MS = 10_000;
/** Tools are looked for so often at most: each look starts a dozen programs. */
const KEPT_MS = 60_000;

@Controller()
export class AboutController {
  private looked: { readonly at: number; readonly bins: Promise<Record<string, ToolFacts>> } | null = null;

  constructor(private readonly clock: Clock) {}

  @Implements(getAbout)
  async get(@Checked(getAbout) _: Input<typeof getAbout>): Promise<Result<typeof getAbout>> {
    return {
      data: {
        version: VERSION,
        node: process.version,
        bins: await this.bins(),
        pip: {},
        is_docker: existsSync('/.dockerenv'),
        memory: { ...process.memoryUsage() },
        licenses: 'MIT',
      },
    };
  }

  @Implements(getLicence)
  async licence(@Checked(getLicence) { query }: Input<typeof getLicence>, @Res() res: Response): Promise<void> {
    const text = await licenceOf(query.package_name);
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    res
      .type('html')
      .send(`<!doctype html><meta charset="utf-8"><title>${query.package_name}</title><pre>${escaped}</pre>`);
  }

  private bins(): Promise<Record<string, ToolFacts>> {
    const now = this.clock.now();
    if (!this.looked || now - this.looked.at > KEPT_MS)
      this.looked = { at: now, bins: findTools(AbortSignal.timeout(LOOK_MS)) };
    return this.looked.bins;
  }
}
