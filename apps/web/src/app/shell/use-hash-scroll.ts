import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useChannels } from '../../api/use-channels.js';

/** After navigation the element of the hash is scrolled to, once it is there (spec L30). Without a hash the router keeps the position. */
export function useHashScroll(): void {
  const { hash, key } = useLocation();
  const { loaded } = useChannels();
  useEffect(() => {
    if (hash.length > 1) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView({ block: 'start' });
  }, [hash, key, loaded]);
}
