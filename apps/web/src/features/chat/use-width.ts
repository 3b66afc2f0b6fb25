import { type RefObject, useLayoutEffect, useState } from 'react';

/** The inner width of an element, whole px; 0 until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return undefined;
    const read = (): void => {
      setWidth(Math.floor(box.clientWidth));
    };
    read();
    const watch = new ResizeObserver(read);
    watch.observe(box);
    return () => {
      watch.disconnect();
    };
  }, [element]);
  return width;
}
