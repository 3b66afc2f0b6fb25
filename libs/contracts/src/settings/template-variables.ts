/** Variables of the names of recordings (docs/reference/v0-api.md). `login` is the older name of `internalName`. */
export const VOD_VARIABLES = [
  'login',
  'internalName',
  'displayName',
  'date',
  'year',
  'year_short',
  'month',
  'day',
  'hour',
  'minute',
  'second',
  'id',
  'season',
  'absolute_season',
  'episode',
  'absolute_episode',
  'title',
  'game_name',
  'game_id',
] as const;
/** Variables of the names of split recordings (docs/reference/v0-api.md). */
export const SPLIT_VARIABLES = [
  ...VOD_VARIABLES,
  'chapter_number',
  'chapter_title',
  'chapter_game_name',
  'chapter_game_id',
] as const;
/** Variables of downloaded clips (docs/reference/v0-api.md). */
export const CLIP_VARIABLES = ['id', 'quality', 'clip_date', 'title', 'creator', 'broadcaster'] as const;
/** Variables of exports (docs/reference/v0-api.md), including those that v0 accepts without listing them. */
export const EXPORT_VARIABLES = [
  'login',
  'internalName',
  'displayName',
  'title',
  'stream_number',
  'comment',
  'date',
  'year',
  'month',
  'day',
  'resolution',
  'id',
  'season',
  'episode',
  'absolute_season',
  'absolute_episode',
] as const;

/** Variables whose values are numbers. `{episode:03}` has at least three digits. */
const NUMBER_VARIABLES: readonly string[] = [
  'season',
  'absolute_season',
  'episode',
  'absolute_episode',
  'stream_number',
  'chapter_number',
];

/** How seasons begin and are named: `202611`, `2026`, or a running number of months. */
export const SEASON_SCHEMES = ['month', 'year', 'number'] as const;
export type SeasonScheme = (typeof SEASON_SCHEMES)[number];

/** The text between the braces of a template. */
export interface TemplateVariable {
  readonly name: string;
  /** Least number of digits; null: as the value is. */
  readonly digits: number | null;
}

/** Reads the text between braces: `episode` or `episode:03`. A format that does not fit stays a part of the name. */
export function readVariable(text: string): TemplateVariable {
  const [, name = '', digits] = /^(.*):0([1-9])$/.exec(text) ?? [];
  return NUMBER_VARIABLES.includes(name) ? { name, digits: Number(digits) } : { name: text, digits: null };
}
