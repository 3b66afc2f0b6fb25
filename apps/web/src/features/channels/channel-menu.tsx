import { type Channel, isSiteKind } from '#libs/contracts';
import {
  Archive,
  BellRing,
  Ellipsis,
  ExternalLink,
  FolderSearch,
  History,
  Link,
  type LucideIcon,
  RefreshCw,
  ScanSearch,
  Scissors,
  TextCursorInput,
  Trash2,
  Video,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { matchAllVods } from '../../api/site-vod.js';
import { refreshChannel } from '../../api/channel.js';
import { isLookedUp } from '../../api/download.js';
import { type MenuEntry, MenuButton } from '../../components/ui/menu-button.js';
import { isWeb } from '../../lib/is-web.js';
import { PATHS } from '../../lib/paths.js';
import { useAction } from '../../lib/use-action.js';
import { ChannelDialogs, type ChannelDialog } from './channel-dialogs.js';

/** What is seldom done with a channel (spec C4). */
export function ChannelMenu({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<ChannelDialog | null>(null);
  const opens = (id: ChannelDialog, icon: LucideIcon, more: Partial<MenuEntry> = {}): MenuEntry => ({
    id,
    icon,
    text: t(`channel.menu.${id}`),
    onPick: () => {
      setDialog(id);
    },
    ...more,
  });
  const acts = useActs(channel);
  const isSite = isSiteKind(channel.provider_kind);
  const hasPast = isLookedUp(channel.provider_kind);
  return (
    <>
      <MenuButton
        icon={Ellipsis}
        label={t('channel.more', { name: channel.displayName })}
        entries={[
          ...acts.first,
          ...(hasPast ? [opens('videos', Video), opens('clips', Scissors), acts.match] : []),
          opens('scan', FolderSearch, { disabled: channel.is_capturing }),
          opens('local', ScanSearch),
          ...(isSite
            ? [opens('push', BellRing), opens('rename', TextCursorInput, { disabled: channel.is_capturing })]
            : []),
          opens('history', History),
          acts.archived,
          ...(channel.vods_count > 0 ? [opens('empty', Trash2, { danger: true })] : []),
          opens('delete', Trash2, { danger: true }),
        ]}
      />
      <ChannelDialogs
        channel={channel}
        dialog={dialog}
        onClose={() => {
          setDialog(null);
        }}
      />
    </>
  );
}

/** Entries that ask nothing. */
function useActs(channel: Channel) {
  const { t } = useTranslation();
  const go = useNavigate();
  const refresh = useAction(refreshChannel);
  const match = useAction(matchAllVods);
  const open: MenuEntry = {
    id: 'open',
    text: t('channel.open'),
    icon: ExternalLink,
    onPick: () => {
      window.open(channel.url, '_blank', 'noreferrer');
    },
  };
  return {
    first: [
      {
        id: 'refresh',
        text: t('channel.menu.refresh'),
        icon: RefreshCw,
        disabled: refresh.busy,
        onPick: () => {
          void refresh.run(channel.uuid);
        },
      },
      ...(isWeb(channel.url) ? [open] : []),
    ] satisfies MenuEntry[],
    match: {
      id: 'match',
      text: t('channel.menu.match'),
      icon: Link,
      disabled: match.busy,
      onPick: () => {
        void match.run(channel.uuid);
      },
    } satisfies MenuEntry,
    archived: {
      id: 'archived',
      text: t('channel.menu.archived'),
      icon: Archive,
      onPick: () => {
        void go(PATHS.archived(channel.uuid));
      },
    } satisfies MenuEntry,
  };
}
