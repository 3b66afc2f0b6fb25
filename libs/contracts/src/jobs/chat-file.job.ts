import { z } from 'zod';
import { Message } from '../localized.js';
import { defineWorkerJob } from './worker-job.js';

/**
 * The two clocks of a sealed VOD (`siteClockOf` of libs/domain): where each stretch of media stands on the site's and
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

/** Where the chunks of a chat are, and how their times become times of its file. */
const ChatFileSource = z.discriminatedUnion('from', [
  /** The parts of a VOD; `timelineKey`: object key of its {@link ChatTimeline}. */
  z.object({ from: z.literal('vod'), vodUuid: z.uuid(), timelineKey: z.string() }),
  /** A chat dump: times count from `startedAt`, nothing later than `endedAt` is in the file; ms since the Unix epoch. */
  z.object({
    from: z.literal('dump'),
    workPrefix: z.string(),
    /** What the file is called: {@link objectKeys.chatDumpFile} of it is written. */
    outKey: z.string(),
    startedAt: z.int(),
    endedAt: z.int(),
  }),
]);

/** Make the chat file (TwitchDownloader JSON) of a finished VOD or of a chat dump out of its chunks. */
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
  /** `messages` are those it holds, taken away ones too; `pictures` those embedded in it; `warnings` name each gap. */
  result: z.object({
    key: z.string(),
    sizeBytes: z.int(),
    messages: z.int().nonnegative(),
    pictures: z.int().nonnegative(),
    warnings: z.array(Message),
  }),
  outputs: (file) => [file],
});
