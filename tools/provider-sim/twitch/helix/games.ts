import { CATEGORIES, type Category } from '../world.js';
import { listed, ok, refusal, TOO_MANY, type HelixAnswer, type HelixCall } from './helix-call.js';
import { page } from './page.js';
import { boxArt } from './pictures.js';

/** The world's categories, and additional categories of channels. */
function categories({ ports: { world } }: HelixCall): readonly Category[] {
  const all = [...CATEGORIES, ...world.channels.flatMap(({ category }) => (category ? [category] : []))];
  return [...new Map(all.map((category) => [category.id, category])).values()];
}

const rowOf = ({ id, name }: Category, { exchange }: HelixCall): object => ({
  id,
  name,
  box_art_url: boxArt(exchange, id),
  igdb_id: '',
});

/** `GET /games`: by id or exact name. */
export function games(call: HelixCall): HelixAnswer {
  const keys = listed(call.query, 'id', 'name', 'igdb_id');
  if (!keys) return TOO_MANY;
  const [ids = [], names = [], igdb = []] = keys;
  if (ids.length + names.length + igdb.length === 0)
    return refusal(400, 'Must provide at least one of the following parameters: id, name, igdb_id');
  return ok({
    data: categories(call)
      .filter(({ id, name }) => ids.includes(id) || names.includes(name))
      .map((category) => rowOf(category, call)),
  });
}

/** `GET /games/top`. */
export const topGames = (call: HelixCall): HelixAnswer =>
  page(
    call.query,
    categories(call).map((category) => rowOf(category, call)),
  );
