import { useEffect, useState } from 'react';

const STILL_MS = 250;

/**
 * The value after it has not changed for 250 ms, so that typing does not cause a request per letter.
 * @param value plain data, compared as JSON
 */
export function useDebounced<T>(value: T): T {
  const [still, setStill] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      setStill(JSON.parse(key) as T);
    }, STILL_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [key]);
  return still;
}
