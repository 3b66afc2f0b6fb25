import { z } from 'zod';
import { defineCommand, defineEvent } from '../message.js';
import { Words } from '../words.js';

const attempt = { vodUuid: z.uuid(), jobName: z.string(), attempt: z.string() };

/**
 * Make the chat file of a finished VOD out of its chunks. `attempt` names the output, so that a second delivery writes
 * the same object.
 */
export const chatFinish = defineCommand(
  'chat-finish',
  'vodUuid',
  z.object({
    ...attempt,
    basename: z.string(),
    /** Object key of the VOD's {@link ChatTimeline}. */
    timelineKey: z.string(),
    streamer: z.object({ id: z.string(), login: z.string(), name: z.string() }),
    title: z.string(),
    startedAt: z.iso.datetime(),
    category: z.string(),
  }),
);
/**
 * The two clocks of a sealed VOD (`keptClockOf` of libs/domain): where each stretch of media stands on the site's and
 * in the file, ms. Kept when the segments are gone.
 */
export const ChatTimeline = z.object({
  clock: z.array(
    z.object({
      site: z.number(),
      siteMs: z.number().nonnegative(),
      file: z.number(),
      fileMs: z.number().nonnegative(),
    }),
  ),
});
export type ChatTimeline = z.infer<typeof ChatTimeline>;

/** A worker began. */
export const chatStarted = defineEvent(
  'chat-started',
  'vodUuid',
  z.object({ ...attempt, at: z.int(), worker: z.string(), pid: z.int() }),
);
/**
 * The file of an attempt is stored. `messages` are those it holds, taken away ones too; `pictures` those embedded in
 * it.
 */
export const chatDone = defineEvent(
  'chat-done',
  'vodUuid',
  z.object({
    ...attempt,
    at: z.int(),
    key: z.string(),
    sizeBytes: z.int(),
    messages: z.int().nonnegative(),
    pictures: z.int().nonnegative(),
    warnings: z.array(z.string()),
  }),
);
/** `waiting`: it is tried again. */
export const chatFailed = defineEvent(
  'chat-failed',
  'vodUuid',
  z.object({
    ...attempt,
    at: z.int(),
    reason: z.string(),
    /** What `reason` is made of. */
    words: Words.optional(),
    waiting: z.boolean(),
  }),
);
