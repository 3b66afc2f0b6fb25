import { useEffect, useState } from 'react';

const STILL_MS = 250;

/**
 * The value as it was when it last stood still for a moment: what is typed is not asked for letter by letter.
 * @param value plain data; one that says the same is the same
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
