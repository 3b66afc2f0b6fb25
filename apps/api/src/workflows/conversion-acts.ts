import { UserError } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { type JobEntity } from '../modules/job/job.entity.js';
import { JOB_MISSING } from '../modules/job/job-faults.js';
import { type JobActs, JobKinds } from '../modules/job/job-kinds.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { Recording } from './recording.js';
import { Sealing } from './sealing.js';

/** A conversion that the operator stops, or wants once more. */
@Injectable()
export class ConversionActs implements JobActs {
  constructor(
    kinds: JobKinds,
    private readonly recording: Recording,
    private readonly sealing: Sealing,
  ) {
    kinds.register('convert', this);
  }

  async cancel({ vodUuid }: JobEntity): Promise<void> {
    if (vodUuid !== null) await this.recording.change(vodUuid, stopConversion);
  }

  async retry({ name, vodUuid }: JobEntity): Promise<void> {
    if (vodUuid === null) throw JOB_MISSING(name);
    const vod = await this.recording.resetConversion(vodUuid);
    if (!vod) throw new UserError('job-running', 'Its VOD is being recorded again.', { status: 409 });
    await this.sealing.convert(vod);
  }
}

/** Only what is queued or runs can be stopped: one that was done first stays done. */
function stopConversion(vod: VodEntity): boolean {
  if (vod.convertState !== 'queued' && vod.convertState !== 'running') return false;
  Object.assign(vod, {
    convertState: 'failed',
    convertAttempt: null,
    convertReason: 'The conversion was stopped. The VOD still plays from its segments.',
  });
  return true;
}
