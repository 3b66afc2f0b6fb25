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
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { deleteAllVods, refreshChannel } from '../../api/channel.js';
import { hasLookup } from '../../api/download.js';
import { scanChannel, scanLocalVideos } from '../../api/scan.js';
import { matchAllVods } from '../../api/site-vod.js';
import { Confirm } from '../../components/ui/confirm.js';
import { MenuButton, type MenuEntry } from '../../components/ui/menu-button.js';
import { isWeb } from '../../lib/basepath.js';
import { bytes } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { ChannelHistoryDialog } from './channel-history.js';
import { ChannelSubscriptionsDialog } from './channel-subscriptions.js';
import { DeleteChannel } from './delete-channel.js';
import { RenameChannelDialog } from './rename-channel.js';
import { SiteClipsDialog } from './site-clips.js';
import { SiteVideosDialog } from './site-videos.js';

/** Rare actions on a channel. */
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
  const actions = useActions(channel);
  const isSite = isSiteKind(channel.provider_kind);
  const hasPast = hasLookup(channel.provider_kind);
  return (
    <>
      <MenuButton
        icon={Ellipsis}
        label={t('channel.more', { name: channel.displayName })}
        entries={[
          ...actions.first,
          ...(hasPast ? [opens('videos', Video), opens('clips', Scissors), actions.match] : []),
          opens('scan', FolderSearch, { disabled: channel.is_capturing }),
          opens('local', ScanSearch),
          ...(isSite
            ? [opens('push', BellRing), opens('rename', TextCursorInput, { disabled: channel.is_capturing })]
            : []),
          opens('history', History),
          actions.archived,
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

/** Entries that need no dialog. */
function useActions(channel: Channel) {
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

interface Props {
  readonly channel: Channel;
  readonly onClose: () => void;
}

const DIALOGS = {
  videos: (props: Props) => <SiteVideosDialog {...props} />,
  clips: (props: Props) => <SiteClipsDialog {...props} />,
  scan: (props: Props) => <ScanDialog {...props} local={false} />,
  local: (props: Props) => <ScanDialog {...props} local />,
  push: (props: Props) => <ChannelSubscriptionsDialog {...props} />,
  rename: (props: Props) => <RenameChannelDialog {...props} />,
  history: (props: Props) => <ChannelHistoryDialog {...props} />,
  empty: (props: Props) => <DeleteAllVodsDialog {...props} />,
  delete: (props: Props) => <DeleteChannel {...props} open />,
} as const satisfies Readonly<Record<string, (props: Props) => ReactNode>>;

type ChannelDialog = keyof typeof DIALOGS;

/** The open dialog of a channel. */
const ChannelDialogs = ({ dialog, ...props }: Props & { readonly dialog: ChannelDialog | null }) =>
  dialog === null ? null : DIALOGS[dialog](props);

/** Asks before either kind of scan. */
function ScanDialog({
  channel,
  local,
  onClose,
}: {
  readonly channel: Channel;
  readonly local: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const scan = useAction(local ? scanLocalVideos : scanChannel, t('scan.started'));
  return (
    <Confirm
      open
      harmless
      onClose={onClose}
      title={t(local ? 'scan.local-title' : 'scan.title', { name: channel.displayName })}
      text={t(local ? 'scan.local-text' : 'scan.text')}
      action={t('scan.do')}
      busy={scan.busy}
      onConfirm={() => {
        void scan.run(channel.uuid).then((done) => {
          if (done) onClose();
        });
      }}
    />
  );
}

/** Deletes all VODs of a channel. Protected VODs and VODs in use stay; the job reports why. */
function DeleteAllVodsDialog({ channel, onClose }: { readonly channel: Channel; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const remove = useAction(deleteAllVods, t('channel.deleting-all'));
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('channel.delete-all-title', { name: channel.displayName })}
      text={t('channel.delete-all-text', { count: channel.vods_count, size: bytes(channel.vods_size, locale) })}
      action={t('channel.delete-all')}
      busy={remove.busy}
      onConfirm={() => {
        void remove.run(channel.uuid).then((done) => {
          if (done) onClose();
        });
      }}
    />
  );
}
