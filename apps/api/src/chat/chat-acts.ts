import { UserError } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { type JobEntity } from '../modules/job/job.entity.js';
import { JOB_MISSING } from '../modules/job/job-faults.js';
import { type JobActs, JobKinds } from '../modules/job/job-kinds.js';
import { ChatRows } from './chat-rows.js';

/** The making of a chat file that the operator stops, or wants once more. */
@Injectable()
export class ChatActs implements JobActs {
  constructor(
    kinds: JobKinds,
    private readonly chats: ChatRows,
  ) {
    kinds.register('chat', this);
  }

  async cancel({ vodUuid }: JobEntity): Promise<void> {
    if (vodUuid !== null) await this.chats.stop(vodUuid);
  }

  async retry({ name, vodUuid }: JobEntity): Promise<void> {
    if (vodUuid === null) throw JOB_MISSING(name);
    if (!(await this.chats.redo(vodUuid)))
      throw new UserError('job-running', 'Its VOD is being recorded again.', { status: 409 });
  }
}
