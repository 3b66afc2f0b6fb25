import { type VodEntity } from '../vod/vod.entity.js';

const AT_WORK: readonly unknown[] = ['queued', 'running'];

/** A converter works under the name that its VOD had. */
export const isBusy = ({ convertState, chat }: Pick<VodEntity, 'convertState' | 'chat'>): boolean => AT_WORK.includes(convertState) || AT_WORK.includes(chat?.state);
