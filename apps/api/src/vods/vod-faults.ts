import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { isBusy } from './is-converting.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

export const VOD_MISSING = (): UserError => new UserError(message('error.vod-missing'), { status: 404 });

export const isBeingRecorded = ({ assigned, state }: Pick<VodEntity, 'assigned' | 'state'>): boolean =>
  assigned || state === 'capturing';

/** @throws UserError `vod-capturing` (409) */
export function refuseWhileRecorded(vod: VodEntity): void {
  if (isBeingRecorded(vod)) throw new UserError(message('error.vod-capturing'), { status: 409 });
}

/** Whether a converter, a chat job or a download works on the VOD, or will. */
export const isAtWork = (vod: VodEntity): boolean => isBusy(vod) || vod.state === 'downloading';
