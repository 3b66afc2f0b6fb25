import { type Vod } from '#libs/contracts';
import { type ComponentType, lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BesideChat } from '../../features/player/player-frame.js';
import { useChatSettings, writeChatSettings } from '../../features/chat/chat-settings-store.js';

type Panel = ComponentType<{
  readonly vod: Pick<Vod, 'uuid' | 'live' | 'is_chatdump_captured'>;
  readonly video: HTMLVideoElement;
  readonly onClose: () => void;
}>;

/** Layout, fonts and panel are loaded when a chat is first shown. If that fails, the video continues. */
const ChatPanel = lazy<Panel>(() =>
  import('../../features/chat/chat-panel.js').then(
    ({ ChatPanel: panel }) => ({ default: panel }),
    () => ({ default: PanelMissing }),
  ),
);

function PanelMissing() {
  const { t } = useTranslation();
  return (
    <p className="player-chat-missing" role="alert">
      {t('away.failed')}
    </p>
  );
}

/**
 * Chat for a player. Shown if the VOD has chat, unless this browser hides chat. The key always opens it; an empty panel
 * shows the reason.
 */
export function usePlayerChat(vod: Vod): BesideChat {
  const { shown, side, widthPx } = useChatSettings();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOpen = wanted ?? (shown && vod.is_chatdump_captured);
  const { uuid, live, is_chatdump_captured } = vod;
  const onToggle = useCallback(() => {
    setWanted(!isOpen);
    // Opening the panel for a recording without chat does not change the setting.
    if (is_chatdump_captured) writeChatSettings({ shown: !isOpen });
  }, [isOpen, is_chatdump_captured]);
  return {
    isOpen,
    side,
    widthPx,
    onToggle,
    render: (video) => (
      <Suspense fallback={null}>
        <ChatPanel vod={{ uuid, live, is_chatdump_captured }} video={video} onClose={onToggle} />
      </Suspense>
    ),
  };
}
