import { type ChatMessage } from '#libs/contracts';
import { useEffect, useState } from 'react';
import { fetchChat } from '../../api/chat.js';
import { BEFORE_S } from './chat-book.js';

interface ViewerChat {
  readonly messages: readonly ChatMessage[];
  readonly done: boolean;
  readonly failed: boolean;
}

/**
 * All that one author said from the start until file second `until`, page by page; a server that sends others too does
 * no harm.
 */
export function useViewer(uuid: string, author: string, until: number): ViewerChat {
  const [state, setState] = useState<ViewerChat>({ messages: [], done: false, failed: false });
  useEffect(() => {
    const gone = new AbortController();
    void (async () => {
      const to = Math.max(until, 0) + 0.001;
      for (let from = -BEFORE_S; from < to;) {
        const page = await fetchChat(uuid, { from, to, author });
        if (gone.signal.aborted) return;
        const own = page.messages.filter((m) => m.author?.id === author);
        const next = page.cut && page.complete_to > from ? page.complete_to : to;
        setState((old) => ({ messages: [...old.messages, ...own], done: next >= to, failed: false }));
        from = next;
      }
    })().catch(() => {
      if (!gone.signal.aborted) setState((old) => ({ ...old, done: true, failed: true }));
    });
    return () => {
      gone.abort();
    };
  }, [uuid, author, until]);
  return state;
}
