import { z } from 'zod';
import { Ulid } from '../ids.js';
import { defineCommand } from '../message.js';

/** Formats of thumbnails that Vodkeep makes (v0 `thumbnail_format`). */
export const THUMB_FORMATS = ['jpg', 'png', 'webp'] as const;
export type ThumbFormat = (typeof THUMB_FORMATS)[number];

/**
 * Makes a thumbnail of a running recording from one stored segment. A thumbnail that cannot be made is not a failure:
 * the tile then shows its neutral background.
 */
export const picture = defineCommand(
  'picture',
  'vodUuid',
  z.object({
    vodUuid: z.uuid(),
    partId: Ulid,
    /** Object name below the part's segment prefix. */
    segment: z.string(),
    /** CRC of the init section of an fMP4 segment. */
    initCrc: z.string().nullable(),
    /** Object key of the jpg to write. */
    outKey: z.string(),
  }),
);
