import { useNotices } from './use-notices.js';

/** How many notices wait to be read. */
export const useOpenNotices = (): number => (useNotices().data ?? []).filter((n) => n.resolved_at === null).length;
