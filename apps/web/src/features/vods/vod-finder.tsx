import { VodState } from '#libs/contracts';
import { Archive, Search as SearchIcon, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { STEP, useVodList } from '../../api/use-vod-list.js';
import { Button } from '../../components/ui/button.js';
import { Select } from '../../components/ui/select.js';
import { SearchInput } from '../../components/ui/search-input.js';
import { LoadState } from '../../components/ui/load-state.js';
import { useDebounced } from '../../lib/use-debounced.js';
import { isSearch, questionOf, type Search } from './vod-search.js';
import { VodRow } from './vod-row.js';
import './vod-finder.css';

const STATES = ['any', ...VodState.options] as const;

interface FinderProps {
  readonly search: Search;
  readonly onSearch: (search: Search) => void;
  /** Name of the channel that the search is limited to. */
  readonly channelName: string | undefined;
}

/** Searches the VODs of all channels by words, state, and whether they are archived. */
export function VodFinder({ search, onSearch, channelName }: FinderProps) {
  const { t } = useTranslation();
  const change = (part: Partial<Search>): void => {
    onSearch({ ...search, ...part });
  };
  return (
    <div className="finder" role="search">
      <span className="finder-words">
        <SearchIcon aria-hidden="true" size={15} />
        <SearchInput
          maxLength={200}
          label={t('find.words')}
          value={search.searchText}
          onChange={(searchText) => {
            change({ searchText });
          }}
        />
      </span>
      <span className="finder-state">
        <StateSelect
          value={search.state}
          onChange={(state) => {
            change({ state });
          }}
        />
      </span>
      <Button
        icon={Archive}
        aria-pressed={search.archived}
        className={search.archived ? 'btn-on' : ''}
        onClick={() => {
          change({ archived: !search.archived });
        }}
      >
        {t('find.archived')}
      </Button>
      {channelName !== undefined && (
        <Button
          icon={X}
          onClick={() => {
            change({ channel: '' });
          }}
        >
          {t('find.only', { name: channelName })}
        </Button>
      )}
      {isSearch(search) && (
        <Button
          tone="ghost"
          onClick={() => {
            onSearch({ searchText: '', state: 'any', archived: false, channel: '' });
          }}
        >
          {t('find.clear')}
        </Button>
      )}
    </div>
  );
}

interface StateProps {
  readonly value: Search['state'];
  readonly onChange: (state: Search['state']) => void;
}

/** States with the labels of their tags; finalized VODs have no tag. */
function StateSelect({ value, onChange }: StateProps) {
  const { t } = useTranslation();
  const stateText = (state: Search['state']): string =>
    state === 'any'
      ? t('find.any')
      : state === 'finalized'
        ? t('find.finalized')
        : t(`vod.tag.${state}`, { length: '' });
  return (
    <Select
      label={t('find.state')}
      value={value}
      options={STATES.map((state) => ({ value: state, label: stateText(state) }))}
      onChange={onChange}
    />
  );
}

/** The results of a search, newest first, page by page. */
export function FoundVods({ search }: { readonly search: Search }) {
  const { t } = useTranslation();
  const { vods, more, loaded, error, retry, showMore, busy } = useVodList(useDebounced(questionOf(search)), STEP);
  if (!loaded) return <LoadState what={t('vods.loading')} answer={{ error, mutate: retry }} />;
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
