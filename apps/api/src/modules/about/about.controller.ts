import { getAbout } from '#libs/contracts';
import { VERSION } from '#libs/service-kit';
import { Controller } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { Checked, type Input } from '../../http/checked.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { findTools } from './tools.js';

const LOOK_MS = 10_000;

@Controller()
export class AboutController {
  @Implements(getAbout)
  async get(@Checked(getAbout) _: Input<typeof getAbout>): Promise<Result<typeof getAbout>> {
    const bins = await findTools(AbortSignal.timeout(LOOK_MS));
    return { data: { version: VERSION, node: process.version, bins, pip: {}, is_docker: existsSync('/.dockerenv'), memory: { ...process.memoryUsage() }, licenses: 'MIT' } };
  }
}
