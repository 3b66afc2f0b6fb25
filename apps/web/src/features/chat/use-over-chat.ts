import { type ChatAuthor, type ChatMessage } from '#libs/contracts';
import { useCallback, useState } from 'react';

/** `until`: file second up to which the messages of a viewer are shown. */
export type Over =
  { readonly kind: 'menu' } | { readonly kind: 'viewer'; readonly author: ChatAuthor; readonly until: number } | null;

/** What is laid over the lines at the moment: one thing, or nothing. */
export function useOverChat(video: HTMLVideoElement, offsetS: number) {
  const [what, setWhat] = useState<Over>(null);
  const close = useCallback(() => {
    setWhat(null);
  }, []);
  const toggleMenu = useCallback(() => {
    setWhat((old) => (old?.kind === 'menu' ? null : { kind: 'menu' }));
  }, []);
  const openViewer = useCallback(
    ({ author }: ChatMessage) => {
      if (author !== null) setWhat({ kind: 'viewer', author, until: video.currentTime + offsetS });
    },
    [video, offsetS],
  );
  return { what, close, toggleMenu, openViewer };
}
