import { useEffect, useState } from 'react';

/** The value as it was when it last stood still for so long, ms: what is typed is not asked for letter by letter. */
export function useDebounced<T>(value: T, ms: number): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => { setStill(value); }, ms);
    return () => { window.clearTimeout(timer); };
  }, [value, ms]);
  return still;
}
