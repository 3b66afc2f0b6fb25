import { type Chapter, type Game } from '#libs/contracts';
import { pictureAddress } from '../sites/picture-id.js';

interface KnownGame {
  readonly id: string;
  readonly name: string;
  readonly boxArtUrl: string;
  /** Time of the first appearance, ms since the Unix epoch. */
  readonly at: number;
  readonly deleted?: boolean;
}
interface GameContext {
  readonly favourites: ReadonlySet<string>;
  readonly basepath: string;
}

/** A category in v0's format. Vodkeep serves its box art. */
export function presentGame(
  { id, name, boxArtUrl, at, deleted = false }: KnownGame,
  { favourites, basepath }: GameContext,
): Game {
  const art = pictureAddress(basepath, boxArtUrl);
  return {
    id,
    name,
    game_name: name,
    box_art_url: art,
    image_url: art,
    favourite: favourites.has(id),
    added: new Date(at).toISOString(),
    ...(deleted ? { deleted: true } : {}),
  };
}

/**
 * The category fields of a chapter.
 * @param name category name, used if the category is unknown
 */
export function presentChapterGame(
  game: Game | null,
  name: string | null = null,
): Pick<Chapter, 'game_id' | 'game_name' | 'game' | 'box_art_url' | 'image_url'> {
  const art = game?.box_art_url || null;
  return {
    game_id: game?.id ?? null,
    game_name: game?.name ?? name,
    ...(game && { game }),
    box_art_url: art,
    image_url: art,
  };
}
