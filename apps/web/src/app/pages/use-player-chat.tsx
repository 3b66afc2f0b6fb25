import { type Vod } from '#libs/contracts';
import { lazy, Suspense, useCallback, useState } from 'react';
import { type BesideChat } from '../../features/player/player-frame.js';
import { useChatSettings, writeChatSettings } from '../../features/chat/chat-settings-store.js';

/** Layout, fonts and panel are loaded when the first chat is shown. */
const ChatPanel = lazy(async () => ({ default: (await import('../../features/chat/chat-panel.js')).ChatPanel }));

/** Chat for a player. It is shown where the VOD has one, unless this browser hides chat; the key shows it in any case, and says why it is empty. */
export function usePlayerChat(vod: Vod): BesideChat {
  const { shown, side, widthPx } = useChatSettings();
  const [asked, setAsked] = useState<boolean | null>(null);
  const isOpen = asked ?? (shown && vod.is_chatdump_captured);
  const { uuid, live, is_chatdump_captured } = vod;
  const onToggle = useCallback(() => {
    setAsked(!isOpen);
    writeChatSettings({ shown: !isOpen });
  }, [isOpen]);
  return { isOpen, side, widthPx, onToggle, render: (video) => <Suspense fallback={null}><ChatPanel vod={{ uuid, live, is_chatdump_captured }} video={video} onClose={onToggle} /></Suspense> };
}
