import { type VodState } from '#libs/contracts';
import { useVodList } from './use-vod-list.js';

const NOW: readonly VodState[] = ['capturing', 'paused'];
/** More than recorders can be bought for. */
const MOST = 500;

/** What is being recorded right now, newest first. */
export const useLiveVods = () => useVodList({ states: NOW }, MOST);
