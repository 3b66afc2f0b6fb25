import { UserError } from '#libs/errors';
import { type VodEntity } from '../vod/vod.entity.js';

const AT_WORK: readonly unknown[] = ['queued', 'running'];

/** A converter works under the name that its VOD had. */
export const isBusy = ({ convertState, chat }: VodEntity): boolean => AT_WORK.includes(convertState) || AT_WORK.includes(chat?.state);

/** @throws UserError `vod-busy` (409) */
export function refuseBusy(vod: VodEntity): void {
  if (isBusy(vod)) throw new UserError('vod-busy', `'${vod.basename}' is being converted. Rename it when that is done.`, { status: 409 });
}
