import { z } from 'zod';
import { Message } from '../localized.js';
import { defineWorkerJob } from './worker-job.js';

/**
 * The two clocks of a sealed VOD (`siteClockOf` of libs/domain): position of each stretch of media on the site's clock
 * and in the file, ms. Retained after the segments are deleted.
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

/** Source of the chat chunks, and how their times map to times of the file. */
const ChatFileSource = z.discriminatedUnion('from', [
  /** The parts of a VOD; `timelineKey`: object key of its {@link ChatTimeline}. */
  z.object({ from: z.literal('vod'), vodUuid: z.uuid(), timelineKey: z.string() }),
  /** A chat dump: times count from `startedAt`; messages after `endedAt` are excluded. ms since the Unix epoch. */
  z.object({
    from: z.literal('dump'),
    workPrefix: z.string(),
    /** Base key of the file; the job writes {@link objectKeys.chatDumpFile} of it. */
    outKey: z.string(),
    startedAt: z.int(),
    endedAt: z.int(),
  }),
]);

/** Makes the chat file (TwitchDownloader JSON) of a finished VOD or of a chat dump from its chunks. */
export const chatFileJob = defineWorkerJob({
  kind: 'chat',
  worker: 'converter',
  unit: 'bytes',
  input: z.object({
    source: ChatFileSource,
    streamer: z.object({ id: z.string(), login: z.string(), name: z.string() }),
    title: z.string(),
    startedAt: z.iso.datetime(),
    category: z.string(),
  }),
  /**
   * `messages`: number of messages in the file, including deleted ones; `pictures`: number of embedded pictures;
   * `warnings`: one for each gap.
   */
  result: z.object({
    key: z.string(),
    sizeBytes: z.int(),
    messages: z.int().nonnegative(),
    pictures: z.int().nonnegative(),
    warnings: z.array(Message),
  }),
  outputs: (file) => [file],
});
