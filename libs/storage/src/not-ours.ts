import { OutsideError } from '#libs/errors';

/**
 * Another storage stands there than the one of this house, or none at all. Told as one that is away: what was to be
 * written waits.
 */
export const notOurs = (where: string, hint: string): OutsideError =>
  new OutsideError('storage-away', `the storage at ${where} is not the one this house uses; ${hint}`);
