import { type Channel, type channelHistory } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { type z } from 'zod';
import { useChannelHistory } from '../../api/channel.js';
import { BoxArt } from '../../components/ui/box-art.js';
import { Modal } from '../../components/ui/modal.js';
import { Tag } from '../../components/ui/tag.js';
import { LoadState } from '../../components/ui/load-state.js';
import { statusOf } from '../../lib/fault.js';
import { dayTime } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';

type Entry = z.infer<(typeof channelHistory)['data']>[number];

/** When a channel was live, and its titles and categories; newest first. */
export function ChannelHistoryDialog({
  channel,
  onClose,
}: {
  readonly channel: Channel;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const answer = useChannelHistory(channel.uuid);
  return (
    <Modal open wide onClose={onClose} title={t('history.title', { name: channel.displayName })}>
      {answer.data !== undefined ? (
        <Entries entries={answer.data.toReversed()} />
      ) : statusOf(answer.error) === 400 ? (
        <p className="modal-text">{t('history.none')}</p>
      ) : (
        <LoadState what={t('history.loading')} answer={answer} />
      )}
    </Modal>
  );
}

function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  const { t } = useTranslation();
  return (
    <table className="table history">
      <thead>
        <tr>
          {(['when', 'what', 'category', 'viewers'] as const).map((name) => (
            <th key={name} scope="col" className={name === 'viewers' ? 'num' : ''}>
              {t(`history.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, i) => (
          <OneEntry key={i} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function OneEntry({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  if ('action' in entry)
    return (
      <tr>
        <td className="num">{dayTime(entry.time, locale, now)}</td>
        <td colSpan={3}>
          <Tag tone={entry.action === 'online' ? 'live' : 'plain'} dot={entry.action === 'online'}>
            {t(`history.${entry.action}`)}
          </Tag>
        </td>
      </tr>
    );
  return (
    <tr>
      <td className="num">{dayTime(entry.started_at, locale, now)}</td>
      <td>
        {entry.title}
        {entry.is_mature && (
          <>
            {' '}
            <Tag tone="warn">{t('chapters.mature')}</Tag>
          </>
        )}
      </td>
      <td>
        {entry.game_name === null ? (
          <span className="dim">{t('chapters.none')}</span>
        ) : (
          <span className="with-art">
            <BoxArt url={entry.box_art_url} size="small" />
            {entry.game_name}
          </span>
        )}
      </td>
      <td className="num">{entry.viewer_count === null ? '–' : entry.viewer_count.toLocaleString(locale)}</td>
    </tr>
  );
}
