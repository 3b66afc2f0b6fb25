import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** Draws an item before it scrolls into view, so that the user does not see it appear. */
const AHEAD = '900px 0px';

const observers = new WeakMap<Element, (near: boolean) => void>();
const watcher = new IntersectionObserver(
  (entries) => {
    for (const e of entries) observers.get(e.target)?.(e.isIntersecting);
  },
  { rootMargin: AHEAD },
);

interface InViewProps {
  readonly id?: string;
  readonly as?: 'div' | 'li';
  readonly className?: string;
  /** px: height until it is drawn for the first time. */
  readonly estimate: number;
  /** Draws it even outside of the view. */
  readonly always?: boolean;
  readonly children: ReactNode;
}

/**
 * An item of a long list. Its space exists from the start, so that the scroll bar and links to it work; its content is
 * drawn only near the visible area. Content that the user opened or typed in stays.
 */
export function InView({ id, as: Tag = 'div', className, estimate, always = false, children }: InViewProps) {
  const ref = useRef<HTMLElement>(null);
  const [near, setNear] = useState(false);
  const [height, setHeight] = useState(estimate);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    observers.set(element, (isNear) => {
      if (!isNear && isInUse(element)) return;
      if (!isNear && element.offsetHeight > 0) setHeight(element.offsetHeight);
      setNear(isNear);
    });
    watcher.observe(element);
    return () => {
      watcher.unobserve(element);
    };
  }, []);
  const drawn = near || always;
  return (
    <Tag
      id={id}
      className={className}
      ref={(element: HTMLElement | null) => {
        ref.current = element;
      }}
      style={drawn ? undefined : { minHeight: height }}
    >
      {drawn && children}
    </Tag>
  );
}

const isInUse = (element: HTMLElement): boolean =>
  element.querySelector('[aria-expanded="true"]') !== null || element.contains(document.activeElement);
