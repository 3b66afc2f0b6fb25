import { z } from 'zod';
import { defineCommand, defineEvent } from '../message.js';
import { Message } from '../localized.js';
import { VideoMetadata } from '../jobs/convert.job.js';
import { THUMB_FORMATS } from './picture.js';

/**
 * Location of a finished media file: an object of the storage, or a file of the library folder (file driver), by its
 * path there.
 */
export const MediaSource = z.discriminatedUnion('in', [
  z.object({ in: z.literal('store'), key: z.string() }),
  z.object({ in: z.literal('library'), path: z.string() }),
]);
export type MediaSource = z.infer<typeof MediaSource>;

/**
 * Identifies the probe that an answer belongs to. `owner`: the handler that receives the answer; `id`: the owner's id
 * of the file; `attempt` distinguishes a later probe from an earlier one.
 */
const request = { id: z.uuid(), owner: z.string().min(1), attempt: z.string().min(1) };

/**
 * Probes a finished media file, and makes a thumbnail if `thumb` gives its key. A second delivery writes the same
 * thumbnail.
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
 * `videoMs`: exact length of the video track (of the audio track if there is none). `thumbKey` null: none was
 * requested, or none could be made; then `warnings` says so.
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
/** The file is not readable as media; another probe gives the same result. */
export const probeFailed = defineEvent('probe-failed', 'id', z.object({ ...request, at: z.int(), reason: Message }));
