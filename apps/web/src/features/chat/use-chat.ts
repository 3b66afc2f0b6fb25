import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchChat } from '../../api/chat.js';
import { useNow } from '../../lib/use-now.js';
import { type PagedChat, EMPTY_CHAT, takePage, wantedAt } from './paged-chat.js';

const RETRY_MS = 4000;

interface LoadedChat {
  readonly loaded: PagedChat;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Loads the chat of a VOD around second `t` of the file, page by page, and follows it while it grows. */
export function useChat(uuid: string, t: number): LoadedChat {
  const [loaded, setBook] = useState(EMPTY_CHAT);
  const [failed, setFailed] = useState<{ readonly error: unknown; readonly at: number } | null>(null);
  const busy = useRef(false);
  const mounted = useRef(true);
  const now = useNow();
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  useEffect(() => {
    if (busy.current || (failed !== null && now - failed.at < RETRY_MS)) return;
    const want = wantedAt(loaded, t, now);
    if (want === null) return;
    busy.current = true;
    void fetchChat(uuid, want)
      .finally(() => {
        busy.current = false;
      })
      .then(
        (page) => {
          if (!mounted.current) return;
          setFailed(null);
          setBook((old) => takePage(old, want, { page, nowMs: now }));
        },
        (error: unknown) => {
          if (mounted.current) setFailed({ error, at: now });
        },
      );
  }, [uuid, t, now, loaded, failed]);
  const retry = useCallback(() => {
    setFailed(null);
  }, []);
  return { loaded, error: failed?.error, retry };
}
