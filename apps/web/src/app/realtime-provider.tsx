import { type ReactNode } from 'react';
import { useSession } from '../api/auth.js';
import { useChannels } from '../api/channel.js';
import { useFavicon } from './use-favicon.js';
import { RealtimeContext, useReturn, useSocket, useTicker } from '../realtime/use-realtime.js';

/** Keeps the page up to date while a user is logged in or browses as a guest. */
export function RealtimeProvider({ children }: { readonly children: ReactNode }) {
  const { live } = useSession();
  const { channels } = useChannels();
  const anyLive = channels.some((c) => c.is_live);
  const state = useSocket(live);
  useReturn();
  const nextFetchS = useTicker(true, anyLive, state === 'connected');
  useFavicon(channels.some((c) => c.is_capturing) ? 'rec' : anyLive ? 'live' : 'none');
  return <RealtimeContext value={{ state, nextFetchS }}>{children}</RealtimeContext>;
}
