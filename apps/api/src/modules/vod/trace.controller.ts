import { objectKeys, vodTrace } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Controller, Inject, Res } from '@nestjs/common';
import { type Response } from 'express';
import { Implements } from '../../http/implements-route.js';
import { type Input, ValidatedInput } from '../../http/validated-input.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';

/** Each is at most about 1 MB. */
const MAX_TRACES = 20;

/** The traces of the captures of a VOD, in one file. */
@Controller()
export class TraceController {
  constructor(
    private readonly vods: VodRepository,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  @Implements(vodTrace)
  async trace(@ValidatedInput(vodTrace) { params }: Input<typeof vodTrace>, @Res() res: Response): Promise<void> {
    const vod = await this.vods.find(params.uuid);
    if (!vod) throw VOD_MISSING();
    const keys: string[] = [];
    for await (const { key } of this.storage.list(objectKeys.traces(vod.uuid))) keys.push(key);
    if (keys.length === 0) throw new UserError(message('error.trace-missing'), { status: 404 });
    const traces: Buffer[] = [];
    for (const key of keys.slice(-MAX_TRACES)) traces.push(await this.storage.read(key));
    res.type('application/x-ndjson').attachment(`${vod.basename}.trace.ndjson`).send(Buffer.concat(traces));
  }
}
