import { UserError } from '#libs/errors';
import { message } from '#libs/messages';

export const JOB_MISSING = (name: string): UserError =>
  new UserError(message('error.job-missing', { name }), { status: 404 });
