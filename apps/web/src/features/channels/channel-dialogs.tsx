import { type Channel } from '#libs/contracts';
import { type ReactNode } from 'react';
import { AskScan } from './ask-scan.js';
import { ChannelHistoryDialog } from './channel-history.js';
import { ChannelSubscriptionsDialog } from './channel-subscriptions.js';
import { DeleteAllVodsDialog } from './delete-all-vods.js';
import { DeleteChannel } from './delete-channel.js';
import { RenameChannelDialog } from './rename-channel.js';
import { SiteClipsDialog } from './site-clips.js';
import { SiteVideosDialog } from './site-videos.js';

interface Props {
  readonly channel: Channel;
  readonly onClose: () => void;
}

const DIALOGS = {
  videos: (props: Props) => <SiteVideosDialog {...props} />,
  clips: (props: Props) => <SiteClipsDialog {...props} />,
  scan: (props: Props) => <AskScan {...props} local={false} />,
  local: (props: Props) => <AskScan {...props} local />,
  push: (props: Props) => <ChannelSubscriptionsDialog {...props} />,
  rename: (props: Props) => <RenameChannelDialog {...props} />,
  history: (props: Props) => <ChannelHistoryDialog {...props} />,
  empty: (props: Props) => <DeleteAllVodsDialog {...props} />,
  delete: (props: Props) => <DeleteChannel {...props} open />,
} as const satisfies Readonly<Record<string, (props: Props) => ReactNode>>;

export type ChannelDialog = keyof typeof DIALOGS;

/** The dialog of a channel that is open. */
export const ChannelDialogs = ({ dialog, ...props }: Props & { readonly dialog: ChannelDialog | null }) =>
  dialog === null ? null : DIALOGS[dialog](props);
