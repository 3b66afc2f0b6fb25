import { getAbout, getLicence } from '#libs/contracts';
import { VERSION } from '#libs/service-kit';
import { Controller, Res } from '@nestjs/common';
import { type Response } from 'express';
import { existsSync } from 'node:fs';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Clock } from '../../platform/clock.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { licenceOf } from './licences.js';
import { findTools, type ToolInfo } from './tools.js';

const PROBE_TIMEOUT_MS = 10_000;
/** Minimum interval between tool checks: each check starts a dozen programs. */
const MIN_CHECK_INTERVAL_MS = 60_000;

@Controller()
export class AboutController {
  private cachedTools: { readonly at: number; readonly bins: Promise<Record<string, ToolInfo>> } | null = null;

  constructor(private readonly clock: Clock) {}

  @Implements(getAbout)
  async get(@ValidatedInput(getAbout) _: Input<typeof getAbout>): Promise<Result<typeof getAbout>> {
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
  async licence(@ValidatedInput(getLicence) { query }: Input<typeof getLicence>, @Res() res: Response): Promise<void> {
    const text = await licenceOf(query.package_name);
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    res
      .type('html')
      .send(`<!doctype html><meta charset="utf-8"><title>${query.package_name}</title><pre>${escaped}</pre>`);
  }

  private bins(): Promise<Record<string, ToolInfo>> {
    const now = this.clock.now();
    if (!this.cachedTools || now - this.cachedTools.at > MIN_CHECK_INTERVAL_MS)
      this.cachedTools = { at: now, bins: findTools(AbortSignal.timeout(PROBE_TIMEOUT_MS)) };
    return this.cachedTools.bins;
  }
}
