/** Variables of the names of recordings. Source: server-behaviour 1.4. `login` is the older word for `internalName`. */
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
/** Variables of the files that a recording is split into. Source: server-behaviour 1.4. */
export const SPLIT_VARIABLES = [
  ...VOD_VARIABLES,
  'chapter_number',
  'chapter_title',
  'chapter_game_name',
  'chapter_game_id',
] as const;
/** Variables of downloaded clips. Source: server-behaviour 1.4. */
export const CLIP_VARIABLES = ['id', 'quality', 'clip_date', 'title', 'creator', 'broadcaster'] as const;
/** Variables of exports. Source: server-behaviour 1.4, with those that are accepted though not advertised. */
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
