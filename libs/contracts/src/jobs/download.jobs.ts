import { z } from 'zod';
import { Message } from '../localized.js';
import { Ulid } from '../ids.js';
import { defineWorkerJob } from './worker-job.js';

/** A worker's patience with a site: without anything new for so long a download hangs. */
const SITE_HUNG_MS = 600_000;

const stretch = {
  /** ms from the video's first frame. */
  fromMs: z.int().nonnegative(),
  /** Null: to its end. */
  toMs: z.int().positive().nullable(),
};

/**
 * Where a downloaded video goes: `parts` as a part of its VOD, `copy` beside the recording of the same broadcast, as a
 * part of nothing ({@link objectKeys} of {@link copyOf}).
 */
export const DOWNLOAD_PLACES = ['parts', 'copy'] as const;
export type DownloadPlace = (typeof DOWNLOAD_PLACES)[number];

/** What takes the VOD's place in {@link objectKeys} for the site's own copy of it. */
export const copyOf = (vod: string): string => `${vod}/copy`;
/**
 * What stands in the VOD's place in {@link objectKeys} for the media that a command is about: the VOD's own where it
 * names none.
 */
export const mediaPlaceOf = ({
  vodUuid,
  place = 'parts',
}: {
  readonly vodUuid: string;
  readonly place?: DownloadPlace | undefined;
}): string => (place === 'copy' ? copyOf(vodUuid) : vodUuid);

/**
 * Fetch a video that a site keeps, as a part like that of a capture. Given again with the same `partId` it goes on
 * behind what is stored.
 */
export const videoDownloadJob = defineWorkerJob({
  kind: 'download',
  worker: 'recorder',
  unit: 'bytes',
  hungMs: SITE_HUNG_MS,
  input: z.object({
    ...stretch,
    vodUuid: z.uuid(),
    partId: Ulid,
    place: z.enum(DOWNLOAD_PLACES),
    providerKind: z.string(),
    videoId: z.string(),
    /** Wall clock of the video's first frame, ms since the Unix epoch. */
    startedAt: z.int(),
    /** As a channel's: the first one that the video has is taken; empty: best. */
    qualities: z.array(z.string()),
    nearestBelow: z.boolean(),
    /** Whose recorder opens what is sealed here: the viewer's own token (JSON of headers), and the proxy. */
    channelUuid: z.uuid(),
    sealedHeaders: z.string().nullable(),
    proxy: z.object({ sealed: z.string(), for: z.enum(['playlists', 'all']) }).optional(),
  }),
  /** The part is whole and has its `end` record. */
  result: z.object({
    segments: z.int().nonnegative(),
    bytes: z.int().nonnegative(),
    mediaMs: z.int().nonnegative(),
    missingMs: z.int().nonnegative(),
  }),
  /**
   * So many bytes of the video's media are stored as its part: as it begins, every five seconds while it goes on, and
   * when a try ends before it is whole; only more of it counts.
   */
  interim: z.object({ bytes: z.int().nonnegative() }),
});

/**
 * How a chat file is written: `td` as TwitchDownloader writes it, `tcd` as Twitch-Chat-Downloader does
 * (github.com/lay295/TwitchDownloader, github.com/PetterKraabol/Twitch-Chat-Downloader).
 */
export const CHAT_METHODS = ['td', 'tcd'] as const;
export type ChatMethod = (typeof CHAT_METHODS)[number];

/** Fetch the chat that a site keeps beside a video, into one object. Goes on where an earlier delivery was cut off. */
export const chatDownloadJob = defineWorkerJob({
  kind: 'chat-download',
  worker: 'recorder',
  unit: 'media-ms',
  hungMs: SITE_HUNG_MS,
  input: z.object({
    ...stretch,
    providerKind: z.string(),
    videoId: z.string(),
    startedAt: z.int(),
    method: z.enum(CHAT_METHODS),
    vodUuid: z.uuid().nullable(),
    /**
     * The object to be written, and a folder of its own (ending in `/`) for what is fetched until then; who asked
     * empties it.
     */
    outKey: z.string(),
    workPrefix: z.string(),
    streamer: z.object({ id: z.string(), login: z.string(), name: z.string() }),
    title: z.string(),
    category: z.string(),
    lengthMs: z.int().nonnegative(),
  }),
  result: z.object({
    key: z.string(),
    sizeBytes: z.int(),
    messages: z.int().nonnegative(),
    warnings: z.array(Message),
  }),
  outputs: (file) => [file],
});

/** Fetch a clip's media into one object, and the chat of its stretch beside it where `chat` names where that is. */
export const clipDownloadJob = defineWorkerJob({
  kind: 'clip-download',
  worker: 'recorder',
  unit: 'bytes',
  hungMs: SITE_HUNG_MS,
  input: z.object({
    providerKind: z.string(),
    clipId: z.string(),
    /** `best`, or as a channel's quality. */
    quality: z.string(),
    outKey: z.string(),
    chat: z
      .object({
        key: z.string(),
        videoId: z.string(),
        startedAt: z.int(),
        fromMs: z.int().nonnegative(),
        toMs: z.int().positive(),
        streamer: z.object({ id: z.string(), login: z.string(), name: z.string() }),
        title: z.string(),
      })
      .nullable(),
    /** What who asked wants to know again at the end. */
    keep: z.record(z.string(), z.unknown()),
  }),
  result: z.object({
    key: z.string(),
    sizeBytes: z.int(),
    quality: z.string(),
    chatMessages: z.int().nonnegative().nullable(),
    warnings: z.array(Message),
  }),
  outputs: (file) => [file],
});

/**
 * Write down what is said in a channel's chat from now on, until the job is cancelled. It does not end by itself, so it
 * is delivered again each time its recorder dies or drains, and goes on in the same folder; what was not received
 * meanwhile is a gap that the file names. The file itself is a {@link chatFileJob}.
 */
export const chatDumpJob = defineWorkerJob({
  kind: 'chat-dump',
  worker: 'recorder',
  unit: 'items',
  untilEnded: true,
  input: z.object({
    providerKind: z.string(),
    streamer: z.object({ id: z.string(), login: z.string(), name: z.string() }),
    /** When it was asked for, ms since the Unix epoch: 0 s of the file. */
    startedAt: z.int(),
    /** When the operator ended it, as far as api knew when this was sent; {@link ChatDumpEnd} is the truth. */
    endedAt: z.int().optional(),
    /** {@link objectKeys.chatDump} of this dump; who asked empties it. */
    workPrefix: z.string(),
  }),
  /** When the operator ended it, as {@link ChatDumpEnd} says. */
  result: z.object({ endedAt: z.int() }),
});

/** {@link objectKeys.chatDumpEnd}: `at` ms since the Unix epoch; what was said later is not in the file. */
export const ChatDumpEnd = z.object({ at: z.int() });
export type ChatDumpEnd = z.infer<typeof ChatDumpEnd>;
