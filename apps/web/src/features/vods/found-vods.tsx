import { useTranslation } from 'react-i18next';
import { STEP, useVodList } from '../../api/vod.js';
import { Unloaded } from '../../components/ui/unloaded.js';
import { useDebounced } from '../../lib/use-debounced.js';
import { questionOf, type Search } from './vod-question.js';
import { VodRow } from './vod-row.js';

/** What a search found, newest first, page by page. */
export function FoundVods({ search }: { readonly search: Search }) {
  const { t } = useTranslation();
  const { vods, more, loaded, error, retry, showMore, busy } = useVodList(useDebounced(questionOf(search)), STEP);
  if (!loaded) return <Unloaded what={t('vods.loading')} answer={{ error, mutate: retry }} />;
  return (
    <div className="found" role="region" aria-label={t('find.found')}>
      {vods.length === 0 && (
        <p className="found-none" role="status">
          {t(search.archived ? 'find.none-archived' : 'find.none')}
        </p>
      )}
      {vods.map((vod) => (
        <VodRow key={vod.uuid} vod={vod} who={vod.streamer_name} />
      ))}
      {more && (
        <button
          type="button"
          className="channel-more"
          aria-busy={busy || undefined}
          onClick={() => {
            if (!busy) void showMore();
          }}
        >
          {t('vods.more')}
        </button>
      )}
    </div>
  );
}
