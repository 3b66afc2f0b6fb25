import { useEffect } from 'react';
import { useSession } from '../api/auth.js';
import { useChannels } from '../api/channel.js';

/** Title `[n] Page - App`, where n channels are live. */
function titleOf(page: string, app: string, online: number): string {
  return `${online > 0 ? `[${online}] ` : ''}${page} - ${app}`;
}

export function usePageTitle(page: string): void {
  const { appName } = useSession();
  const online = useChannels().channels.filter((c) => c.is_live).length;
  useEffect(() => {
    document.title = titleOf(page, appName, online);
  }, [page, appName, online]);
}
