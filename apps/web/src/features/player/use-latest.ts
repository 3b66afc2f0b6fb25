import { useCallback, useEffect, useRef } from 'react';

/** A function that stays the same while it calls what was given last. */
export function useLatest(call: () => void): () => void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  }, [call]);
  return useCallback(() => {
    latest.current();
  }, []);
}
