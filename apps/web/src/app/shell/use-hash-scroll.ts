import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * After navigation the element of the hash is scrolled to, as soon as it is there (spec L30). Without a hash the router
 * keeps the position.
 */
export function useHashScroll(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const id = decodeURIComponent(hash.slice(1));
    if (id === '' || jumpTo(id)) return undefined;
    const watcher = new MutationObserver(() => {
      if (jumpTo(id)) watcher.disconnect();
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => {
      watcher.disconnect();
    };
  }, [hash, key]);
}

function jumpTo(id: string): boolean {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: 'start' });
  return element !== null;
}
