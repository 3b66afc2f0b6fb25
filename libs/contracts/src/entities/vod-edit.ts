import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { visibleText } from './visible-text.js';

/** A number of a form, or nothing: an empty field is sent as '' or null and deletes the value. */
const NumberField = z
  .union(
    [z.int().min(0).max(1_000_000), z.null(), z.literal('')],
    fieldMessage('field.whole-number-to-million-or-empty'),
  )
  .transform((v) => (v === '' ? null : v));
const text = (max: number) => z.string().max(max, fieldMessage('field.at-most-characters', { n: max }));

/** A number that is ignored; may be empty like {@link NumberField}. */
const IgnoredNumber = z.union([z.number(), z.null(), z.literal('')], fieldMessage('field.number-or-empty'));

/**
 * A chapter as the edit form of v0 returns it: the whole object of a VOD. Only its start (`offset`, s of file time,
 * with fractions), title and category are used; lengths, counts and pictures are derived from them and ignored.
 */
export const ChapterEdit = z.strictObject({
  offset: z.number().min(0, fieldMessage('field.not-negative')).max(10_000_000),
  title: text(500),
  game_id: text(100).nullable().optional(),
  game_name: text(200).nullable().optional(),
  is_mature: z.boolean().optional(),
  duration: IgnoredNumber.optional(),
  started_at: text(64).nullable().optional(),
  box_art_url: text(4096).nullable().optional(),
  image_url: text(4096).nullable().optional(),
  viewer_count: IgnoredNumber.optional(),
  online: z.boolean().nullable().optional(),
  game: z.record(z.string(), z.unknown()).nullable().optional(),
  /** Its position in the list before the edit, as v0's page sends it; ignored. */
  originalIndex: z
    .union([z.int().min(-1).max(10_000), z.null(), z.literal('')], fieldMessage('field.whole-number-or-empty'))
    .optional(),
});
export type ChapterEdit = z.infer<typeof ChapterEdit>;

/**
 * Body of POST /vod/{uuid} (docs/reference/v0-api.md): only fields that are sent change. Names of the v0 client and of
 * the v0 server are both accepted (`absolute_stream_number` and `absolute_number`, `editChapters` and `edit_chapters`).
 * `segments`: base names, one a line; omitted ones are removed from the list, but their files remain; empty changes
 * nothing. `chapters` apply unless `editChapters` is false. `version` (addition to v0): version of the VOD that was
 * edited. If it is not current, nothing is saved.
 */
export const VodEdit = z.strictObject({
  absolute_season: NumberField.optional(),
  stream_number: NumberField.optional(),
  absolute_stream_number: NumberField.optional(),
  absolute_number: NumberField.optional(),
  comment: text(10_000).nullable().optional(),
  prevent_deletion: z.boolean().optional(),
  cloud_storage: z.boolean().optional(),
  segments: text(200_000).optional(),
  editChapters: z.boolean().optional(),
  edit_chapters: z.boolean().optional(),
  chapters: z.array(ChapterEdit).max(2000).optional(),
  version: z.int().min(0).optional(),
});
export type VodEdit = z.infer<typeof VodEdit>;

/**
 * Body of POST /vod/{uuid}/bookmark: `offset` in s of file time, or `date`; with neither, the current time, if the VOD
 * is being recorded.
 */
export const NewBookmark = z.strictObject({
  name: z
    .string()
    .overwrite(visibleText)
    .trim()
    .min(1, fieldMessage('field.not-empty'))
    .max(200, fieldMessage('field.at-most-characters', { n: 200 })),
  offset: z.number().min(0, fieldMessage('field.not-negative')).max(10_000_000).nullable().optional(),
  date: z.iso.datetime({ offset: true }).nullable().optional(),
});
export type NewBookmark = z.infer<typeof NewBookmark>;
