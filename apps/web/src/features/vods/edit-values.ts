import { type VodEdit, type VodEditState } from '#libs/contracts';
import { type z } from 'zod';
import { clockText, parseClock } from '../../lib/clock-text.js';

export interface ChapterValues {
  readonly offset: string;
  readonly title: string;
  readonly category: string;
  /** The site's id of the category; empty if the user typed the category. */
  readonly categoryId: string;
  readonly isMature: boolean;
}

/** Values of the edit form's inputs. */
export interface EditValues {
  absolute_season: string;
  stream_number: string;
  absolute_stream_number: string;
  comment: string;
  prevent_deletion: boolean;
  cloud_storage: boolean;
  /** Base names, one per line. */
  segments: string;
  chapters: ChapterValues[];
}
export const EDIT_NUMBERS = ['absolute_season', 'stream_number', 'absolute_stream_number'] as const;
export const EDIT_FIELDS = [
  ...EDIT_NUMBERS,
  'comment',
  'prevent_deletion',
  'cloud_storage',
  'segments',
  'chapters',
] as const satisfies readonly (keyof EditValues)[];

const text = (n: number | undefined): string => (n === undefined ? '' : String(n));

export function editValuesOf(vod: VodEditState): EditValues {
  return {
    absolute_season: text(vod.stream_absolute_season),
    stream_number: text(vod.stream_number),
    absolute_stream_number: text(vod.stream_absolute_number),
    comment: vod.comment ?? '',
    prevent_deletion: vod.prevent_deletion,
    cloud_storage: vod.cloud_storage,
    segments: vod.segments.map((s) => s.basename).join('\n'),
    chapters: vod.chapters.map((c) => ({
      offset: clockText(c.offset),
      title: c.title,
      category: c.game_name ?? '',
      categoryId: c.game_id ?? '',
      isMature: c.is_mature,
    })),
  };
}

type Body = z.input<typeof VodEdit>;

/** Only the changed fields. `version` belongs to `before`; if it is outdated, the server saves nothing. */
export function editBodyOf(values: EditValues, before: EditValues, version: number): Body {
  const changed = (name: keyof EditValues): boolean => JSON.stringify(values[name]) !== JSON.stringify(before[name]);
  const body: Record<string, unknown> = { version };
  for (const name of EDIT_NUMBERS) if (changed(name)) body[name] = numberOf(values[name]);
  for (const name of ['comment', 'prevent_deletion', 'cloud_storage', 'segments'] as const)
    if (changed(name)) body[name] = values[name];
  if (changed('chapters')) body['chapters'] = values.chapters.map((c) => chapterBody(c, before.chapters));
  return body;
}

/** Text that is not a number stays, so that the server refuses it. */
const numberOf = (value: string): number | string | null =>
  value.trim() === '' ? null : Number.isFinite(Number(value)) ? Number(value) : value;

/** A category keeps its id if a chapter with its name had one. */
function chapterBody(
  { offset, title, category, categoryId, isMature }: ChapterValues,
  before: readonly ChapterValues[],
) {
  const name = category.trim();
  const retained = before.some((c) => c.categoryId === categoryId && c.category === name)
    ? categoryId
    : (before.find((c) => c.category === name)?.categoryId ?? '');
  return {
    offset: parseClock(offset),
    title: title.trim(),
    is_mature: isMature,
    game_name: name === '' ? null : name,
    game_id: name === '' || retained === '' ? null : retained,
  };
}

const at = ({ offset }: ChapterValues): number => {
  const s = parseClock(offset);
  return Number.isNaN(s) ? Infinity : s;
};
/** Sorted by start; chapters with an invalid start come last. */
export const sortedChapters = (chapters: readonly ChapterValues[]): ChapterValues[] =>
  chapters.toSorted((a, b) => at(a) - at(b));
export const isSortedChapters = (chapters: readonly ChapterValues[]): boolean =>
  sortedChapters(chapters).every((c, i) => c === chapters[i]);
