import { z } from 'zod';
import { Ulid } from '../ids.js';
import { defineCommand } from '../message.js';

/** Formats of pictures that we make (v0 `thumbnail_format`). */
export const THUMB_FORMATS = ['jpg', 'png', 'webp'] as const;
export type ThumbFormat = (typeof THUMB_FORMATS)[number];

/**
 * Make a picture of what is being recorded, out of one stored segment. One that cannot be made is no failure: the tile
 * keeps its quiet ground.
 */
export const picture = defineCommand(
  'picture',
  'vodUuid',
  z.object({
    vodUuid: z.uuid(),
    partId: Ulid,
    /** Object name below the part's segments. */
    segment: z.string(),
    /** Init section of an fMP4 segment. */
    initCrc: z.string().nullable(),
    /** Object key of the jpg to be written. */
    outKey: z.string(),
  }),
);
