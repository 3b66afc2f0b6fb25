import { type VodEntity } from '../persistence/entities/vod.entity.js';

const AT_WORK: readonly unknown[] = ['queued', 'running'];

/** Its files are being made, or are about to be. */
export const isConverting = ({ convertState }: Pick<VodEntity, 'convertState'>): boolean =>
  AT_WORK.includes(convertState);

/** A converter works under the name that its VOD had. */
export const isBusy = ({ convertState, chat }: Pick<VodEntity, 'convertState' | 'chat'>): boolean =>
  isConverting({ convertState }) || AT_WORK.includes(chat?.state);
