import { useState } from 'react';
import { useNow } from './use-now.js';

const TRUST_MS = 10_000;

/**
 * A length that grows in real time between two reports of the server. It stops growing 10 s after the last one, so that
 * a stalled recording does not look as if it went on.
 */
export function useGrowing(reportedMs: number, growing: boolean): number {
  const now = useNow();
  const [seen, setSeen] = useState({ reportedMs, at: now });
  if (seen.reportedMs !== reportedMs) setSeen({ reportedMs, at: now });
  const since = seen.reportedMs === reportedMs ? now - seen.at : 0;
  return growing ? reportedMs + Math.min(TRUST_MS, Math.max(0, since)) : reportedMs;
}
