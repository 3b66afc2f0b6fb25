import { type Game } from '#libs/contracts';
import { Heart, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { addFavourite, dropFavourite, refreshGame, useGames } from '../../api/game.js';
import { KEY } from '../../api/keys.js';
import { EmptyState } from '../../components/ui/empty-state.js';
import { BoxArt } from '../../components/ui/box-art.js';
import { IconButton } from '../../components/ui/button.js';
import { SearchInput } from '../../components/ui/search-input.js';
import { SwitchRow } from '../../components/ui/toggle.js';
import { LoadState } from '../../components/ui/load-state.js';
import { useAction } from '../../lib/use-action.js';
import { findGames } from './find-games.js';
import './favourites.css';

/** Most covers drawn at first; a library of several years has thousands of categories. */
const SHOWN = 120;

/** All known categories, favourites first; a checkbox makes one a favourite. */
export function FavouriteGrid() {
  const { t } = useTranslation();
  const answer = useGames();
  const [query, setQuery] = useState('');
  const [only, setOnly] = useState(false);
  if (answer.data === undefined) return <LoadState what={t('favourites.loading')} answer={answer} />;
  const all = Object.values(answer.data);
  if (all.length === 0)
    return <EmptyState icon={Heart} title={t('favourites.empty')} text={t('favourites.empty-text')} />;
  const found = findGames(all, { query, only });
  return (
    <section className="favourites">
      <p className="muted">{t('favourites.help')}</p>
      <div className="list-bar">
        <SearchInput label={t('favourites.find')} value={query} onChange={setQuery} />
        <SwitchRow inline label={t('favourites.only')} checked={only} onChange={setOnly} />
      </div>
      {found.length === 0 ? (
        <p className="muted">{t('favourites.none')}</p>
      ) : (
        <ul className="game-grid">
          {found.slice(0, SHOWN).map((game) => (
            <li key={game.id}>
              <GameCard
                game={game}
                onChanged={() => {
                  void answer.mutate();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {found.length > SHOWN && <p className="muted">{t('favourites.more', { count: found.length - SHOWN })}</p>}
    </section>
  );
}

function GameCard({ game, onChanged }: { readonly game: Game; readonly onChanged: () => void }) {
  const { t } = useTranslation();
  const { mutate } = useSWRConfig();
  const tick = useAction(async (on: boolean) => {
    await (on ? addFavourite(game.id) : dropFavourite(game.id));
    return { message: '' };
  });
  const refresh = useAction(() => refreshGame(game.id));
  const change = async (on: boolean): Promise<void> => {
    await tick.run(on);
    void mutate(KEY.settings);
    onChanged();
  };
  return (
    <div className={`game-card${game.favourite ? ' game-favourite' : ''}`}>
      <label>
        <span className="game-cover">
          <BoxArt url={game.box_art_url} size="normal" />
        </span>
        <span className="game-name">
          <input
            type="checkbox"
            checked={game.favourite}
            disabled={tick.busy}
            onChange={(e) => {
              void change(e.target.checked);
            }}
          />{' '}
          <span>{game.name}</span>
        </span>
      </label>
      <IconButton
        icon={RefreshCw}
        label={t('favourites.refresh', { name: game.name })}
        disabled={refresh.busy}
        onClick={() => {
          void refresh.run().then(onChanged);
        }}
      />
    </div>
  );
}
