import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** Drawn before it comes into sight, so that nobody sees it come. */
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
  /** Height until it was drawn once, px. */
  readonly estimate: number;
  /** Drawn wherever it is. */
  readonly always?: boolean;
  readonly children: ReactNode;
}

/**
 * A long list's item: its place is there from the start, so that the bar of scrolling and links to it are true; its
 * content is drawn only near what is seen. What holds something that a person opened or writes in stays.
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
