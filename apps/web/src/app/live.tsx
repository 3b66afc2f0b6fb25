import { type ReactNode } from 'react';
import { useChannels } from '../api/channel.js';
import { useSession } from '../api/auth.js';
import { RealtimeContext, useReturn, useSocket, useTicker } from '../realtime/use-realtime.js';
import { useFavicon } from './shell/use-favicon.js';

/** Keeps the page up to date for as long as somebody may look. */
export function Live({ children }: { readonly children: ReactNode }) {
  const { live } = useSession();
  const { channels } = useChannels();
  const anyLive = channels.some((c) => c.is_live);
  const state = useSocket(live);
  useReturn();
  const nextFetchS = useTicker(true, anyLive, state === 'connected');
  useFavicon(channels.some((c) => c.is_capturing) ? 'rec' : anyLive ? 'live' : 'none');
  return <RealtimeContext value={{ state, nextFetchS }}>{children}</RealtimeContext>;
}
