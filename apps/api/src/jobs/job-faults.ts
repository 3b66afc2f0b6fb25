import { UserError } from '#libs/errors';

export const JOB_MISSING = (name: string): UserError =>
  new UserError('job-missing', `Job '${name}' not found`, { status: 404 });
