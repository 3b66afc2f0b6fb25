import { z } from 'zod';
import { defineCommand, defineEvent } from '../message.js';
import { Message } from '../localized.js';
import { VideoMetadata } from '../jobs/convert.job.js';
import { THUMB_FORMATS } from './picture.js';

/**
 * Where a finished media file lies: an object of ours, or a file of the library folder (file driver), named by its path
 * there.
 */
export const MediaSource = z.discriminatedUnion('in', [
  z.object({ in: z.literal('store'), key: z.string() }),
  z.object({ in: z.literal('library'), path: z.string() }),
]);
export type MediaSource = z.infer<typeof MediaSource>;

/**
 * Which question an answer belongs to. `owner` says whose handler takes the answer, `id` is its own id of the thing,
 * `attempt` tells a later question from an earlier one.
 */
const request = { id: z.uuid(), owner: z.string().min(1), attempt: z.string().min(1) };

/**
 * Look at a finished media file: what it is, and a picture of it where `thumb` says under which key. A second delivery
 * writes the same picture.
 */
export const probe = defineCommand(
  'probe',
  'id',
  z.object({
    ...request,
    source: MediaSource,
    thumb: z.object({ key: z.string(), format: z.enum(THUMB_FORMATS) }).nullable(),
  }),
);
/**
 * `videoMs`: exact length of the picture track (of the sound where there is none). `thumbKey` null: none was asked for,
 * or none could be made, which `warnings` tell.
 */
export const probeDone = defineEvent(
  'probe-done',
  'id',
  z.object({
    ...request,
    at: z.int(),
    sizeBytes: z.int().nonnegative(),
    videoMs: z.number().nonnegative(),
    metadata: VideoMetadata,
    thumbKey: z.string().nullable(),
    warnings: z.array(Message),
  }),
);
/** It can be read as no media; asking again says the same. */
export const probeFailed = defineEvent('probe-failed', 'id', z.object({ ...request, at: z.int(), reason: Message }));
