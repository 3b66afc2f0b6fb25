import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { visibleText } from './visible-text.js';

/** A number of a form, or nothing: an emptied field comes as '' or null and clears what stood there. */
const NumberField = z
  .union(
    [z.int().min(0).max(1_000_000), z.null(), z.literal('')],
    fieldMessage('field.whole-number-to-million-or-empty'),
  )
  .transform((v) => (v === '' ? null : v));
const text = (max: number) => z.string().max(max, fieldMessage('field.at-most-characters', { n: max }));

/** A number that is not read; emptied as in {@link NumberField}. */
const Unread = z.union([z.number(), z.null(), z.literal('')], fieldMessage('field.number-or-empty'));

/**
 * A chapter as the edit form of v0 sends it back: the whole object of a VOD. What counts is where it begins (`offset`,
 * s of file time, with fractions), its title and its category; lengths, counts and pictures follow from those and are
 * not read.
 */
export const ChapterEdit = z.strictObject({
  offset: z.number().min(0, fieldMessage('field.not-negative')).max(10_000_000),
  title: text(500),
  game_id: text(100).nullable().optional(),
  game_name: text(200).nullable().optional(),
  is_mature: z.boolean().optional(),
  duration: Unread.optional(),
  started_at: text(64).nullable().optional(),
  box_art_url: text(4096).nullable().optional(),
  image_url: text(4096).nullable().optional(),
  viewer_count: Unread.optional(),
  online: z.boolean().nullable().optional(),
  game: z.record(z.string(), z.unknown()).nullable().optional(),
  /** Where it stood in the list before the edit, as v0's page sends it; not read. */
  originalIndex: z
    .union([z.int().min(-1).max(10_000), z.null(), z.literal('')], fieldMessage('field.whole-number-or-empty'))
    .optional(),
});
export type ChapterEdit = z.infer<typeof ChapterEdit>;

/**
 * Body of POST /vod/{uuid} (docs/reference/v0-api.md): only what is sent changes. The client's names and the server's
 * both count (`absolute_stream_number` and `absolute_number`, `editChapters` and `edit_chapters`). `segments`: base
 * names, one a line; those left out leave the list, their files stay; empty changes nothing. `chapters` count unless
 * `editChapters` is false. `version`, ours: that of the VOD that was edited; with another one than the current one
 * nothing is saved.
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
 * Body of POST /vod/{uuid}/bookmark: `offset` in s of file time, or `date`; with neither, now, while it is being
 * recorded.
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
