import { type Game } from '#libs/contracts';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { addFavourite, dropFavourite, refreshGame } from '../../api/game.js';
import { KEY } from '../../api/keys.js';
import { BoxArt } from '../../components/ui/box-art.js';
import { IconButton } from '../../components/ui/icon-button.js';
import { useAction } from '../../lib/use-action.js';

export function GameCard({ game, onChanged }: { readonly game: Game; readonly onChanged: () => void }) {
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
