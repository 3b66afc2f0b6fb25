import { z } from 'zod';
import { Message } from '../localized.js';
import { Ulid } from '../ids.js';
import { defineWorkerJob } from './worker-job.js';

/** A download from a site is hung after this time without progress. */
const SITE_HUNG_MS = 600_000;

const stretch = {
  /** ms from the video's first frame. */
  fromMs: z.int().nonnegative(),
  /** Null: to the end of the video. */
  toMs: z.int().positive().nullable(),
};

/**
 * Destination of a downloaded video: `parts`, a part of its VOD; `copy`, next to the recording of the same broadcast,
 * not as a part ({@link objectKeys} of {@link copyOf}); `repair`, likewise, only to fill gaps of the recording
 * ({@link repairOf}).
 */
export const DOWNLOAD_PLACES = ['parts', 'copy', 'repair'] as const;
export type DownloadPlace = (typeof DOWNLOAD_PLACES)[number];

/** Replaces the VOD uuid in {@link objectKeys} for the site's own copy. */
export const copyOf = (vod: string): string => `${vod}/copy`;
/** As {@link copyOf}, for the stretches of the site's VOD that gaps are filled from. */
export const repairOf = (vod: string): string => `${vod}/repair`;
/**
 * The value for the VOD uuid in {@link objectKeys} for the media of a command; the VOD itself if the command has no
 * `place`.
 */
export const mediaPlaceOf = ({
  vodUuid,
  place = 'parts',
}: {
  readonly vodUuid: string;
  readonly place?: DownloadPlace | undefined;
}): string => PLACE_OF[place](vodUuid);
const PLACE_OF: Readonly<Record<DownloadPlace, (vod: string) => string>> = {
  parts: (vod) => vod,
  copy: copyOf,
  repair: repairOf,
};

/**
 * Downloads a video from a site as a part like that of a recording. With the same `partId` again, it continues after
 * the stored segments.
 */
export const videoDownloadJob = defineWorkerJob({
  kind: 'download',
  worker: 'recorder',
  unit: 'bytes',
  hungMs: SITE_HUNG_MS,
  input: z.object({
    ...stretch,
    /** Only these stretches of it, in order and apart from each other; absent: all of it. */
    stretches: z.array(z.object({ fromMs: z.int().nonnegative(), toMs: z.int().positive() })).optional(),
    vodUuid: z.uuid(),
    partId: Ulid,
    place: z.enum(DOWNLOAD_PLACES),
    providerKind: z.string(),
    videoId: z.string(),
    /** Wall clock of the video's first frame, ms since the Unix epoch. */
    startedAt: z.int(),
    /** As in a channel's settings: the first one that the video offers is used; empty: best. */
    qualities: z.array(z.string()),
    nearestBelow: z.boolean(),
    /** Owner of the sealed values below: the viewer's own token (JSON of headers), and the proxy. */
    channelUuid: z.uuid(),
    sealedHeaders: z.string().nullable(),
    proxy: z.object({ sealed: z.string(), for: z.enum(['playlists', 'all']) }).optional(),
  }),
  /** The part is complete and has its `end` record. */
  result: z.object({
    segments: z.int().nonnegative(),
    bytes: z.int().nonnegative(),
    mediaMs: z.int().nonnegative(),
    missingMs: z.int().nonnegative(),
  }),
  /**
   * Number of bytes of the video that are stored as its part. Reported at the start, every five seconds, and when an
   * attempt ends before the part is complete. Only an increase counts.
   */
  interim: z.object({ bytes: z.int().nonnegative() }),
});

/**
 * Format of a chat file: `td` that of TwitchDownloader, `tcd` that of Twitch-Chat-Downloader
 * (github.com/lay295/TwitchDownloader, github.com/PetterKraabol/Twitch-Chat-Downloader).
 */
export const CHAT_METHODS = ['td', 'tcd'] as const;
export type ChatMethod = (typeof CHAT_METHODS)[number];

/**
 * Downloads the chat that a site stores with a video into one object. Continues where an earlier delivery was
 * interrupted.
 */
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
     * `outKey`: the object to write. `workPrefix`: a separate folder (ends in `/`) for fetched data until then; the
     * sender of the job empties it.
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

/** Downloads a clip's media into one object, and, with `chat`, the chat of the same stretch into another one. */
export const clipDownloadJob = defineWorkerJob({
  kind: 'clip-download',
  worker: 'recorder',
  unit: 'bytes',
  hungMs: SITE_HUNG_MS,
  input: z.object({
    providerKind: z.string(),
    clipId: z.string(),
    /** `best`, or a quality as in a channel's settings. */
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
    /** Data of the sender, for its use when the job is done. */
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
 * Records a channel's chat from now on until the job is cancelled. It does not end by itself, so it is delivered again
 * whenever its recorder crashes or drains, and continues in the same folder. Chat that was not received in between is a
 * gap, which the file lists. A {@link chatFileJob} makes the file.
 */
export const chatDumpJob = defineWorkerJob({
  kind: 'chat-dump',
  worker: 'recorder',
  unit: 'items',
  untilEnded: true,
  input: z.object({
    providerKind: z.string(),
    streamer: z.object({ id: z.string(), login: z.string(), name: z.string() }),
    /** Time of the request, ms since the Unix epoch: 0 s of the file. */
    startedAt: z.int(),
    /**
     * When the operator ended it, if the API knew that when it sent the command; {@link ChatDumpEnd} is authoritative.
     */
    endedAt: z.int().optional(),
    /** {@link objectKeys.chatDump} of this dump; the sender of the job empties it. */
    workPrefix: z.string(),
  }),
  /** When the operator ended it, from {@link ChatDumpEnd}. */
  result: z.object({ endedAt: z.int() }),
});

/** Content of {@link objectKeys.chatDumpEnd}: `at` in ms since the Unix epoch; the file excludes later messages. */
export const ChatDumpEnd = z.object({ at: z.int() });
export type ChatDumpEnd = z.infer<typeof ChatDumpEnd>;
