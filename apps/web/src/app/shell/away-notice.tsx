import { useTranslation } from 'react-i18next';
import { useChannels } from '../../api/channel.js';
import { Notice } from '../../components/ui/notice.js';
import { textOf } from '../../lib/fault.js';
import { useServerAway } from '../../lib/use-server-away.js';

/** On every page, for as long as what it shows may be out of date. */
export function AwayNotice() {
  const { t } = useTranslation();
  const away = useServerAway();
  const { error, loaded } = useChannels();
  if (away) return <Notice tone="rec" title={t('away.title')} text={t('away.stale')} live />;
  if (!loaded || error === undefined) return null;
  return <Notice tone="rec" title={t('away.failed')} text={`${textOf(error)} ${t('away.stale')}`.trim()} live />;
}
