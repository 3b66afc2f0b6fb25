import { type Channel, isSiteKind } from '#libs/contracts';
import { useTranslation } from 'react-i18next';

const SAID = {
  active: 'channel.push.active',
  pending: 'channel.push.pending',
  partly: 'channel.push.missing',
  failed: 'channel.push.missing',
  polled: 'channel.push.polled',
} as const satisfies Record<Channel['push']['status'], string>;

/** How the site tells of this channel (spec L57). A plain address tells nothing, so that nothing is said about it. */
export function PushFact({ channel: { provider_kind, push } }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  if (!isSiteKind(provider_kind)) return null;
  const bad = push.status === 'partly' || push.status === 'failed';
  return (
    <span className={bad ? 'fact-warn' : ''} title={push.reason}>
      {t(SAID[push.status])}
      {bad && push.reason !== '' && `: ${push.reason}`}
    </span>
  );
}
