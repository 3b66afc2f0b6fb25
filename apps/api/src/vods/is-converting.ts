import { type VodEntity } from '../persistence/entities/vod.entity.js';

const AT_WORK: readonly unknown[] = ['queued', 'running'];

/** Whether a converter makes the VOD's files now, or will. */
export const isConverting = ({ convertState }: Pick<VodEntity, 'convertState'>): boolean =>
  AT_WORK.includes(convertState);

/** Whether a converter or a chat job works on the VOD, or will. Their output files carry the VOD's current name. */
export const isBusy = ({ convertState, chat }: Pick<VodEntity, 'convertState' | 'chat'>): boolean =>
  isConverting({ convertState }) || AT_WORK.includes(chat?.state);
