import { type Chapter, type Game } from '#libs/contracts';
import { pictureAddress } from '../sites/picture-id.js';

interface Known {
  readonly id: string;
  readonly name: string;
  readonly boxArtUrl: string;
  /** When it was seen first, ms since the Unix epoch. */
  readonly at: number;
  readonly deleted?: boolean;
}
interface Page {
  readonly favourites: ReadonlySet<string>;
  readonly basepath: string;
}

/** A category as v0 clients read it; its pictures are served by us. */
export function presentGame({ id, name, boxArtUrl, at, deleted = false }: Known, { favourites, basepath }: Page): Game {
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

/** The same as a chapter tells it. @param name of one that is only a name, and no category of a site */
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
