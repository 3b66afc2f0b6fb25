/** Seconds between requests: 120 while a channel is live, otherwise 10 more each time, up to half an hour. */
const LIVE_S = 120;
const STEP_S = 10;
const MAX_S = 1800;
/** Without a socket only these requests update the page. */
const ALONE_S = 15;

/** Seconds until the lists are fetched again. */
export function nextInterval(previousS: number, anyLive: boolean, socketOpen: boolean): number {
  if (!socketOpen) return ALONE_S;
  return anyLive ? LIVE_S : Math.min(MAX_S, Math.max(LIVE_S, previousS) + STEP_S);
}
