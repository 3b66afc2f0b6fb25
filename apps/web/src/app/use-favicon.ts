import { useEffect } from 'react';

const DOT = { none: '', live: '#30a46c', rec: '#e5484d' } as const;

const icon = (dot: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#e9ebf1"/><path d="M8 9l8 15 8-15" fill="none" stroke="#14171f" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>${dot === '' ? '' : `<circle cx="24" cy="8" r="8" fill="${dot}" stroke="#e9ebf1" stroke-width="2"/>`}</svg>`;

/** Sets the dot on the tab's icon: red during a recording, green while a channel is live. */
export function useFavicon(state: keyof typeof DOT): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link !== null) link.href = `data:image/svg+xml,${encodeURIComponent(icon(DOT[state]))}`;
  }, [state]);
}
