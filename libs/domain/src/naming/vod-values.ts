import { type VOD_VARIABLES } from '#libs/contracts';
import { type Numbers, seasonByDate, type SeasonRule } from '../numbering/next-numbers.js';
import { zonedDate } from './zoned-date.js';

/**
 * Properties for the name of a VOD: the broadcast at its start. `id`: the site's id of the broadcast; `numbers`: null
 * if it has none.
 */
export interface NamedVod {
  readonly internalName: string;
  readonly displayName: string;
  readonly startedAt: Date;
  readonly id: string;
  readonly title: string;
  readonly game: { readonly id: string; readonly name: string } | null;
  readonly numbers: Numbers | null;
}

type VodValues = Readonly<Record<(typeof VOD_VARIABLES)[number], string | null>>;

/** How dates, seasons and episodes are written. `episodeDigits`: least number of digits of an episode. */
export interface NameFormat extends SeasonRule {
  readonly episodeDigits: number;
}

/**
 * Values of all variables of a VOD's name. `date` is in UTC, as its `Z` indicates; the variables from year to second
 * are in `zone`.
 */
export function vodValues(
  { internalName, displayName, startedAt, id, title, game, numbers }: NamedVod,
  { episodeDigits, ...rule }: NameFormat,
): VodValues {
  const { year, month, day, hour, minute, second } = zonedDate(startedAt, rule.zone);
  const padded = (n: number | undefined): string | null =>
    n === undefined ? null : String(n).padStart(episodeDigits, '0');
  return {
    login: internalName,
    internalName,
    displayName,
    date: fileDate(startedAt),
    year,
    year_short: year.slice(-2),
    month,
    day,
    hour,
    minute,
    second,
    id,
    title,
    game_name: game?.name ?? null,
    game_id: game?.id ?? null,
    season: numbers?.month ?? seasonByDate(startedAt, rule),
    absolute_season: numbers ? String(numbers.absoluteSeason) : null,
    episode: padded(numbers?.number),
    absolute_episode: padded(numbers?.absoluteNumber),
  };
}

/** Date in names, in the format of v0: `2022-12-31T12_05_04Z`. */
export const fileDate = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '_')}Z`;
