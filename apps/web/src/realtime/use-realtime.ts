import { WS_PATH } from '#libs/contracts';
import { createContext, use, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { useSWRConfig } from 'swr';
import { KEY } from '../api/keys.js';
import { pageCache } from '../api/page-cache.js';
import { siteUrl } from '../lib/basepath.js';
import { useClientSettings } from '../lib/client-settings.js';
import { logInClient } from '../lib/client-log.js';
import { useServerAway } from '../lib/connection-state.js';
import { applyFrame, type Page } from './apply-ws-action.js';
import { showNotification } from './desktop-notification.js';
import { openSocket, type SocketState } from './socket.js';
import { nextInterval } from './ticker.js';

type LiveState = SocketState | 'off';
interface Realtime {
  readonly state: LiveState;
  /** Seconds until the next reload of the lists; null while the ticker is off. */
  readonly nextFetchS: number | null;
}

export const RealtimeContext = createContext<Realtime>({ state: 'off', nextFetchS: null });
export const useRealtime = (): Realtime => use(RealtimeContext);

/** @param wanted true if the user has access and the operator's setting allows sockets */
export function useSocket(wanted: boolean): LiveState {
  const { mutate, cache } = useSWRConfig();
  const { useWebsockets } = useClientSettings();
  const [state, setState] = useState<SocketState>('connecting');
  const seen = useRef(false);
  const on = wanted && useWebsockets;
  useEffect(() => {
    if (!on) return undefined;
    const page: Page = {
      cache: pageCache(mutate, cache),
      toast: (text) => {
        toast(text);
      },
      notify: showNotification,
    };
    const onState = (next: SocketState): void => {
      setState(next);
      // Shows at once whether only the socket or the whole server is unavailable.
      if (next === 'disconnected') void mutate(KEY.channels);
      if (next !== 'connected') return;
      // Actions pushed during the disconnect are lost, so everything is reloaded.
      if (seen.current)
        for (const key of [KEY.channels, KEY.isVodList, KEY.isVod, KEY.jobs, KEY.settings, KEY.deadLetters])
          void mutate(key);
      seen.current = true;
    };
    return openSocket(socketUrl(), {
      onState,
      onFrame: (frame) => {
        if (!applyFrame(frame, page))
          logInClient(`The server sent an action that this page does not know: ${JSON.stringify(frame).slice(0, 200)}`);
      },
    });
  }, [on, mutate, cache]);
  return on ? state : 'off';
}

/** Polls an unavailable server until it returns, no matter which request failed. */
export function useReturn(): void {
  const { mutate } = useSWRConfig();
  const away = useServerAway();
  useEffect(() => {
    if (away) void mutate(KEY.channels);
  }, [away, mutate]);
}

const socketUrl = (): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${siteUrl(WS_PATH)}`;

/**
 * Reloads the lists at intervals, with or without a socket.
 * @returns seconds left, null while off
 */
export function useTicker(wanted: boolean, anyLive: boolean, socketOpen: boolean): number | null {
  const { mutate } = useSWRConfig();
  const { useBackgroundTicker } = useClientSettings();
  const on = wanted && useBackgroundTicker;
  const [left, setLeft] = useState<number | null>(null);
  const latest = useRef({ anyLive, socketOpen });
  useEffect(() => {
    latest.current = { anyLive, socketOpen };
  }, [anyLive, socketOpen]);
  useEffect(() => {
    if (!on) return undefined;
    let interval = nextInterval(0, latest.current.anyLive, socketOpen);
    let counter = interval;
    const timer = window.setInterval(() => {
      counter -= 1;
      if (counter <= 0) {
        for (const key of [KEY.channels, KEY.isVodList, KEY.jobs]) void mutate(key);
        interval = nextInterval(interval, latest.current.anyLive, latest.current.socketOpen);
        counter = interval;
      }
      setLeft(counter);
    }, 1000);
    return () => {
      window.clearInterval(timer);
    };
  }, [on, socketOpen, mutate]);
  return on ? left : null;
}
