import { isSiteKind, type Vod } from '#libs/contracts';
import {
  Archive,
  ArchiveRestore,
  Download,
  Ellipsis,
  FileSearch,
  MessageSquareText,
  RefreshCw,
  TextCursorInput,
  Wrench,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { archiveVod, convertVod, fixIssues, refreshMetadata, unarchiveVod, useVodAction } from '../../api/vod.js';
import { type MenuEntry, MenuButton } from '../../components/ui/menu-button.js';
import { DownloadChatDialog, DownloadCopyDialog } from './download-copy.js';
import { RenameVodDialog } from './rename-vod.js';
import { isRecording } from './vod-state.js';
import { titleOfVod } from './vod-title.js';

type Dialog = 'rename' | 'copy' | 'chat';

/** Rare actions on a VOD. */
export function VodMenu({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = (): void => {
    setDialog(null);
  };
  const actions = useActions(vod);
  const isMatched = vod.twitch_vod_id !== undefined;
  const entries: MenuEntry[] = [
    {
      id: 'rename',
      text: t('rename.open'),
      icon: TextCursorInput,
      onPick: () => {
        setDialog('rename');
      },
    },
    ...(isRecording(vod) ? [] : actions),
    ...(isSiteKind(vod.provider_kind)
      ? [
          {
            id: 'copy',
            text: t('download.video'),
            icon: Download,
            disabled: !isMatched,
            onPick: () => {
              setDialog('copy');
            },
          },
          {
            id: 'chat',
            text: t('download.chat'),
            icon: MessageSquareText,
            disabled: !isMatched,
            onPick: () => {
              setDialog('chat');
            },
          },
        ]
      : []),
  ];
  return (
    <>
      <MenuButton icon={Ellipsis} label={t('vod.more', { title: titleOfVod(vod) })} entries={entries} />
      {dialog === 'rename' && <RenameVodDialog vod={vod} onClose={close} />}
      {dialog === 'copy' && <DownloadCopyDialog vod={vod} onClose={close} />}
      {dialog === 'chat' && <DownloadChatDialog vod={vod} onClose={close} />}
    </>
  );
}

function useActions(vod: Vod): MenuEntry[] {
  const { t } = useTranslation();
  const away = vod.archived_at !== null;
  const archive = useVodAction(away ? unarchiveVod : archiveVod, t(away ? 'vod.unarchiving' : 'vod.archiving'));
  const refresh = useVodAction(refreshMetadata, t('vod.refreshing'));
  const fix = useVodAction(fixIssues);
  const convert = useVodAction(convertVod);
  return [
    {
      id: 'archive',
      text: t(away ? 'vod.unarchive' : 'vod.archive'),
      icon: away ? ArchiveRestore : Archive,
      disabled: archive.busy,
      onPick: () => {
        void archive.run(vod.uuid);
      },
    },
    {
      id: 'refresh',
      text: t('vod.refresh'),
      icon: FileSearch,
      disabled: refresh.busy,
      onPick: () => {
        void refresh.run(vod.uuid);
      },
    },
    {
      id: 'fix',
      text: t('vod.fix'),
      icon: Wrench,
      disabled: fix.busy,
      onPick: () => {
        void fix.run(vod.uuid);
      },
    },
    ...(vod.state === 'converting' || vod.playlist_url === null
      ? []
      : [
          {
            id: 'convert',
            text: vod.files.length > 0 ? t('vod.convert-again') : t('vod.convert'),
            icon: RefreshCw,
            disabled: convert.busy,
            onPick: () => {
              void convert.run(vod.uuid);
            },
          },
        ]),
  ];
}
