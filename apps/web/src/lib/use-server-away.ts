import { useSyncExternalStore } from 'react';
import { serverLine } from './server-line.js';

/** Whether the last call of this page came to nothing. */
export const useServerAway = (): boolean => useSyncExternalStore(serverLine.subscribe, serverLine.isAway);
